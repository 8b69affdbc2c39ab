//! One message of the conversation as the page shows it.

use kikitori_browser::BrowserLocale;
use kikitori_interview::{ChatMessage, FieldId, FieldOutcome, MainSessionState, Speaker};
use kikitori_json::FromJson;
use serde_json::Value;

/// What became of a field, as the message after it tells.
#[derive(Debug, Clone, PartialEq, Eq, FromJson)]
pub struct Recorded {
    /// Which field.
    pub field_id: FieldId,
    /// What it is called.
    #[serde(default)]
    pub label: Option<String>,
    /// How its asking ended.
    pub outcome: FieldOutcome,
    /// What the answer was before, if there was one.
    #[serde(default)]
    pub old: Option<String>,
    /// What it is, if there is one.
    #[serde(default)]
    pub new: Option<String>,
}

impl Recorded {
    /// What the field is called.
    pub fn name(&self) -> &str {
        self.label.as_deref().unwrap_or(self.field_id.as_str())
    }
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
    /// What was recorded before it.
    pub recorded: Vec<Recorded>,
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
            recorded: recorded(message, state),
        }
    }
}

/// What became of fields since the last message.
pub fn pending(state: &MainSessionState) -> Vec<Recorded> {
    let rows = state.recorded_since().into_iter();
    let rows = rows.map(|row| Recorded {
        field_id: row.field_id,
        label: Some(row.label),
        outcome: row.outcome,
        old: row.old,
        new: row.new,
    });
    rows.collect()
}

fn recorded(message: &ChatMessage, state: &MainSessionState) -> Vec<Recorded> {
    let told = |name: &str| message.data.results.get(name);
    let list = |name: &str| told(name).and_then(Value::as_array).into_iter().flatten();
    let recorded = list("recorded").cloned();
    let mut all: Vec<Recorded> = recorded
        .filter_map(|it| Recorded::from_json(it).ok())
        .collect();
    // As older pages stored it. The text of an answer was kept with the field alone.
    all.extend(told("review").and_then(|review| accepted(review, state)));
    all.extend(list("corrected").filter_map(|change| {
        Some(Recorded {
            field_id: FieldId::new(text_of(change, "field_id")?.as_str())?,
            label: text_of(change, "label"),
            outcome: FieldOutcome::Answered,
            old: text_of(change, "old"),
            new: text_of(change, "new"),
        })
    }));
    all.extend(told("left_open").and_then(|left| {
        Some(Recorded {
            field_id: FieldId::new(text_of(left, "field_id")?.as_str())?,
            label: text_of(left, "label"),
            outcome: FieldOutcome::Declined,
            old: None,
            new: None,
        })
    }));
    all
}

fn text_of(value: &Value, name: &str) -> Option<String> {
    value.get(name).and_then(Value::as_str).map(str::to_owned)
}

/// The answer that `review` says was accepted.
fn accepted(review: &Value, state: &MainSessionState) -> Option<Recorded> {
    let field_id = FieldId::new(text_of(review, "field_id")?.as_str())?;
    let new = state.value_shown(&field_id, state.language(), &BrowserLocale);
    Some(Recorded {
        label: text_of(review, "label"),
        outcome: match new {
            Some(_) => FieldOutcome::Answered,
            None => FieldOutcome::Skipped,
        },
        old: None,
        new,
        field_id,
    })
}
