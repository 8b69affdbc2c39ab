//! How far a field has come.

use kikitori_json::FromJson;
use serde::Serialize;

use kikitori_form::FieldId;

/// Facts about one field beyond this many are not kept.
pub const MAX_FACTS_PER_FIELD: usize = 100;

/// The states that a field goes through.
///
/// `pending → interviewing → reviewing → done`, and back from reviewing to interviewing when
/// the Reviewer asks for more.
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
    /// Passed by the Reviewer.
    Done,
}

/// How the asking for a field ended without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum FieldOutcome {
    /// The respondent would not give it although it is required: it stays open.
    Declined,
}

/// One field's progress.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct FieldProgress {
    /// Its state.
    pub state: FieldState,
    /// What the Reviewer learnt about it, in the order in which it was learnt.
    pub facts: Vec<String>,
    /// What the Reviewer found missing last.
    #[serde(default)]
    pub missing_facts: Vec<String>,
    /// What the Reviewer said last.
    #[serde(default)]
    pub feedback: Option<String>,
    /// How often the respondent refused to give what it asks for.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub refusals: u32,
    /// How its asking ended, if it ended without an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<FieldOutcome>,
    /// How many answers about it the last review had before it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub reviewed_answers: u32,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// A field as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct FieldBefore {
    /// Which field.
    pub field_id: FieldId,
    /// How far it had come.
    pub progress: FieldProgress,
    /// Where its value stood.
    pub source: Option<ValueSource>,
}

impl FieldProgress {
    /// Whether the respondent refused to answer it so often that it was left open.
    pub fn is_declined(&self) -> bool {
        self.outcome == Some(FieldOutcome::Declined)
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

/// Where the value of a field stands: it is stored once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ValueSource {
    /// In a call of `review`.
    Review {
        /// The call's number on record.
        run_step: u64,
    },
    /// In what the respondent said about the field.
    OwnWords {
        /// How many messages the conversation had by then.
        messages: usize,
    },
    /// Here: it was corrected, or an older page stored it.
    Text(String),
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
