//! The stores where they live: in a browser.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use idb::{Factory, TransactionMode};
use js_sys::{Function, Object, Reflect};
use kikitori_browser::{IndexedDbStore, LocalStorageStore, StoreKind, ask_to_persist, open_store};
use kikitori_store::{Batch, MemoryStore, Record, Store, StoreError, conformance};
use serde_json::{Value, json};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn record(body: Value) -> Record {
    Record::json(3, &body)
}

fn put(key: &str, body: Value) -> Batch {
    let mut batch = Batch::new();
    batch.put(key, record(body));
    batch
}

fn local() -> web_sys::Storage {
    web_sys::window().unwrap().local_storage().unwrap().unwrap()
}

#[wasm_bindgen_test]
async fn indexed_db_conforms() {
    conformance::run(&IndexedDbStore::open("conforms").await.unwrap()).await;
}

#[wasm_bindgen_test]
async fn local_storage_conforms() {
    conformance::run(&LocalStorageStore::open("conforms").unwrap()).await;
}

#[wasm_bindgen_test]
async fn memory_conforms() {
    conformance::run(&MemoryStore::new()).await;
}

/// What a tree of JavaScript values would not give back.
#[wasm_bindgen_test]
async fn values_that_javascript_cannot_hold_come_back() {
    let values = json!({
        "float": 1.0,
        "large": u64::MAX,
        "small": i64::MIN,
        "__proto__": {"polluted": true},
        "10": "keys keep their order", "9": 9,
        "-0.0": -0.0,
    });
    let stores: [Rc<dyn Store>; 2] = [
        Rc::new(IndexedDbStore::open("values").await.unwrap()),
        Rc::new(LocalStorageStore::open("values").unwrap()),
    ];
    for store in stores {
        store.commit(put("k", values.clone())).await.unwrap();
        let read = store.get("k").await.unwrap().unwrap();
        assert_eq!(read.version, 3);
        assert_eq!(read.body, values.to_string());
    }
}

#[wasm_bindgen_test]
async fn records_outlive_the_store_object() {
    let stores: [Rc<dyn Store>; 2] = [
        Rc::new(IndexedDbStore::open("outlives").await.unwrap()),
        Rc::new(LocalStorageStore::open("outlives").unwrap()),
    ];
    for store in stores {
        store.commit(put("k", json!("kept"))).await.unwrap();
    }
    let expected = Ok(Some(record(json!("kept"))));
    assert_eq!(
        IndexedDbStore::open("outlives")
            .await
            .unwrap()
            .get("k")
            .await,
        expected
    );
    assert_eq!(
        LocalStorageStore::open("outlives").unwrap().get("k").await,
        expected
    );
}

#[wasm_bindgen_test]
async fn two_stores_see_each_others_records() {
    let one = IndexedDbStore::open("shared").await.unwrap();
    let other = IndexedDbStore::open("shared").await.unwrap();
    one.commit(put("k", json!(1))).await.unwrap();
    assert_eq!(other.get("k").await, Ok(Some(record(json!(1)))));
    let one = LocalStorageStore::open("shared").unwrap();
    let other = LocalStorageStore::open("shared").unwrap();
    one.commit(put("k", json!(2))).await.unwrap();
    assert_eq!(other.get("k").await, Ok(Some(record(json!(2)))));
}

#[wasm_bindgen_test]
async fn a_commit_whose_future_is_dropped_is_done_whole_or_not_at_all() {
    let store = IndexedDbStore::open("dropped").await.unwrap();
    let mut batch = put("a", json!(1));
    batch.put("b", record(json!(2)));
    {
        let commit = store.commit(batch);
        let soon = TimeoutFuture::new(0);
        futures::future::select(commit, soon).await;
    }
    TimeoutFuture::new(300).await;
    assert_eq!(store.list("").await.unwrap().len(), 2);
}

/// Another tab may delete the database while this one has it open.
#[wasm_bindgen_test]
async fn a_database_deleted_by_another_tab_is_opened_anew() {
    let store = IndexedDbStore::open("deleted").await.unwrap();
    store.commit(put("k", json!(1))).await.unwrap();
    Factory::new()
        .unwrap()
        .delete("deleted")
        .unwrap()
        .await
        .unwrap();
    assert_eq!(store.get("k").await, Ok(None));
    store.commit(put("k", json!(2))).await.unwrap();
    assert_eq!(store.get("k").await, Ok(Some(record(json!(2)))));
}

