//! A call that is made in other forms as long as the endpoint refuses it or ignores its tools.

use std::cell::Cell;

use crate::calls_by_schema::reply::{Held, read};
use crate::calls_by_schema::request::{rewrite, rewrite_in_words};
use crate::client::chat::ChatClient;
use crate::client::model::Model;
use crate::client::showing::{Display, Showing};
use crate::profile::capabilities::Profile;
use crate::profile::feature::Feature;
use crate::profile::mode::StructuredOutputMode;
use crate::protocol::delta::Delta;
use crate::protocol::error::LlmError;
use crate::protocol::error_kind::ErrorKind;
use crate::protocol::outgoing::Outgoing;
use crate::protocol::request::{Calls, ChatRequest, Completion, ToolChoice};
use crate::reply::call_ids::give_ids;
use crate::usage::call::CallMeter;

/// What is tried to learn whether an endpoint knows tools that has never given a call.
#[derive(Default)]
struct Trial {
    /// Words that came where tools were offered.
    in_words: Option<Completion>,
    /// Whether a call is required to see whether one comes; it is not run.
    requires_call: bool,
    /// Tools were refused.
    refusal: Option<LlmError>,
}

impl ChatClient {
    /// Makes one call, each request of it on `call`.
    ///
    /// A bound on the reply that the endpoint has no room for is lowered, step by step. What the
    /// endpoint refuses and the call can do without is left out. That is kept for later
    /// calls once it has helped: a message may well name a feature and mean something else.
    ///
    /// Where tools are refused, the call is asked for by a schema, and where that is refused too, by
    /// words, if nothing but a call is of use. By a schema it is asked for as well where an endpoint
    /// that has never given a call replies in words, also when a call is required.
    pub(crate) async fn complete(
        &self,
        request: &ChatRequest,
        call: &mut CallMeter<'_>,
    ) -> Result<Completion, LlmError> {
        let has_shown = Cell::new(false);
        let mut showing = Showing::new(call, &has_shown);
        let mut profile = self.profile();
        if request.calls == Calls::BySchema && profile.json_schema {
            profile.tools = false;
        }
        // Whoever can do without a call has another way where none can be had.
        let is_all_of_use = request.calls != Calls::Welcome;
        let mut max_tokens = request.max_tokens;
        let mut left_out = Vec::new();
        let mut trial = Trial::default();
        loop {
            let mut adapted = Outgoing::from(request);
            if adapted.model.is_empty() {
                adapted.model = &self.endpoint().model;
            }
            adapted.max_tokens = max_tokens;
            if trial.requires_call {
                adapted.tool_choice = Some(ToolChoice::Required);
            }
            let by_schema = profile.calls_by_schema() && rewrite(&mut adapted);
            let by_words =
                is_all_of_use && profile.calls_by_words() && rewrite_in_words(&mut adapted);
            profile.adapt(&mut adapted);
            let may_ignore_tools = profile.may_ignore_tools(&adapted);
            let display = if trial.requires_call {
                Display::Hidden
            } else if trial.in_words.is_some() {
                Display::OnceAccepted
            } else if may_ignore_tools && !by_schema {
                Display::OnceCalled
            } else {
                Display::Live
            };
            showing.expect(display, by_schema || by_words);
            let outcome = self
                .send(&mut adapted, profile, &mut showing, &has_shown)
                .await;
            if !has_shown.get()
                && let Some(bound) = smaller_bound(&outcome, adapted.max_tokens)
            {
                max_tokens = Some(bound);
                continue;
            }
            let refused = match &outcome {
                Err(error) if !has_shown.get() => Feature::refused_by(error, &adapted),
                _ => None,
            };
            // Each time round, the profile can do less: there is an end to it.
            let less = refused.and_then(|feature| Some((feature, profile.without(feature)?)));
            if let Some((feature, rest)) = less {
                left_out.push(feature);
                profile = rest;
                if feature.can_be_left_out() {
                    continue;
                }
            }
            // It helped, or took the request so far that only this was left to refuse.
            if less.is_some() || outcome.is_ok() {
                left_out.drain(..).for_each(|it| self.learn_without(it));
            }
            let has_no_schema = by_schema && refused == Some(Feature::JsonSchema);
            let mut reply = match outcome {
                Ok(reply) => reply,
                Err(error) if refused == Some(Feature::Tools) && profile.calls_by_schema() => {
                    trial.refusal = Some(error);
                    continue;
                }
                // Then only words are left to ask for a call by.
                Err(_)
                    if is_all_of_use
                        && profile.calls_by_words()
                        && trial.in_words.is_none()
                        && (has_no_schema || refused == Some(Feature::Tools)) =>
                {
                    continue;
                }
                Err(error) => {
                    if trial.in_words.is_some() && !has_no_schema && !may_pass(&error) {
                        self.learn_nothing_by_trial();
                    }
                    // A failed trial is no reason to lose words that may well have been meant.
                    let may_speak = request.tool_choice != Some(ToolChoice::Required);
                    return match trial.in_words {
                        Some(words) if may_speak || has_no_schema => {
                            Ok(shown_at_once(words, &mut showing))
                        }
                        _ => Err(trial.refusal.filter(|_| has_no_schema).unwrap_or(error)),
                    };
                }
            };
            let held = (by_schema || by_words).then(|| read(&mut reply));
            give_ids(&mut reply.message.tool_calls, &request.messages);
            let has_called = !reply.message.tool_calls.is_empty();
            if has_called && !by_schema {
                let has_called = true;
                self.learn(Profile {
                    has_called,
                    ..self.profile()
                });
            }
            let is_in_words = may_ignore_tools && !has_called;
            let Some(words) = trial.in_words.take() else {
                if is_in_words {
                    trial.requires_call = adapted.tool_choice != Some(ToolChoice::Required);
                    profile.tools = trial.requires_call;
                    trial.in_words = Some(reply);
                    continue;
                }
                showing.accept();
                return Ok(reply);
            };
            if let Some(held) = held {
                return Ok(self.instead_of(words, reply, held, &mut showing));
            }
            if !is_in_words {
                return Ok(shown_at_once(words, &mut showing));
            }
            trial = Trial {
                in_words: Some(words),
                ..Trial::default()
            };
            profile.tools = false;
        }
    }

