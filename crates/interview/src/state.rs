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
