//! The question at hand, as it is stored, and who may write it.

use std::time::Duration;

use kikitori_browser::{BrowserTimer, SessionLock};
use kikitori_ports::Timer;
use kikitori_store::{Store, StoreError, Stored};
use serde::{Deserialize, Serialize};

/// Where it is stored.
pub(super) const CURRENT: &str = "desk/current";
/// Held by the tab that works on the question at hand, so that `CURRENT` and its run have one
/// writer.
const LOCK: &str = "kikitori/desk/current";
/// A page that was just left may hold the lock for a moment.
const LOCK_TRIES: u32 = 5;
const LOCK_PAUSE: Duration = Duration::from_millis(100);

/// The question at hand, kept before anything is done for it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Current {
    pub run: String,
    pub question: String,
}

impl Stored for Current {
    const KIND: &'static str = "help desk question";
    const VERSION: u32 = 1;
}

/// The question at hand, as it is stored.
pub(super) async fn current(store: &dyn Store) -> Result<Option<Current>, StoreError> {
    match store.get(CURRENT).await? {
        Some(record) => record.read().map(Some),
        None => Ok(None),
    }
}

/// The right to write it, unless another tab has that.
pub(super) async fn lock() -> Option<SessionLock> {
    for _ in 1..LOCK_TRIES {
        if let Some(lock) = SessionLock::try_acquire(LOCK).await {
            return Some(lock);
        }
        BrowserTimer.sleep(LOCK_PAUSE).await;
    }
    SessionLock::try_acquire(LOCK).await
}
