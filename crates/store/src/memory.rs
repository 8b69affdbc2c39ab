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

    #[cfg(feature = "conformance")]
    pub(crate) fn clear(&self) {
        self.records.borrow_mut().clear();
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

    fn keys<'a>(&'a self, prefix: &'a str) -> LocalBoxFuture<'a, Result<Vec<String>, StoreError>> {
        let from = (Bound::Included(prefix), Bound::Unbounded);
        let records = self.records.borrow();
        let keys = records.range::<str, _>(from).map(|(key, _)| key.clone());
        let mut found: Vec<_> = keys.take_while(|key| key.starts_with(prefix)).collect();
        found.sort_by(|one, other| one.encode_utf16().cmp(other.encode_utf16()));
        Box::pin(ready(Ok(found)))
    }

    fn commit(&self, batch: Batch) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        let allowed = batch.guarded_by().map_or(Ok(()), |guard| {
            guard.check(self.records.borrow().get(&guard.key))
        });
        if allowed.is_ok() {
            self.apply(batch);
        }
        Box::pin(ready(allowed))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn passes_the_conformance_suite() {
        futures::executor::block_on(crate::conformance::run(&super::MemoryStore::new()));
    }
}
