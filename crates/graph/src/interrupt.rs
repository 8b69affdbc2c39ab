//! Questions that a node asks somebody outside.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ids::{InterruptId, NodeKey};

/// A question that waits for an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Interrupt {
    /// Names it in [`Graph::resume`](crate::Graph::resume).
    pub id: InterruptId,
    /// The node that asks.
    pub node: NodeKey,
    /// What it asks.
    pub question: Value,
    /// Why the last answer was not accepted, if there was one.
    pub problem: Option<String>,
}
