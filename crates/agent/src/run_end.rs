//! How a run of an agent ends.

use kikitori_json::FromJson;
use kikitori_llm::UsageTotals;
use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::reply_calls::ToolCallResult;

/// Why a run ended without a result, or an outcome was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson, Error)]
#[serde(rename_all = "snake_case")]
pub enum AgentError {
    /// The model was asked as often as the run allows.
    #[error("the {agent} came to no result in {turns} turns")]
    TurnLimit {
        /// The agent.
        agent: String,
        /// Turns taken.
        turns: u32,
    },
    /// An outcome was reported for a step that the run is not waiting for.
    #[error("the {agent} is not waiting for {what}")]
    UnexpectedOutcome {
        /// The agent.
        agent: String,
        /// The step that was reported.
        what: String,
    },
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum RunEnd {
    /// The person was asked something.
    AwaitingUser {
        /// What they were asked.
        text: String,
    },
    /// The work is done.
    Completed {
        /// What the model said last, if it said anything.
        text: String,
    },
    /// It came to nothing.
    Failed(AgentError),
}

/// What a finished run hands to its caller. The state that the run's tools changed is not in it:
/// it belongs to the caller, who lent it to each call as the tools' context.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentLoopResult {
    /// What to say to the person.
    pub response_text: String,
    /// The calls that were made, in order.
    pub tool_calls: Vec<ToolCallResult>,
    /// Whether the person is awaited now.
    pub awaiting_user_response: bool,
    /// Data of tool calls for the next assistant message.
    pub data: Map<String, Value>,
    /// What all its model calls used.
    pub usage: UsageTotals,
}
