//! Which other storage of this browser holds sessions that the opened one does not.

use std::cell::RefCell;
use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_store::{Batch, Record, Store, StoreError, Write};

use crate::ids::uuid;
use crate::preference::{forget_preference, preference, preference_key, set_preference};
use crate::{LocalStorageStore, StoreKind};

/// Kept in localStorage, to be there when IndexedDB is not.
const IN_INDEXED_DB: &str = "sessions-in-indexed-db";
/// The same of localStorage, where it is the store.
const IN_LOCAL_STORAGE: &str = "sessions-in-local-storage";
/// What a list shows of each session lies below this.
const HEADS: &str = "head/";

/// Whether sessions were stored in IndexedDB, which cannot be asked now.
pub(super) fn in_indexed_db() -> bool {
    preference(IN_INDEXED_DB).is_some()
}

/// The item of localStorage that says so.
pub(crate) fn sessions_note() -> String {
    preference_key(IN_INDEXED_DB)
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

/// Notes in localStorage when sessions are stored, and knows by the note when everything was deleted:
/// whoever does that removes it too, which a browser that makes room for others does not.
pub(super) struct Noting {
    store: Rc<dyn Store>,
    /// The note's name.
    name: &'static str,
    /// The note as it was last seen.
    note: RefCell<Option<String>>,
}

impl Noting {
    /// `store`, whose records lie in `kind`.
    pub(super) async fn of(store: Rc<dyn Store>, kind: StoreKind) -> Self {
        let name = match kind {
            StoreKind::IndexedDb => IN_INDEXED_DB,
            StoreKind::LocalStorage | StoreKind::Memory => IN_LOCAL_STORAGE,
        };
        match has_sessions(&*store).await {
            Ok(true) => note(name),
            Ok(false) => forget_preference(name),
            // What was noted before is the best that is known.
            Err(error) => tracing::warn!(%error, "the sessions cannot be counted"),
        }
        Self {
            store,
            name,
            note: RefCell::new(preference(name)),
        }
    }

    async fn write(&self, batch: Batch) -> Result<(), StoreError> {
        let mut writes = batch.writes().iter();
        let has_session =
            writes.any(|(key, write)| key.starts_with(HEADS) && matches!(write, Write::Put(_)));
        let seen = self.note.borrow().clone();
        let is_removed = seen.is_some() && preference(self.name) != seen;
        // Before there is a session. One of a store in which everything was deleted has to be
        // refused first.
        if has_session && !is_removed {
            self.note_session();
        }
        match self.store.commit(batch).await {
            Err(StoreError::Vanished) if is_removed => Err(StoreError::Deleted),
            Ok(()) if is_removed && has_session => {
                self.note_session();
                Ok(())
            }
            committed => committed,
        }
    }

    fn note_session(&self) {
        note(self.name);
        self.note.replace(preference(self.name));
    }
}

/// No two notes are alike, so that one tells which it was.
fn note(name: &str) {
    if preference(name).is_none() {
        set_preference(name, &uuid());
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
        Box::pin(self.write(batch))
    }
}
