//! One message of the conversation as the page shows it.

use kikitori_browser::BrowserLocale;
use kikitori_interview::{
    ChatMessage, FieldId, FieldOutcome, MainSessionState, RecordedBy, RecordedRow, Speaker,
};
use serde_json::Value;

/// What became of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// Which field.
    pub field_id: FieldId,
    /// What it is called.
    pub label: Option<String>,
    /// How its asking ended.
    pub outcome: FieldOutcome,
    /// What the answer was before, if there was one.
    pub old: Option<String>,
    /// What it is, if there is one.
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
    /// The language that it is in, as a BCP 47 tag; the one that is spoken now where nothing is known.
    pub language: Option<String>,
    /// Short answers to pick from.
    pub suggestions: Vec<String>,
    /// What was recorded before it: what a message tells, and what was put in by hand before the person
    /// said this.
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
            language: language_of(index, message, state),
            suggestions: message.suggestions(),
            recorded: match message.speaker {
                Speaker::Assistant => recorded(index, message, state),
                Speaker::Respondent => entered_before(index, message, state),
            },
        }
    }
}

/// What the respondent says is in the language in which they are answered.
fn language_of(index: usize, message: &ChatMessage, state: &MainSessionState) -> Option<String> {
    let mut next = state.chat().skip(index + 1);
    match message.speaker {
        Speaker::Assistant => message.language.clone(),
        Speaker::Respondent => next
            .find(|it| it.speaker == Speaker::Assistant)
            .and_then(|it| it.language.clone()),
    }
}

/// What became of fields since the last message.
pub fn pending(state: &MainSessionState) -> Vec<Recorded> {
    let rows = state.recorded_since().into_iter();
    rows.map(told_here).collect()
}

fn told_here(row: RecordedRow) -> Recorded {
    Recorded {
        field_id: row.field_id,
        label: Some(row.label),
        outcome: row.outcome,
        old: row.old,
        new: row.new,
    }
}

/// Whether it was put in by hand before this was said, and so did not come of it.
fn is_before(row: &RecordedRow, said: &ChatMessage) -> bool {
    let is_typed = said.speaker == Speaker::Respondent && !said.entered;
    let is_earlier = row.at.is_some_and(|at| at <= said.at);
    is_typed && row.by == RecordedBy::Entry && is_earlier
}

/// What was said since the question before a message, itself not among it.
fn said_before(index: usize, state: &MainSessionState) -> Vec<&ChatMessage> {
    let before: Vec<&ChatMessage> = state.chat().take(index).collect();
    let is_said = |it: &&&ChatMessage| it.speaker == Speaker::Respondent;
    before.iter().rev().take_while(is_said).copied().collect()
}

/// What was put in by hand before this message and after the one before it, which the next question
/// tells.
fn entered_before(index: usize, said: &ChatMessage, state: &MainSessionState) -> Vec<Recorded> {
    let mut next = state.chat().skip(index + 1);
    let rows = match next.find(|it| it.speaker == Speaker::Assistant) {
        Some(next) => state.recorded_with(next),
        None => state.recorded_since(),
    };
    let earlier = said_before(index, state);
    let is_here = |row: &RecordedRow| {
        is_before(row, said) && !earlier.iter().any(|earlier| is_before(row, earlier))
    };
    rows.into_iter().filter(is_here).map(told_here).collect()
}

fn recorded(index: usize, message: &ChatMessage, state: &MainSessionState) -> Vec<Recorded> {
    let told = |name: &str| message.data.results.get(name);
    let list = |name: &str| told(name).and_then(Value::as_array).into_iter().flatten();
    let said = said_before(index, state);
    let rows = state.recorded_with(message).into_iter();
    let rows = rows.filter(|row| !said.iter().any(|said| is_before(row, said)));
    let mut all: Vec<Recorded> = rows.map(told_here).collect();
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
