//! What travels with a chat message besides its text.

use kikitori_json::FromJson;
use serde::Serialize;
use serde_json::{Map, Value};

/// The data of a chat message: what the page sent in (`I`, a type of its own) is kept apart
/// from what tool calls added.
///
/// Only what the page shows or the model's next turn needs belongs here; intermediate results
/// stay in the [`RunStep`](crate::RunStep)s.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
pub struct AdditionalData<I> {
    /// What came in with the message, if the page sent it.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub input: Option<I>,
    /// The data of tool calls, by tool. The latest call of a tool counts.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub results: Map<String, Value>,
}

fn none<I>() -> Option<I> {
    None
}

impl<I> Default for AdditionalData<I> {
    fn default() -> Self {
        Self {
            input: None,
            results: Map::new(),
        }
    }
}
