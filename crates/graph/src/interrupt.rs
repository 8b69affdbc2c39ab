//! Questions that a node puts to somebody outside.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::event::TaskId;
use crate::node::NodeKey;

/// Names one question of one task. It is the same whenever the run is resumed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct InterruptId(pub String);

impl InterruptId {
    pub(crate) fn new(task: &TaskId, number: u32) -> Self {
        Self(format!("{task}.{number}"))
    }
}

impl fmt::Display for InterruptId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A question that waits for an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Interrupt {
    /// Names it in [`Graph::resume`](crate::Graph::resume).
    pub id: InterruptId,
    /// The node that asks.
    pub node: NodeKey,
    /// What it asks.
    pub question: Value,
    /// Why the last answer was not taken, if there was one.
    pub problem: Option<String>,
}
