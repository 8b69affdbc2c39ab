//! The audit trail: what was called with what, and what came of it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::result::FunctionCallResult;

/// One tool call on record. It is stored before the call with no output and again after it, so
/// that a call which never ended can be told from one that was never made. It is for debugging
/// and audit and never shown as conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
    /// The arguments: parsed where they were JSON, else the text as it came.
    pub input: Value,
    /// The outcome; absent while the call is under way.
    pub output: Option<FunctionCallResult>,
    /// When the call began, in milliseconds since 1970.
    pub started_at: u64,
    /// When it ended.
    pub finished_at: Option<u64>,
}

impl RunStep {
    /// The step's input from the model's argument text.
    pub fn input_of(arguments: &str) -> Value {
        serde_json::from_str(arguments).unwrap_or_else(|_| Value::from(arguments))
    }

    /// Records the outcome.
    pub fn complete(&mut self, output: FunctionCallResult, now_ms: u64) {
        self.output = Some(output);
        self.finished_at = Some(now_ms);
    }
}
