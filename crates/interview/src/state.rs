//! What a session knows.

mod taken_back;
mod translated;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use kikitori_agent::{AgentRun, RunStep};
use kikitori_json::{FromJson, deserialize_by_json};
use kikitori_llm::{ToolCallId, UsageTotals};
use serde::{Serialize, Serializer};
use serde_json::{Error, Map, Value};

use crate::agent_kind::AgentKind;
use crate::bootstrap::Bootstrap;
use crate::failure::Failure;
use crate::field::{FieldBefore, FieldOutcome, FieldProgress, FieldReview, FieldState};
use crate::lines::LineSheet;
use crate::message::{ChatMessage, PageContext, SessionMessage};
use crate::plan::{Plan, PlannedField, TranslatedForm};
use crate::receipt::Receipt;
use crate::update::LineBatch;
use crate::value::{Collected, ValueSource};
use kikitori_form::{FieldId, FormField, SessionForm};

/// The id of a session.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, FromJson)]
#[serde(transparent)]
pub struct SessionId(pub String);

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A running agent. The last one is active: its calls and outcomes are the ones that are taken.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct AgentStackEntry {
    /// Which agent.
    pub agent: AgentKind,
    /// Its run.
    pub run: AgentRun,
    /// The sub-session that it runs in, for an agent that another one, or the orchestrator,
    /// started.
    pub sub_session: Option<SubSession>,
    /// The step in which its next model call was decided: the id of that call.
    pub call: u64,
}

/// A run of its own with a context of its own.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct SubSession {
    /// Unique in the session.
    pub id: String,
    /// The field it is about.
    pub field_id: FieldId,
    /// The call that waits for its result; none when the orchestrator started it.
    pub waiting_call: Option<ToolCallId>,
    /// The lines that are read in it, for a LineReader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<LineBatch>,
    /// Whether it is about something that was told before it was asked for. The next question is shown
    /// while it goes on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub early: bool,
}

/// What there was before the answer that the agents are at work on, so that it can be withdrawn.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct TurnStart {
    /// Messages in the conversation.
    pub messages: usize,
    /// What the Greeter had settled.
    pub bootstrap: Bootstrap,
    /// Whether there was a plan.
    pub planned: bool,
    /// The field that was being asked for.
    pub current_field_index: usize,
    /// See [`MainSessionState::follow_up_count`].
    pub follow_up_count: u32,
    /// See [`MainSessionState::follow_ups`].
    #[serde(default)]
    pub follow_ups: u32,
    /// See [`MainSessionState::pending_data`].
    pub pending_data: Map<String, Value>,
    /// See [`MainSessionState::compacted_messages`].
    pub compacted_messages: usize,
    /// See [`MainSessionState::given_back`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_back: Option<String>,
    /// Whether it began with something that was put in by hand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
    /// The field that was answered, as it was.
    pub field: Option<(FieldId, FieldProgress, Option<ValueSource>)>,
    /// Fields that it changed, as they were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrected: Vec<FieldBefore>,
    /// Fields that were told early, and still with their Reviewers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reviews: Vec<FieldId>,
}

impl AgentStackEntry {
    /// Whether nobody waits for it before the next question: see [`SubSession::early`].
    pub(crate) fn is_early(&self) -> bool {
        self.sub_session.as_ref().is_some_and(|it| it.early)
    }
}

