//! What a run leaves besides its graph: what its model calls used, and its tool calls.

use std::cell::Cell;
use std::rc::Rc;

use kikitori_agent::RunStep;
use kikitori_llm::UsageTotals;
use kikitori_store::{Batch, Store, StoreError, Stored};
use serde::{Deserialize, Serialize};

/// What a run's model calls used, as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct StoredUsage(UsageTotals);

impl Stored for StoredUsage {
    const KIND: &'static str = "what a run came to";
    const VERSION: u32 = 1;
}

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct StoredRunStep(RunStep);

impl Stored for StoredRunStep {
    const KIND: &'static str = "tool call";
    const VERSION: u32 = 1;
}

/// The record of one run.
pub(crate) struct RunRecord {
    store: Rc<dyn Store>,
    run: String,
    next_step: Cell<u64>,
    /// Usage as it was stored last.
    usage: Cell<UsageTotals>,
}

impl RunRecord {
    /// The record of `run`, which goes on where it ended.
    pub async fn open(store: Rc<dyn Store>, run: &str) -> Result<Self, StoreError> {
        let usage = match store.get(&format!("graph/{run}/spent")).await? {
            Some(record) => record.read::<StoredUsage>()?.0,
            None => UsageTotals::default(),
        };
        let steps = store.list(&steps_of(run)).await?;
        let last = steps.last().and_then(|(key, _)| sequence_of(key));
        Ok(Self {
            store,
            run: run.to_owned(),
            next_step: Cell::new(last.map_or(0, |last| last.saturating_add(1))),
            usage: Cell::new(usage),
        })
    }

    pub fn run(&self) -> &str {
        &self.run
    }

    pub fn usage(&self) -> UsageTotals {
        self.usage.get()
    }

    /// A number for a further tool call.
    pub fn next_step(&self) -> u64 {
        let next = self.next_step.get();
        self.next_step.set(next.saturating_add(1));
        next
    }

    /// Keeps what the calls have used so far.
    pub async fn used(&self, usage: UsageTotals) -> Result<(), StoreError> {
        if self.usage.get() == usage {
            return Ok(());
        }
        let mut batch = Batch::new();
        batch.put_value(format!("graph/{}/spent", self.run), &StoredUsage(usage))?;
        self.store.commit(batch).await?;
        self.usage.set(usage);
        Ok(())
    }

    /// Keeps tool calls as they are now: before they are run, and when they have ended.
    pub async fn keep(&self, steps: &[RunStep]) -> Result<(), StoreError> {
        let mut batch = Batch::new();
        for step in steps {
            let key = format!("{}{:010}", steps_of(&self.run), step.sequence);
            batch.put_value(key, &StoredRunStep(step.clone()))?;
        }
        self.store.commit(batch).await
    }
}

/// The tool calls of `run` as they are stored, in the order in which they began.
///
/// # Errors
/// [`StoreError`] when the store cannot be read. A record that cannot is left out.
pub async fn run_steps(store: &dyn Store, run: &str) -> Result<Vec<RunStep>, StoreError> {
    let records = store.list(&steps_of(run)).await?.into_iter();
    let steps = records.filter_map(|(_, record)| record.read::<StoredRunStep>().ok());
    Ok(steps.map(|step| step.0).collect())
}

fn steps_of(run: &str) -> String {
    format!("graph/{run}/tool/")
}

fn sequence_of(key: &str) -> Option<u64> {
    key.rsplit('/').next()?.parse().ok()
}
