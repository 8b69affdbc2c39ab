//! The stores where they live: in a browser.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use idb::{Factory, TransactionMode};
use js_sys::Reflect;
use kikitori_browser::{IndexedDbStore, LocalStorageStore};
use kikitori_store::{Batch, MemoryStore, Record, Store, StoreError, conformance};
use serde_json::json;
use support::{Replaced, local, put, record};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

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
