//! What the person does.

use kikitori_engine::StepId;
use thiserror::Error;

/// What the person does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// They ask, for the first time or after an answer. A run that is under way is stopped.
    Ask {
        /// What.
        query: String,
        /// What their clock says.
        local_time: Option<String>,
    },
    /// They ask the last question once more, which has ended. What it came to is taken back, unless
    /// a tool was called for it.
    AskAgain {
        /// What their clock says.
        local_time: Option<String>,
    },
    /// They stop the run.
    Stop,
    /// They say whether a call may be made for which they are asked.
    Decide {
        /// The call's number on record.
        sequence: u64,
        /// Whether it may.
        is_allowed: bool,
    },
    /// They go on with a run that was stopped, that reached a cap, or whose model call failed.
    GoOn,
}

/// Why an outcome or a command was not taken.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotExpected {
    /// Nothing waits for that outcome.
    #[error("the agent does not wait for the outcome of step {0}")]
    Outcome(StepId),
    /// There is nothing to stop or to go on with.
    #[error("there is nothing to go on with")]
    NothingAtHand,
    /// Nobody is asked about that call, or not any more.
    #[error("call {0} does not wait for anybody's consent")]
    Decision(u64),
    /// The question is empty.
    #[error("the question is empty")]
    EmptyQuery,
}
