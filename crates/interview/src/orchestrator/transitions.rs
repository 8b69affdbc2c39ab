//! Which agent runs next, and what a finished run changes.

use kikitori_agent::{
    AgentError, AgentRun, AgentStep, CallStatus, FunctionCallResult, RunEnd, ToolOutput,
};
use kikitori_llm::{Message, ToolCall};

use super::Orchestrator;
use crate::agent_kind::AgentKind;
use crate::bootstrap::Section;
use crate::failure::Failure;
use crate::message::{SessionMessage, Speaker};
use crate::plan::{Plan, PlannedField};
use crate::state::SubSession;
use crate::tools::{
    ArchitectContext, GreeterContext, InterviewerContext, ReviewerContext, plan_in_form_order,
    verdict_in,
};
use crate::update::{AfterCall, ReviewOf, SessionUpdate};

impl Orchestrator {
    /// Starts the agent that the state calls for: Greeter, then Architect, then the Interviewer
    /// for each field that is not done. Starts none when all are.
    pub(super) fn start_next_agent(&mut self) {
        if Section::of(&self.state.bootstrap) != Section::Completed {
            let brief = self.greeter_brief();
            return self.push_run(AgentKind::Greeter, Some(brief), None);
        }
        let Some(plan) = &self.state.plan else {
            return self.push_run(AgentKind::Architect, None, None);
        };
        let Some(open) = self.next_field(plan) else {
            return;
        };
        self.leave_greeting_out();
        self.emit(SessionUpdate::FieldEntered { index: open });
        let Some((planned, field)) = self.state.current_field() else {
            return;
        };
        let brief = self.interviewer_brief(planned, field);
        self.push_run(AgentKind::Interviewer, Some(brief), None);
    }

    /// The field to ask for: the first that is open. What the respondent would not answer comes
    /// after all others, the least refused first.
    fn next_field(&self, plan: &Plan) -> Option<usize> {
        let open = plan.fields.iter().enumerate();
        let open = open.filter(|(_, field)| !self.state.is_done(&field.field_id));
        let refusals = |(_, field): &(usize, &PlannedField)| {
            let progress = self.state.field_progress.get(&field.field_id);
            let declined = progress.filter(|progress| progress.is_declined());
            declined.map_or(0, |progress| progress.refusals)
        };
        open.min_by_key(refusals).map(|(position, _)| position)
    }

    /// When the first field is asked for: the Interviewer is told what the greeting settled and
    /// what the respondent said there, and not by which calls the Greeter did it.
    fn leave_greeting_out(&mut self) {
        let is_of_a_field = |message: &SessionMessage| match message {
            SessionMessage::Model { shown, .. } => {
                shown.as_ref().is_some_and(|shown| shown.field_id.is_some())
            }
            SessionMessage::Respondent(_) => false,
        };
        let is_of_greeter =
            |message: &SessionMessage| matches!(message, SessionMessage::Model { .. });
        if self.state.messages.iter().any(is_of_a_field) {
            return;
        }
        let end = self.state.messages.iter().rposition(is_of_greeter);
        let messages = end.map_or(0, |last| last + 1);
        if messages > self.state.compacted_messages {
            self.emit(SessionUpdate::Compacted { messages });
        }
    }

    pub(super) fn push_run(
        &mut self,
        agent: AgentKind,
        brief: Option<String>,
        review: Option<ReviewOf>,
    ) {
        self.emit(SessionUpdate::RunStarted {
            agent,
            max_turns: self.limits.max_turns,
            brief,
            review,
        });
        self.compact_conversation();
    }

    /// Runs the tools that are called and acts on runs that are over, until a model is to be
    /// called or the person is awaited.
    pub(super) fn settle(&mut self) {
        while let Some(active) = self.state.agent_stack.last() {
            match active.run.next_step() {
                AgentStep::CallModel => return,
                AgentStep::RunTool(call) => {
                    let (agent, call) = (active.agent, call.clone());
                    self.run_tool(agent, &call);
                }
                AgentStep::Ended(RunEnd::Failed(error)) => {
                    let error = error.clone();
                    return self.run_failed(active.agent, error);
                }
                AgentStep::Ended(end) => {
                    let asked = matches!(end, RunEnd::AwaitingUser { .. });
                    let (agent, sub_session) = (active.agent, active.sub_session.clone());
                    self.emit(SessionUpdate::RunEnded);
                    self.run_ended(agent, sub_session.as_ref(), asked);
                }
            }
        }
    }

