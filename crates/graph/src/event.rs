//! What can be heard of a run while it goes on.

use std::fmt;
use std::rc::Rc;

use serde_json::Value;

use crate::interrupt::Interrupt;
use crate::node::{NodeError, NodeKey};

/// One task of a superstep. A run's tasks have the same ids whenever it is resumed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId {
    /// The tasks whose subgraphs it is in, outermost first, each followed by `/`; empty in the
    /// graph that was started.
    pub path: Rc<str>,
    /// The superstep, from 0.
    pub superstep: u32,
    /// Its place among the superstep's tasks, from 0.
    pub index: u32,
}

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}.{}", self.path, self.superstep, self.index)
    }
}

/// What happens in a run, in order.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A run, or a subgraph's, begins or goes on.
    RunStarted {
        /// As in [`TaskId::path`].
        path: Rc<str>,
    },
    /// It ends, at least for now.
    RunEnded {
        /// As in [`TaskId::path`].
        path: Rc<str>,
        /// How, in a word: `done`, `interrupted`, `failed`, `limit`, `cancelled`.
        outcome: &'static str,
    },
    /// Tasks are about to run side by side.
    SuperstepStarted {
        /// As in [`TaskId::path`].
        path: Rc<str>,
        /// The superstep.
        superstep: u32,
        /// How many tasks it has that are not finished yet.
        tasks: usize,
    },
    /// A task begins.
    NodeStarted {
        /// The task.
        task: TaskId,
        /// Its node.
        node: NodeKey,
        /// The try, from 1.
        attempt: u32,
    },
    /// A task is finished, and what it came to is stored.
    NodeFinished {
        /// The task.
        task: TaskId,
        /// Its node.
        node: NodeKey,
    },
    /// A try failed.
    NodeFailed {
        /// The task.
        task: TaskId,
        /// Its node.
        node: NodeKey,
        /// Why.
        error: NodeError,
        /// Whether it is tried again.
        retrying: bool,
    },
    /// A piece of a model's reply.
    Token {
        /// The task.
        task: TaskId,
        /// Its node.
        node: NodeKey,
        /// The piece.
        text: String,
    },
    /// Something a node wants to tell.
    Told {
        /// The task.
        task: TaskId,
        /// Its node.
        node: NodeKey,
        /// What.
        value: Value,
    },
    /// A task waits for an answer.
    Interrupted(Interrupt),
    /// A superstep's outcome is stored.
    Checkpoint {
        /// As in [`TaskId::path`].
        path: Rc<str>,
        /// The superstep that comes next.
        superstep: u32,
    },
}
