//! A store for tests of what a kill leaves behind.

use std::cell::{Cell, RefCell};

use futures::future::{LocalBoxFuture, ready};

use crate::batch::{Batch, Write};
use crate::memory::MemoryStore;
use crate::record::Record;
use crate::{Store, StoreError};

/// Keeps everything in memory and remembers every batch, so that a test can go on from any of them
/// as a page does that was killed there.
///
/// ```
/// use futures::executor::block_on;
/// use kikitori_store::{Batch, Record, RecordingStore, Store};
/// let store = RecordingStore::new();
/// for key in ["a", "b"] {
///     let mut batch = Batch::new();
///     batch.put(key, Record::json(1, &true.into()));
///     block_on(store.commit(batch)).unwrap();
/// }
/// let killed = store.after(1);
/// assert_eq!(block_on(killed.list("")).unwrap().len(), 1);
/// ```
#[derive(Debug, Default)]
pub struct RecordingStore {
    now: MemoryStore,
    batches: RefCell<Vec<Batch>>,
    refuses: Cell<bool>,
    /// A part of the keys that nothing is written at.
    refused_keys: RefCell<Option<String>>,
    /// A part of the keys that cannot be read, and how often.
    unread_keys: RefCell<(String, u32)>,
}

impl RecordingStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// The batches so far that were not refused.
    pub fn batches(&self) -> Vec<Batch> {
        self.batches.borrow().clone()
    }

    /// A store that holds what this one held after its first `batches` batches, and has recorded
    /// none.
    pub fn after(&self, batches: usize) -> Self {
        let store = Self::new();
        for batch in self.batches.borrow().iter().take(batches) {
            store.now.apply(batch.clone());
        }
        store
    }

    /// What [`Self::after`] gives after the first batch, the second, and so on.
    pub fn after_each(&self) -> impl Iterator<Item = Self> {
        let batches = self.batches.borrow().len();
        (1..=batches).map(|batches| self.after(batches))
    }

    /// How many bytes each batch so far puts into the store, keys included.
    pub fn bytes(&self) -> Vec<usize> {
        self.batches.borrow().iter().map(bytes).collect()
    }

    /// Removes everything, as a browser does that needs the room or is told to clear the site.
    pub fn evict(&self) {
        self.now.clear();
        self.batches.borrow_mut().clear();
    }

    /// Whether batches are refused from now on, as by a full device.
    pub fn refuse(&self, refuses: bool) {
        self.refuses.set(refuses);
    }

    /// Refuses, from now on, batches that put something at a key with this in it.
    pub fn refuse_keys(&self, part: Option<&str>) {
        *self.refused_keys.borrow_mut() = part.map(str::to_owned);
    }

    /// Fails the next so many reads of keys with this in them.
    pub fn fail_reads(&self, part: &str, times: u32) {
        self.unread_keys.replace((part.to_owned(), times));
    }

    fn is_refused(&self, batch: &Batch) -> bool {
        let refused = self.refused_keys.borrow();
        let is_refused = |part: &String| {
            let writes = batch.writes().iter();
            let mut puts = writes.filter(|(_, write)| matches!(write, Write::Put(_)));
            puts.any(|(key, _)| key.contains(part))
        };
        self.refuses.get() || refused.as_ref().is_some_and(is_refused)
    }

    fn check_read(&self, key: &str) -> Result<(), StoreError> {
        let (part, left) = &mut *self.unread_keys.borrow_mut();
        if *left == 0 || !key.contains(&**part) {
            return Ok(());
        }
        *left -= 1;
        let detail = "the test fails".to_owned();
        Err(StoreError::Failed { detail })
    }
}

fn bytes(batch: &Batch) -> usize {
    let puts = batch.writes().iter().map(|(key, write)| match write {
        Write::Put(record) => key.len() + record.body.len(),
        Write::Delete => 0,
    });
    puts.sum()
}

impl Store for RecordingStore {
    fn get<'a>(&'a self, key: &'a str) -> LocalBoxFuture<'a, Result<Option<Record>, StoreError>> {
        match self.check_read(key) {
            Ok(()) => self.now.get(key),
            Err(error) => Box::pin(ready(Err(error))),
        }
    }

    fn list<'a>(
        &'a self,
        prefix: &'a str,
    ) -> LocalBoxFuture<'a, Result<Vec<(String, Record)>, StoreError>> {
        match self.check_read(prefix) {
            Ok(()) => self.now.list(prefix),
            Err(error) => Box::pin(ready(Err(error))),
        }
    }

    fn keys<'a>(&'a self, prefix: &'a str) -> LocalBoxFuture<'a, Result<Vec<String>, StoreError>> {
        match self.check_read(prefix) {
            Ok(()) => self.now.keys(prefix),
            Err(error) => Box::pin(ready(Err(error))),
        }
    }

    fn commit(&self, batch: Batch) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        if self.is_refused(&batch) {
            let detail = "the test refuses".to_owned();
            return Box::pin(ready(Err(StoreError::Full { detail })));
        }
        Box::pin(async {
            self.now.commit(batch.clone()).await?;
            self.batches.borrow_mut().push(batch);
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use futures::executor::block_on;
    use serde_json::json;

    use super::*;

    fn put(key: &str, body: serde_json::Value) -> Batch {
        let mut batch = Batch::new();
        batch.put(key, Record::json(1, &body));
        batch
    }

    fn bodies(store: &RecordingStore) -> Vec<serde_json::Value> {
        let held = block_on(store.list("")).unwrap();
        held.into_iter()
            .map(|(_, record)| record.value().unwrap())
            .collect()
    }

    #[test]
    fn passes_the_conformance_suite() {
        block_on(crate::conformance::run(&RecordingStore::new()));
    }

    #[test]
    fn every_moment_can_be_gone_back_to_and_a_refused_batch_is_none() {
        let store = RecordingStore::new();
        let mut last = put("b", json!("two"));
        last.delete("a");
        block_on(store.commit(put("a", json!(1)))).unwrap();
        store.refuse(true);
        let refused = block_on(store.commit(put("c", json!(3))));
        assert!(matches!(refused, Err(StoreError::Full { .. })));
        store.refuse(false);
        store.refuse_keys(Some("c"));
        assert!(block_on(store.commit(put("c", json!(3)))).is_err());
        store.fail_reads("a", 1);
        assert!(block_on(store.get("a")).is_err());
        assert!(block_on(store.get("a")).unwrap().is_some());
        block_on(store.commit(last)).unwrap();
        let held: Vec<_> = store.after_each().map(|store| bodies(&store)).collect();
        assert_eq!(held, [[json!(1)], [json!("two")]]);
        assert_eq!(bodies(&store.after(0)), [] as [serde_json::Value; 0]);
        assert_eq!(bodies(&store.after(9)), bodies(&store));
        assert_eq!(store.bytes(), [2, 6]);
        assert_eq!(store.after(2).batches(), []);
    }
}
