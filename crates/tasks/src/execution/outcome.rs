//! What comes of a task.

use kikitori_json::FromJson;
use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;

use super::asked::AskedForm;

/// What a service answers to a call.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub enum TaskOutcome {
    /// It is done, and this is its result.
    Done(Value),
    /// There was nothing to change, and this is its result. Of a [preview](crate::MethodInfo::previews)
    /// it spares the person a question, and the task is done.
    Unchanged(Value),
    /// It could mean several things. Nothing was done.
    Ambiguous(AmbiguityDetected),
    /// It came to nothing.
    Failed(ServiceError),
}

/// A service cannot tell which of several things is meant. Nothing was done.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct AmbiguityDetected {
    /// What the person is asked.
    pub question: String,
    /// What they can choose from. May be empty where they are asked for something.
    pub options: Vec<ChoiceOption>,
    /// Parameters that nobody has said yet: the person fills them in
    /// ([`ConfirmationAnswer::Edit`](crate::ConfirmationAnswer::Edit)).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asks_for: Vec<String>,
    /// What the person can write instead of choosing
    /// ([`ConfirmationAnswer::Write`](crate::ConfirmationAnswer::Write)).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<Box<AskedForm>>,
}

/// One of the things that may be meant.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct ChoiceOption {
    /// Names it within its question.
    pub id: String,
    /// What the person reads.
    pub label: String,
    /// The parameters that the task is called with once this is chosen, over those that it has.
    pub parameters: Map<String, Value>,
}

/// Options that a question may have.
pub const MAX_OPTIONS: usize = 50;

/// Why a service did not do what it was called for.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, FromJson)]
#[error("{message}")]
pub struct ServiceError {
    /// What is known of what was done.
    pub kind: ServiceErrorKind,
    /// What happened, for the model and the person.
    pub message: String,
}

impl ServiceError {
    /// An error of this kind.
    pub fn new(kind: ServiceErrorKind, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { kind, message }
    }
}

/// What is known of what was done when a call failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub enum ServiceErrorKind {
    /// The service does not do this. Nothing was done, and trying again changes nothing.
    Refused,
    /// The service was not there. Nothing was done, and it may do it later.
    Unavailable,
    /// It took too long. It may have been done.
    TimedOut,
    /// The call was under way when its answer was lost. It may have been done.
    Lost,
}

impl ServiceErrorKind {
    /// Whether nothing was done for certain.
    pub fn is_undone(self) -> bool {
        matches!(self, Self::Refused | Self::Unavailable)
    }

    /// Whether another try may succeed.
    pub fn may_pass(self) -> bool {
        !matches!(self, Self::Refused)
    }
}

fn tried(attempts: u32) -> String {
    match attempts {
        0 | 1 => String::new(),
        _ => format!(" (tried {attempts} times)"),
    }
}

/// Why a task failed.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub enum TaskFailure {
    /// Its service did not do it.
    #[error("{error}{}", tried(*attempts))]
    Service {
        /// Why, at the last try.
        error: ServiceError,
        /// How often it was tried.
        attempts: u32,
    },
    /// Its parameters refer to what is not there.
    #[error("{detail}")]
    Reference {
        /// What is missing.
        detail: String,
    },
    /// With the results that they refer to, its parameters are not what the method takes.
    #[error("{detail}")]
    Parameters {
        /// What is wrong.
        detail: String,
    },
    /// Its method is not registered any more.
    #[error("there is no {service}.{method} any more")]
    NoSuchMethod {
        /// The service.
        service: String,
        /// The method.
        method: String,
    },
    /// Its result has more bytes than are kept, or is nested too deep.
    #[error("its result is too long or nested too deep to be kept")]
    ResultTooLarge,
    /// Its service asks something that nobody can answer.
    #[error("its service asks for a choice of {options} things")]
    InvalidQuestion {
        /// How many options there are.
        options: u32,
    },
    /// Whether it was done is not known, and the person says that it was not.
    #[error("whether it was done is not known")]
    OutcomeUnknown,
}

/// Why it is not known whether a changing task was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub enum UnknownBecause {
    /// It took too long.
    TimedOut,
    /// Its answer was lost.
    Lost,
    /// The page was left or killed while it ran.
    Interrupted,
}
