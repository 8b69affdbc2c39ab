//! What the person does, and what it changes.

use kikitori_engine::caller::CapScope;

use serde_json::json;

use super::{Command, EngineError, Halt, MAX_ANSWER_BYTES, Orchestrator, Pause, Settle};
use crate::agent_kind::AgentKind;
use crate::bootstrap::Bootstrap;
use crate::failure::Failure;
use crate::field::FieldState;
use crate::message::PageContext;
use crate::state::AgentStackEntry;
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
            Command::Settle(settle) => self.settle_as_told(settle, now_ms),
            Command::Enter { entries } => self.enter(entries, now_ms),
            Command::Fill { entries } => self.fill(entries, now_ms),
            Command::FollowPage { form, shown } => self.follow_page(&form, &shown, now_ms),
            Command::TurnDown { answers } => self.turn_down(answers, now_ms),
            Command::Back => self.go_back(now_ms),
            Command::Reopen => self.reopen(now_ms),
            Command::Delivered { receipt } => self.delivered(receipt, now_ms),
            Command::Limit(limits) => {
                self.limit(limits, now_ms);
                Ok(())
            }
        }
    }

    /// Takes an answer, and starts who hears it. Where they are at work, they begin anew with all
    /// that was said.
    fn answer(&mut self, text: String, page: PageContext, now_ms: u64) -> Result<(), EngineError> {
        let is_at_work = self.is_at_work() && self.state.failure.is_none();
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
        // What was given back of another message is no answer to a private question that came meanwhile.
        let is_rest =
            self.state.given_back.as_deref() == Some(text.trim()) && self.last_held().is_none();
        let about_anything = (is_rest || self.pause() == Some(Pause::Confirm))
            && self.is_about_anything(&text, now_ms);
        let current = self.state.current_field();
        let is_private = current.is_some_and(|(_, field)| field.private) && !about_anything;
        let tells = self.tells_privately(&text, now_ms, is_private);
        self.halt = None;
        self.emit(SessionUpdate::Stepped { at: now_ms });
        let mut reviews = self.state.under_review();
        self.emit(SessionUpdate::Answered {
            text,
            page,
            about_anything,
            tells,
        });
        // Readers of lines hear nothing of it: they go on.
        self.drop_runs_but(|entry| entry.agent == AgentKind::LineReader && entry.is_early());
        if let Some(asked) = self.asked_field() {
            reviews.remove(&asked.field_id);
        }
        if std::mem::take(&mut self.translation_due) && !self.has_run(AgentKind::Architect) {
            self.translate();
        }
        self.take_up(reviews.into_iter().collect());
        Ok(())
    }

    /// Settles language, country or time zone as a control on the page says.
    fn settle_as_told(&mut self, settle: Settle, now_ms: u64) -> Result<(), EngineError> {
        if self.state.submitted_at.is_some() {
            return Err(EngineError::NotExpected { what: "a setting" });
        }
        let call = match settle {
            Settle::Language(tag) => ("set_language", json!({"language": tag})),
            Settle::Country(code) => ("set_country", json!({"country": code})),
            Settle::TimeZone(zone) => ("set_timezone", json!({"timezone": zone})),
        };
        self.emit(SessionUpdate::Stepped { at: now_ms });
        let before = self.state.bootstrap.clone();
        self.settle_as_said(vec![call]);
        let spoken = |it: &Bootstrap| it.spoken().split('-').next().map(str::to_owned);
        let is_another = spoken(&before) != spoken(&self.state.bootstrap);
        self.emit(SessionUpdate::SettledByHand { before });
        if is_another {
            self.ask_in_another_language();
        }
        Ok(())
    }

    /// Has what was asked last asked once more, where they have just chosen a language that it is not in: by code
    /// where it has asked, or by a model.
    fn ask_in_another_language(&mut self) {
        if self.pause() != Some(Pause::Answer) || self.is_at_work() {
            return;
        }
        let Some(field) = self.asked_field() else {
            return;
        };
        match field.private {
            true => {
                let field_id = field.field_id.clone();
                self.ask_by_code(&field_id, None, false);
            }
            false => self.push_run(AgentKind::Interviewer, None),
        }
    }

    /// Takes the respondent's word that the form is right: never while a required field is open,
    /// whatever any model said.
    fn confirm(&mut self, local_time: String, now_ms: u64) -> Result<(), EngineError> {
        let blocking = self.blocking();
        let entries = self.outline().into_iter();
        let labels: Vec<String> = entries
            .filter(|entry| {
                let is_open = entry.required && entry.state != FieldState::Done;
                is_open || blocking.contains(&entry.field_id)
            })
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
        let local_time = self.clock_at(now_ms).unwrap_or(local_time);
        self.emit(SessionUpdate::Stepped { at: now_ms });
        self.emit(SessionUpdate::Submitted { local_time });
        Ok(())
    }

    /// Takes the confirmation back. What a server has received stands.
    fn reopen(&mut self, now_ms: u64) -> Result<(), EngineError> {
        if self.state.submitted_at.is_none() || self.state.receipt.is_some() {
            return Err(EngineError::NotExpected {
                what: "a correction",
            });
        }
        self.emit(SessionUpdate::Stepped { at: now_ms });
        self.emit(SessionUpdate::Reopened);
        Ok(())
    }

    /// What a clock in the respondent's settled time zone shows, with its offset, where the platform
    /// can tell that.
    fn clock_at(&self, at_ms: u64) -> Option<String> {
        let zone = self.state.bootstrap.timezone.as_ref()?;
        let local_time = self.locale.local_time(zone, at_ms)?;
        // Without the weekday before it.
        local_time.rsplit(' ').next().map(str::to_owned)
    }

    /// Stops the agents. The answer that they are at work on is taken back; where there is none,
    /// as at the first greeting, they go on at a retry.
    fn stop(&mut self, now_ms: u64) {
        let is_calling = |entry: &AgentStackEntry| self.is_awaited(entry);
        let has_failed = self.halt.is_some() || self.state.failure.is_some();
        if !has_failed && !self.callers().any(is_calling) {
            return;
        }
        // What was put in by hand stays: only the words that asked for a model are taken back.
        if self.state.turn.as_ref().is_none_or(|turn| turn.by_hand) {
            self.halt = Some(Halt::Stopped);
            return;
        }
        self.leave_calls();
        self.emit(SessionUpdate::Stepped { at: now_ms });
        self.abandon_waiting_call("The respondent took the answer back.");
        // What stood still for it stands still no more.
        self.halt = None;
        if self.state.failure.is_some() {
            self.emit(SessionUpdate::FailureCleared {
                resets_follow_ups: false,
            });
        }
        self.withdraw_turn();
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
        self.leave_calls();
        let early = self.state.early_reviews();
        self.emit(SessionUpdate::FailureCleared { resets_follow_ups });
        self.resume_early(early);
        self.settle_what_is_open();
        self.go_on();
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
    pub(super) fn leave_call(&mut self) {
        if let Some(active) = self.state.agent_stack.last() {
            self.left.push((active.call, active.agent));
        }
    }

    pub(super) fn leave_calls(&mut self) {
        let running = self.state.agent_stack.iter();
        self.left.extend(running.map(|it| (it.call, it.agent)));
    }
}
