//! What a model call brought, or why it brought nothing.

use kikitori_agent::{AgentRun, FunctionCallResult, ReplyCalls};
use kikitori_engine::caller::{CallError, ModelOutcome};
use kikitori_llm::{AssistantMessage, LlmError, Message, ToolCall};
use serde_json::{Value, json};

use super::{EngineError, Halt, Orchestrator};
use crate::agent_kind::AgentKind;
use crate::failure::Failure;
use crate::update::{AfterCall, SessionUpdate};

/// So often a translation that a call did not bring is asked for once more.
const TRANSLATION_RETRIES: u32 = 2;
/// Stands in the conversation for a reply that was of no use, and was not when it was asked for
/// once more.
const NO_USE: &str = "(a reply that called no tool)";

/// Whether a reply is plain text. A call that was written out as text is for the model to make in
/// earnest.
fn is_prose(reply: &AssistantMessage) -> bool {
    let text = reply.content.as_deref().unwrap_or_default().trim();
    let is_markup = text.starts_with(['{', '[', '<', '`']);
    reply.tool_calls.is_empty() && !text.is_empty() && text != NO_USE && !is_markup
}

/// A reply of the Interviewer, in which plain text is what it asks: not every model keeps to the form
/// of a call, and the question is none the worse. Nothing is heard by it.
fn text_as_question(
    mut reply: AssistantMessage,
    asks: Option<String>,
    heard: Option<Value>,
) -> AssistantMessage {
    if !is_prose(&reply) {
        return reply;
    }
    let text = reply.content.as_deref().unwrap_or_default().trim();
    let heard = heard.map(|it| vec![it]);
    let arguments = json!({"heard": heard, "asks": asks, "message": text}).to_string();
    reply.tool_calls = vec![ToolCall::new("", "ask", arguments)];
    reply.content = None;
    reply
}

/// Whether plain text has come in this run before.
fn has_prose(run: &AgentRun) -> bool {
    run.messages().iter().any(|message| match message {
        Message::Assistant(reply) => is_prose(reply),
        _ => false,
    })
}

impl Orchestrator {
    /// Takes the outcome of the call that is being waited for.
    pub(super) fn model_answered(
        &mut self,
        call: u64,
        outcome: ModelOutcome,
        now_ms: u64,
    ) -> Result<(), EngineError> {
        let stale = EngineError::StaleStep { given: call };
        let mut callers = self.callers();
        let caller = callers.find(|entry| entry.call == call);
        let agent = caller.ok_or(stale)?.agent;
        drop(callers);
        self.activate(call);
        self.emit(SessionUpdate::Stepped { at: now_ms });
        if outcome.usage != Default::default() {
            let usage = outcome.usage;
            self.emit(SessionUpdate::Used { agent, usage });
        }
        match outcome.result {
            Ok(completion) => self.replied(completion.message),
            // A turn like any other that calls no tool: the model is told what is left to do.
            Err(CallError::UnexpectedForm { .. }) => self.replied(AssistantMessage {
                content: Some(NO_USE.to_owned()),
                ..AssistantMessage::default()
            }),
            Err(error) => self.call_failed(error),
        }
        Ok(())
    }

    fn replied(&mut self, reply: AssistantMessage) {
        let Some(active) = self.state.agent_stack.last() else {
            return;
        };
        // Where something was said, plain text would tell them that it is noted, and it is not; unless all that it
        // does is ask.
        let is_heard = self.last_is_of_respondent() && !self.last_is_private();
        let is_asking = active.agent == AgentKind::Interviewer;
        let is_again =
            is_asking && is_heard && reply.tool_calls.is_empty() && has_prose(&active.run);
        let text = reply.content.as_deref().unwrap_or_default();
        let only_asks = is_asking && is_heard && self.told_in(text).trim().is_empty();
        let not_enough = self.said_was_not_enough(text).filter(|_| only_asks);
        let reply = match is_asking && (!is_heard || not_enough.is_some()) {
            true => text_as_question(reply, self.next_as_asked(), not_enough),
            false => reply,
        };
        let reply = active.run.prepared(reply);
        let remaining = match reply.tool_calls.is_empty() {
            true => self.remaining_tasks(),
            false => Vec::new(),
        };
        let turn = active.run.turns() + 1;
        let refused = ReplyCalls::of(&mut reply.clone(), turn).refused;
        self.emit(SessionUpdate::Replied { reply, remaining });
        if is_again {
            self.note_nothing_heard();
            return self.stand_in();
        }
        for refused in refused {
            let run_step = self.begin_call(&refused.call.id);
            self.emit(SessionUpdate::CallEnded {
                run_step,
                call: None,
                result: refused.result,
                then: AfterCall::Continue,
            });
        }
        self.settle();
    }

