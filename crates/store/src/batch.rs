//! What is written together.

use std::collections::BTreeMap;

use crate::StoreError;
use crate::record::{Record, Stored};

/// One change of one key.
#[derive(Debug, Clone, PartialEq)]
pub enum Write {
    /// Put this record there.
    Put(Record),
    /// Remove what is there, if anything.
    Delete,
}

/// Changes that a [`Store`](crate::Store) makes all together or not at all. The last change of
/// a key counts.
///
/// ```
/// use kikitori_store::{Batch, Record};
/// let mut batch = Batch::new();
/// batch.put("a", Record { version: 1, body: true.into() });
/// batch.delete("a");
/// assert_eq!(batch.writes().len(), 1);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Batch {
    writes: BTreeMap<String, Write>,
}

impl Batch {
    /// An empty batch.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts `record` at `key`.
    pub fn put(&mut self, key: impl Into<String>, record: Record) {
        self.writes.insert(key.into(), Write::Put(record));
    }

    /// Puts `value` at `key` as the record that its type makes.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] when the value cannot be written as JSON.
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

    /// Adds the changes of `later`, which count over earlier ones of the same key.
    pub fn extend(&mut self, later: Batch) {
        self.writes.extend(later.writes);
    }

    /// The changes by key.
    pub fn writes(&self) -> &BTreeMap<String, Write> {
        &self.writes
    }

    /// The changes by key, taken out.
    pub fn into_writes(self) -> BTreeMap<String, Write> {
        self.writes
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.writes.is_empty()
    }
}
