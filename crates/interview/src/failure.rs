//! Why an interview stands still.

use kikitori_agent::AgentError;
use kikitori_engine::caller::CapScope;
use kikitori_json::FromJson;
use kikitori_llm::BudgetExceeded;
use serde::Serialize;
use thiserror::Error;

use crate::agent_kind::AgentKind;
use kikitori_form::FieldId;

/// Why the engine stands still. Nothing is lost, and a retry goes on from here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson, Error)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Failure {
    /// An agent used up its turns.
    #[error("{error}")]
    AgentStuck {
        /// Which agent.
        agent: AgentKind,
        /// The error.
        error: AgentError,
    },
    /// The next model call would go over a cap. A run's cap is over with the run; a session goes
    /// on once its cap is raised.
    #[serde(rename = "cap_reached")]
    #[error("{reached}")]
    BudgetExceeded {
        /// Whose call it would be.
        agent: AgentKind,
        /// What the cap is on.
        scope: CapScope,
        /// Which, and how far it is used.
        reached: BudgetExceeded,
    },
    /// The greeting was answered as often as allowed and is not settled.
    #[error("the greeting is not settled after {times} answers")]
    GreetingLimit {
        /// Answers given.
        times: u32,
    },
    /// The field was followed up as often as allowed.
    #[error("“{label}” was asked for {times} times and the answer is still not complete")]
    FollowUpLimit {
        /// The field.
        field_id: FieldId,
        /// What it is called.
        label: String,
        /// Follow-ups asked.
        times: u32,
    },
}
