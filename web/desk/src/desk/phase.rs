//! What the page is doing, and why it has no answer.

use kikitori_browser::NoLink;
use kikitori_graph::{Outcome, Ports};
use kikitori_helpdesk::{AgentResult, AgentState, Desk, DeskError};
use kikitori_llm::{BudgetExceeded, LlmError};
use kikitori_store::StoreError;

/// What the page is doing.
#[derive(Debug, Clone, PartialEq)]
pub enum Phase {
    /// Nothing was asked yet.
    Idle,
    /// There is nothing to answer from.
    NothingToSearch,
    /// The agents are at work.
    Working,
    /// Another tab is at work.
    Elsewhere,
    /// Somebody stopped them.
    Stopped,
    /// They could not go on.
    Trouble(String),
    /// The answer is there.
    Answered(Box<AgentResult>),
}

impl Phase {
    /// As the page's `data-state` has it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::NothingToSearch => "nothing-to-search",
            Self::Working => "working",
            Self::Elsewhere => "elsewhere",
            Self::Stopped => "stopped",
            Self::Trouble(_) => "trouble",
            Self::Answered(_) => "answered",
        }
    }
}

/// Why there is no outcome.
pub(super) enum RunBlocked {
    /// Another tab works on the question at hand.
    Elsewhere,
    /// There is no question to go on with.
    Forgotten,
    NoLink(NoLink),
    NothingToSearch,
    BudgetExceeded(BudgetExceeded),
    Model(LlmError),
    Failed(DeskError),
}

impl<E: Into<DeskError>> From<E> for RunBlocked {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// What a store that fails comes to.
pub(super) fn failed(error: StoreError) -> RunBlocked {
    RunBlocked::Failed(DeskError::Run(error.into()))
}

/// A run that failed at a cap, or because the model did, says so.
pub(super) fn unless_explained(
    outcome: Outcome<AgentState>,
    ports: &Ports<Desk>,
) -> Result<Outcome<AgentState>, RunBlocked> {
    if !matches!(outcome, Outcome::Failed { .. }) {
        return Ok(outcome);
    }
    let desk = &ports.resources;
    let capped = desk.cap_reached().map(RunBlocked::BudgetExceeded);
    match capped.or_else(|| desk.model_error().map(RunBlocked::Model)) {
        Some(reason) => Err(reason),
        None => Ok(outcome),
    }
}
