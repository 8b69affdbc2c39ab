//! What a structured value is asked for with.

use serde_json::Value;

use crate::protocol::message::Message;

/// What a structured value is asked for with.
#[derive(Debug, Clone, PartialEq)]
pub struct StructuredRequest {
    /// A name for the value: letters, digits, `_` and `-`, at most 64 of them.
    pub name: String,
    /// What the value is, for the model.
    pub description: String,
    /// The JSON Schema of the value, an object, in the subset that strict endpoints take.
    pub schema: Value,
    /// The conversation that asks for it.
    pub messages: Vec<Message>,
}