    /// What their last message is to the field that was asked for, where they are `asked` on about it.
    fn said_was_not_enough(&self, asked: &str) -> Option<Value> {
        let field = self.asked_field()?;
        let said = self.state.said_last()?;
        let quote = self.state.messages.get(said)?.shown()?.text.trim();
        Some(json!({
            "field_id": field.field_id, "quote": quote, "value": null, "facts": null,
            "missing": [asked.trim()], "outcome": "not_enough",
        }))
    }

    /// Puts a call on record, and answers its number.
    pub(super) fn begin_call(&mut self, call: &kikitori_llm::ToolCallId) -> u64 {
        let run_step = self.state.run_steps.len() as u64;
        self.emit(SessionUpdate::CallBegun { call: call.clone() });
        run_step
    }

    fn call_failed(&mut self, error: CallError) {
        let session = &self.state.session_id;
        tracing::warn!(%session, %error, "model call failed");
        let active = self.state.agent_stack.last();
        if active.is_some_and(|active| active.agent == AgentKind::Architect) {
            // Nobody waits for translations. Where an outage was the reason, another may be had later.
            self.translations_failed += 1;
            let is_budget = matches!(error, CallError::BudgetExceeded { .. });
            self.translation_due = !is_budget && self.translations_failed <= TRANSLATION_RETRIES;
            return self.emit(SessionUpdate::RunDropped);
        }
        let is_too_long = error.is_too_long();
        // The reply had no room beside the request; a person decides whether to pay for another.
        let had_no_room =
            error == CallError::Model(LlmError::TokenLimit) && !self.caps_bound_replies();
        let is_shorter = (is_too_long || had_no_room) && self.shorten();
        if is_shorter && is_too_long {
            // The same call again, shorter.
            return;
        }
        if self.give_up_early() {
            return;
        }
        self.halt = Some(match error {
            CallError::BudgetExceeded { scope, reached } => Halt::BudgetExceeded { scope, reached },
            error => Halt::CallFailed(error),
        });
    }

    /// Whether a cap keeps replies short.
    fn caps_bound_replies(&self) -> bool {
        let caps = [self.limits.session_caps, self.limits.run_caps];
        caps.iter()
            .any(|caps| caps.completion_tokens.is_some() || caps.cost.is_some())
    }

    /// Completes the record of a `subtask` call of an older page whose Reviewer came to nothing.
    pub(super) fn abandon_waiting_call(&mut self, reason: &str) {
        if let Some(run_step) = self.waiting_call() {
            self.emit(SessionUpdate::CallEnded {
                run_step,
                call: None,
                result: FunctionCallResult::error(reason),
                then: AfterCall::Continue,
            });
        }
    }

    /// The number on record of the `subtask` call that waits for its Reviewer.
    fn waiting_call(&self) -> Option<u64> {
        let mut steps = self.state.run_steps.iter();
        let waiting = steps.rfind(|step| step.tool == "subtask" && step.output.is_none());
        waiting.map(|step| step.sequence)
    }

    /// The agent came to no result.
    pub(super) fn fail(&mut self, failure: Failure) {
        self.abandon_waiting_call(&failure.to_string());
        self.leave_calls();
        self.emit(SessionUpdate::Failed(failure));
    }
}
