//! The question at hand as older pages stored it.

use kikitori_llm::UsageTotals;
use kikitori_store::{Batch, Store, StoreError, Stored};
use serde::{Deserialize, Serialize};

/// Where the question lay.
const CURRENT: &str = "desk/current";

/// The question and its run, which lay at `graph/<run>/`.
#[derive(Serialize, Deserialize)]
pub(super) struct LegacyQuestion {
    pub run: String,
    pub question: String,
}

impl Stored for LegacyQuestion {
    const KIND: &'static str = "help desk question";
    const VERSION: u32 = 1;
}

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct LegacyUsage(UsageTotals);

impl Stored for LegacyUsage {
    const KIND: &'static str = "help desk usage";
    const VERSION: u32 = 1;
}

/// The question at hand, if an older page has stored one.
pub(super) async fn question(store: &dyn Store) -> Result<Option<LegacyQuestion>, StoreError> {
    let record = store.get(CURRENT).await?;
    record.map(|record| record.read()).transpose()
}

/// Deletes what an older page stored of `run` and nobody has taken over.
pub(super) async fn delete(store: &dyn Store, run: &str) -> Result<(), StoreError> {
    let mut batch = Batch::new();
    for key in store.keys(&prefix(run)).await? {
        batch.delete(key);
    }
    if let Ok(Some(question)) = question(store).await
        && question.run == run
    {
        batch.delete(CURRENT);
    }
    commit(store, batch).await
}

/// Deletes the question if it cannot be read.
pub(super) async fn delete_unreadable(store: &dyn Store) -> Result<(), StoreError> {
    let mut batch = Batch::new();
    if let Some(record) = store.get(CURRENT).await?
        && record.read::<LegacyQuestion>().is_err()
    {
        batch.delete(CURRENT);
    }
    commit(store, batch).await
}

async fn commit(store: &dyn Store, batch: Batch) -> Result<(), StoreError> {
    match batch.is_empty() {
        true => Ok(()),
        false => store.commit(batch).await,
    }
}

/// Answers what the calls of `run` have used. From `batch` on, that and the question lie in a
/// session; the graph takes its own records over.
pub(super) async fn put_import(
    batch: &mut Batch,
    store: &dyn Store,
    run: &str,
) -> Result<UsageTotals, StoreError> {
    let key = format!("{}spent", prefix(run));
    let record = store.get(&key).await?;
    batch.delete(CURRENT);
    batch.delete(key);
    let usage = record.and_then(|record| record.read::<LegacyUsage>().ok());
    Ok(usage.map(|it| it.0).unwrap_or_default())
}

fn prefix(run: &str) -> String {
    format!("graph/{run}/")
}