    /// Makes a call that its agent's tool answers at once: it is begun and ended in one step. A
    /// call that starts a sub-session stays open until that has a result.
    fn run_tool(&mut self, agent: AgentKind, call: &ToolCall) {
        let session = &self.state.session_id;
        tracing::debug!(%session, agent = agent.name(), tool = call.function.name, "tool call");
        let run_step = self.begin_call(&call.id);
        let output = match self.refused_repeat(call) {
            Some(refused) => Some(refused.into()),
            None => self.perform(agent, call, run_step),
        };
        let Some(output) = output else {
            return;
        };
        self.emit(SessionUpdate::CallEnded {
            run_step,
            call: Some(call.id.clone()),
            then: AfterCall::from(&output.then),
            result: output.result,
        });
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

    /// Runs `call` in its agent's context and takes over what it changed. `None` when its outcome
    /// will come from a sub-session.
    fn perform(&mut self, agent: AgentKind, call: &ToolCall, run_step: u64) -> Option<ToolOutput> {
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
                Some(output)
            }
            AgentKind::Architect => {
                let mut context = ArchitectContext {
                    form: self.state.form.clone(),
                    plan: None,
                };
                let output = self.tools.architect.call(name, arguments, &mut context);
                if let Some(plan) = context.plan.filter(|_| self.state.plan.is_none()) {
                    self.emit(SessionUpdate::Planned(plan));
                }
                Some(output)
            }
            AgentKind::Interviewer => self.perform_interviewer_call(call),
            AgentKind::Reviewer => {
                let form = &self.state.form;
                let field = self.field_under_review().and_then(|id| form.field(id));
                let mut context = ReviewerContext {
                    required: field.is_none_or(|field| field.required),
                    field_id: field.map(|field| field.field_id.clone()),
                    answered: self.state.answered_fields(),
                    result: None,
                };
                let output = self.tools.reviewer.call(name, arguments, &mut context);
                if context.result.is_some() {
                    self.emit(SessionUpdate::ReviewRecorded { run_step });
                }
                Some(output)
            }
        }
    }

    fn perform_interviewer_call(&mut self, call: &ToolCall) -> Option<ToolOutput> {
        let field_id = self.current_field_id();
        let has_answer = field_id.as_ref().is_some_and(|id| {
            self.state
                .chat_about(id)
                .any(|message| message.speaker == Speaker::Respondent)
        });
        let entry = self.state.agent_stack.last()?;
        let mut context = InterviewerContext {
            has_answer,
            reviewed_in_this_run: entry.run.tool_calls().any(is_a_review),
            standing_verdict: field_id.as_ref().and_then(|id| self.standing_verdict(id)),
            wants_review: false,
        };
        let (name, arguments) = (&call.function.name, &call.function.arguments);
        let output = self.tools.interviewer.call(name, arguments, &mut context);
        match field_id {
            Some(field_id) if context.wants_review => {
                self.start_review(field_id, Some(call.id.clone()));
                None
            }
            _ => Some(output),
        }
    }

    fn run_failed(&mut self, agent: AgentKind, error: AgentError) {
        if agent == AgentKind::Architect {
            self.emit(SessionUpdate::RunDropped);
            return self.plan_by_the_form();
        }
        self.fail(Failure::AgentStuck { agent, error });
    }

    /// Goes on without an Architect: the form's own order serves as well.
    pub(super) fn plan_by_the_form(&mut self) {
        let plan = plan_in_form_order(&self.state.form);
        self.emit(SessionUpdate::Planned(plan));
        self.start_next_agent();
    }

    /// Goes on after a run that asked the person or is complete.
    fn run_ended(&mut self, agent: AgentKind, sub_session: Option<&SubSession>, asked: bool) {
        match (agent, sub_session) {
            (AgentKind::Reviewer, Some(sub_session)) => self.review_completed(sub_session),
            // What a Greeter says after settling everything is a welcome, not a question.
            (AgentKind::Greeter, _) if asked => {
                if Section::of(&self.state.bootstrap) == Section::Completed {
                    self.start_next_agent();
                }
            }
            _ if asked => {}
            _ => self.start_next_agent(),
        }
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

/// Whether a call of an Interviewer's run had the answers reviewed.
fn is_a_review((call, result): (&ToolCall, &FunctionCallResult)) -> bool {
    call.function.name == "subtask" && result.status == CallStatus::Success
}
