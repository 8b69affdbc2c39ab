//! One writer a session, whatever happens to the database under an open tab, with and without Web
//! Locks: it rests on the store alone.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::rc::Rc;

use futures::future::join_all;
use idb::Factory;
use js_sys::{Function, Promise};
use kikitori_browser::{IndexedDbStore, LocalStorageStore};
use kikitori_journal::{SessionKey, Sessions, Writer};
use kikitori_store::{Batch, Record, Store, StoreError};
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn put(key: &str, number: u64) -> Batch {
    let mut batch = Batch::new();
    batch.put(key, Record::json(1, &json!(number)));
    batch
}

async fn number(store: &dyn Store, key: &str) -> Option<String> {
    store.get(key).await.unwrap().map(|record| record.body)
}

/// As two tabs have it open.
async fn two_of_each(name: &str) -> [[Rc<dyn Store>; 2]; 2] {
    let database = || async { Rc::new(IndexedDbStore::open(name).await.unwrap()) };
    let local = || Rc::new(LocalStorageStore::open(name).unwrap());
    [[database().await, database().await], [local(), local()]]
}

#[wasm_bindgen_test]
async fn of_two_tabs_the_stale_one_is_refused_and_overwrites_nothing() {
    for [one, other] in two_of_each("two-writers").await {
        let session = SessionKey::new("s");
        let first = Writer::claim(one.clone(), &session, "one").await.unwrap();
        first.commit(put("k", 1)).await.unwrap();
        let second = Writer::claim(other.clone(), &session, "other")
            .await
            .unwrap();
        let held = other.list("").await.unwrap();
        let refused = first.commit(put("k", 2)).await;
        assert_eq!(refused, Err(StoreError::Superseded));
        assert_eq!(other.list("").await.unwrap(), held);
        second.commit(put("k", 3)).await.unwrap();
        assert_eq!(number(&*one, "k").await.unwrap(), "3");
    }
}

/// Those that write at the same moment: each batch is made whole or refused, and only one writer's
/// are made once the others' right is gone.
#[wasm_bindgen_test]
async fn of_many_that_claim_at_once_one_has_the_right() {
    for [one, other] in two_of_each("at-once").await {
        let session = SessionKey::new("s");
        let claims = (0..6).map(|tab| {
            let store = if tab % 2 == 0 { &one } else { &other };
            Writer::claim(store.clone(), &session, format!("tab {tab}"))
        });
        let writers: Vec<_> = join_all(claims).await.into_iter().flatten().collect();
        assert!(!writers.is_empty());
        let commits = writers.iter().zip(0..).map(|(writer, number)| async move {
            let committed = writer.commit(put("k", number)).await;
            committed.map(|()| number)
        });
        let commits = join_all(commits).await;
        let made: Vec<_> = commits.iter().flatten().collect();
        assert_eq!(made.len(), 1, "{commits:?}");
        let expected = made.first().map(ToString::to_string);
        assert_eq!(number(&*one, "k").await, expected);
    }
}

#[wasm_bindgen_test]
async fn a_database_removed_under_an_open_tab_is_noticed_and_the_session_stored_anew() {
    let store: Rc<dyn Store> = Rc::new(IndexedDbStore::open("removed").await.unwrap());
    let session = SessionKey::new("s");
    let writer = Writer::claim(store.clone(), &session, "one").await.unwrap();
    writer.commit(put("session/s/a", 1)).await.unwrap();
    let factory = Factory::new().unwrap();
    factory.delete("removed").unwrap().await.unwrap();
    let refused = writer.commit(put("session/s/b", 2)).await;
    assert_eq!(refused, Err(StoreError::Vanished));
    assert_eq!(store.keys("").await.unwrap(), [""; 0]);
    let mut whole = put("session/s/a", 1);
    whole.extend(put("session/s/b", 2));
    writer.restore(whole).await.unwrap();
    writer.commit(put("session/s/c", 3)).await.unwrap();
    assert_eq!(store.keys("session/s/").await.unwrap().len(), 4);
}

/// Clearing the site's data removes what is in localStorage too.
#[wasm_bindgen_test]
async fn a_local_storage_cleared_under_an_open_tab_is_noticed() {
    let store: Rc<dyn Store> = Rc::new(LocalStorageStore::open("cleared").unwrap());
    let session = SessionKey::new("s");
    let writer = Writer::claim(store.clone(), &session, "one").await.unwrap();
    let storage = web_sys::window().unwrap().local_storage().unwrap().unwrap();
    for item in js_sys::Object::keys(&storage) {
        let item = item.as_string().unwrap();
        if item.starts_with("cleared/") {
            storage.remove_item(&item).unwrap();
        }
    }
    let refused = writer.commit(put("session/s/b", 2)).await;
    assert_eq!(refused, Err(StoreError::Vanished));
    writer.restore(put("session/s/b", 2)).await.unwrap();
    writer.commit(put("session/s/c", 3)).await.unwrap();
}

/// The browser closes connections when it likes; what is stored is still there then.
#[wasm_bindgen_test]
async fn a_connection_closed_under_an_open_tab_is_opened_anew() {
    let store: Rc<dyn Store> = Rc::new(IndexedDbStore::open("closed").await.unwrap());
    let session = SessionKey::new("s");
    let writer = Writer::claim(store.clone(), &session, "one").await.unwrap();
    // Another tab that wants a newer layout makes the store close its connection; then it gives up.
    let give_up = "return new Promise((done) => { \
        const open = indexedDB.open(name, 2); \
        open.onupgradeneeded = () => open.transaction.abort(); \
        open.onerror = (event) => { event.preventDefault(); done(); }; })";
    let given_up = Function::new_with_args("name", give_up)
        .call1(&JsValue::UNDEFINED, &"closed".into())
        .unwrap();
    JsFuture::from(Promise::from(given_up)).await.unwrap();
    writer.commit(put("k", 1)).await.unwrap();
    assert_eq!(number(&*store, "k").await.unwrap(), "1");
}

#[wasm_bindgen_test]
async fn a_session_deleted_by_another_tab_does_not_come_back() {
    for [one, other] in two_of_each("deletion").await {
        let session = SessionKey::new("s");
        let writer = Writer::claim(one.clone(), &session, "one").await.unwrap();
        writer.commit(put("session/s/a", 1)).await.unwrap();
        Sessions::new(other.clone()).delete(&session).await.unwrap();
        let refused = writer.commit(put("session/s/a", 2)).await;
        assert_eq!(refused, Err(StoreError::Deleted));
        assert_eq!(other.keys("session/").await.unwrap(), [""; 0]);
    }
}
