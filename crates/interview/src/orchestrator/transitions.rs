//! Which agents run next, and what a finished run changes.

use kikitori_agent::{
    AgentError, AgentRun, AgentStep, CallStatus, FunctionCallResult, LoopControl, RunEnd, RunStep,
    ToolOutput,
};
use kikitori_llm::{Message, ToolCall};

use super::Orchestrator;
use super::asking::REPAIRS;
use super::hear::COUNTRY;
use super::line_engine::Taken;
use super::opening::in_order_of;
use crate::agent_kind::AgentKind;
use crate::failure::Failure;
use crate::message::Speaker;
use crate::plan::PlanSource;
use crate::state::{AgentStackEntry, SubSession};
use crate::tools::{ArchitectContext, GreeterContext, ReviewerContext, verdict_in};
use crate::update::{AfterCall, ReviewOf, SessionUpdate};
use kikitori_form::FieldId;

impl Orchestrator {
    /// Whether a message with a list may say something else too, which only a model can tell: the
    /// country is asked for, or what stands before the list is a sentence and more.
    fn says_more_than_lines(&self, field_id: &FieldId) -> bool {
        let last = self.state.said_last();
        let sheet = self.state.lines.get(field_id);
        let aside = sheet.into_iter().flat_map(|sheet| &sheet.set_aside);
        let aside = aside.filter(|it| Some(it.source.message) == last);
        let mut words = aside.filter_map(|it| self.state.evidence_text(&it.source));
        let is_private = self.is_private(field_id);
        let has_sentence = words.any(|it| it.contains('。') || it.contains(". "));
        !is_private && (self.state.needs_country() || has_sentence)
    }

    /// Starts what the last message calls for: a Reviewer for a field that has one of its own, beside
    /// the Interviewer, who hears the rest and prepares the next question.
    pub(super) fn take_up(&mut self, reviews: Vec<FieldId>) {
        let asked = self.asked_field().cloned();
        if self.last_is_private() && self.hear_privately() {
            // Nothing that they said now is about what was told early.
            return self.resume_early(reviews);
        }
        match self.take_lines(asked.as_ref()) {
            Taken::No | Taken::Reading => {}
            Taken::Refused => return,
            Taken::Whole(field_id) => {
                self.conclude_lines(&field_id);
                if !self.says_more_than_lines(&field_id) && self.ask_about_lines() {
                    return;
                }
            }
        }
        let open = self.state.open_if(&super::order::WhatIf::new());
        let asked = asked.filter(|field| {
            self.state.form.is_reviewed_separately(field) && open.contains(&field.field_id)
        });
        let asked = asked.map(|field| (field.field_id, false));
        let early = reviews.into_iter().map(|field_id| (field_id, true));
        for (field_id, early) in asked.into_iter().chain(early) {
            let field = self.state.form.field(&field_id);
            // Who reads lines was started with them.
            if field.is_none_or(|field| self.lines_of(field).is_none()) {
                self.start_review(field_id, early);
            }
        }
        self.push_run(AgentKind::Interviewer, None);
    }

    /// Has the next field asked for, when nothing was said that is still to be heard. Starts nothing
    /// when all are done.
    pub(super) fn ask_next(&mut self) {
        if self.state.needs_country() {
            return self.push_run(AgentKind::Interviewer, None);
        }
        let Some(next) = self.state.next_field() else {
            return;
        };
        match self.is_private(&next) {
            true => self.ask_by_code(&next, None, false),
            false => self.push_run(AgentKind::Interviewer, None),
        }
    }

    /// Goes on from whatever there is: with the last message, or with the next question.
    pub(super) fn go_on(&mut self) {
        match self.last_is_of_respondent() {
            true => self.take_up(Vec::new()),
            false => self.ask_next(),
        }
    }

    pub(super) fn is_private(&self, field: &FieldId) -> bool {
        let field = self.state.form.field(field);
        field.is_some_and(|field| field.private)
    }

    /// Whether the respondent has said something since they were asked.
    pub(super) fn last_is_of_respondent(&self) -> bool {
        let last = self.state.chat().last();
        last.is_some_and(|last| last.speaker == Speaker::Respondent && !last.entered)
    }

