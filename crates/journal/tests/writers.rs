//! One writer, whatever other tabs, people and browsers do to the database.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use futures::future::join;
use kikitori_journal::{
    Journal, Journaled, SessionKey, Sessions, StreamPath, Writer, commit_beside,
};
use kikitori_store::{Batch, MemoryStore, Record, RecordingStore, Store, StoreError};
use support::*;

struct Tab {
    writer: Writer,
    notes: Notes,
    journal: Journal<Notes>,
}

impl Tab {
    fn begin(store: &Rc<RecordingStore>, name: &str) -> Self {
        let notes = Notes::empty();
        let mut batch = Batch::new();
        let journal = Journal::begin(&mut batch, &session(), &StreamPath::main(), &notes).unwrap();
        let writer = block_on(Writer::begin(store.clone(), &session(), name, batch)).unwrap();
        Self {
            writer,
            notes,
            journal,
        }
    }

    fn open(store: &Rc<RecordingStore>, name: &str) -> Self {
        let writer = block_on(Writer::claim(store.clone(), &session(), name)).unwrap();
        let read = loaded(&**store);
        Self {
            writer,
            notes: read.state,
            journal: read.journal,
        }
    }

    fn note(&mut self, text: &str) -> Result<(), StoreError> {
        let mut batch = Batch::new();
        self.notes.apply(line(text));
        self.journal
            .append(&mut batch, &self.notes, &[line(text)])
            .unwrap();
        block_on(self.writer.commit(batch))
    }

    fn store_anew(&mut self) -> Result<(), StoreError> {
        let mut batch = Batch::new();
        self.journal.rewrite(&mut batch, &self.notes).unwrap();
        block_on(self.writer.restore(batch))
    }
}

#[test]
fn a_session_begins_in_one_batch() {
    let store = Rc::new(RecordingStore::new());
    Tab::begin(&store, "one");
    assert_eq!(store.batches().len(), 1);
    let other = block_on(Writer::begin(
        store.clone(),
        &session(),
        "other",
        Batch::new(),
    ));
    assert_eq!(other.map(drop), Err(StoreError::Superseded));
}

#[test]
fn of_two_writers_the_stale_one_is_refused_and_overwrites_nothing() {
    let store = Rc::new(RecordingStore::new());
    let mut one = Tab::begin(&store, "one");
    one.note("a").unwrap();
    let mut other = Tab::open(&store, "other");
    other.note("b").unwrap();
    let held = block_on(store.list("")).unwrap();
    assert_eq!(one.note("lost?"), Err(StoreError::Superseded));
    assert_eq!(one.note("lost?"), Err(StoreError::Superseded));
    assert_eq!(block_on(store.list("")).unwrap(), held);
    other.note("c").unwrap();
    assert_eq!(loaded(&*store).state.lines, ["a", "b", "c"]);
    // The first tab can take it back, with what the other wrote.
    let mut again = Tab::open(&store, "one again");
    again.note("d").unwrap();
    assert_eq!(other.note("e"), Err(StoreError::Superseded));
    assert_eq!(loaded(&*store).state.lines, ["a", "b", "c", "d"]);
}

#[test]
fn a_database_that_vanished_is_noticed_and_the_session_stored_anew() {
    let store = Rc::new(RecordingStore::new());
    let mut tab = Tab::begin(&store, "one");
    tab.note("a").unwrap();
    store.evict();
    assert_eq!(tab.note("b"), Err(StoreError::Vanished));
    assert_eq!(block_on(store.list("")), Ok(vec![]));
    tab.store_anew().unwrap();
    tab.note("c").unwrap();
    let read = loaded(&*store);
    assert_eq!(read.state.lines, ["a", "b", "c"]);
    assert_eq!(read.damage, []);
    // And again.
    store.evict();
    assert_eq!(tab.note("d"), Err(StoreError::Vanished));
    tab.store_anew().unwrap();
    assert_eq!(loaded(&*store).state.lines, ["a", "b", "c", "d"]);
}

/// The stale tab may be the first to notice; the other one must not mix its records into that.
#[test]
fn after_a_database_vanished_one_tab_stores_the_session_and_the_other_is_refused() {
    let store = Rc::new(RecordingStore::new());
    let mut one = Tab::begin(&store, "one");
    let mut other = Tab::open(&store, "other");
    other.note("b").unwrap();
    store.evict();
    assert_eq!(one.note("a"), Err(StoreError::Vanished));
    one.store_anew().unwrap();
    let held = block_on(store.list("")).unwrap();
    assert_eq!(other.note("c"), Err(StoreError::Superseded));
    assert_eq!(other.store_anew(), Err(StoreError::Superseded));
    assert_eq!(block_on(store.list("")).unwrap(), held);
}

#[test]
fn a_session_that_another_tab_deleted_does_not_come_back() {
    let store = Rc::new(RecordingStore::new());
    let mut tab = Tab::begin(&store, "one");
    let mut batch = Batch::new();
    for key in block_on(store.keys("session/s/")).unwrap() {
        batch.delete(key);
    }
    block_on(store.commit(batch)).unwrap();
    let held = block_on(store.list("")).unwrap();
    assert_eq!(tab.note("a"), Err(StoreError::Deleted));
    assert_eq!(block_on(store.list("")).unwrap(), held);
}

