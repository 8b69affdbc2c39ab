//! What every [`Store`] must do. Each implementation runs this where it lives.
#![allow(clippy::expect_used, clippy::missing_panics_doc)]

use serde_json::{Value, json};

use crate::{Batch, Record, Store};

fn record(body: Value) -> Record {
    Record { version: 1, body }
}

async fn keys(store: &dyn Store, prefix: &str) -> Vec<String> {
    let found = store.list(prefix).await.expect("list");
    found.into_iter().map(|(key, _)| key).collect()
}

/// Runs every case against an empty `store`. Panics, naming the case, where it does not conform.
pub async fn run(store: &dyn Store) {
    an_absent_key_reads_as_nothing(store).await;
    every_json_value_comes_back_as_it_went_in(store).await;
    a_prefix_lists_its_own_keys_in_order(store).await;
    a_batch_puts_replaces_and_deletes_together(store).await;
    an_empty_batch_changes_nothing(store).await;
    a_large_record_survives(store).await;
}

async fn an_absent_key_reads_as_nothing(store: &dyn Store) {
    assert_eq!(store.get("absent").await, Ok(None), "an absent key");
    assert_eq!(
        store.list("absent").await,
        Ok(Vec::new()),
        "an absent prefix"
    );
}

async fn every_json_value_comes_back_as_it_went_in(store: &dyn Store) {
    let values = [
        json!(null),
        json!(true),
        json!(1_764_000_000_123_u64),
        json!(-0.5),
        json!("right-to-left \u{202e}שלום, 日本語, \u{0}\u{7}, <b>, \u{1F600}"),
        json!([1, [], {"": null}]),
        json!({"optional": null, "nested": {"list": ["a", {"b": 2}]}}),
    ];
    for (number, value) in values.into_iter().enumerate() {
        let key = format!("value/{number}");
        let mut batch = Batch::new();
        batch.put(
            &key,
            Record {
                version: 7,
                body: value.clone(),
            },
        );
        store.commit(batch).await.expect("commit");
        let expected = Record {
            version: 7,
            body: value,
        };
        assert_eq!(store.get(&key).await, Ok(Some(expected)), "value {number}");
    }
}

async fn a_prefix_lists_its_own_keys_in_order(store: &dyn Store) {
    let mut batch = Batch::new();
    for key in ["p/10", "p/2", "p/", "p", "p0", "q/1", "p/1/x"] {
        batch.put(key, record(json!(key)));
    }
    store.commit(batch).await.expect("commit");
    assert_eq!(keys(store, "p/").await, ["p/", "p/1/x", "p/10", "p/2"]);
    assert_eq!(keys(store, "q/").await, ["q/1"]);
    let mut batch = Batch::new();
    // By code points the first two would change places.
    for key in ["o/\u{ff01}", "o/\u{1f600}", "o/é", "o/z"] {
        batch.put(key, record(json!(key)));
    }
    store.commit(batch).await.expect("commit");
    assert_eq!(
        keys(store, "o/").await,
        ["o/z", "o/é", "o/\u{1f600}", "o/\u{ff01}"],
        "keys beyond ASCII"
    );
    let (_, first) = store.list("q/").await.expect("list").remove(0);
    assert_eq!(first, record(json!("q/1")), "a listed record");
}

async fn a_batch_puts_replaces_and_deletes_together(store: &dyn Store) {
    let mut first = Batch::new();
    first.put("b/keep", record(json!(1)));
    first.put("b/replace", record(json!(1)));
    first.put("b/delete", record(json!(1)));
    store.commit(first).await.expect("commit");
    let mut second = Batch::new();
    second.put("b/replace", record(json!(2)));
    second.delete("b/delete");
    second.delete("b/never-there");
    second.put("b/new", record(json!(2)));
    store.commit(second).await.expect("commit");
    assert_eq!(keys(store, "b/").await, ["b/keep", "b/new", "b/replace"]);
    assert_eq!(store.get("b/replace").await, Ok(Some(record(json!(2)))));
}

async fn an_empty_batch_changes_nothing(store: &dyn Store) {
    let before = store.list("").await.expect("list");
    store.commit(Batch::new()).await.expect("commit");
    assert_eq!(store.list("").await, Ok(before), "an empty batch");
}

async fn a_large_record_survives(store: &dyn Store) {
    let text = "長い答え ".repeat(40_000);
    let mut batch = Batch::new();
    batch.put("large", record(json!(text)));
    store.commit(batch).await.expect("commit");
    assert_eq!(
        store.get("large").await,
        Ok(Some(record(json!(text)))),
        "a large record"
    );
}