/// Everything a session knows. It changes only by [`SessionUpdate`](crate::SessionUpdate)s.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(remote = "Self", rename_all = "camelCase")]
pub struct MainSessionState {
    /// Whose state it is.
    pub session_id: SessionId,
    /// The running agents, the active one last. Empty while the person is awaited.
    pub agent_stack: Vec<AgentStackEntry>,
    /// The conversation.
    pub messages: Vec<SessionMessage>,
    /// The results of sub-sessions by their ids.
    pub sub_session_results: BTreeMap<String, FieldReview>,
    /// Language, country and time zone.
    pub bootstrap: Bootstrap,
    /// The form.
    pub form: SessionForm,
    /// The fields that a page's form, which is asked for, does not show now.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub hidden_fields: BTreeSet<FieldId>,
    /// The order of the interview, once there is one.
    pub plan: Option<Plan>,
    /// What fields are called in languages that the form is not written in, by language.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub translations: BTreeMap<String, Vec<PlannedField>>,
    /// What the form calls itself in such languages, by language.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub translated_forms: BTreeMap<String, TranslatedForm>,
    /// What code itself says in other languages than English and Japanese: by language, and there by
    /// its sentences in English.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub own_sentences: BTreeMap<String, BTreeMap<String, String>>,
    /// The plan's field that is being asked for.
    pub current_field_index: usize,
    /// Accepted answers. A field that was declined is done and has none.
    #[serde(skip)]
    pub collected_fields: BTreeMap<FieldId, Collected>,
    /// Where they stand.
    pub value_sources: BTreeMap<FieldId, ValueSource>,
    /// The lines of groups, by field.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lines: BTreeMap<FieldId, LineSheet>,
    /// Follow-up questions asked about the current field.
    pub follow_up_count: u32,
    /// Follow-up questions asked in the whole interview.
    #[serde(default)]
    pub follow_ups: u32,
    /// Questions in a row that code asked because the model's were of no use.
    #[serde(default)]
    pub own_questions: u32,
    /// The call of `review` whose question is to be asked, by its number on record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follow_up_due: Option<u64>,
    /// When the session began, in milliseconds since 1970.
    pub created_at: u64,
    /// When it last changed.
    pub updated_at: u64,
    /// How far each field has come; absent means pending.
    pub field_progress: BTreeMap<FieldId, FieldProgress>,
    /// Every tool call.
    pub run_steps: Vec<RunStep>,
    /// Data of tool calls that waits for the next assistant message.
    pub pending_data: Map<String, Value>,
    /// What the page last sent about itself.
    pub page: PageContext,
    /// What the answer that is being worked on can be taken back to.
    pub turn: Option<TurnStart>,
    /// The same of those before it, the first one first: no more than a few.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier_turns: Vec<TurnStart>,
    /// An answer that was taken back and not given again yet.
    pub withdrawn: Option<String>,
    /// When that was said, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdrawn_at: Option<u64>,
    /// What their last message said beside the private answer that was taken from it: no model has seen
    /// it, and they may send it with their next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_back: Option<String>,
    /// Why the engine stands still, if it does.
    pub failure: Option<Failure>,
    /// The local time at which the person confirmed.
    pub submitted_at: Option<String>,
    /// How often they took that back, to correct something.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub reopened: u32,
    /// What the server said that the form was sent to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Receipt>,
    /// What its model calls used.
    pub spent: UsageTotals,
    /// The same for each agent, over all its runs. A run's own count is with the run.
    pub spent_by_agent: BTreeMap<AgentKind, UsageTotals>,
    /// Messages at the beginning of the conversation that models are sent as a summary.
    pub compacted_messages: usize,
    /// Tokens that a request may have, as the endpoint has shown by refusing more.
    pub context_tokens: Option<u64>,
    /// Steps performed so far.
    pub step: u64,
}

impl MainSessionState {
    /// A session of which nothing is known but its form.
    pub fn new(session_id: SessionId, form: SessionForm, page: PageContext, now_ms: u64) -> Self {
        Self {
            session_id,
            agent_stack: Vec::new(),
            messages: Vec::new(),
            sub_session_results: BTreeMap::new(),
            bootstrap: Bootstrap::default(),
            form,
            hidden_fields: BTreeSet::new(),
            plan: None,
            translations: BTreeMap::new(),
            translated_forms: BTreeMap::new(),
            own_sentences: BTreeMap::new(),
            current_field_index: 0,
            collected_fields: BTreeMap::new(),
            value_sources: BTreeMap::new(),
            lines: BTreeMap::new(),
            follow_up_count: 0,
            follow_ups: 0,
            own_questions: 0,
            follow_up_due: None,
            created_at: now_ms,
            updated_at: now_ms,
            field_progress: BTreeMap::new(),
            run_steps: Vec::new(),
            pending_data: Map::new(),
            page,
            turn: None,
            earlier_turns: Vec::new(),
            withdrawn: None,
            withdrawn_at: None,
            given_back: None,
            failure: None,
            submitted_at: None,
            reopened: 0,
            receipt: None,
            spent: UsageTotals::default(),
            spent_by_agent: BTreeMap::new(),
            compacted_messages: 0,
            context_tokens: None,
            step: 0,
        }
    }

