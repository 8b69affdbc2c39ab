//! The journal of the store over localStorage: batches are made whole, whatever dies or is full.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::support;

use js_sys::{Object, Reflect};
use kikitori_browser::LocalStorageStore;
use kikitori_store::{Batch, Store, StoreError};
use serde_json::json;
use support::{Replaced, local, put, record};
use wasm_bindgen_test::wasm_bindgen_test;

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

/// Not even the room that the journal itself takes is enough.
#[wasm_bindgen_test]
async fn a_journal_that_cannot_be_finished_for_lack_of_room_stays_until_it_can() {
    let store = LocalStorageStore::open("no-room").unwrap();
    store.commit(put("a", json!("old"))).await.unwrap();
    let mut batch = put("a", json!("new"));
    batch.put("b", record(json!(1)));
    die_while_writing(&store, batch, "no-room/record/b").await;
    let open = LocalStorageStore::open("no-room");
    assert!(open.is_ok(), "there is room");
    let mut batch = put("a", json!("newer"));
    batch.put("c", record(json!(1)));
    die_while_writing(&store, batch, "no-room/record/c").await;
    {
        let _full = Replaced::full_for("Storage", "setItem", "no-room/record/c");
        for _ in 0..2 {
            let read = store.get("a").await;
            assert!(matches!(read, Err(StoreError::Full { .. })), "{read:?}");
        }
    }
    assert_eq!(store.get("a").await, Ok(Some(record(json!("newer")))));
    assert_eq!(store.keys("").await.unwrap(), ["a", "b", "c"]);
}
