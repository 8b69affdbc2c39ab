//! Who has the word next, and what a finished run changes.

use kikitori_agent::{
    AdditionalData, AgentError, AgentRun, CallStatus, RunEnd, ToolCallResult, ToolOutput,
};
use kikitori_llm::{Message, ToolCall};

use super::{Environment, Failure, Orchestrator};
use crate::field::FieldState;
use crate::form::FieldId;
use crate::section::Section;
use crate::state::{AgentKind, AgentStackEntry, ChatMessage, SessionMessage, Speaker};
use crate::tools::{
    ArchitectContext, GreeterContext, InterviewerContext, ReviewerContext, plan_in_form_order,
};

impl Orchestrator {
    /// Starts the agent whose turn it is by the state: Greeter, then Architect, then the
    /// Interviewer for each field that is not done. Starts none when all are.
    pub(super) fn start_next_agent(&mut self) {
        if Section::of(&self.state.bootstrap) != Section::Completed {
            let brief = self.greeter_brief();
            return self.push_run(AgentKind::Greeter, Some(brief));
        }
        if self.state.plan.is_none() {
            // From here on it counts follow-ups to fields.
            self.state.follow_up_count = 0;
            return self.push_run(AgentKind::Architect, None);
        }
        let open = self
            .outline()
            .into_iter()
            .position(|entry| entry.state != FieldState::Done);
        let Some(open) = open else {
            return;
        };
        if open != self.state.current_field_index {
            self.state.current_field_index = open;
            self.state.follow_up_count = 0;
        }
        let Some((planned, field)) = self.state.current_field() else {
            return;
        };
        let brief = self.interviewer_brief(planned, field);
        let field_id = field.field_id.clone();
        self.set_field_state(&field_id, FieldState::Interviewing);
        self.push_run(AgentKind::Interviewer, Some(brief));
    }

    pub(super) fn push_run(&mut self, agent: AgentKind, brief: Option<String>) {
        let mut run = AgentRun::new(agent.name(), self.limits.max_turns);
        if let Some(brief) = brief {
            run = run.opened_with(Message::user(brief));
        }
        self.state.agent_stack.push(AgentStackEntry {
            agent,
            run,
            sub_session: None,
        });
        self.compact_conversation();
    }

    pub(super) fn set_field_state(&mut self, field_id: &FieldId, field_state: FieldState) {
        let progress = self
            .state
            .field_progress
            .entry(field_id.clone())
            .or_default();
        progress.state = field_state;
        self.unsaved.touch_field(field_id);
    }

    /// Runs `call` in its agent's context and takes over what it changed. `None` when its
    /// outcome will come from a sub-session.
    pub(super) fn perform(
        &mut self,
        agent: AgentKind,
        call: &ToolCall,
        environment: &Environment,
    ) -> Option<ToolOutput> {
        let (name, arguments) = (&call.function.name, &call.function.arguments);
        match agent {
            AgentKind::Greeter => {
                let mut context = GreeterContext {
                    bootstrap: self.state.bootstrap.clone(),
                    browser_time_zone: self.state.page.time_zone.clone(),
                    locale: environment.locale.clone(),
                };
                let output = self.tools.greeter.call(name, arguments, &mut context);
                self.state.bootstrap = context.bootstrap;
                Some(output)
            }
            AgentKind::Architect => {
                let mut context = ArchitectContext {
                    form: self.state.form.clone(),
                    plan: None,
                };
                let output = self.tools.architect.call(name, arguments, &mut context);
                if context.plan.is_some() && self.state.plan.is_none() {
                    self.state.plan = context.plan;
                    self.unsaved.touch_plan();
                }
                Some(output)
            }
            AgentKind::Interviewer => self.perform_interviewer_call(call),
            AgentKind::Reviewer => {
                let required = self.field_under_review().is_none_or(|field_id| {
                    self.state
                        .form
                        .field(&field_id)
                        .is_none_or(|field| field.required)
                });
                let mut context = ReviewerContext {
                    required,
                    result: None,
                };
                let output = self.tools.reviewer.call(name, arguments, &mut context);
                if let Some(result) = context.result {
                    self.keep_review(result);
                }
                Some(output)
            }
        }
    }

