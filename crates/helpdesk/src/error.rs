//! Why the help desk could not do something.

use kikitori_agent::{SchemaError, ToolArgsError};
use kikitori_graph::{GraphError, NodeError, RunError};
use kikitori_llm::LlmError;
use thiserror::Error;

/// Why a step of the help desk came to nothing.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum HelpDeskError {
    /// The model call failed.
    #[error(transparent)]
    Model(#[from] LlmError),
    /// The model was to choose a tool and chose none.
    #[error("the model did not search for {subtask:?}")]
    MissingToolCall {
        /// The subtask.
        subtask: String,
    },
    /// The model was to call this tool and did not.
    #[error("the model was to call {tool} and did not")]
    MissingResult {
        /// The tool.
        tool: &'static str,
    },
    /// The model did not say whether its answer is enough.
    #[error("the model did not reflect on {subtask:?}")]
    MissingReflection {
        /// The subtask.
        subtask: String,
    },
    /// The arguments of a call did not fit, and did not after being sent back either.
    #[error(transparent)]
    Arguments(#[from] ToolArgsError),
    /// A plan without anything to do.
    #[error("the plan has no subtask")]
    EmptyPlan,
    /// The run's budget is used up.
    #[error("the budget of {limit} {what} is used up")]
    Budget {
        /// What was counted.
        what: &'static str,
        /// The limit.
        limit: u64,
    },
    /// A tool's type has no strict schema.
    #[error(transparent)]
    Schema(#[from] SchemaError),
}

impl From<HelpDeskError> for NodeError {
    fn from(error: HelpDeskError) -> Self {
        Self::fatal(error.to_string())
    }
}

/// Why the help desk could not be set up or run at all.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DeskError {
    /// The graph does not fit together.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// The run could not go on.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A tool's type has no strict schema.
    #[error(transparent)]
    Schema(#[from] SchemaError),
}
