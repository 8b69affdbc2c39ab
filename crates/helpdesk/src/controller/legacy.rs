//! The question at hand as older pages stored it.

use kikitori_llm::UsageTotals;
use kikitori_store::{Batch, Store, StoreError, Stored};
use serde::{Deserialize, Serialize};

use super::question::Question;

/// The question and its run, which lay at `graph/<run>/`.
const CURRENT: &str = "desk/current";

#[derive(Serialize, Deserialize)]
struct Current {
    run: String,
    question: String,
}

impl Stored for Current {
    const KIND: &'static str = "help desk question";
    const VERSION: u32 = 1;
}

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Spent(UsageTotals);

impl Stored for Spent {
    const KIND: &'static str = "what a run came to";
    const VERSION: u32 = 1;
}

/// The question at hand, if an older page has stored one.
pub(super) async fn question(store: &dyn Store) -> Result<Option<Question>, StoreError> {
    let Some(record) = store.get(CURRENT).await? else {
        return Ok(None);
    };
    let Current { run, question } = record.read()?;
    Ok(Some(Question {
        run,
        text: question,
        is_answered: false,
    }))
}

/// Puts the deletion of that question and of its run into `batch`. One that cannot be read is
/// deleted too.
pub(super) async fn put_deletion(batch: &mut Batch, store: &dyn Store) -> Result<(), StoreError> {
    let Some(record) = store.get(CURRENT).await? else {
        return Ok(());
    };
    batch.delete(CURRENT);
    match record.read() {
        Ok(Current { run, .. }) => put_run_deletion(batch, store, &run).await,
        Err(_) => Ok(()),
    }
}

/// Puts the deletion of what an older page stored of `run`, and the graph has not taken over, into
/// `batch`.
pub(super) async fn put_run_deletion(
    batch: &mut Batch,
    store: &dyn Store,
    run: &str,
) -> Result<(), StoreError> {
    for key in store.keys(&prefix(run)).await? {
        batch.delete(key);
    }
    Ok(())
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
    let spent = record.and_then(|record| record.read::<Spent>().ok());
    Ok(spent.map(|it| it.0).unwrap_or_default())
}

fn prefix(run: &str) -> String {
    format!("graph/{run}/")
}
