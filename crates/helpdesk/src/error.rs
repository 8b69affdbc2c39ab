//! Why the help desk could not do something.

use kikitori_agent::{SchemaError, ToolArgsError};
use kikitori_graph::{GraphError, NodeError, RunError};
use kikitori_llm::{BudgetExceeded, LlmError};
use kikitori_store::StoreError;
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
    /// The next call would go over a cap of the run.
    #[error(transparent)]
    BudgetExceeded(#[from] BudgetExceeded),
    /// What a call came to could not be stored, so nothing rests on it.
    #[error(transparent)]
    Store(#[from] StoreError),
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
