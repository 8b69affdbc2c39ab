//! Checkpoints: how far a run has come, and the updates by which it changes. What the journal keeps.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use kikitori_store::StoreError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ids::{InterruptId, NodeKey};
use crate::interrupt::Interrupt;
use crate::state::{GraphState, StoredPart};

/// What a task is given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Input<T> {
    State,
    Sent(T),
}

/// A task of a superstep.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "T: Serialize + DeserializeOwned")]
pub(crate) struct Planned<T> {
    pub node: NodeKey,
    pub input: Input<T>,
}

/// Which sources of a join have run since it last fired. The join is told by its nodes' names, so
/// that a run goes on in a graph to which other joins have been added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Arrival {
    pub from: BTreeSet<String>,
    pub to: String,
    pub ran: BTreeSet<String>,
}

/// How far a run, or a subgraph's, has come.
#[derive(Clone, Serialize, Deserialize)]
#[serde(bound = "")]
pub(crate) struct Checkpoint<S: GraphState> {
    pub superstep: u32,
    /// The state before the superstep.
    pub state: Rc<S>,
    pub tasks: Vec<Planned<S::Sent>>,
    /// The updates of the superstep's tasks that are finished.
    pub finished: BTreeMap<u32, S::Update>,
    /// The questions of its tasks that wait.
    pub waiting: BTreeMap<u32, Vec<Interrupt>>,
    /// The answers to questions of its tasks and of their subgraphs.
    pub answers: BTreeMap<InterruptId, Value>,
    pub arrived: Vec<Arrival>,
}

/// What changes a run's checkpoint.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", bound = "")]
pub(crate) enum Change<S: GraphState> {
    /// Tasks are finished, with their updates.
    Finished(Vec<(u32, S::Update)>),
    /// A task waits for answers.
    Waiting(u32, Vec<Interrupt>),
    /// Questions were answered.
    Answered(BTreeMap<InterruptId, Value>),
    /// All tasks are finished: their updates are applied to the state.
    Applied,
    /// What the superstep that comes now has to run.
    Planned {
        tasks: Vec<Planned<S::Sent>>,
        arrived: Vec<Arrival>,
    },
}

impl<S: GraphState> Checkpoint<S> {
    /// A run that is about to begin `superstep`.
    pub fn at(
        superstep: u32,
        state: Rc<S>,
        tasks: Vec<Planned<S::Sent>>,
        arrived: Vec<Arrival>,
    ) -> Self {
        Self {
            superstep,
            state,
            tasks,
            finished: BTreeMap::new(),
            waiting: BTreeMap::new(),
            answers: BTreeMap::new(),
            arrived,
        }
    }

    pub fn change(&mut self, change: Change<S>) {
        match change {
            Change::Finished(updates) => {
                for (task, update) in updates {
                    self.waiting.remove(&task);
                    self.finished.insert(task, update);
                }
            }
            Change::Waiting(task, interrupts) => {
                self.waiting.insert(task, interrupts);
            }
            Change::Answered(answers) => self.answers.extend(answers),
            Change::Applied => {
                let updates = std::mem::take(&mut self.finished);
                let state = Rc::make_mut(&mut self.state);
                for update in updates.into_values() {
                    state.apply(update);
                }
                self.superstep = self.superstep.saturating_add(1);
                self.tasks.clear();
                self.waiting.clear();
                self.answers.clear();
            }
            Change::Planned { tasks, arrived } => {
                self.tasks = tasks;
                self.arrived = arrived;
            }
        }
    }

    /// The node of a task of the superstep.
    pub fn node_of(&self, index: u32) -> NodeKey {
        let index = usize::try_from(index).ok();
        let task = index.and_then(|index| self.tasks.get(index));
        task.map_or_else(|| "".into(), |task| task.node.clone())
    }

    /// Brings a stored state of the version `from` to the next one.
    pub fn migrate_state(from: u32, mut body: Value) -> Result<Value, StoreError> {
        migrate_at::<S>(body.get_mut("state"), StoredPart::State, from)?;
        migrate_tasks::<S>(body.get_mut("tasks"), from)?;
        let finished = body.get_mut("finished").and_then(Value::as_object_mut);
        for (_, update) in finished.into_iter().flatten() {
            migrate_at::<S>(Some(update), StoredPart::Update, from)?;
        }
        Ok(body)
    }

    /// Brings a stored change of the version `from` to the next one.
    pub fn migrate_change(from: u32, mut body: Value) -> Result<Value, StoreError> {
        let finished = body.get_mut("finished").and_then(Value::as_array_mut);
        for pair in finished.into_iter().flatten() {
            migrate_at::<S>(pair.get_mut(1), StoredPart::Update, from)?;
        }
        let planned = body.get_mut("planned");
        migrate_tasks::<S>(planned.and_then(|planned| planned.get_mut("tasks")), from)?;
        Ok(body)
    }
}

fn migrate_tasks<S: GraphState>(tasks: Option<&mut Value>, from: u32) -> Result<(), StoreError> {
    for task in tasks.and_then(Value::as_array_mut).into_iter().flatten() {
        migrate_at::<S>(task.pointer_mut("/input/sent"), StoredPart::Sent, from)?;
    }
    Ok(())
}

fn migrate_at<S: GraphState>(
    body: Option<&mut Value>,
    part: StoredPart,
    from: u32,
) -> Result<(), StoreError> {
    if let Some(body) = body {
        *body = S::migrate(part, from, body.take())?;
    }
    Ok(())
}