/// Something else's database: without the object store, and of a later layout.
#[wasm_bindgen_test]
async fn a_database_of_a_later_layout_is_refused() {
    let later = Factory::new()
        .unwrap()
        .open("later", Some(2))
        .unwrap()
        .await
        .unwrap();
    later.close();
    let opened = IndexedDbStore::open("later").await.map(drop);
    assert!(
        matches!(opened, Err(StoreError::Refused { .. })),
        "{opened:?}"
    );
}

/// Replaces an own property of `target`, or hides an inherited one, until dropped.
struct Replaced {
    target: Object,
    name: &'static str,
    before: JsValue,
}

impl Replaced {
    fn with(target: JsValue, name: &'static str, value: &JsValue) -> Self {
        let target: Object = target.unchecked_into();
        let before = Object::get_own_property_descriptor(&target, &name.into());
        let descriptor = Object::new();
        Reflect::set(&descriptor, &"value".into(), value).unwrap();
        Reflect::set(&descriptor, &"configurable".into(), &true.into()).unwrap();
        Object::define_property(&target, &name.into(), &descriptor);
        Self {
            target,
            name,
            before,
        }
    }

    /// Each call of the method runs `body`, which sees `before`, `key` and the arguments `given`.
    fn method(class: &str, name: &'static str, key: &str, body: &str) -> Self {
        let target = prototype(class);
        let make =
            format!("return function (...given) {{ {body}; return before.apply(this, given) }}");
        let make = Function::new_with_args("before, key", &make);
        let before = Reflect::get(&target, &name.into()).unwrap();
        let replacement = make
            .call2(&JsValue::UNDEFINED, &before, &key.into())
            .unwrap();
        Self::with(target, name, &replacement)
    }

    /// The method fails for lack of room when `key` is among its arguments.
    fn full_for(class: &str, name: &'static str, key: &str) -> Self {
        let throw = "if (given.includes(key)) throw new DOMException('', 'QuotaExceededError')";
        Self::method(class, name, key, throw)
    }
}

impl Drop for Replaced {
    fn drop(&mut self) {
        if self.before.is_undefined() {
            Reflect::delete_property(&self.target, &self.name.into()).unwrap();
        } else {
            Object::define_property(&self.target, &self.name.into(), self.before.unchecked_ref());
        }
    }
}

fn prototype(class: &str) -> JsValue {
    let class = Reflect::get(&js_sys::global(), &class.into()).unwrap();
    Reflect::get(&class, &"prototype".into()).unwrap()
}

/// The second of three puts throws; the first must not be kept.
#[wasm_bindgen_test]
async fn an_indexed_db_batch_that_fails_leaves_nothing() {
    let store = IndexedDbStore::open("fails").await.unwrap();
    store.commit(put("old", json!("old"))).await.unwrap();
    let mut batch = put("a", json!(1));
    batch.put("b", record(json!(2)));
    batch.delete("old");
    let failed = {
        let _full = Replaced::full_for("IDBObjectStore", "put", "b");
        store.commit(batch.clone()).await
    };
    assert!(matches!(failed, Err(StoreError::Full { .. })), "{failed:?}");
    let kept = store.list("").await.unwrap();
    assert_eq!(kept, [("old".to_owned(), record(json!("old")))]);
    store.commit(batch).await.unwrap();
    assert_eq!(store.list("").await.unwrap().len(), 2);
}

