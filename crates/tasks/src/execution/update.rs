//! How an execution changes: the one list of what can happen to its tasks.

use kikitori_json::FromJson;
use serde::Serialize;
use serde_json::{Map, Value};

use super::outcome::{AmbiguityDetected, TaskFailure, UnknownBecause};
use crate::task::TaskIndex;

/// One change. What follows from it for other tasks is made of it when it is applied: that what
/// needs a failed task is skipped, and that what depends on an edited one runs again.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TaskUpdate {
    /// A task begins. This is stored before it is called.
    Begun {
        /// Which.
        task: TaskIndex,
        /// The step that runs it, counted through the chain.
        step: u64,
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// A task is done.
    Succeeded {
        /// Which.
        task: TaskIndex,
        /// What it came to.
        result: Value,
        /// Whether its service found nothing to change.
        #[serde(default, skip_serializing_if = "is_false")]
        is_unchanged: bool,
        /// When.
        at: u64,
    },
    /// A try failed, and the task is tried again.
    Retried {
        /// Which.
        task: TaskIndex,
        /// Why.
        failure: TaskFailure,
    },
    /// A task came to nothing, and with it what needs it.
    Failed {
        /// Which.
        task: TaskIndex,
        /// Why.
        failure: TaskFailure,
        /// When.
        at: u64,
    },
    /// A task could mean several things.
    Asked {
        /// Which.
        task: TaskIndex,
        /// What the person is asked.
        ambiguity: AmbiguityDetected,
    },
    /// The person is asked whether a task may run.
    ApprovalAsked {
        /// Which.
        task: TaskIndex,
        /// What its service says that it would do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        preview: Option<Value>,
    },
    /// The person lets it run.
    Approved {
        /// Which.
        task: TaskIndex,
    },
    /// Whether a task was done is not known.
    OutcomeLost {
        /// Which.
        task: TaskIndex,
        /// Why.
        because: UnknownBecause,
    },
    /// A task whose outcome is not known is run again: the person says that it was not done.
    RunAgain {
        /// Which.
        task: TaskIndex,
    },
    /// A task gets other parameters, and runs again with all that depends on it.
    Edited {
        /// Which.
        task: TaskIndex,
        /// All of its parameters.
        parameters: Map<String, Value>,
        /// Whether they are what the person chose of what its service offered.
        #[serde(default)]
        is_chosen: bool,
    },
    /// The person leaves a task out, and with it what needs it.
    LeftOut {
        /// Which.
        task: TaskIndex,
    },
    /// No task begins from now on, or tasks begin again.
    Paused(bool),
    /// Nothing more is begun. Changing tasks that run are let end, so that it is known what was
    /// done.
    Cancelled {
        /// When.
        at: u64,
    },
    /// The chain is cancelled no more: the tasks that were cut off are to be done after all.
    Reopened,
}

fn is_false(value: &bool) -> bool {
    !value
}
