//! What the person does, and what it changes.

use kikitori_engine::caller::CapScope;

use super::{Command, EngineError, Halt, MAX_ANSWER_BYTES, Orchestrator, Pause};
use crate::agent_kind::AgentKind;
use crate::failure::Failure;
use crate::field::FieldState;
use crate::message::PageContext;
use crate::update::SessionUpdate;

impl Orchestrator {
    /// Takes what the person does.
    pub(super) fn take(&mut self, command: Command, now_ms: u64) -> Result<(), EngineError> {
        match command {
            Command::Answer { text, page } => self.answer(text, page, now_ms),
            Command::Confirm { local_time } => self.confirm(local_time, now_ms),
            Command::Stop => {
                self.stop(now_ms);
                Ok(())
            }
            Command::Retry => self.retry(now_ms),
            Command::Limit(limits) => {
                self.limit(limits, now_ms);
                Ok(())
            }
        }
    }

    /// Takes an answer. For a field it starts the review; where an agent is at work, it goes on
    /// with what was said.
    fn answer(&mut self, text: String, page: PageContext, now_ms: u64) -> Result<(), EngineError> {
        let is_at_work = !self.state.agent_stack.is_empty() && self.state.failure.is_none();
        let takes_answers = matches!(self.pause(), Some(Pause::Answer | Pause::Confirm));
        if !is_at_work && !takes_answers {
            return Err(EngineError::NotExpected { what: "an answer" });
        }
        if text.trim().is_empty() {
            return Err(EngineError::BlankAnswer);
        }
        if text.len() > MAX_ANSWER_BYTES {
            return Err(EngineError::AnswerTooLong { bytes: text.len() });
        }
        self.halt = None;
        self.emit(SessionUpdate::Stepped { at: now_ms });
        let active = self.state.agent_stack.last();
        let active = active.map(|it| (it.agent, it.sub_session.clone()));
        if active.as_ref().is_some_and(|(agent, _)| agent.talks()) {
            self.leave_call();
        }
        self.emit(SessionUpdate::Answered { text, page });
        match active {
            None => match self.current_field_id() {
                Some(field_id) => self.start_review(field_id, None),
                None => self.greeting_answered(),
            },
            // The review is made anew, with all that was said.
            Some((AgentKind::Reviewer, Some(review))) => {
                self.leave_call();
                self.emit(SessionUpdate::RunDropped);
                self.start_review(review.field_id, review.waiting_call);
            }
            // It only says goodbye, and what is said now may correct something.
            Some((AgentKind::Interviewer, _)) if self.all_fields_are_done() => {
                self.emit(SessionUpdate::RunDropped);
                if let Some(field_id) = self.current_field_id() {
                    self.start_review(field_id, None);
                }
            }
            // It goes on, and hears what was said.
            Some((AgentKind::Greeter | AgentKind::Interviewer, _)) => self.compact_conversation(),
            // Its work does not depend on what is said: that waits for the Interviewer.
            Some((AgentKind::Architect | AgentKind::Reviewer, _)) => {}
        }
        Ok(())
    }

    /// Starts the Greeter again, unless it has been answered too often.
    fn greeting_answered(&mut self) {
        self.emit(SessionUpdate::FollowUpCounted);
        if self.state.follow_up_count > self.limits.max_greetings {
            self.fail(Failure::GreetingLimit {
                times: self.limits.max_greetings,
            });
        } else {
            self.start_next_agent();
        }
    }

    /// Takes the respondent's word that the form is right: never while a required field is open,
    /// whatever any model said.
    fn confirm(&mut self, local_time: String, now_ms: u64) -> Result<(), EngineError> {
        let labels: Vec<String> = self
            .outline()
            .into_iter()
            .filter(|entry| entry.required && entry.state != FieldState::Done)
            .map(|entry| entry.label)
            .collect();
        if !labels.is_empty() {
            return Err(EngineError::RequiredFieldsOpen { labels });
        }
        if self.pause() != Some(Pause::Confirm) {
            return Err(EngineError::NotExpected {
                what: "a confirmation",
            });
        }
        self.emit(SessionUpdate::Stepped { at: now_ms });
        self.emit(SessionUpdate::Submitted { local_time });
        Ok(())
    }

    /// Stops the agents. The answer that they are at work on is taken back; where there is none,
    /// as at the first greeting, they go on at a retry.
    fn stop(&mut self, now_ms: u64) {
        if self.caller().is_none() {
            return;
        }
        if self.state.turn.is_none() {
            self.halt = Some(Halt::Stopped);
            return;
        }
        self.leave_call();
        self.emit(SessionUpdate::Stepped { at: now_ms });
        self.abandon_waiting_call("The respondent took the answer back.");
        self.emit(SessionUpdate::TurnWithdrawn);
    }

    /// Goes on after a failure, an error or a stop.
    fn retry(&mut self, now_ms: u64) -> Result<(), EngineError> {
        let capped = match self.halt.take() {
            Some(Halt::BudgetExceeded {
                scope: CapScope::Run,
                reached,
            }) => self
                .state
                .agent_stack
                .last()
                .map(|active| Failure::BudgetExceeded {
                    agent: active.agent,
                    scope: CapScope::Run,
                    reached,
                }),
            // The same call is made again. Where the session's cap is reached, only a higher one
            // helps.
            Some(_) => return Ok(()),
            None => None,
        };
        let Some(failure) = self.state.failure.clone().or(capped) else {
            // Nothing failed: what there is to do is done.
            return Ok(());
        };
        self.emit(SessionUpdate::Stepped { at: now_ms });
        if let Failure::BudgetExceeded { reached, .. } = &failure {
            self.abandon_waiting_call(&reached.to_string());
        }
        let resets_follow_ups = matches!(
            failure,
            Failure::FollowUpLimit { .. } | Failure::GreetingLimit { .. }
        );
        self.emit(SessionUpdate::FailureCleared { resets_follow_ups });
        match failure {
            Failure::AgentStuck {
                agent: AgentKind::Reviewer,
                ..
            }
            | Failure::BudgetExceeded {
                agent: AgentKind::Reviewer,
                ..
            } => match self.current_field_id() {
                Some(field_id) => self.start_review(field_id, None),
                None => self.start_next_agent(),
            },
            Failure::BudgetExceeded {
                agent: AgentKind::Architect,
                ..
            } => self.plan_by_the_form(),
            _ => self.start_next_agent(),
        }
        Ok(())
    }

    /// Sets other bounds. What was learnt of the model's context is forgotten: it may be another
    /// model now.
    fn limit(&mut self, limits: super::Limits, now_ms: u64) {
        self.limits = limits;
        if self.state.context_tokens.is_some() {
            self.emit(SessionUpdate::Stepped { at: now_ms });
            self.emit(SessionUpdate::ContextLearnt { tokens: None });
        }
        // What stood still at a cap can go on; anything else waits as before.
        if matches!(self.halt, Some(Halt::BudgetExceeded { .. })) {
            self.halt = None;
        }
    }

    /// Notes whose call it was that nobody waits for any more.
    fn leave_call(&mut self) {
        if let Some(active) = self.state.agent_stack.last() {
            self.left.push((active.call, active.agent));
        }
    }
}