/// The transaction fails after everything was asked for: its `abort` event is all there is.
#[wasm_bindgen_test]
async fn a_transaction_that_aborts_by_itself_leaves_nothing() {
    let store = IndexedDbStore::open("aborts").await.unwrap();
    let mut batch = put("a", json!(1));
    batch.put("b", record(json!(2)));
    let failed = {
        // Adding what is there already fails later, in the database.
        let add = "if (given[1] === key) { before.apply(this, given); this.add(...given) }";
        let _fails = Replaced::method("IDBObjectStore", "put", "b", add);
        store.commit(batch).await
    };
    match failed {
        Err(StoreError::Failed { detail }) => {
            assert!(detail.contains("ConstraintError"), "{detail}")
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(store.list("").await, Ok(Vec::new()));
}

#[wasm_bindgen_test]
async fn a_batch_is_one_transaction_of_strict_durability() {
    let store = IndexedDbStore::open("strict").await.unwrap();
    let mut batch = put("a", json!(1));
    batch.put("b", record(json!(2)));
    let seen = {
        let see = "(globalThis.begun ??= []).push([given[1], given[2].durability].join())";
        let _watched = Replaced::method("IDBDatabase", "transaction", "", see);
        store.commit(batch).await.unwrap();
        Reflect::get(&js_sys::global(), &"begun".into()).unwrap()
    };
    let seen: js_sys::Array = seen.unchecked_into();
    assert_eq!(seen.join(" ").as_string().unwrap(), "readwrite,strict");
}

#[wasm_bindgen_test]
async fn a_local_storage_batch_without_room_for_its_journal_changes_nothing() {
    let store = LocalStorageStore::open("full").unwrap();
    store.commit(put("k", json!("before"))).await.unwrap();
    let mut batch = put("k", json!("after"));
    // More than the 10 MB that localStorage takes in any browser.
    batch.put("large", record(json!("x".repeat(11_000_000))));
    let failed = store.commit(batch).await;
    assert!(matches!(failed, Err(StoreError::Full { .. })), "{failed:?}");
    assert_eq!(
        store.list("").await.unwrap(),
        [("k".to_owned(), record(json!("before")))]
    );
    let items = Object::keys(&local());
    assert!(
        !items
            .iter()
            .any(|item| item.as_string().unwrap().starts_with("full/journal"))
    );
}

#[wasm_bindgen_test]
async fn a_local_storage_batch_that_fails_while_it_is_applied_is_undone() {
    let store = LocalStorageStore::open("undone").unwrap();
    store.commit(put("a", json!("before"))).await.unwrap();
    store.commit(put("gone", json!("before"))).await.unwrap();
    let mut batch = put("a", json!("after"));
    batch.put("b", record(json!(2)));
    batch.delete("gone");
    let before: Vec<_> = store.list("").await.unwrap();
    let failed = {
        let _full = Replaced::full_for("Storage", "setItem", "undone/record/b");
        store.commit(batch).await
    };
    assert!(matches!(failed, Err(StoreError::Full { .. })), "{failed:?}");
    assert_eq!(store.list("").await.unwrap(), before);
    // Nothing is left to replay either.
    let reopened = LocalStorageStore::open("undone").unwrap();
    assert_eq!(reopened.list("").await.unwrap(), before);
}

/// The tab died between the journal and the applying, which an earlier version of the page wrote.
#[wasm_bindgen_test]
async fn a_journal_that_an_older_page_left_is_applied() {
    let store = LocalStorageStore::open("dead").unwrap();
    store.commit(put("a", json!("old"))).await.unwrap();
    store.commit(put("b", json!("old"))).await.unwrap();
    let journal =
        json!({"a": {"version": 3, "body": "new"}, "b": null, "c": {"version": 3, "body": 1}});
    local()
        .set_item("dead/journal/of-a-dead-tab", &journal.to_string())
        .unwrap();
    let store = LocalStorageStore::open("dead").unwrap();
    let kept = store.list("").await.unwrap();
    let expected = [
        ("a".to_owned(), record(json!("new"))),
        ("c".to_owned(), record(json!(1))),
    ];
    assert_eq!(kept, expected);
    assert_eq!(
        local().get_item("dead/journal/of-a-dead-tab").unwrap(),
        None
    );
}

/// Writes `batch` and dies while it is applied, at the item `dies_at`: what it had written by then
/// stays, and the journal too.
async fn die_while_writing(store: &LocalStorageStore, batch: Batch, dies_at: &str) {
    let _dead = [
        Replaced::method(
            "Storage",
            "setItem",
            dies_at,
            "if (given.includes(key)) globalThis.died = true; if (globalThis.died) throw new DOMException('', 'UnknownError')",
        ),
        Replaced::method(
            "Storage",
            "removeItem",
            dies_at,
            "if (globalThis.died) throw new DOMException('', 'UnknownError')",
        ),
    ];
    store.commit(batch).await.unwrap_err();
    Reflect::delete_property(&js_sys::global(), &"died".into()).unwrap();
}

#[wasm_bindgen_test]
async fn what_a_tab_left_that_died_is_finished_before_any_read_of_another() {
    let expected = [
        ("a".to_owned(), record(json!("new"))),
        ("c".to_owned(), record(json!(1))),
    ];
    for (number, dies_at) in ["record/a", "record/c", "sequence"].into_iter().enumerate() {
        for reader in 0..4 {
            let name = format!("died-{number}-{reader}");
            let open = LocalStorageStore::open(&name).unwrap();
            open.commit(put("a", json!("old"))).await.unwrap();
            open.commit(put("b", json!("old"))).await.unwrap();
            let mut batch = put("a", json!("new"));
            batch.delete("b");
            batch.put("c", record(json!(1)));
            let dying = LocalStorageStore::open(&name).unwrap();
            die_while_writing(&dying, batch, &format!("{name}/{dies_at}")).await;
            match reader {
                0 => assert_eq!(open.get("c").await, Ok(Some(record(json!(1))))),
                1 => assert_eq!(open.keys("").await.unwrap(), ["a", "c"]),
                2 => assert_eq!(open.list("").await.unwrap(), expected),
                _ => open.commit(Batch::new()).await.unwrap(),
            }
            assert_eq!(open.list("").await.unwrap(), expected, "{name}");
            assert_eq!(local().get_item(&format!("{name}/journal")).unwrap(), None);
        }
    }
}

/// A browser may show a tab another one's journal late, when its batch was applied long ago.
#[wasm_bindgen_test]
async fn a_journal_is_not_applied_over_later_batches() {
    let store = LocalStorageStore::open("late").unwrap();
    store.commit(put("a", json!(1))).await.unwrap();
    let stale = r#"{"sequence":1,"changes":{"a":"{\"version\":3,\"body\":1}"}}"#;
    store.commit(put("a", json!(2))).await.unwrap();
    local().set_item("late/journal", stale).unwrap();
    assert_eq!(store.get("a").await, Ok(Some(record(json!(2)))));
    assert_eq!(local().get_item("late/journal").unwrap(), None);
}

/// What another program put there, or a device that lost a part of it.
#[wasm_bindgen_test]
async fn what_is_no_record_can_be_listed_and_deleted() {
    let store = LocalStorageStore::open("damaged").unwrap();
    local().set_item("damaged/record/k", "{not json").unwrap();
    assert_eq!(
        store.list("").await.unwrap(),
        [("k".to_owned(), Record::damaged("{not json"))]
    );
    let mut batch = put("other", json!(1));
    batch.delete("k");
    store.commit(batch).await.unwrap();
    assert_eq!(store.keys("").await.unwrap(), ["other"]);

    let store = IndexedDbStore::open("damaged").await.unwrap();
    store.commit(put("whole", json!(1))).await.unwrap();
    let database = Factory::new()
        .unwrap()
        .open("damaged", Some(1))
        .unwrap()
        .await
        .unwrap();
    let transaction = database
        .transaction(&["records"], TransactionMode::ReadWrite)
        .unwrap();
    let records = transaction.object_store("records").unwrap();
    let alien = js_sys::JSON::parse(r#"{"body": [1], "of": "another program"}"#).unwrap();
    records
        .put(&alien, Some(&"alien".into()))
        .unwrap()
        .await
        .unwrap();
    records
        .put(&JsValue::from(7), Some(&"number".into()))
        .unwrap()
        .await
        .unwrap();
    transaction.await.unwrap();
    database.close();
    let expected = [
        (
            "alien".to_owned(),
            Record::damaged(r#"{"body":[1],"of":"another program"}"#),
        ),
        ("number".to_owned(), Record::damaged("7")),
        ("whole".to_owned(), record(json!(1))),
    ];
    assert_eq!(store.list("").await.unwrap(), expected);
    let mut batch = Batch::new();
    batch.delete("alien");
    batch.delete("number");
    store.commit(batch).await.unwrap();
    assert_eq!(store.keys("").await.unwrap(), ["whole"]);
}

/// One test, because it replaces globals.
#[wasm_bindgen_test]
async fn the_store_falls_back_where_the_browser_refuses_and_says_what_lies_elsewhere() {
    let opened = open_store().await;
    assert_eq!(
        (opened.kind, opened.elsewhere),
        (StoreKind::IndexedDb, None)
    );
    let window: JsValue = web_sys::window().unwrap().into();
    let no_database = || Replaced::with(window.clone(), "indexedDB", &JsValue::UNDEFINED);
    {
        let _no_database = no_database();
        let opened = open_store().await;
        assert_eq!(
            (opened.kind, opened.elsewhere),
            (StoreKind::LocalStorage, None)
        );
        assert_eq!(
            opened.store.list("").await,
            Ok(Vec::new()),
            "the probe is removed"
        );
    }
    opened.store.commit(put("head/a", json!(1))).await.unwrap();
    {
        let _no_database = no_database();
        let fallen_back = open_store().await;
        assert_eq!(fallen_back.elsewhere, Some(StoreKind::IndexedDb));
        fallen_back
            .store
            .commit(put("head/b", json!(1)))
            .await
            .unwrap();
        let _no_storage = Replaced::with(window.clone(), "localStorage", &JsValue::NULL);
        let opened = open_store().await;
        assert_eq!(opened.kind, StoreKind::Memory);
        opened.store.commit(put("k", json!(1))).await.unwrap();
        let refused = LocalStorageStore::open("refused").map(drop);
        assert!(
            matches!(refused, Err(StoreError::Refused { .. })),
            "{refused:?}"
        );
    }
    let again = open_store().await;
    assert_eq!(again.kind, StoreKind::IndexedDb);
    assert_eq!(again.elsewhere, Some(StoreKind::LocalStorage));
    let mut batch = Batch::new();
    batch.delete("head/a");
    again.store.commit(batch).await.unwrap();
    assert_eq!(open_store().await.elsewhere, Some(StoreKind::LocalStorage));
    let _no_database = no_database();
    let fallen_back = open_store().await;
    assert_eq!(fallen_back.elsewhere, None, "nothing is left there");
    let mut batch = Batch::new();
    batch.delete("head/b");
    fallen_back.store.commit(batch).await.unwrap();
}

/// It is recognised by its keys: reading megabytes of records would make the start slow.
#[wasm_bindgen_test]
async fn a_full_store_is_taken_without_reading_its_records() {
    IndexedDbStore::open("kikitori")
        .await
        .unwrap()
        .commit(put("segment", json!("x".repeat(1_000))))
        .await
        .unwrap();
    let count = "globalThis.read = (globalThis.read ?? 0) + 1";
    let opened = {
        let _full = Replaced::full_for("IDBObjectStore", "put", "probe");
        let _all = Replaced::method("IDBObjectStore", "getAll", "", count);
        let _one = Replaced::method("IDBObjectStore", "get", "", count);
        open_store().await
    };
    assert_eq!(opened.kind, StoreKind::IndexedDb);
    let read = Reflect::get(&js_sys::global(), &"read".into()).unwrap();
    assert!(read.is_undefined(), "{read:?} reads");
    let mut batch = Batch::new();
    batch.delete("segment");
    opened.store.commit(batch).await.unwrap();
}

/// The device is so full that not even what is to be deleted can be noted.
#[wasm_bindgen_test]
async fn a_full_local_storage_can_be_deleted_from() {
    let store = LocalStorageStore::open("crowded").unwrap();
    for key in ["a", "b", "c"] {
        store.commit(put(key, json!(1))).await.unwrap();
    }
    let mut batch = Batch::new();
    batch.delete("a");
    batch.delete("b");
    {
        let _full = Replaced::full_for("Storage", "setItem", "crowded/journal");
        let mut mixed = batch.clone();
        mixed.put("c", record(json!(2)));
        let failed = store.commit(mixed).await;
        assert!(matches!(failed, Err(StoreError::Full { .. })), "{failed:?}");
        assert_eq!(store.keys("").await.unwrap(), ["a", "b", "c"]);
        store.commit(batch).await.unwrap();
    }
    assert_eq!(store.keys("").await.unwrap(), ["c"]);
}

/// Outside of secure contexts there is no storage manager, and some browsers refuse to answer.
#[wasm_bindgen_test]
async fn asking_to_persist_tells_what_the_browser_grants() {
    let cases = [
        ("return { persist: async () => true }", true),
        ("return { persist: async () => false }", false),
        (
            "return { persist: async () => { throw new TypeError() } }",
            false,
        ),
        ("return { persist() { throw new TypeError() } }", false),
        ("return undefined", false),
    ];
    for (storage, granted) in cases {
        let storage = Function::new_no_args(storage)
            .call0(&JsValue::NULL)
            .unwrap();
        let navigator = web_sys::window().unwrap().navigator().into();
        let _replaced = Replaced::with(navigator, "storage", &storage);
        assert_eq!(ask_to_persist().await, granted, "{storage:?}");
    }
}
