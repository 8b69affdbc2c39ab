//! What the controller is doing, and why it does not go on.

use kikitori_engine::caller::NoModel;
use kikitori_store::StoreError;

use crate::agent::AgentError;

/// What the controller is doing.
#[derive(Debug, Clone, PartialEq)]
pub enum Phase {
    /// There is no conversation at hand.
    Idle,
    /// The agent is at work.
    Working,
    /// A call of the question at hand waits for the person's word.
    Waiting,
    /// The question at hand has ended; its exchange says how.
    Ended,
    /// The agent could not go on. It can when the person goes on.
    Blocked(RunBlocked),
}

impl Phase {
    /// In a word, as a page's `data-state` has it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Working => "working",
            Self::Waiting => "waiting",
            Self::Ended => "ended",
            Self::Blocked(RunBlocked::Elsewhere) => "elsewhere",
            Self::Blocked(_) => "trouble",
        }
    }
}

/// Why the agent could not go on.
#[derive(Debug, Clone, PartialEq)]
pub enum RunBlocked {
    /// Another tab works on this conversation.
    Elsewhere,
    /// There is no model to ask.
    NoModel(NoModel),
    /// The part of the program that brings tools that were chosen did not come. Nothing is done without them.
    PartMissing,
    /// What was stored of the conversation is gone or damaged.
    Lost(AgentError),
    /// A model call failed, or something could not be stored.
    Error(AgentError),
}

impl<E: Into<AgentError>> From<E> for RunBlocked {
    fn from(error: E) -> Self {
        match error.into() {
            AgentError::Superseded | AgentError::Store(StoreError::Superseded) => Self::Elsewhere,
            error @ (AgentError::NoSession(_)
            | AgentError::Damaged(_)
            | AgentError::Store(StoreError::Deleted | StoreError::Vanished)) => Self::Lost(error),
            error => Self::Error(error),
        }
    }
}
