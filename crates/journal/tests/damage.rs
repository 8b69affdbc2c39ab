//! A record that cannot be read costs that record.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use futures::executor::block_on;
use kikitori_journal::{DamageReason, JournalError, SessionHead, StreamPath, state_at};
use kikitori_store::{Batch, MemoryStore, Record, Store, StoreError};
use serde_json::json;
use support::*;

/// Ways in which a record can be damaged.
fn damaged() -> Vec<(&'static str, Record)> {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let text = |version, body: String| Record { version, body };
    vec![
        (
            "too deep",
            text(2, format!("[{{\"Extra\":{}}}]", nested(500))),
        ),
        ("far too deep", text(2, nested(1_000_000))),
        ("cut off", text(2, "[{\"Line\":\"a".to_owned())),
        ("empty", text(2, String::new())),
        ("another shape", Record::json(2, &json!({"Line": "x"}))),
        ("an unknown update", Record::json(2, &json!([{"Erase": 1}]))),
        ("newer", Record::json(3, &json!([{"Line": "x"}]))),
        ("alien", Record::damaged("PNG")),
    ]
}

#[test]
fn an_update_that_cannot_be_read_costs_itself() {
    for (what, record) in damaged() {
        let store = MemoryStore::new();
        with_lines(&store, 5);
        put(&store, &update_key(3), record.clone());
        let read = loaded(&store);
        assert_eq!(read.state.lines, ["0", "1", "3", "4"], "{what}");
        let [(key, DamageReason::Unreadable(error))] = &reasons(&read)[..] else {
            panic!("{what}: {:?}", read.damage);
        };
        assert_eq!(*key, update_key(3));
        let newer = matches!(error, StoreError::TooNew { .. });
        assert_eq!(newer, what == "newer", "{what}: {error}");
        // What goes on leaves it as it is.
        let mut kept = Kept {
            store: &store,
            notes: read.state,
            journal: read.journal,
        };
        kept.note(&[line("more")]);
        assert_eq!(block_on(store.get(&update_key(3))), Ok(Some(record)));
        assert_eq!(loaded(&store).state.lines, ["0", "1", "3", "4", "more"]);
    }
}

#[test]
fn an_unreadable_last_update_is_not_overwritten() {
    for (what, record) in damaged() {
        let store = MemoryStore::new();
        with_lines(&store, 2);
        put(&store, &update_key(3), record.clone());
        let read = loaded(&store);
        assert_eq!(read.journal.last(), 3, "{what}");
        let mut kept = Kept {
            store: &store,
            notes: read.state,
            journal: read.journal,
        };
        kept.note(&[line("more")]);
        assert_eq!(block_on(store.get(&update_key(3))), Ok(Some(record)));
        assert_eq!(loaded(&store).state.lines, ["0", "1", "more"]);
    }
}

#[test]
fn missing_updates_are_told_and_cost_themselves() {
    let store = MemoryStore::new();
    with_lines(&store, 6);
    for number in [2, 3, 5] {
        delete(&store, &update_key(number));
    }
    let read = loaded(&store);
    assert_eq!(read.state.lines, ["0", "3", "5"]);
    let expected = [
        (update_key(2), DamageReason::Missing { records: 2 }),
        (update_key(5), DamageReason::Missing { records: 1 }),
    ];
    assert_eq!(reasons(&read), expected);
}

/// A session of so many lines, whose head is written with each of them, as an engine's is.
fn with_head(store: &MemoryStore, lines: u32) -> Kept<'_, MemoryStore> {
    let kept = with_lines(store, lines);
    put_head(store, Some(kept.journal.last()));
    kept
}

fn put_head(store: &MemoryStore, last: Option<u64>) {
    let mut head = json!({"id": "s", "kind": "notes", "title": "", "language": null,
        "progress": {"done": 0, "of": 0}, "status": "open", "createdAt": 0, "updatedAt": 0});
    if let Some(last) = last {
        head["last"] = json!(last);
    }
    put(store, "head/s", Record::json(3, &head));
}

