//! What a question came to.

use crate::state::{Action, AgentStep, Exchange, StoppedReason};

/// What a question came to, once its run has ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AgentResult<'a> {
    /// The answer; none where the run ended without one.
    pub answer: Option<&'a str>,
    /// Its plans with their observations.
    pub steps: &'a [AgentStep],
    /// How many tool calls were made, each repetition counted.
    pub tool_calls: usize,
    /// Why it ended.
    pub stopped_reason: StoppedReason,
    /// Tools that were given up.
    pub failed_tools: &'a [String],
}

impl Exchange {
    /// What it came to; none while it goes on.
    pub fn result(&self) -> Option<AgentResult<'_>> {
        let attempts = self.steps.iter().flat_map(|it| &it.actions);
        Some(AgentResult {
            answer: self.answer.as_deref(),
            steps: &self.steps,
            tool_calls: attempts.map(|it| it.attempts.len()).sum(),
            stopped_reason: self.stopped?,
            failed_tools: &self.failed_tools,
        })
    }

    /// What the answer rests on: the calls that worked. Without one it rests on the model alone.
    pub fn grounds(&self) -> impl Iterator<Item = &Action> {
        let actions = self.steps.iter().flat_map(|it| &it.actions);
        actions.filter(|it| it.has_succeeded())
    }
}
