//! What every [`Store`] must do. Each implementation runs this where it lives.
#![allow(clippy::expect_used, clippy::missing_panics_doc)]

use serde_json::{Value, json};

use crate::{Batch, Guard, Record, Store, StoreError};

fn record(body: Value) -> Record {
    Record::json(1, &body)
}

async fn keys(store: &dyn Store, prefix: &str) -> Vec<String> {
    let found = store.list(prefix).await.expect("list");
    let listed: Vec<_> = found.into_iter().map(|(key, _)| key).collect();
    assert_eq!(store.keys(prefix).await.expect("keys"), listed, "{prefix}");
    listed
}

/// Runs every case against an empty `store`. Panics, naming the case, where it does not conform.
pub async fn run(store: &dyn Store) {
    an_absent_key_reads_as_nothing(store).await;
    every_json_value_comes_back_as_it_went_in(store).await;
    a_prefix_lists_its_own_keys_in_order(store).await;
    a_batch_puts_replaces_and_deletes_together(store).await;
    an_empty_batch_changes_nothing(store).await;
    a_large_record_survives(store).await;
    a_body_comes_back_as_the_text_it_was(store).await;
    a_guard_lets_through_what_it_expects(store).await;
    a_guarded_batch_that_is_refused_changes_nothing(store).await;
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
        batch.put(&key, Record::json(7, &value));
        store.commit(batch).await.expect("commit");
        let expected = Record::json(7, &value);
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

async fn a_body_comes_back_as_the_text_it_was(store: &dyn Store) {
    let deep = "[".repeat(10_000) + &"]".repeat(10_000);
    for (version, body) in [
        (1, " {\"a\" : 1.0e5}\n"),
        (1, "{no json"),
        (1, "\"}"),
        (1, &deep),
        (Record::DAMAGED, "alien \u{1F600}"),
        (u32::MAX, ""),
    ] {
        let record = Record {
            version,
            body: body.to_owned(),
        };
        let mut batch = Batch::new();
        batch.put("text/damaged", record.clone());
        batch.put("text/whole", record.clone());
        store.commit(batch).await.expect("commit");
        assert_eq!(store.get("text/damaged").await, Ok(Some(record.clone())));
        let listed = store.list("text/").await.expect("list");
        assert_eq!(listed.len(), 2, "{body:?}");
        assert!(listed.iter().all(|(_, found)| *found == record), "{body:?}");
    }
    let mut batch = Batch::new();
    batch.delete("text/damaged");
    store.commit(batch).await.expect("commit");
    assert_eq!(keys(store, "text/").await, ["text/whole"]);
}

fn guarded(key: &str, number: u64, expected: Option<Record>) -> Batch {
    let mut batch = Batch::new();
    batch.put(key, record(json!(number)));
    batch.guard(Guard {
        key: "guard/epoch".to_owned(),
        expected,
    });
    batch
}

async fn a_guard_lets_through_what_it_expects(store: &dyn Store) {
    let epoch = |number: u64| Some(record(json!(number)));
    let batch = guarded("guard/epoch", 1, None);
    assert_eq!(store.commit(batch).await, Ok(()), "an empty place");
    let batch = guarded("guard/written", 1, epoch(1));
    assert_eq!(store.commit(batch).await, Ok(()), "the epoch that is there");
    let batch = guarded("guard/epoch", 2, epoch(1));
    assert_eq!(store.commit(batch).await, Ok(()), "raising the epoch");
    assert_eq!(store.get("guard/epoch").await, Ok(epoch(2)));
}

async fn a_guarded_batch_that_is_refused_changes_nothing(store: &dyn Store) {
    let before = store.list("").await.expect("list");
    let refused = [
        Some(record(json!(1))),
        None,
        Some(Record::json(2, &json!(2))),
    ];
    for expected in refused {
        let mut batch = guarded("guard/written", 9, expected.clone());
        batch.delete("large");
        assert_eq!(
            store.commit(batch).await,
            Err(StoreError::Superseded),
            "{expected:?}"
        );
    }
    let mut empty = Batch::new();
    empty.guard(Guard {
        key: "guard/nothing".to_owned(),
        expected: Some(record(json!(1))),
    });
    assert_eq!(store.commit(empty.clone()).await, Err(StoreError::Vanished));
    empty.put("guard/written", record(json!(9)));
    empty.delete("large");
    assert_eq!(store.commit(empty).await, Err(StoreError::Vanished));
    assert_eq!(store.list("").await, Ok(before));
}
