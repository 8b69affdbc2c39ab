//! What is written together.

use std::collections::BTreeMap;

use crate::StoreError;
use crate::record::{Record, Stored};

/// One change of one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Write {
    /// Put this record there.
    Put(Record),
    /// Remove what is there, if anything.
    Delete,
}

/// What has to be in the store for a batch to be made: compared in the same transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guard {
    /// Where to look.
    pub key: String,
    /// What has to be there; `None` when nothing may be.
    pub expected: Option<Record>,
}

impl Guard {
    /// Whether `found`, which is at the key now, is what was expected. For stores.
    ///
    /// # Errors
    /// [`StoreError::Vanished`] when a record was expected and there is none,
    /// [`StoreError::Superseded`] when there is another one.
    pub fn check(&self, found: Option<&Record>) -> Result<(), StoreError> {
        match (&self.expected, found) {
            (expected, found) if expected.as_ref() == found => Ok(()),
            (Some(_), None) => Err(StoreError::Vanished),
            _ => Err(StoreError::Superseded),
        }
    }
}

/// Changes that a [`Store`](crate::Store) makes all together or not at all. The last change of
/// a key counts.
///
/// ```
/// use kikitori_store::{Batch, Record};
/// let mut batch = Batch::new();
/// batch.put("a", Record::json(1, &true.into()));
/// batch.delete("a");
/// assert_eq!(batch.writes().len(), 1);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    writes: BTreeMap<String, Write>,
    guard: Option<Guard>,
}

impl Batch {
    /// An empty batch.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes the batch depend on what is at a key. A batch has one guard, the last one set.
    ///
    /// ```
    /// use futures::executor::block_on;
    /// use kikitori_store::{Batch, Guard, MemoryStore, Record, Store, StoreError};
    /// let store = MemoryStore::new();
    /// let mut batch = Batch::new();
    /// batch.put("answer", Record::json(1, &42.into()));
    /// batch.guard(Guard { key: "epoch".into(), expected: Some(Record::json(1, &7.into())) });
    /// assert_eq!(block_on(store.commit(batch)), Err(StoreError::Vanished));
    /// assert_eq!(block_on(store.get("answer")), Ok(None));
    /// ```
    pub fn guard(&mut self, guard: Guard) {
        self.guard = Some(guard);
    }

    /// What the batch depends on.
    pub fn guarded_by(&self) -> Option<&Guard> {
        self.guard.as_ref()
    }

    /// Puts `record` at `key`.
    pub fn put(&mut self, key: impl Into<String>, record: Record) {
        self.writes.insert(key.into(), Write::Put(record));
    }

    /// Puts `value` at `key` as the record that its type makes.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] when the value could not be read back.
    pub fn put_value<T: Stored>(
        &mut self,
        key: impl Into<String>,
        value: &T,
    ) -> Result<(), StoreError> {
        self.put(key, Record::of(value)?);
        Ok(())
    }

    /// Removes what is at `key`.
    pub fn delete(&mut self, key: impl Into<String>) {
        self.writes.insert(key.into(), Write::Delete);
    }

    /// Adds the changes of `later`, which count over earlier ones of the same key, and its guard
    /// if it has one.
    pub fn extend(&mut self, later: Batch) {
        self.writes.extend(later.writes);
        self.guard = later.guard.or(self.guard.take());
    }

    /// The changes by key.
    pub fn writes(&self) -> &BTreeMap<String, Write> {
        &self.writes
    }

    /// The changes by key, taken out.
    pub fn into_writes(self) -> BTreeMap<String, Write> {
        self.writes
    }

    /// Whether nothing would be changed. A guard is compared even then.
    pub fn is_empty(&self) -> bool {
        self.writes.is_empty()
    }
}
