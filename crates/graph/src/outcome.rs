//! How a run ends.

use kikitori_store::StoreError;
use thiserror::Error;

use crate::event::TaskId;
use crate::interrupt::{Interrupt, InterruptId};
use crate::node::{NodeError, NodeKey};

/// How a run ends, at least for now. Every way but an error keeps the state; but for
/// [`Outcome::Done`], the run can be resumed.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome<S> {
    /// No way leads on.
    Done {
        /// The state it ends with.
        state: S,
    },
    /// Nodes have put questions.
    Interrupted {
        /// The state before the superstep that waits.
        state: S,
        /// All questions that are open, in the order of their tasks.
        interrupts: Vec<Interrupt>,
    },
    /// Nodes came to nothing. What others of the same superstep came to is kept, and they are not
    /// run again.
    Failed {
        /// The state before the superstep that failed.
        state: S,
        /// Which, in the order of their tasks.
        failures: Vec<NodeFailure>,
    },
    /// The run went on for as many supersteps as it may.
    RecursionLimit {
        /// The state it has come to.
        state: S,
        /// The limit.
        limit: u32,
    },
    /// It was cancelled.
    Cancelled {
        /// The state before the superstep that was under way.
        state: S,
    },
}

impl<S> Outcome<S> {
    /// The state that is kept.
    pub fn state(&self) -> &S {
        match self {
            Self::Done { state }
            | Self::Interrupted { state, .. }
            | Self::Failed { state, .. }
            | Self::RecursionLimit { state, .. }
            | Self::Cancelled { state } => state,
        }
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Done { .. } => "done",
            Self::Interrupted { .. } => "interrupted",
            Self::Failed { .. } => "failed",
            Self::RecursionLimit { .. } => "limit",
            Self::Cancelled { .. } => "cancelled",
        }
    }
}

/// A task that came to nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeFailure {
    /// The task.
    pub task: TaskId,
    /// Its node.
    pub node: NodeKey,
    /// Why.
    pub error: NodeError,
}

/// Why a run could not go on at all.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RunError {
    /// The store failed. What was stored before is kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is nothing to resume.
    #[error("there is no run {0:?} in the store")]
    NoRun(String),
    /// A run is started under an id that another has.
    #[error("there is a run {0:?} already: resume it, or choose another id")]
    RunExists(String),
    /// A run cannot be resumed without a store.
    #[error("a run can only be resumed from a store, and none was given")]
    NoStore,
    /// The run has no such checkpoint.
    #[error("the run {run:?} has no checkpoint before superstep {superstep}")]
    NoCheckpoint {
        /// The run.
        run: String,
        /// The superstep.
        superstep: u32,
    },
    /// A checkpoint names a node that this graph does not have.
    #[error("the stored run goes on at {0:?}, a node that this graph does not have")]
    NoSuchNode(String),
    /// An answer is for a question that is not open.
    #[error("no question {0} is open")]
    NoSuchInterrupt(InterruptId),
    /// A branch names a node that it did not declare, or sends to one that takes the state, or
    /// sends nothing to one that takes what is sent.
    #[error("the branch after {from:?} goes to {to:?} in a way that it did not declare")]
    BadBranch {
        /// Where the branch is.
        from: String,
        /// What it named.
        to: String,
    },
}