    fn perform_interviewer_call(&mut self, call: &ToolCall) -> Option<ToolOutput> {
        let field_id = self
            .state
            .current_field()
            .map(|(planned, _)| planned.field_id.clone());
        let has_answer = field_id.as_ref().is_some_and(|id| {
            self.state
                .chat_about(id)
                .any(|message| message.speaker == Speaker::Respondent)
        });
        let entry = self.state.agent_stack.last()?;
        let mut context = InterviewerContext {
            has_answer,
            reviewed_in_this_run: entry.run.tool_calls().iter().any(is_a_review),
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

    /// Acts on runs that are over, until one is under way or the person has the word.
    pub(super) fn settle(&mut self, environment: &Environment) {
        while let Some(entry) = self.state.agent_stack.last() {
            let kikitori_agent::AgentStep::Ended(end) = entry.run.next_step() else {
                return;
            };
            let end = end.clone();
            let Some(entry) = self.state.agent_stack.pop() else {
                return;
            };
            match end {
                RunEnd::Failed(error) => return self.run_failed(&entry, error),
                RunEnd::AwaitingUser { text } => self.put_to_person(entry, text, environment),
                RunEnd::Completed { .. } => self.run_completed(entry, environment),
            }
        }
    }

    fn run_failed(&mut self, entry: &AgentStackEntry, error: AgentError) {
        if entry.agent == AgentKind::Architect {
            return self.plan_by_the_form();
        }
        self.abandon_waiting_calls(&error.to_string());
        self.state.agent_stack.clear();
        self.state.failure = Some(Failure::AgentStuck {
            agent: entry.agent,
            error,
        });
    }

    /// Goes on without an Architect: the form's own order serves as well.
    pub(super) fn plan_by_the_form(&mut self) {
        self.state.plan = Some(plan_in_form_order(&self.state.form));
        self.unsaved.touch_plan();
        self.start_next_agent();
    }

    fn put_to_person(&mut self, entry: AgentStackEntry, text: String, environment: &Environment) {
        let mut results = std::mem::take(&mut self.state.pending_data);
        if let Some(Ok(result)) = entry.run.result() {
            results.extend(result.data);
        }
        let asked_by = entry.agent;
        let field_id = match asked_by {
            AgentKind::Interviewer => self
                .state
                .current_field()
                .map(|(planned, _)| planned.field_id.clone()),
            _ => None,
        };
        self.keep_messages(
            entry,
            Some(ChatMessage {
                speaker: Speaker::Assistant,
                text,
                at: environment.now_ms,
                field_id,
                data: AdditionalData {
                    input: None,
                    results,
                },
            }),
        );
        // What a Greeter says after settling everything is a welcome, not a question.
        if asked_by == AgentKind::Greeter
            && Section::of(&self.state.bootstrap) == Section::Completed
        {
            self.start_next_agent();
        }
    }

    /// Moves a run's messages to the conversation; what the person sees goes with the last
    /// reply of the model.
    fn keep_messages(&mut self, entry: AgentStackEntry, shown: Option<ChatMessage>) {
        let messages = entry.run.into_messages();
        let last_reply = messages
            .iter()
            .rposition(|message| matches!(message, Message::Assistant(_)));
        let mut shown = shown;
        for (position, message) in messages.into_iter().enumerate() {
            let shown = shown.take_if(|_| Some(position) == last_reply);
            self.state
                .messages
                .push(SessionMessage::Model { message, shown });
        }
    }

    fn run_completed(&mut self, entry: AgentStackEntry, environment: &Environment) {
        match (entry.agent, &entry.sub_session) {
            (AgentKind::Reviewer, Some(sub_session)) => {
                let sub_session = sub_session.clone();
                self.review_completed(&sub_session, environment);
            }
            (AgentKind::Greeter, _) => {
                // Data that no question of the Greeter's will carry waits for the Interviewer's.
                if let Some(Ok(result)) = entry.run.result() {
                    self.state.pending_data.extend(result.data);
                }
                self.keep_messages(entry, None);
                self.start_next_agent();
            }
            _ => self.start_next_agent(),
        }
    }
}

/// Whether a call of an Interviewer's run had the answers reviewed.
fn is_a_review(made: &ToolCallResult) -> bool {
    made.call.function.name == "subtask" && made.result.status == CallStatus::Success
}
