//! Nodes: what they are given, what they do, and how a task of theirs ends.

use std::rc::Rc;

use futures::future::LocalBoxFuture;

use crate::chart_ids::Ids;
use crate::context::Context;
use crate::error::{NodeError, RunError};
use crate::ids::NodeKey;
use crate::interrupt::Interrupt;
use crate::options::NodeOptions;
use crate::scope::RunScope;
use crate::state::GraphState;

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

/// How a task ends.
pub(crate) enum TaskEnd<U> {
    Finished(U),
    Interrupted(Vec<Interrupt>),
    Failed(NodeError),
    /// Its subgraph was cancelled with the run.
    Cancelled,
    /// Its subgraph could not go on at all.
    Broken(RunError),
}

impl<U> TaskEnd<U> {
    pub fn map<V>(self, change: impl FnOnce(U) -> V) -> TaskEnd<V> {
        match self {
            Self::Finished(update) => TaskEnd::Finished(change(update)),
            Self::Interrupted(interrupts) => TaskEnd::Interrupted(interrupts),
            Self::Failed(error) => TaskEnd::Failed(error),
            Self::Cancelled => TaskEnd::Cancelled,
            Self::Broken(error) => TaskEnd::Broken(error),
        }
    }
}

type NodeFuture<S> = LocalBoxFuture<'static, Result<<S as GraphState>::Update, NodeError>>;
type SubgraphFuture<S> = LocalBoxFuture<'static, TaskEnd<<S as GraphState>::Update>>;

type Function<S, R> = Box<dyn Fn(TaskInput<S>, Context<R>) -> NodeFuture<S>>;
/// Runs the subgraph for the nth time.
type RunSubgraph<S, R> = Box<dyn Fn(TaskInput<S>, u32, RunScope<R>) -> SubgraphFuture<S>>;

/// Draws the subgraph within the node of this id.
type Draw = Box<dyn Fn(&str, &mut Ids) -> String>;

/// What a node does.
pub(crate) enum Work<S: GraphState, R> {
    Function(Function<S, R>),
    Subgraph {
        run: RunSubgraph<S, R>,
        /// For the picture.
        mermaid: Draw,
    },
}

pub(crate) struct Node<S: GraphState, R> {
    pub key: NodeKey,
    pub takes: Takes,
    pub options: NodeOptions,
    pub work: Work<S, R>,
}

impl<S: GraphState, R> Node<S, R> {
    pub fn is_subgraph(&self) -> bool {
        matches!(self.work, Work::Subgraph { .. })
    }
}
