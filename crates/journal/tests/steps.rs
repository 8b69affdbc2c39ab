//! Reading a journal step by step.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use futures::executor::block_on;
use kikitori_journal::{DamageReason, History, Journal, JournalError, StreamPath};
use kikitori_store::{Batch, MemoryStore, Record, Store};
use support::*;

fn history(store: &dyn Store) -> Result<Option<History<Notes>>, JournalError> {
    block_on(Journal::history(store, &session(), &StreamPath::main()))
}

#[test]
fn every_step_is_read_from_the_beginning_whatever_snapshots_there_are() {
    let store = MemoryStore::new();
    assert!(history(&store).unwrap().is_none());
    let mut kept = Kept::begin(&store, &StreamPath::main());
    for number in 0..9 {
        kept.note(&[extra(format!("{number}{}", " ".repeat(30_000)))]);
    }
    assert!(snapshots(&store).len() > 1);
    let History { first, steps } = history(&store).unwrap().unwrap();
    assert_eq!((first, steps.len()), (Notes::empty(), 9));
    assert!(steps.iter().all(|step| step.as_ref().unwrap().len() == 1));
}

#[test]
fn a_damaged_step_is_told_in_its_place() {
    let store = MemoryStore::new();
    with_lines(&store, 6);
    delete(&store, &update_key(2));
    delete(&store, &update_key(3));
    put(&store, &update_key(5), Record::damaged("?"));
    let steps = history(&store).unwrap().unwrap().steps;
    assert_eq!(steps.len(), 5);
    let missing = steps[1].as_ref().unwrap_err();
    assert_eq!(missing.reason, DamageReason::Missing { records: 2 });
    let unreadable = steps[3].as_ref().unwrap_err();
    assert_eq!(unreadable.key, update_key(5));
    assert_eq!(steps[4].as_ref().unwrap(), &[line("5")]);
    delete(&store, &snapshot_key(0));
    assert!(matches!(history(&store), Err(JournalError::Lost { .. })));
}

#[test]
fn a_later_snapshot_that_cannot_be_read_costs_nothing_of_the_state() {
    let store = MemoryStore::new();
    let mut kept = Kept::begin(&store, &StreamPath::main());
    for _ in 0..9 {
        kept.note(&[extra(" ".repeat(30_000))]);
    }
    let later = snapshots(&store).pop().unwrap();
    put(&store, &later, Record::damaged("?"));
    let found = loaded(&store);
    assert_eq!((found.damage.len(), found.is_whole()), (1, true));
    assert_eq!(found.state, kept.notes);
    delete(&store, &update_key(1));
    assert!(!loaded(&store).is_whole());
}

/// Lines 0 to 4; then back to state 2 and on from there, with the whole state as number 6.
fn gone_back(store: &MemoryStore) -> Kept<'_, MemoryStore> {
    with_lines(store, 5);
    let back = block_on(Journal::load(
        store,
        &session(),
        &StreamPath::main(),
        Some(2),
    ));
    let back = back.unwrap().unwrap();
    let mut kept = Kept {
        store,
        notes: back.state,
        journal: back.journal,
    };
    kept.note(&[line("other")]);
    kept
}

#[test]
fn after_going_back_the_history_is_that_of_the_state_and_nothing_is_missing() {
    let store = MemoryStore::new();
    let mut kept = gone_back(&store);
    let turned = kept.notes.clone();
    let History { first, steps } = history(&store).unwrap().unwrap();
    assert_eq!((first, steps.len()), (turned.clone(), 0));
    kept.note(&[line("end")]);
    let History { first, steps } = history(&store).unwrap().unwrap();
    assert_eq!(first, turned);
    assert_eq!(steps, [Ok(vec![line("end")])]);
}

#[test]
fn a_state_put_anew_begins_the_history() {
    let store = MemoryStore::new();
    let mut kept = with_lines(&store, 3);
    let mut batch = Batch::new();
    kept.journal.rewrite(&mut batch, &kept.notes).unwrap();
    block_on(store.commit(batch)).unwrap();
    let anew = kept.notes.clone();
    for number in 0..9 {
        kept.note(&[extra(format!("{number}{}", " ".repeat(30_000)))]);
    }
    assert_eq!(snapshots(&store).len(), 3);
    let History { first, steps } = history(&store).unwrap().unwrap();
    assert_eq!((first, steps.len()), (anew, 9));
    assert!(steps.iter().all(Result::is_ok));
}

#[test]
fn a_state_put_anew_that_cannot_be_read_is_a_loss_in_its_place() {
    let store = MemoryStore::new();
    let mut kept = gone_back(&store);
    put(&store, &snapshot_key(6), Record::damaged("?"));
    let check = |later: usize| {
        let read = loaded(&store);
        assert!(!read.is_whole(), "{:?}", read.damage);
        assert_eq!(reasons(&read).len(), 1, "{:?}", read.damage);
        let History { first, steps } = history(&store).unwrap().unwrap();
        assert_eq!((first, steps.len()), (Notes::empty(), 6 + later));
        let damage = steps[5].as_ref().unwrap_err();
        assert_eq!(damage.key, snapshot_key(6));
        assert!(matches!(damage.reason, DamageReason::Unreadable(_)));
        assert_eq!(steps.iter().filter(|step| step.is_ok()).count(), 5 + later);
    };
    check(0);
    kept.note(&[line("end")]);
    check(1);
}
