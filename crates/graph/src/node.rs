//! Nodes: what they are given, how they may fail, how often they are tried.

use std::rc::Rc;
use std::time::Duration;

use futures::future::LocalBoxFuture;
use thiserror::Error;

use crate::context::Context;
use crate::runner::Nested;
use crate::state::GraphState;
use crate::task::TaskEnd;

/// The name of a node, unique in its graph.
pub type NodeKey = Rc<str>;

/// Why a node came to nothing.
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
    /// A subgraph of it came to nothing.
    #[error("in its subgraph, {node}: {error}")]
    InSubgraph {
        /// The node in the subgraph.
        node: NodeKey,
        /// Its error.
        error: Box<NodeError>,
    },
    /// A subgraph of it went on for too long.
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

/// How often a node is tried, and how long is waited between.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RetryPolicy {
    /// Tries in all, the first included; at least one is made.
    pub attempts: u32,
    /// Before the second try.
    pub first_pause: Duration,
    /// How many times longer each further pause is.
    pub factor: u32,
    /// The longest pause.
    pub longest_pause: Duration,
}

impl RetryPolicy {
    /// One try.
    pub const NONE: Self = Self {
        attempts: 1,
        first_pause: Duration::ZERO,
        factor: 1,
        longest_pause: Duration::ZERO,
    };

    /// The pause after the try numbered `attempt`, from 1.
    pub fn pause_after(&self, attempt: u32) -> Duration {
        let times = self.factor.saturating_pow(attempt.saturating_sub(1));
        self.first_pause
            .saturating_mul(times)
            .min(self.longest_pause)
    }
}

/// How a node is run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodeOptions {
    /// How often it is tried when it fails in a way that may pass.
    pub retry: RetryPolicy,
    /// How long one try may take.
    pub time_limit: Option<Duration>,
}

impl Default for NodeOptions {
    fn default() -> Self {
        Self {
            retry: RetryPolicy::NONE,
            time_limit: None,
        }
    }
}

/// What a task of a node is given.
pub(crate) enum TaskInput<S: GraphState> {
    State(Rc<S>),
    Sent(S::Sent),
}

impl<S: GraphState> Clone for TaskInput<S> {
    fn clone(&self) -> Self {
        match self {
            Self::State(state) => Self::State(state.clone()),
            Self::Sent(sent) => Self::Sent(sent.clone()),
        }
    }
}

/// Whether a node works on the state or on what is sent to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    State,
    Sent,
}

type NodeFuture<S> = LocalBoxFuture<'static, Result<<S as GraphState>::Update, NodeError>>;
type SubgraphFuture<S> = LocalBoxFuture<'static, TaskEnd<<S as GraphState>::Update>>;

type Function<S, R> = Box<dyn Fn(TaskInput<S>, Context<R>) -> NodeFuture<S>>;
type RunSubgraph<S, R> = Box<dyn Fn(TaskInput<S>, Nested<R>) -> SubgraphFuture<S>>;

/// What a node does.
pub(crate) enum Work<S: GraphState, R> {
    Function(Function<S, R>),
    Subgraph {
        run: RunSubgraph<S, R>,
        /// For the picture.
        mermaid: Box<dyn Fn(&str) -> String>,
    },
}

pub(crate) struct Node<S: GraphState, R> {
    pub key: NodeKey,
    pub takes: Takes,
    pub options: NodeOptions,
    pub work: Work<S, R>,
}