    pub(super) fn push_run(&mut self, agent: AgentKind, review: Option<ReviewOf>) {
        // Runs that start at the same time are told apart by their steps.
        let mut running = self.state.agent_stack.iter();
        if running.any(|entry| entry.call >= self.state.step) {
            let at = self.state.updated_at;
            self.emit(SessionUpdate::Stepped { at });
        }
        self.emit(SessionUpdate::RunStarted {
            agent,
            max_turns: self.limits.max_turns,
            brief: None,
            review,
        });
        self.compact_conversation();
    }

    /// Makes the agent whose next call is this one the active one.
    pub(super) fn activate(&mut self, call: u64) {
        let active = self.state.agent_stack.last();
        if active.is_some_and(|active| active.call != call) {
            self.emit(SessionUpdate::Activated { call });
        }
    }

    /// Ends an agent's run, if there is one, and keeps nothing of it.
    pub(super) fn drop_agent(&mut self, agent: AgentKind) {
        let running = self.state.agent_stack.iter();
        let running = running.rev().find(|entry| entry.agent == agent);
        if let Some(call) = running.map(|entry| entry.call) {
            self.activate(call);
            self.leave_call();
            self.emit(SessionUpdate::RunDropped);
        }
    }

    /// Ends every run that has to do with what the respondent says.
    pub(super) fn drop_runs(&mut self) {
        self.drop_runs_but(|_| false);
    }

    /// The same, but for those that go on.
    pub(super) fn drop_runs_but(&mut self, goes_on: impl Fn(&AgentStackEntry) -> bool) {
        let calls = self.state.agent_stack.iter();
        let calls = calls.filter(|it| it.agent != AgentKind::Architect && !goes_on(it));
        let calls: Vec<u64> = calls.map(|entry| entry.call).collect();
        for call in calls {
            self.activate(call);
            self.leave_call();
            self.emit(SessionUpdate::RunDropped);
        }
    }

    /// Whether somebody judges what was said, or reads lines of it.
    pub(super) fn is_reviewing(&self) -> bool {
        self.has_run(AgentKind::Reviewer) || self.has_run(AgentKind::LineReader)
    }

    pub(super) fn has_run(&self, agent: AgentKind) -> bool {
        let mut running = self.state.agent_stack.iter();
        running.any(|entry| entry.agent == agent)
    }

    /// The run of which something can be taken further without a model. A prepared question waits
    /// for the Reviewers and those who read lines.
    fn run_with_work(&self) -> Option<&AgentStackEntry> {
        let is_awaited = self.is_review_awaited();
        self.state
            .agent_stack
            .iter()
            .rev()
            .find(|entry| match entry.run.next_step() {
                AgentStep::CallModel => false,
                AgentStep::RunTool(_) => true,
                AgentStep::Ended(_) => entry.agent != AgentKind::Interviewer || !is_awaited,
            })
    }

    /// Runs the tools that are called and acts on runs that are over, until models are to be called
    /// or the person is awaited.
    pub(super) fn settle(&mut self) {
        while let Some(call) = self.run_with_work().map(|entry| entry.call) {
            self.activate(call);
            let Some(active) = self.state.agent_stack.last() else {
                return;
            };
            match active.run.next_step() {
                AgentStep::CallModel => return,
                AgentStep::RunTool(call) => {
                    let (agent, call) = (active.agent, call.clone());
                    self.run_tool(agent, &call);
                }
                AgentStep::Ended(RunEnd::Failed(error)) => {
                    let error = error.clone();
                    self.run_failed(active.agent, error);
                }
                AgentStep::Ended(end) => {
                    let asked = matches!(end, RunEnd::AwaitingUser { .. });
                    let (agent, sub_session) = (active.agent, active.sub_session.clone());
                    self.run_ended(agent, sub_session.as_ref(), asked);
                }
            }
        }
    }

    /// Makes a call that its agent's tool answers at once: it is begun and ended in one step.
    fn run_tool(&mut self, agent: AgentKind, call: &ToolCall) {
        let session = &self.state.session_id;
        tracing::debug!(%session, agent = agent.name(), tool = call.function.name, "tool call");
        let run_step = self.begin_call(&call.id);
        let output = match self.refused_repeat(call) {
            Some(refused) => refused.into(),
            None => self.perform(agent, call, run_step),
        };
        self.emit(SessionUpdate::CallEnded {
            run_step,
            call: Some(call.id.clone()),
            then: AfterCall::from(&output.then),
            result: output.result,
        });
        self.take_besides();
    }

