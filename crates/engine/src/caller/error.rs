//! Why a call brought no reply that can be used.

use kikitori_agent::SchemaError;
use kikitori_llm::{BudgetExceeded, CapScope, ErrorKind, LlmError};
use thiserror::Error;

use super::expect::Expect;

/// Why a call brought no reply that can be used. It belongs to that call alone.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum CallError {
    /// The endpoint was not reached, refused, or sent something that is not a reply.
    #[error(transparent)]
    Model(LlmError),
    /// A request would have gone over a cap and was not sent.
    #[error("{reached}")]
    BudgetExceeded {
        /// What the cap holds for.
        scope: CapScope,
        /// Which cap.
        reached: BudgetExceeded,
    },
    /// The reply had another form than was asked for, and had it again when it was asked for once
    /// more.
    #[error("the model's reply is not in the form that was asked for ({expected:?})")]
    UnexpectedForm {
        /// What was asked for.
        expected: Expect,
    },
    /// The model refuses to give the value that was asked for.
    #[error("the model declined to answer: {reason}")]
    Declined {
        /// What it said.
        reason: String,
    },
    /// The value is not valid, and was not after the model had been shown what is wrong either.
    #[error("the model's reply is still not valid after {repairs} repairs: {problem}")]
    Invalid {
        /// What is wrong with it.
        problem: String,
        /// How often the model was shown what is wrong.
        repairs: u32,
    },
    /// The type of the value has no strict schema.
    #[error(transparent)]
    Schema(#[from] SchemaError),
}

impl From<LlmError> for CallError {
    fn from(error: LlmError) -> Self {
        match error {
            LlmError::BudgetExceeded { scope, reached } => Self::BudgetExceeded { scope, reached },
            error => Self::Model(error),
        }
    }
}

impl CallError {
    /// Whether the request is longer than the endpoint takes: a shorter one may pass.
    pub fn is_too_long(&self) -> bool {
        matches!(self, Self::Model(error) if error.kind() == ErrorKind::TooLong)
    }
}
