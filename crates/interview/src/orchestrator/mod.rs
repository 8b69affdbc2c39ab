//! The engine: says what comes next and moves on when it is told the outcome.

mod briefs;
mod context;
mod engine;
mod history;
mod inputs;
mod replies;
mod requests;
mod review;
mod transitions;
mod types;

use std::rc::Rc;

use kikitori_agent::AgentStep;
use kikitori_engine::caller::{CallError, CapScope};
use kikitori_llm::BudgetExceeded;

use crate::agent_kind::AgentKind;
use crate::bootstrap::remaining_tasks;
use crate::failure::Failure;
use crate::field::FieldState;
use crate::locale::Locale;
use crate::message::{PageContext, Speaker};
use crate::state::{AgentStackEntry, MainSessionState, SessionId};
use crate::tools::InterviewTools;
use crate::update::SessionUpdate;
use kikitori_form::SessionForm;
pub use types::{Command, EngineError, Limits, MAX_ANSWER_BYTES, OutlineEntry, Pause};

/// The engine of one interview.
#[doc(alias = "OrchestratorV2")]
pub struct Orchestrator {
    state: MainSessionState,
    tools: Rc<InterviewTools>,
    locale: Rc<dyn Locale>,
    limits: Limits,
    /// Updates since they were last taken.
    updates: Vec<SessionUpdate>,
    /// Why no step is named although an agent is active. It is not stored: a session that is
    /// opened again goes on.
    halt: Option<Halt>,
    /// Calls that are of no use any more, and whose they were.
    left: Vec<(u64, AgentKind)>,
}

/// See [`Orchestrator::halt`].
enum Halt {
    Stopped,
    CallFailed(CallError),
    BudgetExceeded {
        scope: CapScope,
        reached: BudgetExceeded,
    },
}

impl Orchestrator {
    /// A new session of `form`.
    pub fn start(
        session_id: SessionId,
        form: SessionForm,
        page: PageContext,
        tools: Rc<InterviewTools>,
        locale: Rc<dyn Locale>,
        limits: Limits,
        now_ms: u64,
    ) -> Self {
        let state = MainSessionState::new(session_id, form, page, now_ms);
        let mut orchestrator = Self::resume(state, tools, locale, limits);
        orchestrator.start_next_agent();
        // What the state holds by now is stored whole.
        orchestrator.updates.clear();
        orchestrator
    }

    /// The engine of a session that was read back from the store.
    pub fn resume(
        state: MainSessionState,
        tools: Rc<InterviewTools>,
        locale: Rc<dyn Locale>,
        limits: Limits,
    ) -> Self {
        let mut orchestrator = Self {
            state,
            tools,
            locale,
            limits,
            updates: Vec::new(),
            halt: None,
            left: Vec::new(),
        };
        orchestrator.mend();
        orchestrator
    }

    /// Goes on from a state in which nothing would happen: a record of it was lost.
    fn mend(&mut self) {
        let active = self.state.agent_stack.last();
        if active.is_some_and(|it| !matches!(it.run.next_step(), AgentStep::CallModel)) {
            self.settle();
        }
    }

    /// What the session knows.
    pub fn state(&self) -> &MainSessionState {
        &self.state
    }

    /// Changes the state, and keeps the change to be stored.
    fn emit(&mut self, update: SessionUpdate) {
        self.state.apply_update(update.clone());
        self.updates.push(update);
    }

    /// What the person can do, if no agent is at work.
    pub fn pause(&self) -> Option<Pause> {
        if let Some(failure) = &self.state.failure {
            return Some(Pause::Failed(failure.clone()));
        }
        if let Some(active) = self.state.agent_stack.last() {
            return match &self.halt {
                None => None,
                Some(Halt::Stopped) => Some(Pause::Stopped),
                Some(Halt::CallFailed(error)) => Some(Pause::CallFailed(error.clone())),
                Some(Halt::BudgetExceeded { scope, reached }) => {
                    Some(Pause::Failed(Failure::BudgetExceeded {
                        agent: active.agent,
                        scope: *scope,
                        reached: *reached,
                    }))
                }
            };
        }
        Some(if self.state.submitted_at.is_some() {
            Pause::Done
        } else if self.all_fields_are_done() {
            Pause::Confirm
        } else {
            Pause::Answer
        })
    }

    /// The active agent, if its next step is a model call and may be made.
    fn caller(&self) -> Option<&AgentStackEntry> {
        if self.state.failure.is_some() || self.halt.is_some() {
            return None;
        }
        let active = self.state.agent_stack.last()?;
        matches!(active.run.next_step(), AgentStep::CallModel).then_some(active)
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
                    declined: state.is_declined(&field.field_id),
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

    fn all_fields_are_done(&self) -> bool {
        self.state.plan.is_some()
            && self
                .state
                .form
                .fields
                .iter()
                .all(|field| self.state.is_done(&field.field_id))
    }

    fn remaining_tasks(&self) -> Vec<String> {
        match self.state.agent_stack.last().map(|entry| entry.agent) {
            Some(AgentKind::Greeter) => {
                let mut chat = self.state.chat();
                let is_answered = chat.any(|message| message.speaker == Speaker::Respondent);
                remaining_tasks(&self.state.bootstrap, is_answered)
            }
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
