//! What is known of a task.

use kikitori_json::FromJson;
use serde::Serialize;
use serde_json::Value;

use super::outcome::{AmbiguityDetected, TaskFailure, UnknownBecause};
use crate::task::{Task, TaskIndex};

/// A task with what became of it so far.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct TaskRecord {
    /// The task.
    pub task: Task,
    /// Where it is.
    pub status: TaskStatus,
    /// How often it was tried since its parameters last changed.
    #[serde(default)]
    pub attempts: u32,
    /// How often it was set back to be run again by a person. With its chain and its id it makes
    /// the idempotency key.
    #[serde(default)]
    pub generation: u32,
    /// Whether the person lets it run.
    #[serde(default)]
    pub approved: bool,
    /// What its service says a call would do, once it was asked for the person's sake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<Value>,
    /// Whether it is done and its service found nothing to change.
    #[serde(default)]
    pub is_unchanged: bool,
    /// Whether the person gave it other parameters than were planned, or chose what they mean.
    #[serde(default)]
    pub changed_by_person: bool,
    /// When it was first begun, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begun_at: Option<u64>,
    /// When it came to its end, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<u64>,
    /// Why its last try failed, while it is tried again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error: Option<TaskFailure>,
}

impl TaskRecord {
    pub(crate) fn new(task: Task) -> Self {
        Self {
            task,
            status: TaskStatus::Waiting,
            attempts: 0,
            generation: 0,
            approved: false,
            preview: None,
            is_unchanged: false,
            changed_by_person: false,
            begun_at: None,
            ended_at: None,
            last_error: None,
        }
    }

    /// Whether a call of it only looks what it would do: the person has not let it run yet.
    pub fn is_preview(&self) -> bool {
        let terms = &self.task.terms;
        terms.asks_first && terms.previews && !self.approved
    }

    /// Whether nothing has come of it yet: it waits as it did at first.
    pub(super) fn is_untouched(&self) -> bool {
        self.status == TaskStatus::Waiting
            && self.attempts == 0
            && !self.approved
            && self.preview.is_none()
            && self.begun_at.is_none()
            && self.last_error.is_none()
    }

    /// Whether a call of it that is under way may change something.
    pub(crate) fn may_change(&self) -> bool {
        self.task.terms.effect.is_changing() && !self.is_preview()
    }

    /// Whether a call of it whose outcome is unknown may be made again.
    pub(crate) fn may_be_repeated(&self) -> bool {
        self.task.terms.effect.may_be_repeated() || self.is_preview()
    }

    /// Whether it is done and changed nothing: there was nothing to change, or only a look at what
    /// it would do was taken.
    pub fn had_nothing_to_change(&self) -> bool {
        self.status.is_done() && (self.is_unchanged || self.is_preview())
    }

    /// What the task came to, once it is done.
    pub fn result(&self) -> Option<&Value> {
        match &self.status {
            TaskStatus::Succeeded { result } => Some(result),
            _ => None,
        }
    }
}

/// Where a task is.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TaskStatus {
    /// It waits for others, or for its turn.
    Waiting,
    /// The person is asked whether it may run.
    AwaitingApproval,
    /// It runs.
    Running {
        /// The step that runs it.
        step: u64,
    },
    /// It may have been done or not; the person is asked.
    OutcomeUnknown {
        /// Why.
        because: UnknownBecause,
    },
    /// The person is asked what it means.
    Ambiguous(AmbiguityDetected),
    /// It is done.
    Succeeded {
        /// What it came to.
        result: Value,
    },
    /// It came to nothing.
    Failed(TaskFailure),
    /// What it depends on came to nothing.
    Skipped {
        /// The task that failed.
        because: TaskIndex,
    },
    /// The person left it out.
    LeftOut {
        /// The task that was left out, if that is another one.
        because: Option<TaskIndex>,
    },
    /// The chain was cancelled before it was done.
    Cancelled,
}

impl TaskStatus {
    /// Whether it has come to its end.
    pub fn is_final(&self) -> bool {
        match self {
            Self::Succeeded { .. }
            | Self::Failed(_)
            | Self::Skipped { .. }
            | Self::LeftOut { .. }
            | Self::Cancelled => true,
            Self::Waiting
            | Self::AwaitingApproval
            | Self::Running { .. }
            | Self::OutcomeUnknown { .. }
            | Self::Ambiguous(_) => false,
        }
    }

    /// Whether the person is asked something.
    pub fn asks(&self) -> bool {
        matches!(
            self,
            Self::AwaitingApproval | Self::OutcomeUnknown { .. } | Self::Ambiguous(_)
        )
    }

    pub(crate) fn is_done(&self) -> bool {
        matches!(self, Self::Succeeded { .. })
    }

    /// Whether it has come to its end without being done.
    pub(crate) fn is_lost(&self) -> bool {
        self.is_final() && !self.is_done()
    }

    pub(crate) fn is_running(&self) -> bool {
        matches!(self, Self::Running { .. })
    }
}

/// How many tasks have come to which end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct TaskCounts {
    /// They are done.
    pub done: usize,
    /// They came to nothing.
    pub failed: usize,
    /// The person left them out, or what they need.
    pub left_out: usize,
    /// They were not begun, or not ended: what they need came to nothing, or the chain was cancelled.
    #[serde(default)]
    pub not_done: usize,
}

impl TaskCounts {
    /// How many have come to an end, whichever.
    pub fn ended(self) -> usize {
        self.done + self.failed + self.left_out + self.not_done
    }

    /// The count of the tasks with this status; none while it is no end.
    pub(super) fn of(&mut self, status: &TaskStatus) -> Option<&mut usize> {
        match status {
            TaskStatus::Succeeded { .. } => Some(&mut self.done),
            TaskStatus::Failed(_) => Some(&mut self.failed),
            TaskStatus::LeftOut { .. } => Some(&mut self.left_out),
            TaskStatus::Skipped { .. } | TaskStatus::Cancelled => Some(&mut self.not_done),
            _ => None,
        }
    }
}
