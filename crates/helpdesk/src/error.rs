//! Why the help desk could not do something.

use kikitori_agent::{RegistryError, SchemaError};
use kikitori_engine::caller::CallError;
use kikitori_graph::{GraphError, RunError};
use kikitori_journal::JournalError;
use kikitori_llm::{Caps, ErrorKind};
use kikitori_store::StoreError;
use thiserror::Error;

use crate::data::GapReason;
use crate::node::Node;

/// Why the help desk could not do something.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum HelpDeskError {
    /// A model call brought no reply that can be used.
    #[error(transparent)]
    Call(#[from] CallError),
    /// A plan without anything to do.
    #[error("the plan has no subtask")]
    EmptyPlan,
    /// The store failed, so nothing rests on what it did not take.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What is stored of the session cannot be read.
    #[error("{0}")]
    Session(String),
    /// The run could not go on at all.
    #[error(transparent)]
    Run(RunError),
    /// A tool's type has no strict schema.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// The graph or its tools do not fit together, which the tests of whoever made them show.
    #[error("{0}")]
    Setup(String),
    /// A node failed in the graph itself, which says so.
    #[error("{0}")]
    Node(String),
    /// The run was not done after so many supersteps.
    #[error("the run was not done after {limit} supersteps")]
    RecursionLimit {
        /// The limit.
        limit: u32,
    },
}

impl From<JournalError> for HelpDeskError {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::Store(error) => Self::Store(error),
            error => Self::Session(error.to_string()),
        }
    }
}

impl From<RunError> for HelpDeskError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Store(error) => Self::Store(error),
            error => Self::Run(error),
        }
    }
}

impl From<GraphError> for HelpDeskError {
    fn from(error: GraphError) -> Self {
        Self::Setup(error.to_string())
    }
}

impl From<RegistryError> for HelpDeskError {
    fn from(error: RegistryError) -> Self {
        Self::Setup(error.to_string())
    }
}

impl HelpDeskError {
    /// What it says about what was asked, if it does, so that it would happen again under these
    /// caps: a subtask ends with it. Everything else, such as an endpoint that is away, ends the
    /// run, which can be resumed.
    pub fn gap_reason(&self, caps: Caps) -> Option<GapReason> {
        let Self::Call(error) = self else {
            return None;
        };
        match error {
            CallError::Model(error) => match error.kind() {
                ErrorKind::TooLong => Some(GapReason::TooLong),
                ErrorKind::Filtered => Some(GapReason::Filtered),
                // With another cap the reply may have more.
                ErrorKind::TokenLimit if caps.bounds_replies() => None,
                ErrorKind::TokenLimit => Some(GapReason::ReplyTooLong),
                _ => None,
            },
            CallError::UnexpectedForm { .. } => Some(GapReason::UnexpectedForm),
            CallError::Declined { .. } => Some(GapReason::Declined),
            CallError::Invalid { .. } => Some(GapReason::Invalid),
            CallError::BudgetExceeded { .. } | CallError::Schema(_) => None,
        }
    }
}

/// A node that failed, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeFailure {
    /// The node.
    pub node: Node,
    /// Why.
    pub error: HelpDeskError,
}
