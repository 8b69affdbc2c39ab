//! A state to keep, and shorthands.
#![allow(dead_code, clippy::unwrap_used)]

use std::cell::RefCell;
use std::task::Poll;

use futures::executor::block_on;
use futures::future::{LocalBoxFuture, poll_fn};
use kikitori_journal::{
    DamageReason, Journal, JournalError, Journaled, Loaded, Part, SessionKey, StreamPath,
};
use kikitori_store::{Batch, MemoryStore, Record, Store, StoreError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Notes {
    pub lines: Vec<String>,
    pub extra: Value,
}

impl Notes {
    pub fn empty() -> Self {
        Self {
            lines: Vec::new(),
            extra: Value::Null,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Note {
    Line(String),
    Extra(Value),
}

/// In version 1 a state was its lines, and an update was a line.
impl Journaled for Notes {
    type Update = Note;
    const KIND: &'static str = "notes";
    const VERSION: u32 = 2;

    fn apply(&mut self, update: Note) {
        match update {
            Note::Line(line) => self.lines.push(line),
            Note::Extra(extra) => self.extra = extra,
        }
    }

    fn migrate(part: Part, from: u32, body: Value) -> Result<Value, StoreError> {
        match (part, from) {
            (Part::State, 1) => Ok(json!({"lines": body, "extra": null})),
            (Part::Update, 1) => Ok(json!({"Line": body})),
            _ => Err(StoreError::unknown_version(Self::KIND, from)),
        }
    }
}

pub fn session() -> SessionKey {
    SessionKey::new("s")
}

pub fn line(text: impl Into<String>) -> Note {
    Note::Line(text.into())
}

/// Takes the place of the one before.
pub fn extra(text: impl Into<String>) -> Note {
    Note::Extra(Value::String(text.into()))
}

/// A journal with its state, in a store.
pub struct Kept<'a, T> {
    pub store: &'a T,
    pub notes: Notes,
    pub journal: Journal<Notes>,
}

impl<'a, T: Store> Kept<'a, T> {
    pub fn begin(store: &'a T, stream: &StreamPath) -> Self {
        let notes = Notes::empty();
        let mut batch = Batch::new();
        let journal = Journal::begin(&mut batch, &session(), stream, &notes).unwrap();
        block_on(store.commit(batch)).unwrap();
        Self {
            store,
            notes,
            journal,
        }
    }

    pub fn note(&mut self, updates: &[Note]) -> Batch {
        for update in updates {
            self.notes.apply(update.clone());
        }
        let mut batch = Batch::new();
        self.journal
            .append(&mut batch, &self.notes, updates)
            .unwrap();
        block_on(self.store.commit(batch.clone())).unwrap();
        batch
    }
}

/// Lines `0` to before `lines`, a step each.
pub fn with_lines<T: Store>(store: &T, lines: u32) -> Kept<'_, T> {
    let mut kept = Kept::begin(store, &StreamPath::main());
    for number in 0..lines {
        kept.note(&[line(number.to_string())]);
    }
    kept
}

pub fn load(store: &dyn Store) -> Result<Option<Loaded<Notes>>, JournalError> {
    block_on(Journal::load(store, &session(), &StreamPath::main(), None))
}

pub fn loaded(store: &dyn Store) -> Loaded<Notes> {
    load(store).unwrap().unwrap()
}

pub fn update_key(number: u64) -> String {
    format!("session/s/journal/main/update/{number:010}")
}

pub fn snapshot_key(number: u64) -> String {
    format!("session/s/journal/main/snapshot/{number:010}")
}

pub fn put(store: &dyn Store, key: &str, record: Record) {
    let mut batch = Batch::new();
    batch.put(key, record);
    block_on(store.commit(batch)).unwrap();
}

pub fn delete(store: &dyn Store, key: &str) {
    let mut batch = Batch::new();
    batch.delete(key);
    block_on(store.commit(batch)).unwrap();
}

pub fn snapshots(store: &dyn Store) -> Vec<String> {
    block_on(store.keys("session/s/journal/main/snapshot/")).unwrap()
}

pub fn reasons(loaded: &Loaded<Notes>) -> Vec<(String, DamageReason)> {
    let damage = loaded.damage.iter();
    damage
        .map(|damage| (damage.key.clone(), damage.reason.clone()))
        .collect()
}

/// Lets others go first at each operation, as a real database does.
pub struct Slow(pub MemoryStore);

async fn pause() {
    let mut paused = false;
    let pausing = poll_fn(|context| {
        context.waker().wake_by_ref();
        match std::mem::replace(&mut paused, true) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    });
    pausing.await
}

impl Store for Slow {
    fn get<'a>(&'a self, key: &'a str) -> LocalBoxFuture<'a, Result<Option<Record>, StoreError>> {
        Box::pin(async move {
            pause().await;
            self.0.get(key).await
        })
    }

    fn list<'a>(
        &'a self,
        prefix: &'a str,
    ) -> LocalBoxFuture<'a, Result<Vec<(String, Record)>, StoreError>> {
        Box::pin(async move {
            pause().await;
            self.0.list(prefix).await
        })
    }

    fn keys<'a>(&'a self, prefix: &'a str) -> LocalBoxFuture<'a, Result<Vec<String>, StoreError>> {
        Box::pin(async move {
            pause().await;
            self.0.keys(prefix).await
        })
    }

    fn commit(&self, batch: Batch) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            pause().await;
            self.0.commit(batch).await
        })
    }
}

/// Notes which records were read.
#[derive(Default)]
pub struct Watched {
    pub store: MemoryStore,
    pub read: RefCell<Vec<String>>,
}

impl Store for Watched {
    fn get<'a>(&'a self, key: &'a str) -> LocalBoxFuture<'a, Result<Option<Record>, StoreError>> {
        self.read.borrow_mut().push(key.to_owned());
        self.store.get(key)
    }

    fn list<'a>(
        &'a self,
        prefix: &'a str,
    ) -> LocalBoxFuture<'a, Result<Vec<(String, Record)>, StoreError>> {
        Box::pin(async move {
            let found = self.store.list(prefix).await?;
            let keys = found.iter().map(|(key, _)| key.clone());
            self.read.borrow_mut().extend(keys);
            Ok(found)
        })
    }

    fn keys<'a>(&'a self, prefix: &'a str) -> LocalBoxFuture<'a, Result<Vec<String>, StoreError>> {
        self.store.keys(prefix)
    }

    fn commit(&self, batch: Batch) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        self.store.commit(batch)
    }
}
