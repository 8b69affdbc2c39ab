//! Which other storage of this browser holds sessions that the opened one does not.

use std::cell::Cell;
use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_store::{Batch, Record, Store, StoreError, Write};

use crate::LocalStorageStore;
use crate::preference::{forget_preference, preference, set_preference};

/// Kept in localStorage, to be there when IndexedDB is not.
const IN_INDEXED_DB: &str = "sessions-in-indexed-db";
/// What a list shows of each session lies below this.
const HEADS: &str = "head/";

/// Whether sessions were stored in IndexedDB, which cannot be asked now.
pub(super) fn in_indexed_db() -> bool {
    preference(IN_INDEXED_DB).is_some()
}

/// Whether there are sessions in localStorage.
pub(super) async fn in_local_storage(name: &str) -> bool {
    match LocalStorageStore::open(name) {
        Ok(store) => has_sessions(&store).await == Ok(true),
        Err(_) => false,
    }
}

async fn has_sessions(store: &dyn Store) -> Result<bool, StoreError> {
    Ok(!store.keys(HEADS).await?.is_empty())
}

/// Notes in localStorage when sessions are stored in IndexedDB.
pub(super) struct Noting {
    store: Rc<dyn Store>,
    noted: Cell<bool>,
}

impl Noting {
    pub(super) async fn of(store: Rc<dyn Store>) -> Self {
        match has_sessions(&*store).await {
            Ok(true) => set_preference(IN_INDEXED_DB, "1"),
            Ok(false) => forget_preference(IN_INDEXED_DB),
            // What was noted before is the best that is known.
            Err(error) => tracing::warn!(%error, "the sessions cannot be counted"),
        }
        Self {
            store,
            noted: Cell::new(in_indexed_db()),
        }
    }
}

impl Store for Noting {
    fn get<'a>(&'a self, key: &'a str) -> LocalBoxFuture<'a, Result<Option<Record>, StoreError>> {
        self.store.get(key)
    }

    fn list<'a>(
        &'a self,
        prefix: &'a str,
    ) -> LocalBoxFuture<'a, Result<Vec<(String, Record)>, StoreError>> {
        self.store.list(prefix)
    }

    fn keys<'a>(&'a self, prefix: &'a str) -> LocalBoxFuture<'a, Result<Vec<String>, StoreError>> {
        self.store.keys(prefix)
    }

    fn commit(&self, batch: Batch) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        if !self.noted.get() {
            let mut writes = batch.writes().iter();
            let session =
                writes.any(|(key, write)| key.starts_with(HEADS) && matches!(write, Write::Put(_)));
            if session {
                set_preference(IN_INDEXED_DB, "1");
                self.noted.set(true);
            }
        }
        self.store.commit(batch)
    }
}
