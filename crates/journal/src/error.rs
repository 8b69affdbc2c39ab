//! What can be wrong with a stored journal.

use kikitori_store::StoreError;
use thiserror::Error;

/// A part of a journal that could not be taken in. The rest of it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The record's key.
    pub key: String,
    /// What is wrong there.
    pub reason: DamageReason,
}

/// What is wrong with a part of a journal.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DamageReason {
    /// The record is there and cannot be read.
    #[error(transparent)]
    Unreadable(StoreError),
    /// The records from this key on are not there, though later ones are, or the session's head
    /// says that they were.
    #[error("{records} records are missing")]
    Missing {
        /// How many.
        records: u64,
    },
}

/// Why a journal could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum JournalError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There are records, and no state among them can be read.
    #[error("nothing of this session can be read ({} records are damaged)", .damage.len())]
    Lost {
        /// What was found.
        damage: Vec<Damage>,
    },
    /// Some of the updates that led to the state are lost.
    #[error("{} records that led to this state are damaged", .damage.len())]
    Incomplete {
        /// What was found.
        damage: Vec<Damage>,
    },
    /// The journal has no state of this number.
    #[error("there is no state {asked}; the journal goes up to {last:?}")]
    NoSuchState {
        /// The number that was asked for.
        asked: u64,
        /// The last one there is, if there is a journal.
        last: Option<u64>,
    },
}
