//! How far a field has come.

use kikitori_json::FromJson;
use serde::Serialize;

use crate::lines::{Line, LineSheet};
use crate::locale::TimeZone;
use crate::value::{Evidence, ValueSource};
use kikitori_form::FieldId;
use kikitori_form::values::{StoredValue, Value};

/// Facts about one field beyond this many are not kept.
pub const MAX_FACTS_PER_FIELD: usize = 100;

/// The states that a field goes through.
///
/// `pending → interviewing → reviewing → done`, and back from reviewing to interviewing when more
/// is to be asked. Reviewing is what a Reviewer does in a sub-session of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, FromJson)]
#[serde(rename_all = "lowercase")]
pub enum FieldState {
    /// Not asked yet.
    #[default]
    Pending,
    /// Being asked.
    Interviewing,
    /// Answered, and with the Reviewer.
    Reviewing,
    /// Not asked for any more: see its [`FieldOutcome`].
    Done,
}

/// How the asking for a field ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum FieldOutcome {
    /// It has a value.
    Answered,
    /// It is not required, and the respondent passed it over.
    Skipped,
    /// The respondent does not know it.
    DoesNotKnow,
    /// The respondent would not give it although it is required: it stays open.
    Declined,
    /// It was asked for as often as allowed, and something is missing still.
    Unresolved,
}

impl FieldOutcome {
    /// As it is stored and told to agents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Skipped => "skipped",
            Self::DoesNotKnow => "does_not_know",
            Self::Declined => "declined",
            Self::Unresolved => "unresolved",
        }
    }
}

/// One field's progress.
#[derive(Debug, Clone, PartialEq, Default, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct FieldProgress {
    /// Its state.
    pub state: FieldState,
    /// What was learnt about it, in the order in which it was learnt.
    pub facts: Vec<String>,
    /// What was found missing last.
    #[serde(default)]
    pub missing_facts: Vec<String>,
    /// What a Reviewer said last.
    #[serde(default)]
    pub feedback: Option<String>,
    /// How often the respondent refused to give what it asks for.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub refusals: u32,
    /// How its asking ended. Sessions of older pages have it for fields that were declined only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<FieldOutcome>,
    /// How often it was asked about again.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub follow_ups: u32,
    /// The respondent's words about it that made no value yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// What they told of it so far, as a model sums it up; none where their words say more by now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
    /// The words by which they passed it over or said that they do not know: "none" is one of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<Evidence>,
    /// Where its value stood before it was changed last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<ValueSource>,
    /// Its lines before they were changed last; none where they are told of as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines_before: Option<Vec<Line>>,
    /// The place of the first message whose words may change what is recorded; none where nothing was,
    /// and in sessions of older pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled_by: Option<usize>,
    /// How often the page's own form did not take what was recorded.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub turned_down: u32,
    /// What it says of that, as long as nothing else is recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_accepted: Option<String>,
    /// Private values that were taken out again: models are sent them no more than what is recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withheld: Vec<String>,
    /// Words of a text that it has lost since: what they said with them is not meant any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken_back: Vec<String>,
    /// How often an end of its asking was recorded.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub records: u32,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// A field as it was.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct FieldBefore {
    /// Which field.
    pub field_id: FieldId,
    /// How far it had come.
    pub progress: FieldProgress,
    /// Where its value stood.
    pub source: Option<ValueSource>,
    /// Its lines, for a group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<LineSheet>,
}

impl FieldProgress {
    /// Whether something was said of it, or it was asked about again.
    pub(crate) fn is_under_way(&self) -> bool {
        let has_words = !self.facts.is_empty() || !self.evidence.is_empty();
        let is_known = has_words || self.told.is_some() || !self.missing_facts.is_empty();
        is_known || self.refusals > 0 || self.follow_ups > 0
    }

    /// Adds facts that are not there yet.
    pub(crate) fn learn(&mut self, facts: &[String]) {
        for fact in facts {
            let is_new = !fact.trim().is_empty() && !self.facts.contains(fact);
            if is_new && self.facts.len() < MAX_FACTS_PER_FIELD {
                self.facts.push(fact.clone());
            }
        }
    }
}

/// What a message, or an entry by hand, makes of a field.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct FieldRecord {
    /// How the asking for it ends; none where it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<FieldOutcome>,
    /// The value; none where there is none, and for an answer that is the evidence, word by word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<StoredValue>,
    /// What was said, where that is not how the value is written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// The respondent's words that it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// The time zone that a time is told in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<TimeZone>,
    /// What was learnt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<String>,
    /// What is missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Where something is missing: what they told of it so far, as a model sums it up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
    /// Whether its value are its lines, which stand by themselves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lines: bool,
    /// Whether it was refused.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refused: bool,
    /// How it came.
    #[serde(default)]
    pub by: RecordedBy,
}

impl FieldRecord {
    /// A record of a field whose asking ends so, or goes on.
    pub fn new(outcome: Option<FieldOutcome>, by: RecordedBy) -> Self {
        Self {
            outcome,
            value: None,
            said: None,
            evidence: Vec::new(),
            zone: None,
            facts: Vec::new(),
            missing: Vec::new(),
            told: None,
            lines: false,
            refused: false,
            by,
        }
    }
}

impl FieldRecord {
    /// Whether its words tell something of the field: a bare refusal does not.
    pub(crate) fn tells(&self) -> bool {
        !self.is_bare() && !self.evidence.is_empty()
    }

    /// Whether its words only say that there is no answer.
    pub(crate) fn is_bare(&self) -> bool {
        let is_passed_over = matches!(
            self.outcome,
            Some(FieldOutcome::Skipped | FieldOutcome::DoesNotKnow)
        );
        (self.refused || is_passed_over) && self.facts.is_empty()
    }

    /// Whether its value is a time of the day, which means something in a time zone only.
    pub(crate) fn is_of_the_clock(&self) -> bool {
        let value = self.value.as_ref().map(|StoredValue(value)| value);
        matches!(value, Some(Value::Time(_) | Value::DateTime(_)))
    }
}

/// How a value came into the form.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum RecordedBy {
    /// The respondent said it in the conversation.
    #[default]
    Conversation,
    /// The respondent clicked or typed it into the field itself. No model saw to it.
    Entry,
}

/// The result of a Reviewer's sub-session. The value that it found stands in the call that it was
/// made by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct FieldReview {
    /// The field.
    pub field_id: FieldId,
    /// The call of `review`, by its number on record.
    pub run_step: u64,
    /// Whether the answer is enough.
    pub passed: bool,
    /// What to ask for.
    pub feedback: Option<String>,
    /// What is missing.
    pub missing_facts: Vec<String>,
    /// What was learnt.
    pub extracted_facts: Vec<String>,
}
