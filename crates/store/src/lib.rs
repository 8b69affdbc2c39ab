//! Where sessions are kept: a key-value port with atomic batches, prefix listing and versioned
//! records.
//!
//! The port says nothing of IndexedDB or files. [`MemoryStore`] is the implementation for tests
//! and for pages whose browser refuses both kinds of storage; the browser's own are in the
//! `browser` crate. All of them pass [`conformance`]. Tests of kills use [`RecordingStore`].

mod batch;

#[cfg(feature = "conformance")]
pub mod conformance;
mod memory;
mod record;
#[cfg(feature = "conformance")]
mod recording;

use futures::future::LocalBoxFuture;
use thiserror::Error;

pub use batch::{Batch, Guard, Write};
pub use memory::MemoryStore;
pub use record::{Record, Stored};
#[cfg(feature = "conformance")]
pub use recording::RecordingStore;

/// A store of [`Record`]s by key. Keys are plain text, compared by their UTF-16 code units (as
/// IndexedDB does), which for the ASCII keys used here is alphabetical order.
pub trait Store {
    /// The record at `key`, if there is one.
    fn get<'a>(&'a self, key: &'a str) -> LocalBoxFuture<'a, Result<Option<Record>, StoreError>>;

    /// All records whose key starts with `prefix`, in the order of their keys. One that cannot be
    /// read is listed with the others.
    fn list<'a>(
        &'a self,
        prefix: &'a str,
    ) -> LocalBoxFuture<'a, Result<Vec<(String, Record)>, StoreError>>;

    /// The keys that start with `prefix`, in order, without reading what is at them.
    fn keys<'a>(&'a self, prefix: &'a str) -> LocalBoxFuture<'a, Result<Vec<String>, StoreError>>;

    /// Does all of `batch` or, on an error, none of it. When it resolves to `Ok`, the batch has
    /// been handed to the device as durably as the implementation can. The batch's
    /// [`Guard`] is compared in the same transaction.
    fn commit(&self, batch: Batch) -> LocalBoxFuture<'_, Result<(), StoreError>>;
}

/// Why the store could not do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The platform refuses to store anything, as in some private windows.
    #[error("this browser does not let the page store anything ({detail})")]
    Refused {
        /// What the platform said.
        detail: String,
    },
    /// No room is left.
    #[error("there is no room left to store this ({detail})")]
    Full {
        /// What the platform said.
        detail: String,
    },
    /// A record is not what its type expects.
    #[error("the stored record {kind:?} cannot be read: {detail}")]
    Unreadable {
        /// The kind of record that was expected.
        kind: &'static str,
        /// What was wrong with it.
        detail: String,
    },
    /// A record was written by a newer Kikitori.
    #[error(
        "the stored record {kind:?} has version {found}; this page knows up to {known}. Reload the page to get the newer one"
    )]
    TooNew {
        /// The kind of record.
        kind: &'static str,
        /// Its version.
        found: u32,
        /// The newest version that this code reads.
        known: u32,
    },
    /// Another writer has taken over what this batch was to change. Nothing was written.
    #[error("another tab has taken this over")]
    Superseded,
    /// What this batch builds on is gone: the database was removed or evicted. Nothing was written.
    #[error("the browser has removed what was stored")]
    Vanished,
    /// What this batch was to change has been deleted. Nothing was written.
    #[error("this was deleted in another tab")]
    Deleted,
    /// The platform failed in another way.
    #[error("the browser's storage failed ({detail})")]
    Failed {
        /// What the platform said.
        detail: String,
    },
}

impl StoreError {
    /// A record of `kind` cannot be read, or could not be if it were written.
    pub fn unreadable(kind: &'static str, detail: impl Into<String>) -> Self {
        Self::Unreadable {
            kind,
            detail: detail.into(),
        }
    }

    /// A record of `kind` has a version that this code never wrote.
    pub fn unknown_version(kind: &'static str, version: u32) -> Self {
        Self::unreadable(kind, format!("version {version} is not known"))
    }
}
