//! What the messages of an agent's own run say.

use std::collections::HashMap;

use kikitori_llm::Message;
use serde_json::Value;

/// Whether `tool` has already done its work in these messages.
pub fn has_worked(messages: &[Message], tool: &str) -> bool {
    let mut calls = HashMap::new();
    for message in messages {
        match message {
            Message::Assistant(message) => {
                let made = message.tool_calls.iter();
                calls.extend(made.map(|call| (&call.id, call.function.name.as_str())));
            }
            Message::Tool {
                tool_call_id,
                content,
                ..
            } => {
                let named = calls.get(tool_call_id);
                if named.is_some_and(|named| *named == tool) && worked(content) {
                    return true;
                }
            }
            Message::System { .. } | Message::User { .. } => {}
        }
    }
    false
}

fn worked(content: &str) -> bool {
    let outcome: Value = serde_json::from_str(content).unwrap_or_default();
    outcome.get("status").and_then(Value::as_str) == Some("success")
}
