//! Which store is opened, and what is said of the others.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use js_sys::{Function, Reflect};
use kikitori_browser::{IndexedDbStore, LocalStorageStore, StoreKind, ask_to_persist, open_store};
use kikitori_store::{Batch, Store, StoreError};
use serde_json::json;
use support::{Replaced, put};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// One test, because it replaces globals.
#[wasm_bindgen_test]
async fn the_store_falls_back_where_the_browser_refuses_and_says_what_lies_elsewhere() {
    let opened = open_store().await;
    assert_eq!(
        (opened.kind, opened.elsewhere, opened.is_full),
        (StoreKind::IndexedDb, None, false)
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
        let throw = "throw new DOMException('', 'UnknownError')";
        let _unlisted = Replaced::method("IDBObjectStore", "getAllKeys", "", throw);
        assert_eq!(open_store().await.kind, StoreKind::IndexedDb);
    }
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
    assert!(opened.is_full);
    let read = Reflect::get(&js_sys::global(), &"read".into()).unwrap();
    assert!(read.is_undefined(), "{read:?} reads");
    let mut batch = Batch::new();
    batch.delete("segment");
    opened.store.commit(batch).await.unwrap();
}

/// As Chromium does on a disk without room for another log file.
#[wasm_bindgen_test]
async fn where_there_is_no_room_to_open_the_database_that_is_told() {
    let full = "throw new DOMException('', 'QuotaExceededError')";
    let opened = {
        let _no_room = Replaced::method("IDBFactory", "open", "", full);
        open_store().await
    };
    assert_eq!(
        (opened.kind, opened.is_full),
        (StoreKind::LocalStorage, false)
    );
    let opened = {
        let _no_room = Replaced::method("IDBFactory", "open", "", full);
        let _none_there = Replaced::method("Storage", "setItem", "", full);
        open_store().await
    };
    assert_eq!((opened.kind, opened.is_full), (StoreKind::Memory, true));
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
