//! Values of a given shape.

use std::borrow::Cow;
use std::cell::Cell;

use kikitori_agent::{ToolArgs, parse_and_validate_tool_args, strict_schema};
use kikitori_llm::{
    Flaw, Message, StructuredAttempt, StructuredOutputMode, StructuredRequest, UsageTotals, fit,
};

use super::call::CallEvent;
use super::error::CallError;
use super::expect::Expect;
use super::fitting::{Sent, is_refused_already};
use super::shown::ShownText;
use super::{Caller, Run};

/// A value that a model is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueCall {
    /// Whose call it is.
    pub agent: String,
    /// A name for the value: letters, digits, `_` and `-`, at most 64 of them.
    pub name: String,
    /// What the value is, for the model.
    pub description: String,
    /// The conversation that asks for it.
    pub messages: Vec<Message>,
    /// The text of the value that is shown while it arrives, as in [`super::Shown::path`]. Without
    /// one nobody sees the reply before it is whole.
    pub show: Option<String>,
    /// What the run that this call belongs to has used before.
    pub run: UsageTotals,
}

impl Caller {
    /// A validated value of type `A`: the same type makes the schema and validates the reply. The
    /// surest way that the endpoint supports is taken. A reply as if nobody had asked so is asked
    /// for once more in that way, and then in the next surest. One that is not valid goes back to
    /// the model with what is wrong with it, twice at most; a conversation that is too long is cut.
    ///
    /// # Errors
    /// [`CallError`].
    pub async fn value<A: ToolArgs>(
        &self,
        call: ValueCall,
        on_event: &mut dyn FnMut(CallEvent),
    ) -> Result<A, CallError> {
        let used = Cell::new(UsageTotals::default());
        self.value_counted(call, &used, on_event).await
    }

    /// The same, which adds what it uses to `used` as [`Self::call_counted`] does.
    ///
    /// # Errors
    /// [`CallError`].
    pub async fn value_counted<A: ToolArgs>(
        &self,
        call: ValueCall,
        used: &Cell<UsageTotals>,
        on_event: &mut dyn FnMut(CallEvent),
    ) -> Result<A, CallError> {
        let run = Run {
            account: self.meter.run(&call.agent, call.run),
            used,
        };
        let name = call.name.clone();
        let validate = |json: &str| {
            parse_and_validate_tool_args::<A>(json, &name).map_err(|error| error.to_string())
        };
        let wanted = StructuredRequest {
            name: call.name,
            description: call.description.trim().to_owned(),
            schema: strict_schema::<A>()?,
            messages: call.messages,
        };
        let mut attempt = StructuredAttempt::new(
            wanted,
            self.model.mode_from(StructuredOutputMode::StrictSchema),
        );
        let mut refusal = None;
        let mut is_again = false;
        loop {
            if is_again {
                on_event(CallEvent::Again);
            }
            is_again = true;
            let mut request = Cow::Borrowed(attempt.request());
            let window = self.window().tokens();
            if request.estimated_tokens() > window {
                fit(request.to_mut(), window);
            }
            let sent = Sent::now(request.estimated_tokens(), window, run.used);
            let tokens = sent.tokens;
            if let Some(error) = is_refused_already(&mut refusal, tokens) {
                return Err(error);
            }
            let show = call.show.as_deref();
            let mut shown = Some(show.map_or_else(ShownText::nothing, ShownText::of_value));
            let reply = match self.send(&request, &run, &mut shown, on_event).await {
                Ok(completion) => completion.message,
                // Refused, and learnt: a lower mode is left, so there is an end to it.
                Err(CallError::Model(_))
                    if attempt.falls_back_to(self.model.mode_from(attempt.mode())) =>
                {
                    refusal = None;
                    continue;
                }
                Err(error) if self.learns_to_be_shorter(&error, sent, run.used) => {
                    refusal = Some((error, tokens));
                    continue;
                }
                Err(error) => return Err(error),
            };
            let flaw = match attempt.read(&reply, validate) {
                Ok(value) => {
                    self.learn_modes(&attempt);
                    return Ok(value);
                }
                Err(flaw) => flaw,
            };
            let is_ignored = attempt.is_ignored(&flaw);
            let problem = match flaw {
                Flaw::Declined { reason } => return Err(CallError::Declined { reason }),
                Flaw::ModeIgnored { problem } | Flaw::Invalid { problem } => problem,
            };
            if is_ignored && let Some(next) = self.mode_below(attempt.mode()) {
                if !attempt.asks_again(&reply, &problem) {
                    attempt.leave_ignored_for(next);
                }
                continue;
            }
            if attempt.repair(reply, &problem) {
                continue;
            }
            return Err(if is_ignored {
                let expected = form_of(attempt.mode());
                CallError::UnexpectedForm { expected }
            } else {
                let repairs = attempt.repairs();
                CallError::Invalid { problem, repairs }
            });
        }
    }

    /// The surest way to a value that is known to work and lies below `mode`.
    fn mode_below(&self, mode: StructuredOutputMode) -> Option<StructuredOutputMode> {
        let next = self.model.mode_from(mode.next()?);
        (next > mode).then_some(next)
    }

    /// Tells the model's profile by which way a value came, and which ones were ignored before.
    fn learn_modes(&self, attempt: &StructuredAttempt) {
        for mode in attempt.ignored() {
            self.model.mode_ignored(*mode);
        }
        self.model.mode_followed(attempt.mode());
    }
}

fn form_of(mode: StructuredOutputMode) -> Expect {
    match mode {
        StructuredOutputMode::ForcedTool => Expect::Call,
        _ => Expect::Text,
    }
}