    /// The planned field that is being asked for. There is none before there is a plan.
    pub fn current_field(&self) -> Option<(&PlannedField, &FormField)> {
        let planned = self.plan.as_ref()?.fields.get(self.current_field_index)?;
        let field = self.form.field(&planned.field_id)?;
        Some((planned, field))
    }

    /// Whether a field is not asked for any more, whatever the outcome.
    pub fn is_done(&self, field: &FieldId) -> bool {
        let progress = self.field_progress.get(field);
        progress.is_some_and(|progress| progress.state == FieldState::Done)
    }

    /// How the asking for a field ended; none while it is open.
    pub fn outcome_of(&self, field: &FieldId) -> Option<FieldOutcome> {
        let progress = self.field_progress.get(field)?;
        // Older pages did not say how it ended where it ended well.
        let told = || match (progress.state, self.collected_fields.contains_key(field)) {
            (FieldState::Done, true) => Some(FieldOutcome::Answered),
            (FieldState::Done, false) => Some(FieldOutcome::Skipped),
            _ => None,
        };
        progress.outcome.or_else(told)
    }

    /// The lines of a group: those on its sheet, or those of its value where it came in another way.
    pub fn sheet_of(&self, field: &FieldId) -> LineSheet {
        let collected = self.collected_fields.get(field);
        let of_value = || {
            let collected = collected?;
            let source = collected.evidence.first().copied();
            Some(LineSheet::of_value(&collected.value, source, collected.by))
        };
        let sheet = self.lines.get(field).cloned();
        sheet.or_else(of_value).unwrap_or_default()
    }

    /// What the plan calls a field, or else the form.
    pub fn label_of(&self, field: &FieldId) -> Option<&str> {
        let mut planned = self.plan.iter().flat_map(|plan| &plan.fields);
        let planned = planned.find(|planned| planned.field_id == *field);
        let own = self.form.own_language();
        let of_form = || self.form.field(field).map(|it| it.label.in_language(own));
        planned
            .map(|planned| planned.label.as_str())
            .or_else(of_form)
    }

    /// The respondent's language as a BCP 47 tag; English until it is settled.
    pub fn language(&self) -> &str {
        self.bootstrap.spoken()
    }

    /// The conversation as the person sees it.
    pub fn chat(&self) -> impl Iterator<Item = &ChatMessage> {
        self.messages.iter().filter_map(SessionMessage::shown)
    }

    /// The place of what the respondent said last, in the conversation.
    pub(crate) fn said_last(&self) -> Option<usize> {
        let is_said = |message: &SessionMessage| matches!(message, SessionMessage::Respondent(_));
        self.messages.iter().rposition(is_said)
    }

    /// The conversation about one field.
    pub fn chat_about<'a>(&'a self, field: &'a FieldId) -> impl Iterator<Item = &'a ChatMessage> {
        self.chat()
            .filter(move |message| message.field_id.as_ref() == Some(field))
    }
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Serialize for MainSessionState {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, to)
    }
}

impl FromJson for MainSessionState {
    fn from_json(value: Value) -> Result<Self, Error> {
        let mut state = Self::from_json(value)?;
        for (field, source) in state.value_sources.clone() {
            state.set_value(&field, Some(source));
        }
        Ok(state)
    }
}

deserialize_by_json!(MainSessionState);