#[test]
fn a_damaged_epoch_is_claimed_anew() {
    let store = Rc::new(RecordingStore::new());
    let mut one = Tab::begin(&store, "one");
    put(&*store, "session/s/epoch", Record::damaged("?"));
    assert_eq!(one.note("a"), Err(StoreError::Superseded));
    let mut other = Tab::open(&store, "other");
    other.note("b").unwrap();
    assert_eq!(loaded(&*store).state.lines, ["b"]);
    assert_eq!(one.note("c"), Err(StoreError::Superseded));
}

/// Otherwise one of the two later takes a deletion for an eviction and brings the session back.
#[test]
fn tabs_that_first_use_a_database_at_once_agree_which_one_it_is() {
    let sessions = ["a", "b"].map(SessionKey::new);
    let held: Rc<dyn Store> = Rc::new(Slow(MemoryStore::new()));
    let [one, other] = &sessions;
    let (one, other) = block_on(join(
        Writer::begin(held.clone(), one, "one", Batch::new()),
        Writer::begin(held.clone(), other, "other", Batch::new()),
    ));
    for (session, writer) in sessions.iter().zip([one.unwrap(), other.unwrap()]) {
        assert_eq!(block_on(writer.commit(Batch::new())), Ok(()));
        block_on(Sessions::new(held.clone()).delete(session)).unwrap();
        let refused = block_on(writer.commit(Batch::new()));
        assert_eq!(refused, Err(StoreError::Deleted), "{session}");
    }
}

#[test]
fn of_tabs_that_begin_the_same_session_at_once_one_is_refused() {
    let store: Rc<dyn Store> = Rc::new(Slow(MemoryStore::new()));
    let begin = async |name: &str| {
        let mut batch = Batch::new();
        batch.put("session/s/by", Record::json(1, &name.into()));
        Writer::begin(store.clone(), &session(), name, batch).await
    };
    let begun = block_on(join(begin("one"), begin("other")));
    assert!(begun.0.is_ok());
    assert_eq!(begun.1.map(drop), Err(StoreError::Superseded));
    let by = block_on(store.get("session/s/by"));
    assert_eq!(by, Ok(Some(Record::json(1, &"one".into()))));
}

/// Its epoch may have been left by an import or a device that lost the name.
#[test]
fn a_database_without_a_name_is_given_one_with_the_first_claim() {
    let store = Rc::new(RecordingStore::new());
    Tab::begin(&store, "one");
    delete(&*store, "database");
    let tab = Tab::open(&store, "other");
    block_on(Sessions::new(store.clone()).delete(&session())).unwrap();
    let refused = block_on(tab.writer.commit(Batch::new()));
    assert_eq!(refused, Err(StoreError::Deleted));
}

/// Also to a tab that had another session open in the one before.
#[test]
fn a_database_that_a_tab_made_anew_is_another_one() {
    let store = Rc::new(RecordingStore::new());
    let mut one = Tab::begin(&store, "one");
    let another = SessionKey::new("another");
    let other = Writer::begin(store.clone(), &another, "other", Batch::new());
    let other = block_on(other).unwrap();
    store.evict();
    assert_eq!(one.note("a"), Err(StoreError::Vanished));
    one.store_anew().unwrap();
    let refused = block_on(other.commit(Batch::new()));
    assert_eq!(refused, Err(StoreError::Vanished));
}

#[test]
fn a_deletion_does_not_make_one_database_look_like_another() {
    let store = Rc::new(RecordingStore::new());
    let sessions = Sessions::new(store.clone());
    let delete_older = || {
        put(&*store, "head/older", Record::damaged("?"));
        block_on(sessions.delete(&SessionKey::new("older"))).unwrap();
    };
    delete_older();
    let mut tab = Tab::begin(&store, "one");
    store.evict();
    delete_older();
    assert_eq!(tab.note("a"), Err(StoreError::Vanished));
    tab.store_anew().unwrap();
    assert_eq!(loaded(&*store).state.lines, ["a"]);
}

#[test]
fn what_lies_beside_a_session_is_stored_while_it_is_there_and_its_writer_stays() {
    let store = Rc::new(RecordingStore::new());
    let mut tab = Tab::begin(&store, "one");
    let key = session().record("file");
    let commit = || {
        let mut batch = Batch::new();
        batch.put(key.clone(), Record::damaged("a file"));
        block_on(commit_beside(&*store, &session(), batch))
    };
    assert_eq!(commit(), Ok(()));
    assert_eq!(tab.note("a"), Ok(()));
    // Another tab deletes the session, and a file is dropped here.
    block_on(Sessions::new(store.clone()).delete(&session())).unwrap();
    assert_eq!(commit(), Err(StoreError::Deleted));
    assert_eq!(block_on(Sessions::new(store.clone()).list()), Ok(vec![]));
    assert_eq!(block_on(store.get(&key)), Ok(None));
}
