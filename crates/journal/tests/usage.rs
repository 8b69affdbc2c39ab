//! How much room everything in a store takes.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::cell::Cell;
use std::rc::Rc;

use futures::FutureExt;
use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use kikitori_journal::{Progress, SessionHead, SessionKey, SessionStatus, Sessions};
use kikitori_store::{Batch, MemoryStore, Record, Store, StoreError};

fn head(id: &str, kind: &str) -> SessionHead {
    SessionHead {
        id: id.to_owned(),
        kind: kind.to_owned(),
        title: format!("Session {id}"),
        language: None,
        progress: Progress { done: 1, of: 3 },
        status: SessionStatus::Open,
        created_at: 1,
        updated_at: 2,
        last_update: Some(0),
    }
}

/// An interview, a question, a session whose head is lost, two documents, and the database's name.
fn filled() -> MemoryStore {
    let store = MemoryStore::new();
    let mut batch = Batch::new();
    for (id, kind) in [("a", "interview"), ("b", "helpdesk")] {
        head(id, kind)
            .put(&mut batch, &SessionKey::new(id), 0)
            .unwrap();
    }
    batch.put("session/a/draft", Record::damaged("12345"));
    batch.put("session/lost/journal/main/update/1", Record::damaged("?"));
    batch.put("desk/document/one.md", Record::damaged("1234567"));
    batch.put("desk/document/two.md", Record::damaged("12"));
    batch.put("database", Record::damaged("x"));
    block_on(store.commit(batch)).unwrap();
    store
}

#[test]
fn what_each_kind_of_sessions_takes_is_counted_with_all_that_is_none() {
    let store = Rc::new(filled());
    let usage = block_on(Sessions::new(store.clone()).usage()).unwrap();
    let of = |kind: &str| usage.sessions[kind];
    assert_eq!(
        (of("interview").count, of("helpdesk").count, of("").count),
        (1, 1, 1)
    );
    let taken = |key: &str| key.len() + block_on(store.get(key)).unwrap().unwrap().body.len();
    let sum = |keys: &[&str]| keys.iter().map(|key| taken(key)).sum::<usize>();
    assert_eq!(of("interview").bytes, sum(&["head/a", "session/a/draft"]));
    assert_eq!(of("helpdesk").bytes, sum(&["head/b"]));
    let documents = usage.others["desk"];
    assert_eq!(documents.count, 2);
    let keys = ["desk/document/one.md", "desk/document/two.md"];
    assert_eq!(documents.bytes, sum(&keys));
    assert_eq!(usage.others["database"].bytes, sum(&["database"]));
}

/// Knows the most bytes that it gave in one answer.
struct Measured {
    store: MemoryStore,
    most: Rc<Cell<usize>>,
}

impl Measured {
    fn given<'a>(&self, records: impl Iterator<Item = &'a Record>) {
        let bytes = records.map(|record| record.body.len()).sum();
        self.most.set(self.most.get().max(bytes));
    }
}

impl Store for Measured {
    fn get<'a>(&'a self, key: &'a str) -> LocalBoxFuture<'a, Result<Option<Record>, StoreError>> {
        let got = self.store.get(key);
        got.inspect(move |got| self.given(got.iter().flatten()))
            .boxed_local()
    }

    fn list<'a>(
        &'a self,
        prefix: &'a str,
    ) -> LocalBoxFuture<'a, Result<Vec<(String, Record)>, StoreError>> {
        let listed = self.store.list(prefix);
        let measure = move |listed: &Result<Vec<(String, Record)>, _>| {
            self.given(listed.iter().flatten().map(|(_, record)| record));
        };
        listed.inspect(measure).boxed_local()
    }

    fn keys<'a>(&'a self, prefix: &'a str) -> LocalBoxFuture<'a, Result<Vec<String>, StoreError>> {
        self.store.keys(prefix)
    }

    fn commit(&self, batch: Batch) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        self.store.commit(batch)
    }
}

/// The index of a document may have megabytes, and there may be many.
#[test]
fn it_is_counted_without_having_all_of_it_in_memory() {
    let store = filled();
    let mut batch = Batch::new();
    for number in 0..50 {
        let text = "x".repeat(10_000);
        batch.put(format!("desk/document/{number}"), Record::damaged(&text));
        batch.put(format!("session/{number}/draft"), Record::damaged(&text));
    }
    block_on(store.commit(batch)).unwrap();
    let most = Rc::<Cell<usize>>::default();
    let measured = Measured {
        store,
        most: most.clone(),
    };
    let usage = block_on(Sessions::new(Rc::new(measured)).usage()).unwrap();
    assert_eq!(usage.others["desk"].count, 52);
    assert_eq!(usage.sessions[""].count, 51);
    assert!(usage.others["desk"].bytes > 500_000);
    assert_eq!(most.get(), 10_000);
}
