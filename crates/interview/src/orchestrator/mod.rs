//! The engine: says what comes next and moves on when it is told what came of it.

mod audit;
mod budget;
mod history;
mod requests;
mod review;
mod transitions;
mod types;

use std::collections::BTreeMap;
use std::rc::Rc;

use kikitori_agent::AgentStep;
use kikitori_llm::{Completion, UsageTotals};
use kikitori_store::Batch;
use serde_json::Map;

use crate::field::FieldState;
use crate::form::SessionForm;
use crate::records::Unsaved;
use crate::section::remaining_tasks;
use crate::state::{
    AgentKind, ChatMessage, MainSessionState, PageContext, SessionId, SessionMessage, Speaker,
};
use crate::tools::InterviewTools;
pub use budget::CapScope;
pub use types::{EngineError, Environment, Failure, Limits, Next, OutlineEntry, StepId};

/// A longer answer than this many bytes is refused before anything is done with it.
const MAX_ANSWER_BYTES: usize = 256 * 1024;

/// The engine of one interview.
#[doc(alias = "OrchestratorV2")]
pub struct Orchestrator {
    state: MainSessionState,
    tools: Rc<InterviewTools>,
    limits: Limits,
    unsaved: Unsaved,
}

impl Orchestrator {
    /// A new session of `form`.
    pub fn start(
        session_id: SessionId,
        form: SessionForm,
        page: PageContext,
        tools: Rc<InterviewTools>,
        limits: Limits,
        environment: &Environment,
    ) -> Self {
        let state = MainSessionState {
            session_id,
            agent_stack: Vec::new(),
            messages: Vec::new(),
            sub_session_results: BTreeMap::new(),
            bootstrap: crate::state::Bootstrap::default(),
            form,
            plan: None,
            current_field_index: 0,
            collected_fields: BTreeMap::new(),
            follow_up_count: 0,
            created_at: environment.now_ms,
            updated_at: environment.now_ms,
            field_progress: BTreeMap::new(),
            run_steps: Vec::new(),
            pending_data: Map::new(),
            page,
            failure: None,
            submitted_at: None,
            spent: UsageTotals::default(),
            spent_by_agent: BTreeMap::new(),
            compacted_messages: 0,
            context_tokens: None,
            step: 0,
        };
        let mut orchestrator = Self::resume(state, tools, limits);
        orchestrator.unsaved = Unsaved::everything();
        orchestrator.start_next_agent();
        orchestrator
    }

    /// The engine of a session that was read back from the store.
    pub fn resume(state: MainSessionState, tools: Rc<InterviewTools>, limits: Limits) -> Self {
        let unsaved = Unsaved::nothing(&state);
        Self {
            state,
            tools,
            limits,
            unsaved,
        }
    }

