//! Requests that are made shorter until the endpoint takes them.

use std::cell::Cell;

use kikitori_llm::{Completion, LlmError, UsageTotals};

use super::call::{CallEvent, ModelCall, ModelOutcome};
use super::error::CallError;
use super::form::FormAttempt;
use super::{Caller, Run};

impl Caller {
    /// Makes the call that `build` makes for the tokens that a request may have. One that is
    /// refused for being too long is built again for half as many, and what was learnt holds for
    /// later calls; a request that is not shorter than one that was refused is not sent.
    pub async fn call_fitting(
        &self,
        build: impl Fn(u64) -> ModelCall,
        on_event: &mut dyn FnMut(CallEvent),
    ) -> ModelOutcome {
        let used = Cell::new(UsageTotals::default());
        let result = self.call_fitting_counted(build, &used, on_event).await;
        ModelOutcome {
            result,
            usage: used.get(),
        }
    }

    /// The same, which adds what it uses to `used` as [`Self::call_counted`] does.
    ///
    /// # Errors
    /// [`CallError`].
    pub async fn call_fitting_counted(
        &self,
        build: impl Fn(u64) -> ModelCall,
        used: &Cell<UsageTotals>,
        on_event: &mut dyn FnMut(CallEvent),
    ) -> Result<Completion, CallError> {
        let mut refusal = None;
        loop {
            let window = self.window().tokens();
            let call = build(window);
            let mut attempt = FormAttempt::new(call.expect, call.request);
            let mut sent = Sent::now(attempt.request().estimated_tokens(), window, used);
            if let Some(error) = is_refused_already(&mut refusal, sent.tokens) {
                return Err(error);
            }
            let run = Run {
                account: self.meter.run(&call.agent, call.run),
                used,
            };
            let reply = self.in_form(&mut attempt, call.show.as_ref(), &run, on_event);
            let error = match reply.await {
                Ok(reply) => return Ok(reply),
                Err(error) => error,
            };
            let first = sent.tokens;
            // It is longer than it was where the model was told which form is wanted.
            sent.tokens = attempt.request().estimated_tokens();
            if !self.learns_to_be_shorter(&error, sent, used) {
                return Err(error);
            }
            refusal = Some((error, first));
        }
    }

    /// Takes note of what `error` says about the length of the request that was `sent`; `used` has
    /// counted it. Whether a shorter one is worth a try.
    pub(super) fn learns_to_be_shorter(
        &self,
        error: &CallError,
        sent: Sent,
        used: &Cell<UsageTotals>,
    ) -> bool {
        let limits = self.meter.limits();
        let is_bounded = limits.run_caps.and(limits.session_caps).bounds_replies();
        // The reply had no room beside the request; a person decides whether to pay for another.
        // One that is longer than its request ran away, which says nothing of the window.
        let written = used
            .get()
            .completion_tokens
            .saturating_sub(sent.written_before);
        let had_no_room = *error == CallError::Model(LlmError::TokenLimit)
            && !is_bounded
            && written < sent.tokens;
        let is_too_long = error.is_too_long();
        if !is_too_long && !had_no_room {
            return false;
        }
        let mut window = self.window.get();
        let is_shorter = window.halve(sent.tokens, sent.made_for);
        self.window.set(window);
        is_shorter && is_too_long
    }
}

/// A request on its way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sent {
    pub tokens: u64,
    /// The window that it was made for; another call may learn a smaller one meanwhile.
    made_for: u64,
    /// Tokens that were written before it.
    written_before: u64,
}

impl Sent {
    pub fn now(tokens: u64, made_for: u64, used: &Cell<UsageTotals>) -> Self {
        Self {
            tokens,
            made_for,
            written_before: used.get().completion_tokens,
        }
    }
}

/// Why a request of `tokens` is not sent: one that is not longer was refused.
pub(super) fn is_refused_already(
    refusal: &mut Option<(CallError, u64)>,
    tokens: u64,
) -> Option<CallError> {
    refusal
        .take_if(|(_, refused)| tokens >= *refused)
        .map(|(error, _)| error)
}
