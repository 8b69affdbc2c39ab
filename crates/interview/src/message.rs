//! What is said, as it is kept.

use kikitori_agent::AdditionalData;
use kikitori_json::FromJson;
use kikitori_llm::Message;
use serde::Serialize;
use serde_json::Value;

use crate::locale::{TimeZone, language_of};
use kikitori_form::FieldId;

/// What the page sends in with a message, besides its text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, FromJson)]
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

impl PageContext {
    /// Why a session begins in `language`, where it is none that the page asks for.
    pub(crate) fn language_because(&self, language: &str) -> Option<&'static str> {
        let spoken = language_of(language);
        let mut languages = self.languages.iter();
        let is_asked_for = languages.any(|tag| language_of(tag) == spoken);
        (!is_asked_for).then_some("the form is in it")
    }
}

/// Who says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// The person.
    Respondent,
    /// An agent, through `ask`.
    Assistant,
}

/// A message as the person sees it.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
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
    /// Whether no model may see what it says.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
    /// Whether it was not written, but clicked or typed into its field.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub entered: bool,
    /// The language that the program spoke when it said this, as a BCP 47 tag; none for what the respondent
    /// said, and of older sessions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
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
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
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
