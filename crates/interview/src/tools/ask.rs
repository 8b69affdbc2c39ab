//! `ask`: what the last message says, and what the respondent is asked next, in one call.

use kikitori_agent::NonBlank;
use kikitori_json::FromJson;
use schemars::JsonSchema;
use serde::Deserialize;

use super::heard::{Heard, HeardArgs};
use crate::bounds::{MAX_FEEDBACK_CHARS, MAX_QUESTION_CHARS, MAX_SUGGESTION_CHARS, cut};

/// A person reads six suggestions at most.
const MAX_SUGGESTIONS: usize = 6;

/// What `ask` takes. What was heard stands before what is asked, so that it is written first. Its
/// schema has no descriptions: the rules say what each member means, and what is said twice is paid
/// for in every request.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskArgs {
    /// An entry for each field that the last message is about; null if there is none.
    #[schemars(description = "")]
    pub heard: Option<Vec<HeardArgs>>,
    /// What they ask back, or remark beside the form.
    #[schemars(description = "")]
    pub question: Option<String>,
    /// BCP 47 tag, if it is to change.
    #[schemars(description = "")]
    pub language: Option<String>,
    /// ISO 3166-1 alpha-2 code, if it is to change.
    #[schemars(description = "")]
    pub country: Option<String>,
    /// IANA name, if it is to change.
    #[schemars(description = "")]
    pub time_zone: Option<String>,
    /// The field_id that message asks for; null for a last word.
    #[schemars(description = "")]
    pub asks: Option<String>,
    /// What they are told and asked, in their language. Plain text.
    #[schemars(with = "String", description = "")]
    pub message: NonBlank,
    /// Short answers to pick from.
    #[schemars(description = "")]
    pub suggestions: Option<Vec<String>>,
}

/// A call of `ask` in bounds. Whether it fits the interview is checked against its state.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    /// What the last message says.
    pub heard: Vec<Heard>,
    /// What was asked back, or remarked beside the form.
    pub question: Option<String>,
    /// The language that was asked for.
    pub language: Option<String>,
    /// The country that was told.
    pub country: Option<String>,
    /// The time zone that was told.
    pub time_zone: Option<String>,
    /// The field that is asked for, as the model wrote it.
    pub asks: Option<String>,
    /// What the respondent is told.
    pub message: String,
    /// Short answers.
    pub suggestions: Vec<String>,
}

pub(super) const DESCRIPTION: &str = "Report what was said, and ask on.";

impl AskArgs {
    /// From what the model wrote to what is checked further.
    ///
    /// # Errors
    /// What is out of bounds, for the model.
    pub(crate) fn into_ask(self) -> Result<Ask, String> {
        let message = self.message.into_string();
        let length = message.chars().count();
        if length > MAX_QUESTION_CHARS {
            return Err(format!(
                "message: {length} characters, and {MAX_QUESTION_CHARS} are the most. Ask for one thing."
            ));
        }
        let heard = self.heard.unwrap_or_default().into_iter();
        Ok(Ask {
            heard: heard.map(HeardArgs::into_heard).collect(),
            question: not_blank(self.question).map(|text| cut(&text, MAX_FEEDBACK_CHARS)),
            language: not_blank(self.language),
            country: not_blank(self.country),
            time_zone: not_blank(self.time_zone),
            asks: not_blank(self.asks),
            message,
            suggestions: bounded_suggestions(self.suggestions),
        })
    }
}

/// Suggestions as they are shown: short, each once, six at most.
pub(crate) fn bounded_suggestions(suggestions: Option<Vec<String>>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for suggestion in suggestions.unwrap_or_default() {
        let suggestion = cut(suggestion.trim(), MAX_SUGGESTION_CHARS);
        if !suggestion.is_empty() && !kept.contains(&suggestion) {
            kept.push(suggestion);
        }
    }
    kept.truncate(MAX_SUGGESTIONS);
    kept
}

pub(super) fn not_blank(text: Option<String>) -> Option<String> {
    let text = text?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// The part of a call on record that the respondent sees, also of one that an older page made.
#[derive(FromJson)]
struct RecordedAsk {
    message: String,
}

/// The question of a call of `ask` on record.
pub(crate) fn question_of(arguments: &str) -> Option<String> {
    let recorded: RecordedAsk = kikitori_json::from_str(arguments).ok()?;
    not_blank(Some(recorded.message))
}
