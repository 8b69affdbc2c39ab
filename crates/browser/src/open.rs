//! Which store this browser lets us use.

mod elsewhere;
mod probe;

use std::rc::Rc;

use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use kikitori_store::{Batch, MemoryStore, Record, Store, StoreError};
use wasm_bindgen_futures::JsFuture;

use crate::namespace::namespace;
use crate::{IndexedDbStore, LocalStorageStore};
use elsewhere::Noting;
pub(crate) use elsewhere::sessions_note;
pub(crate) use probe::has_database;
pub use probe::{has_noted_sessions, may_hold_records};

/// Written and removed once at the start.
const PROBE: &str = "probe";
/// Some browsers were seen never to answer an opening; a slow disk answers sooner than this.
const PATIENCE_MS: u32 = 10_000;

/// Where the records of an [`OpenedStore`] lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreKind {
    /// In an IndexedDB database.
    IndexedDb,
    /// In localStorage, with room for some megabytes.
    LocalStorage,
    /// In the page's memory: they are gone when the page is, and the person should be told.
    Memory,
}

/// A store that was seen to work.
#[derive(Clone)]
pub struct OpenedStore {
    /// The store.
    pub store: Rc<dyn Store>,
    /// What it is.
    pub kind: StoreKind,
    /// Another storage of this browser that holds sessions which this one does not have, because
    /// one of the two was refused for a while. The person should be told.
    pub elsewhere: Option<StoreKind>,
    /// Whether the device had no room for more: what is stored can be read and deleted, and the
    /// person should be told that nothing new can be kept.
    pub is_full: bool,
}

/// Opens IndexedDB or, where that is refused (as in some private windows), localStorage or, where
/// that is refused too, memory. Each is tried with a real write first. One that is merely full is
/// still taken: what is in it can be read, and deleted to make room.
pub async fn open_store() -> OpenedStore {
    let mut is_full = false;
    match indexed_db().await {
        Ok(Probed { store, is_full }) => {
            let older = elsewhere::in_local_storage(namespace()).await;
            return OpenedStore {
                store: Rc::new(Noting::of(store, StoreKind::IndexedDb).await),
                kind: StoreKind::IndexedDb,
                elsewhere: older.then_some(StoreKind::LocalStorage),
                is_full,
            };
        }
        Err(error) => {
            is_full |= matches!(error, StoreError::Full { .. });
            tracing::warn!(%error, "IndexedDB is not used");
        }
    }
    let mut elsewhere = elsewhere::in_indexed_db().then_some(StoreKind::IndexedDb);
    match local_storage().await {
        Ok(probed) => {
            return OpenedStore {
                store: Rc::new(Noting::of(probed.store, StoreKind::LocalStorage).await),
                kind: StoreKind::LocalStorage,
                elsewhere,
                is_full: probed.is_full,
            };
        }
        Err(error) => {
            is_full |= matches!(error, StoreError::Full { .. });
            tracing::warn!(%error, "localStorage is not used");
        }
    }
    if elsewhere.is_none() && elsewhere::in_local_storage(namespace()).await {
        elsewhere = Some(StoreKind::LocalStorage);
    }
    OpenedStore {
        store: Rc::new(MemoryStore::new()),
        kind: StoreKind::Memory,
        elsewhere,
        is_full,
    }
}

/// Asks the browser not to evict what the page stored. `false` when it refuses or cannot.
pub async fn ask_to_persist() -> bool {
    let Some(window) = web_sys::window() else {
        return false;
    };
    // Outside of secure contexts there is no `storage`, and calling its method throws.
    let Ok(promise) = window.navigator().storage().persist() else {
        return false;
    };
    JsFuture::from(promise)
        .await
        .is_ok_and(|granted| granted.is_truthy())
}

/// A store that a write was tried on.
struct Probed {
    store: Rc<dyn Store>,
    is_full: bool,
}

async fn indexed_db() -> Result<Probed, StoreError> {
    let opening = Box::pin(async {
        let store: Rc<dyn Store> = Rc::new(IndexedDbStore::open(namespace()).await?);
        probed(store).await
    });
    match select(opening, TimeoutFuture::new(PATIENCE_MS)).await {
        Either::Left((opened, _)) => opened,
        Either::Right(_) => Err(StoreError::Refused {
            detail: "IndexedDB does not answer".to_owned(),
        }),
    }
}

async fn local_storage() -> Result<Probed, StoreError> {
    probed(Rc::new(LocalStorageStore::open(namespace())?)).await
}

async fn probed(store: Rc<dyn Store>) -> Result<Probed, StoreError> {
    let mut write = Batch::new();
    write.put(PROBE, Record::json(1, &true.into()));
    let mut remove = Batch::new();
    remove.delete(PROBE);
    let is_full = match store.commit(write).await {
        Ok(()) => {
            store.commit(remove).await?;
            false
        }
        // Old private windows are "full" while empty.
        Err(StoreError::Full { .. }) if !store.keys("").await?.is_empty() => true,
        Err(error) => return Err(error),
    };
    Ok(Probed { store, is_full })
}
