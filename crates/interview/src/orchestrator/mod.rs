//! The engine: says what comes next and moves on when it is told the outcome.

mod answers;
mod asking;
mod context;
mod early;
mod ended;
mod engine;
mod entries;
mod given;
mod hear;
mod history;
mod inputs;
mod line_engine;
mod lines;
mod missing;
mod not_taken;
mod now;
mod opening;
mod order;
mod own_question;
mod own_words;
mod page_followed;
mod private;
mod repair;
mod replay;
mod replies;
mod requests;
mod review;
mod settings_told;
mod shown_form;
mod transitions;
mod turned_down;
mod types;
mod unheard;
mod used;
mod wording;

use std::cell::RefCell;
use std::rc::Rc;

use kikitori_agent::AgentStep;
use kikitori_engine::caller::{CallError, CapScope};
use kikitori_llm::BudgetExceeded;

use crate::agent_kind::AgentKind;
use crate::failure::Failure;
use crate::field::{FieldOutcome, FieldState};
use crate::locale::Locale;
use crate::message::PageContext;
use crate::state::{AgentStackEntry, MainSessionState, SessionId};
use crate::tools::InterviewTools;
use crate::update::SessionUpdate;
use asking::HeardBesides;
pub(crate) use hear::{COUNTRY, NotAnAnswer};
use kikitori_form::FieldId;
use kikitori_form::SessionForm;
pub use line_engine::{LineEngine, line_engine};
pub use lines::LineEdit;
pub(crate) use replay::redone;
pub(crate) use requests::local_time_of;
pub(crate) use shown_form::shown_form;
pub use turned_down::TurnedDown;
pub use types::{
    Command, EngineError, Entry, FieldEntry, Limits, MAX_ANSWER_BYTES, OutlineEntry, Pause, Settle,
};
pub use used::{Used, UsedBounds};

