//! A store that lives as long as the page.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Bound;

use futures::future::{LocalBoxFuture, ready};

use crate::batch::{Batch, Write};
use crate::record::Record;
use crate::{Store, StoreError};

/// Keeps everything in memory: for tests, and where the browser refuses real storage.
#[derive(Debug, Default)]
pub struct MemoryStore {
    records: RefCell<BTreeMap<String, Record>>,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn apply(&self, batch: Batch) {
        let mut records = self.records.borrow_mut();
        for (key, write) in batch.into_writes() {
            match write {
                Write::Put(record) => records.insert(key, record),
                Write::Delete => records.remove(&key),
            };
        }
    }
}

impl Store for MemoryStore {
    fn get<'a>(&'a self, key: &'a str) -> LocalBoxFuture<'a, Result<Option<Record>, StoreError>> {
        Box::pin(ready(Ok(self.records.borrow().get(key).cloned())))
    }

    fn list<'a>(
        &'a self,
        prefix: &'a str,
    ) -> LocalBoxFuture<'a, Result<Vec<(String, Record)>, StoreError>> {
        let from = (Bound::Included(prefix), Bound::Unbounded);
        let mut found: Vec<_> = self
            .records
            .borrow()
            .range::<str, _>(from)
            .take_while(|(key, _)| key.starts_with(prefix))
            .map(|(key, record)| (key.clone(), record.clone()))
            .collect();
        found.sort_by(|(one, _), (other, _)| one.encode_utf16().cmp(other.encode_utf16()));
        Box::pin(ready(Ok(found)))
    }

    fn commit(&self, batch: Batch) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        self.apply(batch);
        Box::pin(ready(Ok(())))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn passes_the_conformance_suite() {
        futures::executor::block_on(crate::conformance::run(&super::MemoryStore::new()));
    }
}
