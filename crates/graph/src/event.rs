//! What a listener is told of a run while it goes on.

use std::rc::Rc;

use serde_json::Value;

use crate::error::NodeError;
use crate::ids::{NodeKey, TaskId};
use crate::interrupt::Interrupt;
use crate::outcome::OutcomeKind;

/// What happens in a run, in order.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A run, or a subgraph's, begins or goes on.
    RunStarted {
        /// As in [`TaskId::path`].
        path: Rc<str>,
    },
    /// It ends, at least for now. Each run that started ends once.
    RunEnded {
        /// As in [`TaskId::path`].
        path: Rc<str>,
        /// How.
        outcome: OutcomeKind,
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
    /// A task is finished, and its update is stored.
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
    /// Something of the node's own.
    Custom {
        /// The task.
        task: TaskId,
        /// Its node.
        node: NodeKey,
        /// What.
        value: Value,
    },
    /// A task waits for an answer. Told once, by the run whose node asks.
    Interrupted(Interrupt),
    /// A superstep's updates are stored.
    Checkpoint {
        /// As in [`TaskId::path`].
        path: Rc<str>,
        /// The superstep that comes next.
        superstep: u32,
    },
}
