//! The question at hand, as it is stored, and who may write it.

use std::time::Duration;

use kikitori_graph::{RunError, deletion_of};
use kikitori_store::{Batch, Store, StoreError, Stored};
use serde::{Deserialize, Serialize};

use super::ports::{ControllerPorts, Lock};

/// Where it is stored.
const CURRENT: &str = "desk/current";
/// Held by the tab that works on the question at hand, so that `CURRENT` and its run have one
/// writer.
const LOCK: &str = "kikitori/desk/current";
/// A page that was just left may hold the lock for a moment.
const LOCK_TRIES: u32 = 5;
const LOCK_PAUSE: Duration = Duration::from_millis(100);

/// The question at hand, kept before anything is done for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The run that answers it.
    pub run: String,
    /// The question.
    #[serde(rename = "question")]
    pub text: String,
}

impl Stored for Question {
    const KIND: &'static str = "help desk question";
    const VERSION: u32 = 1;
}

/// The question at hand, as it is stored.
pub(super) async fn stored(store: &dyn Store) -> Result<Option<Question>, StoreError> {
    match store.get(CURRENT).await? {
        Some(record) => record.read().map(Some),
        None => Ok(None),
    }
}

/// Stores `new` as the question at hand, and deletes the run of the one before.
pub(super) async fn replace(store: &dyn Store, new: &Question) -> Result<(), RunError> {
    // One that cannot be read is replaced.
    let mut batch = match stored(store).await {
        Ok(Some(old)) => deletion_of(store, &old.run).await?,
        _ => Batch::new(),
    };
    batch.put_value(CURRENT, new)?;
    Ok(store.commit(batch).await?)
}

/// Deletes the run `shown`, and the question at hand if it is that run's: another tab may have
/// asked something else since, which stays. Without `shown`, whatever is at hand.
pub(super) async fn delete(store: &dyn Store, shown: Option<String>) -> Result<(), RunError> {
    let stored = stored(store).await.unwrap_or_default().map(|it| it.run);
    let shown = shown.or_else(|| stored.clone());
    let mut batch = match &shown {
        Some(run) => deletion_of(store, run).await?,
        None => Batch::new(),
    };
    if stored == shown {
        batch.delete(CURRENT);
    }
    if batch.is_empty() {
        return Ok(());
    }
    Ok(store.commit(batch).await?)
}

/// The right to write the question at hand, unless another tab has it.
pub(super) async fn lock(ports: &ControllerPorts) -> Option<Lock> {
    for _ in 1..LOCK_TRIES {
        if let Some(lock) = ports.locks.try_acquire(LOCK).await {
            return Some(lock);
        }
        ports.timer.sleep(LOCK_PAUSE).await;
    }
    ports.locks.try_acquire(LOCK).await
}
