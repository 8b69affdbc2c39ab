//! Why a graph is not built, a node fails, or a run cannot go on.

use std::time::Duration;

use kikitori_journal::Damage;
use kikitori_store::StoreError;
use thiserror::Error;

use crate::ids::{InterruptId, NodeKey, TaskId};

/// Why a graph cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GraphError {
    /// Two nodes have one name, or one is called START or END.
    #[error("the name {0:?} is taken: give the node another")]
    NameTaken(NodeKey),
    /// An edge names a node that the graph does not have.
    #[error("the edge from {from:?} to {to:?} names a node that the graph does not have")]
    NoSuchNode {
        /// Where it begins.
        from: String,
        /// Where it leads.
        to: String,
    },
    /// A plain edge leads to a node that works on what is sent to it.
    #[error(
        "{to:?} works on what is sent to it: only a conditional edge from {from:?} can send something"
    )]
    NothingSent {
        /// Where it begins.
        from: String,
        /// Where it leads.
        to: String,
    },
    /// No edge leads to the node.
    #[error("no edge leads to {0:?}")]
    Unreachable(NodeKey),
    /// Nothing follows START.
    #[error("no edge leads out of START")]
    NoStart,
}

/// Why a node failed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NodeError {
    /// What it tried did not work.
    #[error("{message}")]
    Failed {
        /// What happened, for people.
        message: String,
        /// Whether another try may help.
        retryable: bool,
    },
    /// It took longer than it may.
    #[error("it was not done within {} s", limit.as_secs_f64())]
    TimedOut {
        /// The node's limit.
        limit: Duration,
    },
    /// A node of its subgraph failed.
    #[error("in its subgraph, {node}: {error}")]
    InSubgraph {
        /// The node in the subgraph.
        node: NodeKey,
        /// Its error.
        error: Box<NodeError>,
    },
    /// Its subgraph went on for too long.
    #[error("its subgraph was not done after {limit} supersteps")]
    SubgraphLimit {
        /// The limit.
        limit: u32,
    },
}

impl NodeError {
    /// Something that another try will not mend.
    pub fn fatal(message: impl Into<String>) -> Self {
        Self::Failed {
            message: message.into(),
            retryable: false,
        }
    }

    /// Something that another try may mend, such as an endpoint that is away.
    pub fn passing(message: impl Into<String>) -> Self {
        Self::Failed {
            message: message.into(),
            retryable: true,
        }
    }

    /// Whether another try may help.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Failed { retryable, .. } => *retryable,
            Self::TimedOut { .. } => true,
            Self::InSubgraph { .. } | Self::SubgraphLimit { .. } => false,
        }
    }
}

/// A task that failed.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskFailure {
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
    /// A run's id is a part of its records' keys, which a slash would lead to another run's.
    #[error("a run cannot be called {0:?}: its id is neither empty nor has a slash in it")]
    BadRunId(String),
    /// The writer that was given is another session's.
    #[error("the writer of the session {session:?} cannot write the run {run:?}")]
    WrongWriter {
        /// The run.
        run: String,
        /// The writer's session.
        session: String,
    },
    /// Records of the run are missing or cannot be read. It can be forked from before them.
    #[error("{} stored records of the run {run:?} are damaged", damage.len())]
    Damaged {
        /// The run.
        run: String,
        /// What is wrong.
        damage: Vec<Damage>,
    },
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
    /// A conditional edge leads to a node that it did not declare, or sends to one that takes the
    /// state, or sends nothing to one that takes what is sent.
    #[error("the conditional edge after {from:?} goes to {to:?} in a way that it did not declare")]
    BadBranch {
        /// Where the conditional edge begins.
        from: String,
        /// Where it led.
        to: String,
    },
}