    /// Why `call` is not made: a call before it in the reply did what is done once.
    fn refused_repeat(&self, call: &ToolCall) -> Option<FunctionCallResult> {
        let active = self.state.agent_stack.last()?;
        let name = &call.function.name;
        if name == "review" && has_contrary_reviews(&active.run) {
            return Some(FunctionCallResult::error(
                "Not recorded: the reviews in this reply contradict each other. Call review once.",
            ));
        }
        let mut done = active.run.ending_calls();
        done.find(|done| done.function.name == *name)?;
        match name.as_str() {
            "ask" => Some("Not asked: one question at a time."),
            "review" | "create_plan" => Some("Not recorded: the first call of the reply stands."),
            _ => None,
        }
        .map(FunctionCallResult::error)
    }

    /// Runs `call` in its agent's context and takes over what it changed.
    pub(super) fn perform(
        &mut self,
        agent: AgentKind,
        call: &ToolCall,
        run_step: u64,
    ) -> ToolOutput {
        let (name, arguments) = (&call.function.name, &call.function.arguments);
        match agent {
            AgentKind::Greeter => {
                let mut context = GreeterContext {
                    bootstrap: self.state.bootstrap.clone(),
                    browser_time_zone: self.state.page.time_zone.clone(),
                    locale: self.locale.clone(),
                };
                let output = self.tools.greeter.call(name, arguments, &mut context);
                if context.bootstrap != self.state.bootstrap {
                    self.emit(SessionUpdate::BootstrapSet(context.bootstrap));
                }
                output
            }
            AgentKind::Architect => {
                let mut context = ArchitectContext {
                    form: self.state.form.clone(),
                    language: self.state.language().to_owned(),
                    sentences: self.untranslated_sentences(),
                    plan: None,
                };
                let output = self.tools.architect.call(name, arguments, &mut context);
                if let Some(named) = context.plan {
                    let plan = match &self.state.plan {
                        // The form's order stands; what fields are called is the Architect's.
                        Some(plan) => in_order_of(plan, named, PlanSource::Architect),
                        None => crate::plan::Plan {
                            source: PlanSource::FormOrder,
                            ..named
                        },
                    };
                    self.emit(SessionUpdate::Planned(plan));
                }
                output
            }
            AgentKind::Interviewer => self.perform_ask(call),
            AgentKind::LineReader => self.perform_read_lines(call),
            AgentKind::Reviewer => {
                let form = &self.state.form;
                let id = self.field_under_review();
                let field = id.and_then(|id| form.field(id));
                let progress = id.and_then(|id| self.state.field_progress.get(id));
                let mut context = ReviewerContext {
                    required: field.is_none_or(|field| field.required),
                    was_refused: progress.is_some_and(|it| it.refusals > 0),
                    result: None,
                };
                let is_last_try = self.refused_calls(name) >= REPAIRS;
                let refused = |output: ToolOutput| match is_last_try {
                    true => ToolOutput {
                        then: LoopControl::Finish,
                        ..output
                    },
                    false => output,
                };
                let output = self.tools.reviewer.call(name, arguments, &mut context);
                let Some(result) = context.result else {
                    return refused(output);
                };
                if let Err(problem) = self.check_review(&result) {
                    let told = format!("Invalid parameters for review at {problem}");
                    return refused(FunctionCallResult::error(told).into());
                }
                self.emit(SessionUpdate::ReviewRecorded { run_step });
                output
            }
        }
    }

    fn run_failed(&mut self, agent: AgentKind, error: AgentError) {
        match agent {
            AgentKind::Reviewer if self.give_up_early() => {}
            // The form's own texts serve as well.
            AgentKind::Architect => self.emit(SessionUpdate::RunDropped),
            // What it did not read is asked for.
            AgentKind::LineReader => {
                let active = self.state.agent_stack.last();
                let field_id =
                    active.and_then(|it| Some(it.sub_session.as_ref()?.field_id.clone()));
                self.emit(SessionUpdate::RunDropped);
                if let Some(field_id) = field_id {
                    self.lines_read(&field_id);
                }
            }
            _ => self.fail(Failure::AgentStuck { agent, error }),
        }
    }

