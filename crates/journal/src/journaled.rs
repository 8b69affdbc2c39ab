//! What a journal keeps.

use kikitori_store::StoreError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A value that changes only by typed updates.
///
/// ```
/// use kikitori_journal::Journaled;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Clone, Serialize, Deserialize)]
/// struct Tally { counted: u64 }
///
/// #[derive(Clone, Serialize, Deserialize)]
/// enum TallyUpdate { Add(u64), Reset }
///
/// impl Journaled for Tally {
///     type Update = TallyUpdate;
///     const KIND: &'static str = "tally";
///     fn apply(&mut self, update: TallyUpdate) {
///         match update {
///             TallyUpdate::Add(more) => self.counted = self.counted.saturating_add(more),
///             TallyUpdate::Reset => self.counted = 0,
///         }
///     }
/// }
/// ```
pub trait Journaled: Serialize + DeserializeOwned + Clone {
    /// One change.
    type Update: Serialize + DeserializeOwned + Clone;
    /// What errors call it.
    const KIND: &'static str;
    /// The version of the shape of state and updates together, from 1.
    const VERSION: u32 = 1;

    /// Makes the change. It is total: an update that does not fit, because a record before it was
    /// lost, changes what it can and never panics.
    fn apply(&mut self, update: Self::Update);

    /// Brings `body`, a stored state or one update, from the older version `from` to the next one.
    /// Called once a version until it is at [`Self::VERSION`].
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] when that version is not known, or the body is not of it.
    fn migrate(_part: Part, from: u32, _body: Value) -> Result<Value, StoreError> {
        Err(StoreError::unknown_version(Self::KIND, from))
    }
}

/// Which part of a journal is migrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A whole state.
    State,
    /// One update.
    Update,
}
