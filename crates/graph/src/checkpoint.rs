//! How a run lies in the store.
//!
//! `graph/<run>/<path>checkpoint/<n>` says what superstep `n` is to run; `write/<n>/<batch>` what
//! its tasks came to, as they came; `waiting/<n>/<task>` what a task asks; `graph/<run>/answer/<id>`
//! what it was answered. The state itself is written when as many updates have been taken in
//! since the last time as before it, so that what a superstep costs does not grow with the state;
//! in between it is the last written state and the updates since.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use kikitori_store::{Batch, Store, StoreError, Stored};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::RunError;
use crate::graph::Graph;
use crate::ids::{InterruptId, NodeKey};
use crate::interrupt::Interrupt;
use crate::plan::{Arrival, Planned};
use crate::state::{GraphState, StoredPart};

/// Fewer updates than this are always read back rather than summed up in a written state.
const FEW_UPDATES: u64 = 16;

/// What superstep comes next, as the store keeps it.
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
#[serde(bound = "T: Serialize + serde::de::DeserializeOwned")]
struct PlannedRecord<T> {
    node: String,
    sent: Option<T>,
}

/// The sources of each join that have run.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum ArrivedRecord {
    ByName(Vec<ArrivalRecord>),
    /// As it was written before: of each join, by its place in the graph.
    ByPlace(BTreeMap<String, BTreeSet<String>>),
}

#[derive(Serialize, Deserialize)]
struct ArrivalRecord {
    from: BTreeSet<String>,
    to: String,
    ran: BTreeSet<String>,
}

impl<S: GraphState> Stored for CheckpointRecord<S> {
    const KIND: &'static str = S::KIND;
    const VERSION: u32 = S::VERSION;

