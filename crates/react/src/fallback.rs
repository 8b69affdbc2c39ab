//! What is done about a tool that did not do what it was called for.

use kikitori_agent::{CallStatus, FunctionCallResult};

use crate::state::Exchange;

/// What follows on the outcome of a tool call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FallbackResult {
    /// The model sees it: it worked, or the model can do it better.
    Observed,
    /// The call is made again as it is.
    Retry,
    /// The tool is given up; the model answers without it.
    Degraded,
}

/// Retries, and then an answer without the tool.
///
/// A call that *failed* ([`CallStatus::Failure`]) is made again as it is. One that was *wrong*
/// ([`CallStatus::Error`]) would be wrong again: the model sees what was wrong and may call the tool
/// in another way. Both are tried again `max_retries` times; after that the tool is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FallbackStrategy {
    max_retries: u32,
}

impl FallbackStrategy {
    /// A strategy with so many retries.
    pub fn new(max_retries: u32) -> Self {
        Self { max_retries }
    }

    /// What follows on `output`, the outcome of the attempt `sequence` of `exchange`, which does not
    /// have it yet.
    pub fn judge(
        self,
        exchange: &Exchange,
        sequence: u64,
        output: &FunctionCallResult,
    ) -> FallbackResult {
        let most = self.max_retries as usize;
        match output.status {
            CallStatus::Success => FallbackResult::Observed,
            CallStatus::Failure if attempts(exchange, sequence) <= most => FallbackResult::Retry,
            CallStatus::Error if wrong_before(exchange, sequence) < most => {
                FallbackResult::Observed
            }
            CallStatus::Failure | CallStatus::Error => FallbackResult::Degraded,
        }
    }
}

/// How often the call of the attempt `sequence` was made, that attempt included.
fn attempts(exchange: &Exchange, sequence: u64) -> usize {
    let actions = exchange.steps.iter().flat_map(|it| &it.actions);
    let mut attempts = actions.map(|it| &it.attempts);
    let own = attempts.find(|it| it.iter().any(|it| it.sequence == sequence));
    own.map_or(0, Vec::len)
}

/// In how many plans in a row, before the one with the attempt `sequence`, no call of its tool
/// worked. Plans without such a call do not count.
fn wrong_before(exchange: &Exchange, sequence: u64) -> usize {
    let mut tool = None;
    let mut wrong = 0;
    for step in exchange.steps.iter().rev() {
        let Some(tool) = tool else {
            let mut actions = step.actions.iter();
            let own = actions.find(|it| it.attempts.iter().any(|it| it.sequence == sequence));
            tool = own.map(|it| &it.call.function.name);
            continue;
        };
        let mut calls = step.actions.iter();
        let calls: Vec<_> = calls
            .by_ref()
            .filter(|it| it.call.function.name == *tool)
            .collect();
        match calls.as_slice() {
            [] => {}
            calls if calls.iter().any(|it| it.has_succeeded()) => break,
            _ => wrong += 1,
        }
    }
    wrong
}