/// The engine of one interview.
#[doc(alias = "OrchestratorV2")]
pub struct Orchestrator {
    /// Shared with who checks a reply while it arrives, and never otherwise.
    state: Rc<MainSessionState>,
    tools: Rc<InterviewTools>,
    locale: Rc<dyn Locale>,
    limits: Limits,
    /// Updates since they were last taken.
    updates: Vec<SessionUpdate>,
    /// Why no step is named although an agent is active. It is not stored: a session that is
    /// opened again goes on.
    halt: Option<Halt>,
    /// Whether a page has told what of its form it shows.
    follows_page: bool,
    /// Calls that are of no use any more, and whose they were.
    left: Vec<(u64, AgentKind)>,
    /// What the call that is being made says besides; taken when it has ended.
    heard_besides: HeardBesides,
    /// Whether code is to ask once the call that is being made has ended.
    stands_in: bool,
    /// What it is to ask: whether this is meant.
    unconfirmed: Option<(FieldId, String)>,
    /// Whether a translation could not be had, and is asked for once more with the next message.
    translation_due: bool,
    /// How often that was so.
    translations_failed: u32,
    /// What the message that is being heard says of language, country and time zone.
    settings_told: RefCell<settings_told::SettingsTold>,
    /// What was said of fields and is not recorded, and why, as the respondent is told.
    not_taken: Vec<(FieldId, String)>,
    /// What is told before the message that is prepared, as that says something else.
    untrue: Vec<String>,
    /// What the Interviewer was told last in the first request of its run: a repair is told the same.
    told_now: RefCell<Option<now::ToldNow>>,
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
        orchestrator.settle_what_is_open();
        orchestrator.ask_next();
        // What the state holds by now is stored whole.
        orchestrator.updates.clear();
        orchestrator
    }

    /// What the platform knows of languages and places.
    pub(crate) fn locale(&self) -> &dyn Locale {
        &*self.locale
    }

    /// An engine of the same state, which only checks.
    fn checker(&self) -> Self {
        let (tools, locale) = (Rc::clone(&self.tools), Rc::clone(&self.locale));
        Self::of(Rc::clone(&self.state), tools, locale, self.limits)
    }

    fn of(
        state: Rc<MainSessionState>,
        tools: Rc<InterviewTools>,
        locale: Rc<dyn Locale>,
        limits: Limits,
    ) -> Self {
        Self {
            state,
            tools,
            locale,
            limits,
            updates: Vec::new(),
            halt: None,
            follows_page: false,
            left: Vec::new(),
            heard_besides: HeardBesides::default(),
            stands_in: false,
            unconfirmed: None,
            translation_due: false,
            translations_failed: 0,
            settings_told: RefCell::default(),
            not_taken: Vec::new(),
            untrue: Vec::new(),
            told_now: RefCell::default(),
        }
    }

    /// The engine of a session that was read back from the store.
    pub fn resume(
        state: MainSessionState,
        tools: Rc<InterviewTools>,
        locale: Rc<dyn Locale>,
        limits: Limits,
    ) -> Self {
        let mut orchestrator = Self::of(Rc::new(state), tools, locale, limits);
        orchestrator.mend();
        orchestrator
    }

    /// Goes on from a state in which nothing would happen: a record of it was lost, or it is of an
    /// older page, whose agents worked one after the other.
    fn mend(&mut self) {
        let state = &self.state;
        let is_new = state.messages.is_empty() && state.agent_stack.is_empty();
        if state.submitted_at.is_some() || state.failure.is_some() || is_new {
            return;
        }
        if state.plan.is_none() || self.is_of_an_older_page() {
            self.abandon_waiting_call("The page goes on in another way.");
            self.drop_runs();
            if self.state.plan.is_none() {
                self.drop_agent(AgentKind::Architect);
            }
            let was_at_work = !state_is_idle(&self.state);
            self.settle_what_is_open();
            if was_at_work {
                self.go_on();
            }
            return;
        }
        self.settle();
    }

    /// Whether an agent is at work as it would not be now.
    fn is_of_an_older_page(&self) -> bool {
        let has_interviewer = self.has_run(AgentKind::Interviewer);
        let running = self.state.agent_stack.iter();
        running.into_iter().any(|entry| match entry.agent {
            AgentKind::Greeter => true,
            AgentKind::Reviewer => !has_interviewer && !entry.is_early(),
            AgentKind::LineReader => false,
            // It was opened with a brief.
            AgentKind::Interviewer => entry.run.is_opened(),
            AgentKind::Architect => false,
        })
    }

    /// What the session knows.
    pub fn state(&self) -> &MainSessionState {
        &self.state
    }

    /// Changes the state, and keeps the change to be stored.
    fn emit(&mut self, update: SessionUpdate) {
        Rc::make_mut(&mut self.state).apply_update(update.clone());
        self.updates.push(update);
    }

    /// What the person can do, if no agent is at work.
    pub fn pause(&self) -> Option<Pause> {
        if let Some(failure) = &self.state.failure {
            return Some(Pause::Failed(failure.clone()));
        }
        let mut running = self.state.agent_stack.iter().rev();
        if let Some(active) = running.find(|it| self.is_awaited(it)) {
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
        } else if self.state.is_asked_out() && !self.state.needs_country() {
            Pause::Confirm
        } else {
            Pause::Answer
        })
    }

    /// Whether somebody is at work on what the respondent said or is asked.
    fn is_at_work(&self) -> bool {
        let mut running = self.state.agent_stack.iter();
        running.any(|entry| self.is_awaited(entry))
    }

    /// Whether no agent goes on before the person does something.
    fn stands_still(&self) -> bool {
        self.state.failure.is_some() || self.halt.is_some()
    }

    /// The agents whose next step is a model call that may be made.
    fn callers(&self) -> impl Iterator<Item = &AgentStackEntry> {
        let stands_still = self.stands_still();
        let running = self.state.agent_stack.iter().filter(move |_| !stands_still);
        running.filter(|entry| matches!(entry.run.next_step(), AgentStep::CallModel))
    }

    /// Whether a model is to be called, for whatever agent.
    pub(crate) fn has_calls(&self) -> bool {
        self.callers().next().is_some()
    }

    /// The respondent's language as a BCP 47 tag.
    pub fn language(&self) -> &str {
        self.state.language()
    }

    /// The fields that keep the form from being sent: they are required, and the respondent would
    /// not give them.
    pub fn blocking(&self) -> Vec<FieldId> {
        let asked = self.state.asked_fields();
        let fields = self.state.form.fields.iter();
        let blocking =
            fields.filter(|field| asked.contains(&field.field_id) && self.state.blocks(field));
        blocking.map(|field| field.field_id.clone()).collect()
    }

    /// Whether a field may be asked for again where nothing is left to ask: the form cannot be sent without
    /// it, or it is private and they gave no answer, which no model can take from them.
    pub(crate) fn may_be_given_after_all(&self, id: &FieldId) -> bool {
        let outcome = self.state.outcome_of(id);
        let has_none = outcome.is_some_and(|it| {
            matches!(
                it,
                FieldOutcome::DoesNotKnow | FieldOutcome::Declined | FieldOutcome::Skipped
            )
        });
        let is_unanswered = has_none && self.is_private(id);
        self.blocking().contains(id) || (is_unanswered && self.state.asked_fields().contains(id))
    }

    /// The fields that are asked, in the order in which they are.
    pub fn outline(&self) -> Vec<OutlineEntry> {
        let state = &self.state;
        let planned = match &state.plan {
            Some(plan) => plan.fields.clone(),
            None => crate::tools::plan_in_form_order(&state.form, state.language()).fields,
        };
        let asked = state.asked_fields();
        let started = state.plan.is_some();
        let entries = planned.into_iter().enumerate();
        entries
            .filter(|(_, field)| asked.contains(&field.field_id))
            .map(|(position, field)| {
                let progress = state.field_progress.get(&field.field_id);
                let field_state = progress.map(|progress| progress.state).unwrap_or_default();
                let outcome = state.outcome_of(&field.field_id);
                let is_refused = outcome.is_none() && progress.is_some_and(|it| it.refusals > 0);
                OutlineEntry {
                    reworded: self.is_reworded(&field.field_id),
                    value: state.value_shown(&field.field_id, state.language(), &*self.locale),
                    collected: state.collected_fields.get(&field.field_id).cloned(),
                    outcome,
                    missing: self.missing_of_field(&field.field_id, false),
                    declined: outcome == Some(FieldOutcome::Declined),
                    blocks: state
                        .form
                        .field(&field.field_id)
                        .is_some_and(|it| state.blocks(it)),
                    refused_once: is_refused,
                    keeps_part: is_refused && self.keeps_part(&field.field_id),
                    picked: self.picked_so_far(&field.field_id),
                    before: state.value_before(&field.field_id, state.language(), &*self.locale),
                    private: self.is_private(&field.field_id),
                    follow_ups: self.follow_ups_of(&field.field_id),
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

    fn keeps_part(&self, field: &FieldId) -> bool {
        let field = self.state.form.field(field);
        field.is_some_and(|field| self.part_kept(field).is_some())
    }

    fn remaining_tasks(&self) -> Vec<String> {
        match self.state.agent_stack.last().map(|entry| entry.agent) {
            Some(AgentKind::Architect) => {
                vec!["Translate the fields using create_plan".to_owned()]
            }
            Some(AgentKind::Interviewer) => {
                vec!["Report what you heard and ask for the next field using ask".to_owned()]
            }
            Some(AgentKind::LineReader) => {
                vec!["Report what each line says using read_lines".to_owned()]
            }
            Some(AgentKind::Reviewer) => vec!["Report your verdict using review".to_owned()],
            Some(AgentKind::Greeter) | None => Vec::new(),
        }
    }
}

/// Whether nobody was at work in a session that an older page left.
fn state_is_idle(state: &MainSessionState) -> bool {
    let last = state.chat().last();
    last.is_some_and(|last| last.speaker == crate::message::Speaker::Assistant)
}