    fn migrate(from: u32, mut body: Value) -> Result<Value, StoreError> {
        migrate_at::<S>(&mut body, "/state", StoredPart::State, from)?;
        let next = body
            .get("next")
            .and_then(Value::as_array)
            .map_or(0, Vec::len);
        for position in 0..next {
            let place = format!("/next/{position}/sent");
            migrate_at::<S>(&mut body, &place, StoredPart::Sent, from)?;
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
        for position in 0..body.as_array().map_or(0, Vec::len) {
            let place = format!("/{position}/1");
            migrate_at::<S>(&mut body, &place, StoredPart::Update, from)?;
        }
        Ok(body)
    }
}

fn migrate_at<S: GraphState>(
    body: &mut Value,
    place: &str,
    part: StoredPart,
    from: u32,
) -> Result<(), StoreError> {
    match body.pointer_mut(place) {
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
struct WaitingRecord(Vec<AskedRecord>);

#[derive(Serialize, Deserialize)]
struct AskedRecord {
    id: InterruptId,
    node: String,
    question: Value,
    problem: Option<String>,
}

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

/// How far a run has come.
pub(crate) struct Progress<S: GraphState> {
    pub superstep: u32,
    pub state: Rc<S>,
    pub tasks: Vec<Planned<S::Sent>>,
    /// The updates of the superstep's tasks that are finished.
    pub done: BTreeMap<u32, S::Update>,
    /// The questions of tasks that wait.
    pub waiting: BTreeMap<u32, Vec<Interrupt>>,
    pub arrived: Vec<Arrival>,
    pub updates: u64,
    /// `updates` when the state was last written.
    pub written_at: u64,
    /// Writes stored for this superstep.
    pub batches: u32,
}

impl<S: GraphState> Progress<S> {
    pub fn at(
        superstep: u32,
        state: Rc<S>,
        tasks: Vec<Planned<S::Sent>>,
        arrived: Vec<Arrival>,
    ) -> Self {
        Self {
            superstep,
            state,
            done: BTreeMap::new(),
            tasks,
            waiting: BTreeMap::new(),
            arrived,
            updates: 0,
            written_at: 0,
            batches: 0,
        }
    }

    /// The node of a task of the superstep.
    pub fn node_of(&self, index: u32) -> NodeKey {
        let index = usize::try_from(index).ok();
        let task = index.and_then(|index| self.tasks.get(index));
        task.map_or_else(|| "".into(), |task| task.node.clone())
    }
}

/// The records of one run, or of a subgraph's run within it.
pub(crate) struct Records<'a> {
    store: &'a dyn Store,
    run: &'a str,
    path: &'a str,
}

/// What removes everything that is stored of `run`, also what others have put beside it under
/// `graph/<run>/`. Nothing may be writing the run meanwhile.
///
/// # Errors
/// [`RunError`] when no run can have that id, or the store cannot be read.
pub async fn deletion_of(store: &dyn Store, run: &str) -> Result<Batch, RunError> {
    let records = Records::of(store, run)?;
    let mut batch = Batch::new();
    for (key, _) in store.list(&records.key("")).await? {
        batch.delete(key);
    }
    Ok(batch)
}

fn padded(number: u32) -> String {
    format!("{number:010}")
}

fn unpadded(text: &str) -> Option<u32> {
    text.split('/').next()?.parse().ok()
}

impl<'a> Records<'a> {
    /// The records of `run`.
    pub fn of(store: &'a dyn Store, run: &'a str) -> Result<Self, RunError> {
        Self::within(store, run, "")
    }

    /// The records of the subgraph's run at `path` within `run`.
    pub fn within(store: &'a dyn Store, run: &'a str, path: &'a str) -> Result<Self, RunError> {
        if run.is_empty() || run.contains('/') {
            return Err(RunError::BadRunId(run.to_owned()));
        }
        Ok(Self { store, run, path })
    }

    fn key(&self, part: &str) -> String {
        format!("graph/{}/{}{part}", self.run, self.path)
    }

    /// Whether anything is stored.
    pub async fn exist(&self) -> Result<bool, StoreError> {
        let first = self.key(&format!("checkpoint/{}", padded(0)));
        if self.store.get(&first).await?.is_some() {
            return Ok(true);
        }
        // A fork begins later.
        Ok(!self.store.list(&self.key("checkpoint/")).await?.is_empty())
    }

    /// Puts what the superstep that comes next needs into `batch`.
    pub fn put_checkpoint<S: GraphState>(
        &self,
        batch: &mut Batch,
        progress: &mut Progress<S>,
    ) -> Result<(), StoreError> {
        let since = progress.updates - progress.written_at;
        let write_state = progress.updates == 0 || since >= FEW_UPDATES.max(progress.written_at);
        if write_state {
            progress.written_at = progress.updates;
        }
        let record = CheckpointRecord::<S> {
            next: progress
                .tasks
                .iter()
                .map(|task| PlannedRecord {
                    node: task.node.to_string(),
                    sent: task.sent.clone(),
                })
                .collect(),
            arrived: ArrivedRecord::ByName(
                progress
                    .arrived
                    .iter()
                    .map(|arrival| ArrivalRecord {
                        from: arrival.from.clone(),
                        to: arrival.to.clone(),
                        ran: arrival.ran.clone(),
                    })
                    .collect(),
            ),
            updates: progress.updates,
            state: write_state.then(|| (*progress.state).clone()),
        };
        let key = self.key(&format!("checkpoint/{}", padded(progress.superstep)));
        batch.put_value(key, &record)
    }

    /// Puts the updates of tasks of a superstep into `batch`.
    pub fn put_writes<S: GraphState>(
        &self,
        batch: &mut Batch,
        progress: &mut Progress<S>,
        fresh: Vec<(u32, S::Update)>,
    ) -> Result<(), StoreError> {
        let superstep = padded(progress.superstep);
        for (task, _) in &fresh {
            if progress.waiting.remove(task).is_some() {
                batch.delete(self.key(&format!("waiting/{superstep}/{}", padded(*task))));
            }
        }
        let number = padded(progress.batches);
        progress.batches += 1;
        let key = self.key(&format!("write/{superstep}/{number}"));
        batch.put_value(key, &WritesRecord::<S>(fresh))
    }

    /// Puts a task's questions into `batch`.
    pub fn put_waiting(
        &self,
        batch: &mut Batch,
        superstep: u32,
        task: u32,
        interrupts: &[Interrupt],
    ) -> Result<(), StoreError> {
        let asked = interrupts.iter().map(|interrupt| AskedRecord {
            id: interrupt.id.clone(),
            node: interrupt.node.to_string(),
            question: interrupt.question.clone(),
            problem: interrupt.problem.clone(),
        });
        let place = format!("waiting/{}/{}", padded(superstep), padded(task));
        batch.put_value(self.key(&place), &WaitingRecord(asked.collect()))
    }

    /// Stores answers to the whole run's questions.
    pub async fn put_answers(
        &self,
        answers: &BTreeMap<InterruptId, Value>,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::new();
        for (id, answer) in answers {
            let key = format!("graph/{}/answer/{id}", self.run);
            batch.put_value(key, &AnswerRecord(answer.clone()))?;
        }
        if batch.is_empty() {
            return Ok(());
        }
        self.store.commit(batch).await
    }

    /// All answers to the whole run's questions.
    pub async fn answers(&self) -> Result<BTreeMap<InterruptId, Value>, StoreError> {
        let prefix = format!("graph/{}/answer/", self.run);
        let mut answers = BTreeMap::new();
        for (key, record) in self.store.list(&prefix).await? {
            let id = key.strip_prefix(&prefix).unwrap_or_default().to_owned();
            answers.insert(InterruptId(id), record.read::<AnswerRecord>()?.0);
        }
        Ok(answers)
    }

    /// The supersteps that have a checkpoint, with the nodes that each is to run.
    pub async fn checkpoints<S: GraphState>(&self) -> Result<Vec<(u32, Vec<String>)>, StoreError> {
        let prefix = self.key("checkpoint/");
        let mut found = Vec::new();
        for (key, record) in self.store.list(&prefix).await? {
            let Some(superstep) = key.strip_prefix(&prefix).and_then(unpadded) else {
                continue;
            };
            let record: CheckpointRecord<S> = record.read()?;
            let nodes = record.next.into_iter().map(|planned| planned.node);
            found.push((superstep, nodes.collect()));
        }
        Ok(found)
    }

    /// Where the run has come to, or had come to before `superstep`; `None` if nothing is stored.
    pub async fn load<S: GraphState, R>(
        &self,
        graph: &Graph<S, R>,
        superstep: Option<u32>,
    ) -> Result<Option<Progress<S>>, RunError> {
        let prefix = self.key("checkpoint/");
        let mut state = None;
        let mut last = None;
        for (key, record) in self.store.list(&prefix).await? {
            let Some(number) = key.strip_prefix(&prefix).and_then(unpadded) else {
                continue;
            };
            if superstep.is_some_and(|superstep| number > superstep) {
                break;
            }
            let mut record: CheckpointRecord<S> = record.read()?;
            if let Some(written) = record.state.take() {
                state = Some((number, written, record.updates));
            }
            last = Some((number, record));
        }
        let (Some((from, mut state, written_at)), Some((now, record))) = (state, last) else {
            return Ok(None);
        };
        if superstep.is_some_and(|superstep| superstep != now) {
            return Ok(None);
        }
        let mut done = BTreeMap::new();
        let mut batches = 0;
        let mut updates = written_at;
        for number in from..=now {
            let (writes, count) = self.writes::<S>(number).await?;
            if number < now {
                updates += writes.len() as u64;
                for update in writes.into_values() {
                    state.apply(update);
                }
            } else {
                (done, batches) = (writes, count);
            }
        }
        if updates != record.updates {
            return Err(RunError::Damaged {
                run: self.run.to_owned(),
                missing: record.updates.saturating_sub(updates),
            });
        }
        let tasks = record.next.into_iter().map(|planned| Planned {
            node: planned.node.into(),
            sent: planned.sent,
        });
        Ok(Some(Progress {
            done,
            waiting: self.waiting(now).await?,
            updates,
            written_at,
            batches,
            ..Progress::at(
                now,
                Rc::new(state),
                tasks.collect(),
                arrived(graph, record.arrived),
            )
        }))
    }

    /// The updates of a superstep's tasks, and in how many records they lie.
    async fn writes<S: GraphState>(
        &self,
        superstep: u32,
    ) -> Result<(BTreeMap<u32, S::Update>, u32), StoreError> {
        let mut writes = BTreeMap::new();
        let mut count = 0;
        let prefix = self.key(&format!("write/{}/", padded(superstep)));
        for (_, record) in self.store.list(&prefix).await? {
            writes.extend(record.read::<WritesRecord<S>>()?.0);
            count += 1;
        }
        Ok((writes, count))
    }

    async fn waiting(&self, superstep: u32) -> Result<BTreeMap<u32, Vec<Interrupt>>, StoreError> {
        let prefix = self.key(&format!("waiting/{}/", padded(superstep)));
        let mut waiting = BTreeMap::new();
        for (key, record) in self.store.list(&prefix).await? {
            let Some(task) = key.strip_prefix(&prefix).and_then(unpadded) else {
                continue;
            };
            let asked = record.read::<WaitingRecord>()?.0.into_iter();
            let interrupts = asked.map(|asked| Interrupt {
                id: asked.id,
                node: asked.node.into(),
                question: asked.question,
                problem: asked.problem,
            });
            waiting.insert(task, interrupts.collect());
        }
        Ok(waiting)
    }
}

fn arrived<S: GraphState, R>(graph: &Graph<S, R>, record: ArrivedRecord) -> Vec<Arrival> {
    match record {
        ArrivedRecord::ByName(arrivals) => arrivals
            .into_iter()
            .map(|it| Arrival {
                from: it.from,
                to: it.to,
                ran: it.ran,
            })
            .collect(),
        ArrivedRecord::ByPlace(places) => {
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
    }
}
