//! What a session knows.

use std::collections::BTreeMap;
use std::fmt;

use kikitori_agent::{AdditionalData, AgentRun, RunStep};
use kikitori_llm::{Message, ToolCallId, UsageTotals};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::field::FieldProgress;
use crate::form::{FieldId, FormField, SessionForm};
use crate::locale::{CountryCode, LanguageTag, TimeZone};
use crate::orchestrator::Failure;

/// The id of a session.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SessionId(pub String);

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The four agents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AgentKind {
    /// Welcomes, and settles language, country and time zone.
    Greeter,
    /// Puts the fields in order.
    Architect,
    /// Asks.
    Interviewer,
    /// Checks answers.
    Reviewer,
}

impl AgentKind {
    /// The agent's name as it is stored and logged.
    pub fn name(self) -> &'static str {
        match self {
            Self::Greeter => "greeter",
            Self::Architect => "architect",
            Self::Interviewer => "interviewer",
            Self::Reviewer => "reviewer",
        }
    }
}

/// An agent at work. The one on top has the word.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AgentStackEntry {
    /// Which agent.
    pub agent: AgentKind,
    /// Its run.
    pub run: AgentRun,
    /// The sub-session that it runs in, for an agent that another one, or the orchestrator,
    /// started.
    pub sub_session: Option<SubSession>,
}

/// A run of its own with a context of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SubSession {
    /// Unique in the session.
    pub id: String,
    /// The field it is about.
    pub field_id: FieldId,
    /// The call that waits for its result; none when the orchestrator started it.
    pub waiting_call: Option<ToolCallId>,
}

/// What the Greeter settles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bootstrap {
    /// The respondent's language.
    pub language: Option<LanguageTag>,
    /// The country they live in.
    pub country: Option<CountryCode>,
    /// Their time zone.
    pub timezone: Option<TimeZone>,
}

/// What the page sends in with a message, besides its text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PageContext {
    /// The browser's languages, the preferred one first.
    #[serde(default)]
    pub languages: Vec<String>,
    /// The browser's time zone.
    #[serde(default)]
    pub time_zone: Option<TimeZone>,
    /// The local date and time with offset, as in `2026-11-20T18:00:00+09:00`.
    #[serde(default)]
    pub local_time: Option<String>,
}

/// Who says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// The person.
    Respondent,
    /// An agent, through `ask`.
    Assistant,
}

/// A message as the person sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChatMessage {
    /// Who says it.
    pub speaker: Speaker,
    /// What they say: plain text.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The field it is about, if it is about one.
    pub field_id: Option<FieldId>,
    /// What came with it.
    pub data: AdditionalData<PageContext>,
}

impl ChatMessage {
    /// The short answers that were suggested with it.
    pub fn suggestions(&self) -> Vec<String> {
        let ask = self.data.results.get("ask");
        ask.and_then(|ask| ask.get("suggestions"))
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(|suggestion| suggestion.as_str().map(str::to_owned))
            .collect()
    }
}

/// A message of the main session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SessionMessage {
    /// What the respondent said. Models are given it as data, made anew for each request.
    Respondent(ChatMessage),
    /// What a model was told or said.
    Model {
        /// As models see it.
        message: Message,
        /// What the person sees of it; nothing of briefs and tool results.
        shown: Option<ChatMessage>,
    },
}

impl SessionMessage {
    /// What the person sees of it.
    pub fn shown(&self) -> Option<&ChatMessage> {
        match self {
            Self::Respondent(message) => Some(message),
            Self::Model { shown, .. } => shown.as_ref(),
        }
    }
}

/// The order of the interview.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Every field of the form once.
    pub fields: Vec<PlannedField>,
    /// Who made it.
    pub source: PlanSource,
}

/// Where a plan comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanSource {
    /// The Architect made it.
    Architect,
    /// The Architect came to no plan; the fields stand in the form's own order.
    FormOrder,
}

/// A field as the plan has it: named and explained in the respondent's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedField {
    /// Which field.
    pub field_id: FieldId,
    /// What it is called.
    pub label: String,
    /// What it is meant to find out.
    pub intent: String,
    /// Whether it has to be answered.
    pub required: bool,
}

/// Everything a session knows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MainSessionState {
    /// Whose state it is.
    pub session_id: SessionId,
    /// The agents at work, the one with the word last. Empty while the person has it.
    pub agent_stack: Vec<AgentStackEntry>,
    /// The conversation.
    pub messages: Vec<SessionMessage>,
    /// What sub-sessions came to, by their ids.
    pub sub_session_results: BTreeMap<String, Value>,
    /// Language, country and time zone.
    pub bootstrap: Bootstrap,
    /// The form.
    pub form: SessionForm,
    /// The order of the interview, once there is one.
    pub plan: Option<Plan>,
    /// The plan's field that is being asked for.
    pub current_field_index: usize,
    /// Accepted answers. A field that was declined is done and has none.
    pub collected_fields: BTreeMap<FieldId, String>,
    /// Follow-up questions asked about the current field, or answers given to the greeting.
    pub follow_up_count: u32,
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
    /// Why the engine stands still, if it does.
    pub failure: Option<Failure>,
    /// The local time at which the person confirmed.
    pub submitted_at: Option<String>,
    /// What its model calls came to.
    pub spent: UsageTotals,
    /// The same for each agent, over all its runs. A run's own count is with the run.
    pub spent_by_agent: BTreeMap<AgentKind, UsageTotals>,
    /// Messages at the beginning of the conversation that models are sent as a summary.
    #[serde(rename = "foldedMessages")]
    pub compacted_messages: usize,
    /// Tokens that a request may have, as the endpoint has shown by refusing more.
    pub context_tokens: Option<u64>,
    /// Steps performed so far: the id of the next one.
    pub step: u64,
}

impl MainSessionState {
    /// The planned field that is being asked for.
    pub fn current_field(&self) -> Option<(&PlannedField, &FormField)> {
        let planned = self.plan.as_ref()?.fields.get(self.current_field_index)?;
        let field = self.form.field(&planned.field_id)?;
        Some((planned, field))
    }

    /// The conversation as the person sees it.
    pub fn chat(&self) -> impl Iterator<Item = &ChatMessage> {
        self.messages.iter().filter_map(SessionMessage::shown)
    }

    /// The conversation about one field.
    pub fn chat_about<'a>(&'a self, field: &'a FieldId) -> impl Iterator<Item = &'a ChatMessage> {
        self.chat()
            .filter(move |message| message.field_id.as_ref() == Some(field))
    }
}
