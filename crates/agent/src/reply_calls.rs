//! The calls of one reply: each with an id of its own, and no more than are taken.

use kikitori_json::FromJson;
use kikitori_llm::{AssistantMessage, ToolCall, ToolCallId};
use serde::Serialize;

use crate::result::FunctionCallResult;

/// Calls of one reply beyond this many are answered with an error instead of being run.
pub const MAX_CALLS_PER_REPLY: usize = 16;

/// A call that was made, with its outcome.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
pub struct ToolCallResult {
    /// The call as the model wrote it.
    pub call: ToolCall,
    /// What came of it.
    pub result: FunctionCallResult,
}

/// The calls of one reply.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReplyCalls {
    /// Those that are to be run, in order.
    pub admitted: Vec<ToolCall>,
    /// Those beyond the bound, with their outcome.
    pub refused: Vec<ToolCallResult>,
}

impl ReplyCalls {
    /// The calls of `reply`, which is the one numbered `turn` of its run. Where servers sent empty
    /// or repeated ids, by which outcomes could not be told apart, `reply` gets others.
    pub fn of(reply: &mut AssistantMessage, turn: u32) -> Self {
        let mut seen: Vec<ToolCallId> = Vec::new();
        for (position, call) in reply.tool_calls.iter_mut().enumerate() {
            if call.id.0.is_empty() || seen.contains(&call.id) {
                // Nine letters and digits, which is all that some servers take.
                call.id = ToolCallId(format!("t{:03}c{position:04}", turn % 1000));
            }
            seen.push(call.id.clone());
        }
        let mut admitted = reply.tool_calls.clone();
        let beyond = admitted.split_off(admitted.len().min(MAX_CALLS_PER_REPLY));
        let refused = beyond.into_iter().map(|call| ToolCallResult {
            call,
            result: FunctionCallResult::error(format!(
                "Not run: at most {MAX_CALLS_PER_REPLY} calls are taken in one turn."
            )),
        });
        Self {
            admitted,
            refused: refused.collect(),
        }
    }
}
