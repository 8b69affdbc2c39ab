//! Runs as they were stored before there was a journal.
//!
//! `graph/<run>/<path>checkpoint/<n>` said what superstep `n` is to run, `write/<n>/<batch>` had
//! its tasks' updates, `waiting/<n>/<task>` what a task asks and `graph/<run>/answer/<id>` what it
//! was answered. The state stood in some of the checkpoints.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use kikitori_journal::{Damage, DamageReason, History, SessionKey};
use kikitori_json::StrictValue;
use kikitori_store::{Batch, Store, StoreError, Stored};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::checkpoint::{Arrival, Change, Checkpoint, Input, Planned};
use crate::error::RunError;
use crate::graph::Graph;
use crate::ids::InterruptId;
use crate::interrupt::Interrupt;
use crate::run_journal::damaged;
use crate::state::{GraphState, StoredPart};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", bound = "")]
struct CheckpointRecord<S: GraphState> {
    next: Vec<PlannedRecord<S::Sent>>,
    arrived: ArrivedRecord,
    /// Updates applied so far.
    updates: u64,
    state: Option<S>,
}

#[derive(Serialize, Deserialize)]
#[serde(bound = "T: Serialize + DeserializeOwned")]
struct PlannedRecord<T> {
    node: String,
    sent: Option<T>,
}

/// The sources of each join that have run.
#[derive(Serialize)]
#[serde(untagged)]
enum ArrivedRecord {
    ByName(Vec<Arrival>),
    /// Of each join, by its place in the graph.
    ByPlace(BTreeMap<String, BTreeSet<String>>),
}

impl<'de> Deserialize<'de> for ArrivedRecord {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(from)?;
        let record = if value.is_array() {
            Vec::deserialize(StrictValue(value)).map(Self::ByName)
        } else {
            BTreeMap::deserialize(StrictValue(value)).map(Self::ByPlace)
        };
        record.map_err(D::Error::custom)
    }
}

impl<S: GraphState> Stored for CheckpointRecord<S> {
    const KIND: &'static str = S::KIND;
    const VERSION: u32 = S::VERSION;

    fn migrate(from: u32, mut body: Value) -> Result<Value, StoreError> {
        migrate_at::<S>(body.get_mut("state"), StoredPart::State, from)?;
        let next = body.get_mut("next").and_then(Value::as_array_mut);
        for planned in next.into_iter().flatten() {
            migrate_at::<S>(planned.get_mut("sent"), StoredPart::Sent, from)?;
        }
        Ok(body)
    }
}

/// The updates of tasks of one superstep.
#[derive(Serialize, Deserialize)]
#[serde(transparent, bound = "")]
struct WritesRecord<S: GraphState>(Vec<(u32, S::Update)>);

impl<S: GraphState> Stored for WritesRecord<S> {
    const KIND: &'static str = S::KIND;
    const VERSION: u32 = S::VERSION;

    fn migrate(from: u32, mut body: Value) -> Result<Value, StoreError> {
        for pair in body.as_array_mut().into_iter().flatten() {
            migrate_at::<S>(pair.get_mut(1), StoredPart::Update, from)?;
        }
        Ok(body)
    }
}