    /// The `reply` that was asked for by the schema of a call, if it was held to that. Then the
    /// endpoint is known to ignore tools; otherwise the words count that came before.
    fn instead_of(
        &self,
        words: Completion,
        reply: Completion,
        held: Held,
        showing: &mut Showing<'_, '_>,
    ) -> Completion {
        match held {
            Held::Yes => {
                self.learn_without(Feature::Tools);
                self.mode_followed(StructuredOutputMode::StrictSchema);
                showing.accept();
                return reply;
            }
            // That a reply is prose is no proof that none is held to a schema.
            Held::No | Held::NotQuite => self.learn_nothing_by_trial(),
        }
        shown_at_once(words, showing)
    }

    /// Takes words as they come from now on: each later reply in words would be tried in vain too.
    fn learn_nothing_by_trial(&self) {
        self.learn(Profile {
            trial_inconclusive: true,
            ..self.profile()
        });
    }
}

/// Whether a trial that ended so may end otherwise the next time.
fn may_pass(error: &LlmError) -> bool {
    error.is_transient() || matches!(error, LlmError::BudgetExceeded { .. })
}

/// `reply`, whose text had been held back.
fn shown_at_once(reply: Completion, showing: &mut Showing<'_, '_>) -> Completion {
    let text = reply.message.content.as_ref().filter(|it| !it.is_empty());
    if let Some(text) = text {
        showing.show(Delta::Text(text.clone()));
    }
    reply
}

/// A bound on the reply that an endpoint may take which refused a request with `max_tokens`: it has
/// no room for as many tokens besides the conversation, or its model never writes as many.
fn smaller_bound(outcome: &Result<Completion, LlmError>, max_tokens: Option<u64>) -> Option<u64> {
    const SMALLEST: u64 = 256;
    let bound = max_tokens.filter(|bound| *bound > SMALLEST)?;
    let error = outcome.as_ref().err()?;
    let is_refused = error.kind() == ErrorKind::TooLong || error.says_bound_is_too_large();
    is_refused.then_some((bound / 4).max(SMALLEST))
}