#[test]
fn a_lost_end_is_told_and_what_goes_on_from_there_is_whole() {
    let store = MemoryStore::new();
    let kept = with_head(&store, 5);
    put_head(&store, None);
    let head = block_on(store.get("head/s")).unwrap().unwrap();
    let head: SessionHead = head.read().unwrap();
    let mut batch = Batch::new();
    let last = kept.journal.last();
    head.put(&mut batch, &session(), last).unwrap();
    block_on(store.commit(batch)).unwrap();
    assert!(loaded(&store).is_whole());

    for number in [4, 5] {
        delete(&store, &update_key(number));
    }
    let read = loaded(&store);
    assert_eq!(read.state.lines, ["0", "1", "2"]);
    let expected = [(update_key(4), DamageReason::Missing { records: 2 })];
    assert_eq!(reasons(&read), expected);
    assert!(!read.is_whole());
    // What is written next begins anew, behind all that was.
    let mut kept = Kept {
        store: &store,
        notes: read.state,
        journal: read.journal,
    };
    kept.note(&[line("more")]);
    assert_eq!(kept.journal.last(), 6);
    put_head(&store, Some(6));
    let read = loaded(&store);
    assert_eq!(read.state.lines, ["0", "1", "2", "more"]);
    assert!(read.is_whole() && read.damage.is_empty());
}

#[test]
fn a_session_of_which_only_the_head_is_left_is_lost_and_not_new() {
    let store = MemoryStore::new();
    put_head(&store, Some(7));
    assert!(matches!(load(&store), Err(JournalError::Lost { .. })));
    // Nothing is known of what an older head belonged to, or of a head that cannot be read.
    put_head(&store, None);
    assert!(matches!(load(&store), Ok(None)));
    put(&store, "head/s", Record::damaged("?"));
    assert!(matches!(load(&store), Ok(None)));
}

#[test]
fn what_is_missing_before_a_lost_end_is_told_too_and_an_older_head_claims_nothing() {
    let store = MemoryStore::new();
    with_head(&store, 5);
    for number in [2, 5] {
        delete(&store, &update_key(number));
    }
    let read = loaded(&store);
    assert_eq!(reasons(&read).len(), 2);
    // A head that an older page wrote meanwhile says less than the records do.
    put_head(&store, Some(1));
    assert_eq!(reasons(&loaded(&store)).len(), 1);
}

#[test]
fn a_state_is_not_given_in_the_place_of_the_one_that_a_lost_update_led_to() {
    let store = MemoryStore::new();
    with_lines(&store, 5);
    delete(&store, &update_key(3));
    let main = StreamPath::main();
    let at = |number| block_on(state_at::<Notes>(&store, &session(), &main, number));
    assert_eq!(at(2).unwrap().lines, ["0", "1"]);
    for number in [3, 4, 5] {
        let Err(JournalError::Incomplete { damage }) = at(number) else {
            panic!("{number} was given");
        };
        assert_eq!(damage[0].key, update_key(3));
    }
}

#[test]
fn a_newest_snapshot_that_cannot_be_read_costs_nothing() {
    for (what, record) in damaged() {
        let store = MemoryStore::new();
        let mut kept = Kept::begin(&store, &StreamPath::main());
        for step in 0..30 {
            kept.note(&[extra(step.to_string().repeat(5_000))]);
        }
        let newest = snapshots(&store).pop().unwrap();
        assert_ne!(newest, snapshot_key(0));
        put(&store, &newest, record);
        let read = loaded(&store);
        assert_eq!(read.state, kept.notes, "{what}");
        assert_eq!(reasons(&read).len(), 1, "{what}");
        // The next snapshot is written beside it.
        kept.journal = read.journal;
        kept.note(&[line("more")]);
        assert_eq!(snapshots(&store).len(), 3);
        let read = loaded(&store);
        assert_eq!((read.state, read.damage), (kept.notes, vec![]));
    }
}

#[test]
fn a_session_without_a_readable_state_is_lost_and_says_so() {
    let store = MemoryStore::new();
    with_lines(&store, 2);
    put(&store, &snapshot_key(0), Record::damaged("?"));
    let Err(JournalError::Lost { damage }) = load(&store) else {
        panic!("it was read");
    };
    assert_eq!(damage[0].key, snapshot_key(0));
    delete(&store, &snapshot_key(0));
    assert!(matches!(load(&store), Err(JournalError::Lost { .. })));
}

#[test]
fn what_is_no_record_of_the_journal_is_left_alone() {
    let store = MemoryStore::new();
    with_lines(&store, 1);
    for name in [
        "",
        "2",
        "00000000002",
        "000000000x",
        "0000000002/x",
        "+000000002",
    ] {
        put(
            &store,
            &format!("session/s/journal/main/update/{name}"),
            Record::damaged("?"),
        );
    }
    let read = loaded(&store);
    assert_eq!((read.journal.last(), read.damage), (1, vec![]));
}
