//! What the person does about a chain, and what it waits for.

use kikitori_engine::caller::CallError;
use kikitori_json::FromJson;
use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;

use super::state::{ChainFailure, ChainRequest};
use crate::execution::{ExecutionLimits, ExecutorRefusal, Settlement};
use crate::task::TaskId;
use crate::validate::DEFAULT_MAX_TASKS;

/// Bounds of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChainLimits {
    /// Tasks of a plan.
    pub max_tasks: usize,
    /// Bounds of its execution.
    pub execution: ExecutionLimits,
    /// Characters of all results together that the answer is written from.
    pub result_characters: usize,
}

impl Default for ChainLimits {
    fn default() -> Self {
        Self {
            max_tasks: DEFAULT_MAX_TASKS,
            execution: ExecutionLimits::default(),
            result_characters: 48_000,
        }
    }
}

/// A longer request than this many bytes is refused before anything is done with it.
pub const MAX_REQUEST_BYTES: usize = 64 * 1024;

/// What the person does. It is taken also while tasks run.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Lets the plan run, without these tasks and what depends on them.
    Start {
        /// The tasks that are left out.
        leave_out: Vec<TaskId>,
    },
    /// Answers what is asked about a task.
    Confirm {
        /// The task.
        task: TaskId,
        /// The answer.
        answer: ConfirmationAnswer,
    },
    /// Gives a task other parameters; what came of it is worked on anew.
    Edit {
        /// The task.
        task: TaskId,
        /// All of its parameters.
        parameters: Map<String, Value>,
    },
    /// Begins no task from now on.
    Pause,
    /// Begins tasks again, also those that a cancellation cut off.
    Resume,
    /// Ends the chain. What is done stays done.
    Cancel,
    /// Makes a model call again that failed, asks for a plan again, or for the answer of a chain that
    /// was cancelled.
    Retry,
    /// Asks for something else. Nothing may have run yet.
    Request(ChainRequest),
}

/// What the person answers to a [`Confirmation`](super::Confirmation).
#[derive(Debug, Clone, PartialEq)]
pub enum ConfirmationAnswer {
    /// One of the options, by its id.
    Choose(String),
    /// What it asks to be written, by the names of the fields.
    Write(Map<String, Value>),
    /// Other parameters.
    Edit(Map<String, Value>),
    /// Other parameters, of which the person has seen what would come of them: it may run.
    EditAndApprove(Map<String, Value>),
    /// It may run.
    Approve,
    /// It is left out, and what depends on it.
    LeaveOut,
    /// What is known of it.
    Settle(Settlement),
}

/// What a chain does or waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub enum Phase {
    /// The model makes the plan.
    Planning,
    /// The person looks at the plan.
    Review,
    /// Tasks run.
    Running,
    /// Nothing runs until the person has answered.
    NeedsConfirmation,
    /// The person has paused it.
    Paused,
    /// The model writes the answer.
    Answering,
    /// It has come to its end.
    Done,
    /// The person cancelled it, and nothing of it runs any more.
    Cancelled,
    /// There is no plan that can be run.
    Failed,
    /// A model call failed; a retry makes it again.
    CallFailed,
}

/// Why no step is named, while nobody is at work.
#[derive(Debug, Clone, PartialEq)]
pub enum Pause {
    /// The phase says it.
    At(Phase),
    /// A model call failed.
    CallFailed(CallError),
    /// There is no plan that can be run.
    Failed(ChainFailure),
}

/// Why an outcome or a command was refused. Nothing has changed then.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ChainError {
    /// It waits for something else.
    #[error("the chain is not waiting for {what}")]
    NotExpected {
        /// What came.
        what: &'static str,
    },
    /// The request has nothing in it.
    #[error("Say what is to be done first.")]
    BlankRequest,
    /// The request is too long.
    #[error("The request is too long ({bytes} bytes; {MAX_REQUEST_BYTES} fit). Shorten it.")]
    RequestTooLong {
        /// Its size.
        bytes: usize,
    },
    /// Every task would be left out.
    #[error("Nothing of the plan is left to run.")]
    NothingLeft,
    /// It is not possible for this task.
    #[error(transparent)]
    Task(#[from] ExecutorRefusal),
}