    /// Goes on after a run that asked the person or is complete.
    fn run_ended(&mut self, agent: AgentKind, sub_session: Option<&SubSession>, asked: bool) {
        match (agent, sub_session) {
            (AgentKind::Reviewer, Some(sub_session)) => {
                self.emit(SessionUpdate::RunEnded);
                self.review_completed(sub_session);
            }
            (AgentKind::LineReader, Some(sub_session)) => {
                self.emit(SessionUpdate::RunEnded);
                self.lines_read(&sub_session.field_id);
            }
            (AgentKind::Interviewer, _) if asked && self.is_left_to_nobody() => {
                self.emit(SessionUpdate::RunDropped);
                self.push_run(AgentKind::Interviewer, None);
            }
            (AgentKind::Interviewer, _) if asked => {
                let is_asked = self.ask_what_is_missing()
                    || (!self.prepared_asks_about_lines() && self.ask_about_lines());
                if !is_asked {
                    self.question_prepared();
                }
            }
            (AgentKind::Interviewer, _) => {
                self.emit(SessionUpdate::RunDropped);
                self.ask_next_by_code(true);
            }
            _ => self.emit(SessionUpdate::RunDropped),
        }
    }

    /// Whether the prepared question is about lines that the same call has reported, or one that went
    /// back: it knows what they lack, and says what was taken down besides.
    fn prepared_asks_about_lines(&self) -> bool {
        let Some(asks) = self.prepared_asks().as_deref().and_then(FieldId::new) else {
            return false;
        };
        let are_known = self.prepared_reports_lines_of_what_it_asks()
            || self.fields_with_lines_reported().contains(&asks);
        are_known && self.lines_asked_next() == Some(asks)
    }

    /// Shows the question that the Interviewer has prepared, if it still is the next one.
    fn question_prepared(&mut self) {
        let asks = self.prepared_asks();
        if self.state.needs_country() && asks.as_deref() == Some(COUNTRY) {
            return self.emit(SessionUpdate::RunEnded);
        }
        let open = self.state.open_if(&super::order::WhatIf::new());
        let field = asks.as_deref().and_then(FieldId::new);
        let is_needed = |id: &FieldId| open.is_empty() && self.may_be_given_after_all(id);
        let field = field.filter(|id| open.contains(id) || is_needed(id));
        match field {
            Some(field) => {
                if self.is_private(&field) {
                    self.emit(SessionUpdate::RunEnded);
                    return self.ask_by_code(&field, None, false);
                }
                if let Some(index) = self.state.place_of(&field) {
                    self.emit(SessionUpdate::FieldEntered { index });
                }
                self.show_prepared(Some(field));
            }
            None if open.is_empty() && !self.state.needs_country() => self.show_prepared(None),
            // A review has changed which field comes next.
            None => {
                self.emit(SessionUpdate::RunDropped);
                match self.has_asked_twice() {
                    true => self.ask_next_by_code(true),
                    false => self.push_run(AgentKind::Interviewer, None),
                }
            }
        }
    }

    /// Whether the Interviewer has prepared two questions since the last message, of which none could be
    /// asked: it would report and be judged without end.
    fn has_asked_twice(&self) -> bool {
        let Some(last) = self.state.chat().last().map(|message| message.at) else {
            return false;
        };
        let asks = self.state.run_steps.iter().rev();
        let asks = asks.take_while(|step| step.started_at >= last);
        let is_asked = |step: &&RunStep| {
            let output = step.output.as_ref();
            step.tool == "ask" && output.is_some_and(|it| it.status == CallStatus::Success)
        };
        asks.filter(is_asked).nth(1).is_some()
    }
}

/// Whether the calls of a reply report both that the field passed and that it did not.
fn has_contrary_reviews(run: &AgentRun) -> bool {
    let mut messages = run.messages().iter().rev();
    let reply = messages.find_map(|message| match message {
        Message::Assistant(reply) => Some(reply),
        _ => None,
    });
    let calls = reply.into_iter().flat_map(|reply| &reply.tool_calls);
    let reviews = calls.filter(|call| call.function.name == "review");
    let mut verdicts = reviews.filter_map(|call| verdict_in(&call.function.arguments));
    let first = verdicts.next();
    verdicts.any(|verdict| Some(verdict) != first)
}
