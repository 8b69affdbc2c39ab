//! What subscribers are told while a chain goes on: the page, other tabs, the page around a widget.

use kikitori_json::FromJson;
use serde::Serialize;

use crate::chain::{Phase, TrueReactAgent};
use crate::execution::{TaskCounts, TaskExecutor, TaskRecord, TaskStatus};
use crate::task::{Effect, TaskId, TaskIndex};

/// What happened in a chain, as it can be sent to other tabs and pages. It holds no parameters and
/// no results: who may see those reads the state.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct ChainProgress {
    /// The chain.
    pub chain: String,
    /// What happened.
    pub event: ProgressEvent,
}

/// What happened in a chain. Everything but a draft is stored by then.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ProgressEvent {
    /// It does or waits for something else.
    Phase(Phase),
    /// It has a plan, or one was read from the store.
    Planned {
        /// Its tasks, in the order of the plan.
        tasks: Vec<TaskOutline>,
    },
    /// A task has come to another state.
    Task {
        /// Which.
        task: TaskId,
        /// What it is now.
        status: TaskStatusKind,
        /// How many tasks have come to which end.
        counts: TaskCounts,
        /// How many there are.
        of: usize,
    },
    /// More of the answer that is being written. It counts once the phase is `done`.
    Draft {
        /// What is added.
        text: String,
    },
    /// The answer is written anew; nothing counts of what was told of it.
    DraftDropped,
    /// What the person did was not taken.
    Refused {
        /// Why, for logs.
        reason: String,
    },
}

impl ProgressEvent {
    /// Whether what it tells of is in the store.
    pub fn is_stored(&self) -> bool {
        match self {
            Self::Phase(_) | Self::Planned { .. } | Self::Task { .. } => true,
            Self::Draft { .. } | Self::DraftDropped | Self::Refused { .. } => false,
        }
    }
}

/// A task as subscribers are told of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct TaskOutline {
    /// Its id.
    pub id: TaskId,
    /// The service that it calls.
    pub service: String,
    /// The method that it calls.
    pub method: String,
    /// What it waits for.
    pub depends_on: Vec<TaskId>,
    /// Whether it changes anything.
    pub effect: Effect,
    /// Where it is.
    pub status: TaskStatusKind,
}

/// Where a task is, without what it came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub enum TaskStatusKind {
    /// It waits for others, or for its turn.
    Waiting,
    /// The person is asked something about it.
    Asking,
    /// It runs.
    Running,
    /// It is done.
    Succeeded,
    /// It came to nothing.
    Failed,
    /// What it depends on came to nothing.
    Skipped,
    /// The person left it out.
    LeftOut,
    /// The chain was cancelled before it was done.
    Cancelled,
}

impl From<&TaskStatus> for TaskStatusKind {
    fn from(status: &TaskStatus) -> Self {
        match status {
            TaskStatus::Waiting => Self::Waiting,
            TaskStatus::AwaitingApproval
            | TaskStatus::OutcomeUnknown { .. }
            | TaskStatus::Ambiguous(_) => Self::Asking,
            TaskStatus::Running { .. } => Self::Running,
            TaskStatus::Succeeded { .. } => Self::Succeeded,
            TaskStatus::Failed(_) => Self::Failed,
            TaskStatus::Skipped { .. } => Self::Skipped,
            TaskStatus::LeftOut { .. } => Self::LeftOut,
            TaskStatus::Cancelled => Self::Cancelled,
        }
    }
}

fn outline(record: &TaskRecord) -> TaskOutline {
    let task = &record.task;
    TaskOutline {
        id: task.id.clone(),
        service: task.service.clone(),
        method: task.method.clone(),
        depends_on: task.depends_on.clone(),
        effect: task.terms.effect,
        status: TaskStatusKind::from(&record.status),
    }
}

/// Hears how a chain goes on.
pub trait ChainSubscriber {
    /// Called for each event, in order.
    fn on_progress(&self, progress: &ChainProgress);

    /// The state has moved on, and what moved is stored. Called before the events that say so, and
    /// once when a chain is begun or resumed.
    fn on_stored(&self, _agent: &TrueReactAgent) {}
}

/// What subscribers were told last.
#[derive(Debug, Default)]
pub(crate) struct Told {
    phase: Option<Phase>,
    has_plan: bool,
}

impl Told {
    /// What they are to be told now that the state is stored.
    pub(crate) fn news(&mut self, agent: &TrueReactAgent) -> Vec<ProgressEvent> {
        let mut news = Vec::new();
        let executor = agent.state().executor.as_ref();
        let had_plan = std::mem::replace(&mut self.has_plan, executor.is_some());
        let changed = agent.take_changed();
        match executor {
            Some(executor) if !had_plan => news.push(ProgressEvent::Planned {
                tasks: executor.records().iter().map(outline).collect(),
            }),
            Some(executor) => {
                let changed = changed.into_iter();
                news.extend(changed.filter_map(|task| task_event(executor, task)));
            }
            None => {}
        }
        let phase = agent.phase();
        if self.phase.replace(phase) != Some(phase) {
            news.push(ProgressEvent::Phase(phase));
        }
        news
    }
}

fn task_event(executor: &TaskExecutor, task: TaskIndex) -> Option<ProgressEvent> {
    let record = executor.record(task)?;
    Some(ProgressEvent::Task {
        task: record.task.id.clone(),
        status: TaskStatusKind::from(&record.status),
        counts: executor.counts(),
        of: executor.records().len(),
    })
}
