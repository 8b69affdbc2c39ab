//! The audit trail: what was called with what, and what came of it.

use kikitori_json::FromJson;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::result::FunctionCallResult;

/// One tool call on record. It is stored before the call with no output and again after it, so
/// that a call which never ended can be told from one that was never made. It is for debugging
/// and audit and never shown as conversation.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct RunStep {
    /// Its place in the session, from 0.
    pub sequence: u64,
    /// The session it belongs to.
    pub session_id: String,
    /// The agent whose model made the call.
    pub agent: String,
    /// The tool's name as called.
    pub tool: String,
    /// The arguments: the text as it came. What was stored as a tree of JSON is read as its text.
    #[serde(deserialize_with = "text_or_json")]
    pub input: String,
    /// The outcome; absent while the call is under way.
    pub output: Option<FunctionCallResult>,
    /// When the call began, in milliseconds since 1970.
    pub started_at: u64,
    /// When it ended.
    pub finished_at: Option<u64>,
}

impl RunStep {
    /// Records the outcome.
    pub fn complete(&mut self, output: FunctionCallResult, now_ms: u64) {
        self.output = Some(output);
        self.finished_at = Some(now_ms);
    }
}

fn text_or_json<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::String(text) => text,
        tree => tree.to_string(),
    })
}
