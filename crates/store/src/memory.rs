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

    /// All keys that start with `prefix`, in the port's order.
    fn keys_below(&self, prefix: &str) -> Vec<String> {
        let from = (Bound::Included(prefix), Bound::Unbounded);
        let records = self.records.borrow();
        let keys = records.range::<str, _>(from).map(|(key, _)| key);
        let keys = keys.take_while(|key| key.starts_with(prefix));
        let mut found: Vec<String> = keys.cloned().collect();
        found.sort_unstable_by(|one, other| one.encode_utf16().cmp(other.encode_utf16()));
        found
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
        let records = self.records.borrow();
        let found = self.keys_below(prefix).into_iter();
        let found = found.filter_map(|key| records.get(&key).cloned().map(|record| (key, record)));
        Box::pin(ready(Ok(found.collect())))
    }

    fn keys<'a>(&'a self, prefix: &'a str) -> LocalBoxFuture<'a, Result<Vec<String>, StoreError>> {
        Box::pin(ready(Ok(self.keys_below(prefix))))
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