    /// Sets other bounds, from the next step on. What was learnt of the model's context is
    /// forgotten: it may be another model now.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        self.state.context_tokens = None;
    }

    /// What the session knows.
    pub fn state(&self) -> &MainSessionState {
        &self.state
    }

    /// What comes next. Asking changes nothing: the same step is named until it is settled.
    pub fn next(&self) -> Next {
        let step = self.current_step();
        if let Some(failure) = &self.state.failure {
            return Next::Retry {
                step,
                failure: failure.clone(),
            };
        }
        if let Some(entry) = self.state.agent_stack.last() {
            let agent = entry.agent;
            return match entry.run.next_step() {
                AgentStep::RunTool(call) => Next::RunTool {
                    step,
                    agent,
                    call: call.clone(),
                },
                // A run that is over is taken off the stack at once, so this is a model call.
                AgentStep::CallModel | AgentStep::Ended(_) => match self.admitted(entry) {
                    Ok(request) => Next::CallModel {
                        step,
                        agent,
                        request,
                    },
                    Err(failure) => Next::Retry { step, failure },
                },
            };
        }
        if self.state.submitted_at.is_some() {
            Next::Done
        } else if self.all_fields_are_done() {
            Next::Confirm { step }
        } else {
            Next::Answer { step }
        }
    }

    /// Takes the model's reply, and answers what the call came to.
    ///
    /// # Errors
    /// [`EngineError`] when `step` is not a model call that is being waited for.
    pub fn model_replied(
        &mut self,
        step: StepId,
        completion: Completion,
        environment: &Environment,
    ) -> Result<UsageTotals, EngineError> {
        self.expect(step)?;
        let remaining = self.remaining_tasks();
        let call = self.spent_on(&completion);
        let entry = self.top("a reply of the model")?;
        let refused = entry.run.model_replied(completion, || remaining)?.to_vec();
        self.charge(call);
        for call in refused {
            self.record_call(&call.call, environment.now_ms);
            self.complete_last_record(call.result, environment.now_ms);
        }
        self.record_the_next_call(environment.now_ms);
        self.settle(environment);
        self.step_done(environment);
        Ok(call)
    }

    /// Runs the tool that [`Next::RunTool`] named.
    ///
    /// # Errors
    /// [`EngineError`] when `step` is not that tool call.
    pub fn run_tool(&mut self, step: StepId, environment: &Environment) -> Result<(), EngineError> {
        self.expect(step)?;
        let entry = self.top("a tool call")?;
        let (agent, call) = match entry.run.next_step() {
            AgentStep::RunTool(call) => (entry.agent, call.clone()),
            _ => {
                return Err(EngineError::NotExpected {
                    what: "a tool call",
                });
            }
        };
        if let Some(output) = self.perform(agent, &call, environment) {
            self.complete_last_record(output.result.clone(), environment.now_ms);
            self.top("a tool call")?
                .run
                .tool_finished(&call.id, output)?;
            self.record_the_next_call(environment.now_ms);
        }
        self.settle(environment);
        self.step_done(environment);
        Ok(())
    }

    /// Takes the respondent's answer and, for a field, starts its review.
    ///
    /// # Errors
    /// [`EngineError`] when no answer is being waited for, or it is blank or too long.
    pub fn answered(
        &mut self,
        step: StepId,
        text: &str,
        page: PageContext,
        environment: &Environment,
    ) -> Result<(), EngineError> {
        self.expect(step)?;
        if !matches!(self.next(), Next::Answer { .. }) {
            return Err(EngineError::NotExpected { what: "an answer" });
        }
        if text.trim().is_empty() {
            return Err(EngineError::BlankAnswer);
        }
        if text.len() > MAX_ANSWER_BYTES {
            return Err(EngineError::AnswerTooLong { bytes: text.len() });
        }
        self.state.page = page.clone();
        let field_id = self
            .state
            .current_field()
            .map(|(planned, _)| planned.field_id.clone());
        let mut shown = ChatMessage {
            speaker: Speaker::Respondent,
            text: text.to_owned(),
            at: environment.now_ms,
            field_id: field_id.clone(),
            data: kikitori_agent::AdditionalData::default(),
        };
        shown.data.input = Some(page);
        self.state.messages.push(SessionMessage::Respondent(shown));
        match field_id {
            Some(field_id) => self.start_review(field_id, None),
            None => self.greeting_answered(),
        }
        self.step_done(environment);
        Ok(())
    }

    /// Gives the word to the Greeter again, unless it has had it too often.
    fn greeting_answered(&mut self) {
        self.state.follow_up_count += 1;
        if self.state.follow_up_count > self.limits.max_greetings {
            self.state.failure = Some(Failure::GreetingLimit {
                times: self.limits.max_greetings,
            });
        } else {
            self.start_next_agent();
        }
    }

    /// Takes the respondent's word that the form is right. `local_time` is when, as the page
    /// tells it.
    ///
    /// # Errors
    /// [`EngineError::RequiredFieldsOpen`] while a required field is not done, whatever any
    /// model said.
    pub fn confirmed(
        &mut self,
        step: StepId,
        local_time: String,
        environment: &Environment,
    ) -> Result<(), EngineError> {
        self.expect(step)?;
        let labels: Vec<String> = self
            .outline()
            .into_iter()
            .filter(|entry| entry.required && entry.state != FieldState::Done)
            .map(|entry| entry.label)
            .collect();
        if !labels.is_empty() {
            return Err(EngineError::RequiredFieldsOpen { labels });
        }
        if !matches!(self.next(), Next::Confirm { .. }) {
            return Err(EngineError::NotExpected {
                what: "a confirmation",
            });
        }
        self.state.submitted_at = Some(local_time);
        self.step_done(environment);
        Ok(())
    }

    /// Goes on after a [`Failure`].
    ///
    /// # Errors
    /// [`EngineError`] when `step` is not a failure that waits for it.
    pub fn retry(&mut self, step: StepId, environment: &Environment) -> Result<(), EngineError> {
        self.expect(step)?;
        let capped = self.cap_reached();
        let Some(failure) = self.state.failure.take().or(capped) else {
            return Err(EngineError::NotExpected { what: "a retry" });
        };
        if let Failure::BudgetExceeded {
            scope: CapScope::Session,
            ..
        } = failure
        {
            // Only a higher cap helps.
            return Ok(());
        }
        if let Failure::BudgetExceeded { reached, .. } = &failure {
            self.abandon_waiting_calls(&reached.to_string());
        }
        self.state.agent_stack.clear();
        match failure {
            Failure::AgentStuck {
                agent: AgentKind::Reviewer,
                ..
            }
            | Failure::BudgetExceeded {
                agent: AgentKind::Reviewer,
                ..
            } => {
                let field = self.state.current_field();
                match field.map(|(planned, _)| planned.field_id.clone()) {
                    Some(field_id) => self.start_review(field_id, None),
                    None => self.start_next_agent(),
                }
            }
            Failure::BudgetExceeded {
                agent: AgentKind::Architect,
                ..
            } => self.plan_by_the_form(),
            Failure::AgentStuck { .. } | Failure::BudgetExceeded { .. } => self.start_next_agent(),
            Failure::FollowUpLimit { .. } | Failure::GreetingLimit { .. } => {
                self.state.follow_up_count = 0;
                self.start_next_agent();
            }
        }
        self.step_done(environment);
        Ok(())
    }

    /// The fields in the order in which they are asked.
    pub fn outline(&self) -> Vec<OutlineEntry> {
        let state = &self.state;
        let planned = match &state.plan {
            Some(plan) => plan.fields.clone(),
            None => crate::tools::plan_in_form_order(&state.form).fields,
        };
        let started = state.plan.is_some();
        planned
            .into_iter()
            .enumerate()
            .map(|(position, field)| {
                let progress = state.field_progress.get(&field.field_id);
                let field_state = progress.map(|progress| progress.state).unwrap_or_default();
                OutlineEntry {
                    value: state.collected_fields.get(&field.field_id).cloned(),
                    current: started
                        && position == state.current_field_index
                        && field_state != FieldState::Done,
                    state: field_state,
                    field_id: field.field_id,
                    label: field.label,
                    required: field.required,
                }
            })
            .collect()
    }

    /// What changed since this was last asked, to be stored in one batch.
    ///
    /// # Errors
    /// [`EngineError::Store`] when a value cannot be written.
    pub fn take_changes(&mut self) -> Result<Batch, EngineError> {
        Ok(self.unsaved.take(&self.state)?)
    }

    fn current_step(&self) -> StepId {
        StepId(self.state.step)
    }

    fn expect(&self, given: StepId) -> Result<(), EngineError> {
        let current = self.current_step();
        if given == current {
            Ok(())
        } else {
            Err(EngineError::StaleStep { given, current })
        }
    }

    fn step_done(&mut self, environment: &Environment) {
        self.state.step += 1;
        self.state.updated_at = environment.now_ms;
    }

    fn top(
        &mut self,
        what: &'static str,
    ) -> Result<&mut crate::state::AgentStackEntry, EngineError> {
        if self.state.failure.is_some() {
            return Err(EngineError::NotExpected { what });
        }
        self.state
            .agent_stack
            .last_mut()
            .ok_or(EngineError::NotExpected { what })
    }

    fn all_fields_are_done(&self) -> bool {
        self.state.plan.is_some()
            && self.state.form.fields.iter().all(|field| {
                self.state
                    .field_progress
                    .get(&field.field_id)
                    .is_some_and(|progress| progress.state == FieldState::Done)
            })
    }

    fn remaining_tasks(&self) -> Vec<String> {
        match self.state.agent_stack.last().map(|entry| entry.agent) {
            Some(AgentKind::Greeter) => remaining_tasks(&self.state.bootstrap),
            Some(AgentKind::Architect) => {
                vec!["Set the order of the fields using create_plan".to_owned()]
            }
            Some(AgentKind::Interviewer) => {
                vec!["Ask the respondent for the current field using ask".to_owned()]
            }
            Some(AgentKind::Reviewer) => vec!["Report your verdict using review".to_owned()],
            None => Vec::new(),
        }
    }
}