fn migrate_at<S: GraphState>(
    body: Option<&mut Value>,
    part: StoredPart,
    from: u32,
) -> Result<(), StoreError> {
    match body {
        Some(value) if !value.is_null() => {
            *value = S::migrate(part, from, value.take())?;
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The questions of one task.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct WaitingRecord(Vec<Interrupt>);

impl Stored for WaitingRecord {
    const KIND: &'static str = "open questions";
    const VERSION: u32 = 1;
}

/// An answer to a question.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct AnswerRecord(Value);

impl Stored for AnswerRecord {
    const KIND: &'static str = "answer";
    const VERSION: u32 = 1;
}

/// Where all old records of a run lie, and what others put beside them.
pub(crate) fn prefix(session: &SessionKey) -> String {
    format!("graph/{}/", session.id())
}

/// Whether anything of a run, or of a subgraph's in it, is stored as it was before there was a
/// journal.
pub(crate) async fn exists(store: &dyn Store, session: &SessionKey) -> Result<bool, StoreError> {
    let prefix = prefix(session);
    let keys = store.keys(&prefix).await?;
    Ok(keys.iter().any(|key| is_record(&prefix, key)))
}

/// Whether a key is one of a run's or a subgraph's, and not what others have put beside them.
fn is_record(prefix: &str, key: &str) -> bool {
    let parts = key.strip_prefix(prefix).and_then(|it| it.split_once('/'));
    parts.is_some_and(|(part, _)| match part {
        "checkpoint" | "write" | "waiting" | "answer" => true,
        task => task.split_once('.').is_some_and(|(superstep, index)| {
            superstep.parse::<u32>().is_ok() && index.parse::<u32>().is_ok()
        }),
    })
}

/// The old records of a run, or of a subgraph's run at `path` within it.
pub(crate) struct Legacy<'a> {
    pub store: &'a dyn Store,
    pub session: &'a SessionKey,
    pub path: &'a str,
}

impl Legacy<'_> {
    fn key(&self, part: &str) -> String {
        format!("{}{}{part}", prefix(self.session), self.path)
    }

    /// The records under `part` by the number that follows, in order, or what is wrong with them.
    async fn numbered<T: Stored>(
        &self,
        part: &str,
    ) -> Result<Vec<(u32, Result<T, Damage>)>, StoreError> {
        let prefix = self.key(part);
        let listed = self.store.list(&prefix).await?.into_iter();
        let numbered = listed.filter_map(|(key, record)| {
            let number = key.strip_prefix(&prefix)?.split('/').next()?;
            let number = number.parse().ok()?;
            let read = record.read().map_err(|error| Damage {
                key,
                reason: DamageReason::Unreadable(error),
            });
            Some((number, read))
        });
        Ok(numbered.collect())
    }

    /// What happened in the run; `None` if nothing is stored in this way. A state that was stored
    /// after something that is lost makes up for it: then the history begins there.
    ///
    /// # Errors
    /// [`RunError::Damaged`] when there is no state to begin with.
    pub async fn read<S: GraphState, R>(
        &self,
        graph: &Graph<S, R>,
    ) -> Result<Option<History<Checkpoint<S>>>, RunError> {
        let checkpoints = self.numbered("checkpoint/").await?;
        let is_stored = !checkpoints.is_empty();
        let mut history: Option<History<Checkpoint<S>>> = None;
        let mut last = (0, 0_u64);
        for (superstep, record) in checkpoints {
            let record: CheckpointRecord<S> = match record {
                Ok(record) => record,
                Err(damage) => {
                    let steps = history.iter_mut().map(|history| &mut history.steps);
                    steps.for_each(|steps| steps.push(Err(damage.clone())));
                    continue;
                }
            };
            let tasks: Vec<_> = record.next.into_iter().map(planned).collect();
            let arrived = arrived(graph, record.arrived);
            let is_broken = history
                .as_ref()
                .is_none_or(|history| history.steps.iter().any(Result::is_err));
            if let (true, Some(state)) = (is_broken, record.state) {
                history = Some(History {
                    first: Checkpoint::at(superstep, Rc::new(state), tasks, arrived),
                    steps: Vec::new(),
                });
            } else if let Some(history) = &mut history {
                let finished = self.finished::<S>(last, record.updates).await?;
                history.steps.push(finished.map(|finished| {
                    vec![
                        Change::Finished(finished),
                        Change::Applied,
                        Change::Planned { tasks, arrived },
                    ]
                }));
            }
            last = (superstep, record.updates);
        }
        match &mut history {
            Some(history) => history.steps.push(Ok(self.under_way(last.0).await?)),
            None if is_stored => {
                return Err(damaged(self.session, vec![self.missing("checkpoint/", 1)]));
            }
            None => {}
        }
        Ok(history)
    }

    /// What is stored of the superstep that is not complete. Where a record cannot be read, its task
    /// is run again and its question asked again.
    async fn under_way<S: GraphState>(&self, superstep: u32) -> Result<Vec<Change<S>>, StoreError> {
        let writes = self
            .numbered::<WritesRecord<S>>(&writes_of(superstep))
            .await?;
        let writes = writes.into_iter().filter_map(|(_, writes)| writes.ok());
        let finished = writes.flat_map(|writes| writes.0).collect();
        let mut changes = vec![Change::Finished(finished)];
        let waiting = format!("waiting/{superstep:010}/");
        for (task, record) in self.numbered(&waiting).await? {
            if let Ok(WaitingRecord(interrupts)) = record {
                changes.push(Change::Waiting(task, interrupts));
            }
        }
        if self.path.is_empty() {
            let prefix = self.key("answer/");
            let mut answers = BTreeMap::new();
            for (key, record) in self.store.list(&prefix).await? {
                let id = key.strip_prefix(&prefix).unwrap_or_default().to_owned();
                if let Ok(AnswerRecord(answer)) = record.read() {
                    answers.insert(InterruptId(id), answer);
                }
            }
            changes.push(Change::Answered(answers));
        }
        Ok(changes)
    }

    /// The updates of a superstep that is complete, with which there were so many in all.
    async fn finished<S: GraphState>(
        &self,
        (superstep, before): (u32, u64),
        with_them: u64,
    ) -> Result<Result<Vec<(u32, S::Update)>, Damage>, StoreError> {
        let part = writes_of(superstep);
        let mut finished = Vec::new();
        for (_, writes) in self.numbered::<WritesRecord<S>>(&part).await? {
            match writes {
                Ok(writes) => finished.extend(writes.0),
                Err(damage) => return Ok(Err(damage)),
            }
        }
        let missing = with_them.abs_diff(before + finished.len() as u64);
        Ok(match missing {
            0 => Ok(finished),
            _ => Err(self.missing(&part, missing)),
        })
    }

    /// Puts the removal of the records into `batch` that are not needed once `checkpoint` is stored
    /// otherwise: all but those of subgraphs that are to go on, and what others put beside them.
    pub async fn put_removal<S: GraphState>(
        &self,
        batch: &mut Batch,
        checkpoint: &Checkpoint<S>,
    ) -> Result<(), StoreError> {
        let own = self.key("");
        let unfinished = (0_u32..).zip(&checkpoint.tasks).filter_map(|(task, _)| {
            let path = format!("{own}{}.{task}/", checkpoint.superstep);
            (!checkpoint.finished.contains_key(&task)).then_some(path)
        });
        let kept: Vec<String> = unfinished.collect();
        for key in self.store.keys(&own).await? {
            if is_record(&own, &key) && !kept.iter().any(|path| key.starts_with(path)) {
                batch.delete(key);
            }
        }
        Ok(())
    }

    fn missing(&self, part: &str, records: u64) -> Damage {
        Damage {
            key: self.key(part),
            reason: DamageReason::Missing { records },
        }
    }
}

/// What the updates of a superstep are stored under.
fn writes_of(superstep: u32) -> String {
    format!("write/{superstep:010}/")
}

fn planned<T>(record: PlannedRecord<T>) -> Planned<T> {
    Planned {
        node: record.node.into(),
        input: record.sent.map_or(Input::State, Input::Sent),
    }
}

fn arrived<S: GraphState, R>(graph: &Graph<S, R>, record: ArrivedRecord) -> Vec<Arrival> {
    let places = match record {
        ArrivedRecord::ByName(arrivals) => return arrivals,
        ArrivedRecord::ByPlace(places) => places,
    };
    let arrivals = places.into_iter().filter_map(|(place, ran)| {
        // The joins may stand elsewhere now, but this one waits for these nodes.
        let joins = || graph.joins.iter().map(|join| graph.names_of(join));
        let fits = |(from, _): &(BTreeSet<String>, String)| ran.is_subset(from);
        let place = place.parse().ok();
        let same = place.and_then(|place| joins().nth(place)).filter(fits);
        let (from, to) = same.or_else(|| joins().find(fits))?;
        Some(Arrival { from, to, ran })
    });
    arrivals.collect()
}
