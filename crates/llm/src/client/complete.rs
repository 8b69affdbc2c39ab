//! A call that is made in other ways as long as the endpoint refuses it or ignores its tools.

use crate::calls_by_schema::reply::{Held, read};
use crate::calls_by_schema::request::rewrite;
use crate::client::chat::ChatClient;
use crate::client::model::Model;
use crate::client::showing::{Showing, Way};
use crate::profile::capabilities::{Profile, StructuredOutputMode};
use crate::profile::feature::Feature;
use crate::protocol::delta::Delta;
use crate::protocol::error::LlmError;
use crate::protocol::error_kind::ErrorKind;
use crate::protocol::request::{ChatRequest, Completion};
use crate::reply::call_ids::give_ids;

/// What came of tools before a call is asked for by a schema.
#[derive(Default)]
struct WithoutTools {
    /// They were refused.
    refusal: Option<LlmError>,
    /// A call was required, and these words came.
    in_words: Option<Completion>,
}

impl ChatClient {
    /// Makes one call; without `on_delta` nothing of it is shown.
    ///
    /// A bound on the reply that the endpoint has no room for is lowered, step by step. What the
    /// endpoint refuses and the call can do without is left out. That is kept for later
    /// calls once it has helped: a message may well name a feature and mean something else.
    /// Where tools are refused, or words come from an endpoint that has never given the call that
    /// is required, the call is asked for by a schema.
    pub(crate) async fn complete(
        &self,
        mut request: ChatRequest,
        on_delta: Option<&mut dyn FnMut(Delta)>,
    ) -> Result<Completion, LlmError> {
        if request.model.is_empty() {
            request.model.clone_from(&self.endpoint().model);
        }
        let whole = self.whole_call();
        let showing = Showing::new(on_delta);
        let mut profile = self.profile();
        let mut left_out = Vec::new();
        let mut before = WithoutTools::default();
        loop {
            let mut adapted = request.clone();
            let by_schema = profile.calls_by_schema() && rewrite(&mut adapted);
            profile.adapt(&mut adapted);
            let may_ignore_tools = profile.may_ignore_tools(&adapted);
            showing.expect(match (by_schema, may_ignore_tools) {
                (true, _) => Way::BySchema,
                (false, true) => Way::OnlyWithCall,
                (false, false) => Way::AsItIs,
            });
            let outcome = self.send(&adapted, profile, &whole, &showing).await;
            if let Some(bound) = smaller_bound(&outcome, &request, &showing) {
                request.max_tokens = Some(bound);
                continue;
            }
            let refused = match &outcome {
                Err(error) if !showing.has_shown() => Feature::refused_by(error, &adapted),
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
            let mut reply = match outcome {
                Ok(reply) => reply,
                Err(error) if refused == Some(Feature::Tools) && profile.calls_by_schema() => {
                    before.refusal = Some(error);
                    continue;
                }
                // There is no schema either.
                Err(error) if refused == Some(Feature::JsonSchema) && by_schema => {
                    return match before {
                        WithoutTools {
                            in_words: Some(reply),
                            ..
                        } => Ok(shown_at_once(reply, &showing)),
                        WithoutTools { refusal, .. } => Err(refusal.unwrap_or(error)),
                    };
                }
                Err(error) => return Err(error),
            };
            let held = by_schema.then(|| read(&mut reply));
            give_ids(&mut reply.message.tool_calls, &request.messages);
            let has_called = !reply.message.tool_calls.is_empty();
            if let Some(in_words) = before.in_words {
                return Ok(self.instead_of(in_words, reply, held, &showing));
            }
            if may_ignore_tools && !has_called {
                before.in_words = Some(reply);
                profile.tools = false;
                continue;
            }
            if has_called && !by_schema {
                let has_called = true;
                self.learn(Profile {
                    has_called,
                    ..self.profile()
                });
            }
            showing.counts();
            return Ok(reply);
        }
    }

    /// The `reply` that was held to the schema of a call, if it is one. Then the endpoint is known
    /// to ignore tools; otherwise the words count that came before.
    fn instead_of(
        &self,
        mut in_words: Completion,
        mut reply: Completion,
        held: Option<Held>,
        showing: &Showing<'_>,
    ) -> Completion {
        let usage = |one: &mut Completion, other: &Completion| match (&mut one.usage, &other.usage)
        {
            (Some(sum), Some(other)) => *sum += other,
            // What was counted in part is not counted.
            (sum, _) => *sum = None,
        };
        if !reply.message.tool_calls.is_empty() {
            self.learn_without(Feature::Tools);
            usage(&mut reply, &in_words);
            showing.counts();
            return reply;
        }
        if held == Some(Held::No) {
            self.mode_ignored(StructuredOutputMode::StrictSchema);
        }
        usage(&mut in_words, &reply);
        shown_at_once(in_words, showing)
    }
}

/// `reply`, whose text had been held back.
fn shown_at_once(reply: Completion, showing: &Showing<'_>) -> Completion {
    let text = reply.message.content.as_ref().filter(|it| !it.is_empty());
    if let Some(text) = text {
        showing.show(Delta::Text(text.clone()));
    }
    reply
}

/// A bound on the reply that an endpoint may take which refused `request`: it has no room for as
/// many tokens besides the conversation, or its model never writes as many.
fn smaller_bound(
    outcome: &Result<Completion, LlmError>,
    request: &ChatRequest,
    showing: &Showing<'_>,
) -> Option<u64> {
    const SMALLEST: u64 = 256;
    let bound = request.max_tokens.filter(|bound| *bound > SMALLEST)?;
    let error = outcome.as_ref().err().filter(|_| !showing.has_shown())?;
    let is_refused = error.kind() == ErrorKind::TooLong || error.says_bound_is_too_large();
    is_refused.then_some((bound / 4).max(SMALLEST))
}
