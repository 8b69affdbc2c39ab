//! One message of the conversation as the page shows it.

use kikitori_interview::{ChatMessage, FieldId, MainSessionState, Speaker};
use serde_json::Value;

/// An answer that was accepted, as the message after it tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The field.
    pub label: String,
    /// The answer; none when the field was declined.
    pub value: Option<String>,
}

/// An earlier answer that was changed, as the message after it tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corrected {
    /// The field.
    pub label: String,
    /// What the answer was; none when the field had been declined.
    pub old: Option<String>,
    /// What it is.
    pub new: String,
}

/// A message that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Its place in the conversation, from 0.
    pub index: usize,
    /// When it was said, in milliseconds since 1970.
    pub at: u64,
    /// Who says it.
    pub speaker: Speaker,
    /// What they say.
    pub text: String,
    /// Short answers to pick from.
    pub suggestions: Vec<String>,
    /// The answer that was accepted before it.
    pub accepted: Option<Accepted>,
    /// Answers that were changed before it.
    pub corrected: Vec<Corrected>,
    /// A required field that the person would not answer.
    pub left_open: Option<String>,
}

impl Turn {
    /// The turn that `message` of this session makes.
    pub fn of(index: usize, message: &ChatMessage, state: &MainSessionState) -> Self {
        Self {
            index,
            at: message.at,
            speaker: message.speaker,
            text: message.text.clone(),
            suggestions: message.suggestions(),
            accepted: message
                .data
                .results
                .get("review")
                .and_then(|review| accepted(review, state)),
            corrected: corrected(message),
            left_open: message
                .data
                .results
                .get("left_open")
                .and_then(|left| text_of(left, "label")),
        }
    }
}

fn text_of(value: &Value, name: &str) -> Option<String> {
    value.get(name).and_then(Value::as_str).map(str::to_owned)
}

/// The answers that `message` says were changed.
fn corrected(message: &ChatMessage) -> Vec<Corrected> {
    let changes = message.data.results.get("corrected");
    let changes = changes.and_then(Value::as_array).into_iter().flatten();
    let changes = changes.filter_map(|change| {
        Some(Corrected {
            label: text_of(change, "label")?,
            old: text_of(change, "old"),
            new: text_of(change, "new")?,
        })
    });
    changes.collect()
}

/// The answer that `review` says was accepted. Its text is kept with the field alone.
fn accepted(review: &Value, state: &MainSessionState) -> Option<Accepted> {
    let text = |name| review.get(name).and_then(Value::as_str);
    let field = FieldId::new(text("field_id")?)?;
    Some(Accepted {
        label: text("label").unwrap_or(field.as_str()).to_owned(),
        value: state.collected_fields.get(&field).cloned(),
    })
}
