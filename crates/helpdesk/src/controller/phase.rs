//! What the controller is doing, and why there is no answer.

use kikitori_engine::caller::CallError;
use kikitori_graph::{Outcome, RunError};
use kikitori_llm::BudgetExceeded;
use kikitori_store::StoreError;

use super::ports::NoModel;
use crate::agent::AgentState;
use crate::data::AgentResult;
use crate::error::{HelpDeskError, NodeFailure};
use crate::resources::HelpDeskResources;

/// What the controller is doing.
#[derive(Debug, Clone, PartialEq)]
pub enum Phase {
    /// There is no question at hand.
    Idle,
    /// The agents are at work.
    Working,
    /// Somebody stopped them. The run can be resumed.
    Stopped,
    /// They could not go on. The run can be resumed.
    Blocked(RunBlocked),
    /// The answer is there.
    Answered {
        /// The answer and how it came about.
        result: Box<AgentResult>,
        /// Why not all that belongs to it is stored, if so.
        store_error: Option<HelpDeskError>,
    },
}

impl Phase {
    /// In a word, as a page's `data-state` has it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Working => "working",
            Self::Stopped => "stopped",
            Self::Blocked(RunBlocked::Elsewhere) => "elsewhere",
            Self::Blocked(RunBlocked::NothingToSearch) => "nothing-to-search",
            Self::Blocked(_) => "trouble",
            Self::Answered { .. } => "answered",
        }
    }
}

/// Why a run did not come to an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum RunBlocked {
    /// Another tab works on the question at hand.
    Elsewhere,
    /// There is nothing to answer from.
    NothingToSearch,
    /// There is no model to ask.
    NoModel(NoModel),
    /// The next call would have gone over a cap.
    BudgetExceeded(BudgetExceeded),
    /// These nodes failed, each for its own reason. There is at least one.
    Failed(Vec<NodeFailure>),
    /// What was stored of the question is gone or damaged; going on asks it anew.
    Lost(HelpDeskError),
    /// The run could not be begun, resumed or stored.
    Error(HelpDeskError),
}

impl<E: Into<HelpDeskError>> From<E> for RunBlocked {
    fn from(error: E) -> Self {
        match error.into() {
            error if is_taken_over(&error) => Self::Elsewhere,
            error if is_lost(&error) => Self::Lost(error),
            error => Self::Error(error),
        }
    }
}

/// Whether another tab has taken the session over.
fn is_taken_over(error: &HelpDeskError) -> bool {
    *error == HelpDeskError::Store(StoreError::Superseded)
}

/// Whether nothing is left that could be gone on with.
fn is_lost(error: &HelpDeskError) -> bool {
    matches!(
        error,
        HelpDeskError::Store(StoreError::Vanished | StoreError::Deleted)
            | HelpDeskError::Run(RunError::Damaged { .. })
            | HelpDeskError::Session(_)
    )
}

/// What a run that has ended means.
pub(super) fn phase_of(outcome: Outcome<AgentState>, resources: &HelpDeskResources) -> Phase {
    match outcome {
        Outcome::Done { state } => match state.into_result() {
            Some(result) => Phase::Answered {
                result: Box::new(result),
                store_error: None,
            },
            // The graph ends with an answer.
            None => Phase::Stopped,
        },
        Outcome::Cancelled { .. } | Outcome::Interrupted { .. } => Phase::Stopped,
        Outcome::RecursionLimit { limit, .. } => {
            Phase::Blocked(HelpDeskError::RecursionLimit { limit }.into())
        }
        Outcome::Failed { failures, .. } => {
            let own = resources.failures();
            let mut stores = own.iter().filter_map(|failure| match &failure.error {
                HelpDeskError::Store(error) => Some(error.clone()),
                _ => None,
            });
            // Whatever else went wrong, nothing can be stored.
            if let Some(error) = stores.next() {
                return Phase::Blocked(error.into());
            }
            let capped = own.iter().find_map(|failure| match failure.error {
                HelpDeskError::Call(CallError::BudgetExceeded { reached, .. }) => Some(reached),
                _ => None,
            });
            Phase::Blocked(match (capped, failures.into_iter().next()) {
                (Some(reached), _) => RunBlocked::BudgetExceeded(reached),
                (None, Some(failure)) if own.is_empty() => {
                    HelpDeskError::Node(failure.error.to_string()).into()
                }
                (None, _) => RunBlocked::Failed(own),
            })
        }
    }
}

impl RunBlocked {
    /// Whether the run was never begun, because there is none to go on with.
    pub(super) fn is_no_run(error: &HelpDeskError) -> bool {
        matches!(error, HelpDeskError::Run(RunError::NoRun(_)))
    }
}
