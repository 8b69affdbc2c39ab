//! Values as a session holds them, and the words that they rest on.

use kikitori_json::FromJson;
use serde::Serialize;

use crate::field::RecordedBy;
use crate::locale::TimeZone;
use kikitori_form::values::{StoredValue, Value};

/// Where the value of a field stands: a long text is stored once.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ValueSource {
    /// In a call of `review`, of a session of an older page.
    Review {
        /// The call's number on record.
        run_step: u64,
    },
    /// In what the respondent said about the field, of a session of an older page.
    OwnWords {
        /// How many messages the conversation had by then.
        messages: usize,
    },
    /// Here, of a session of an older page.
    Text(String),
    /// Here, or in the words that it rests on.
    Recorded(RecordedValue),
    /// In the lines of the group.
    Lines {
        /// How they came.
        by: RecordedBy,
    },
}

/// A value as it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct RecordedValue {
    /// The value; none where it is the evidence, word by word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<StoredValue>,
    /// What was said, where that is not how the value is written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// The words that it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// The time zone that a time is told in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<TimeZone>,
    /// How it came.
    #[serde(default)]
    pub by: RecordedBy,
}

/// A value that the form holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Collected {
    /// The value.
    pub value: Value,
    /// What was said, where that is not how the value is written.
    pub said: Option<String>,
    /// The words that it rests on; none for what was entered by hand, and in older sessions.
    pub evidence: Vec<Evidence>,
    /// The time zone that a time is told in; none in older sessions.
    pub zone: Option<TimeZone>,
    /// How it came.
    pub by: RecordedBy,
}

impl Collected {
    /// A text without evidence, as sessions of older pages have it.
    pub(crate) fn text(text: String) -> Self {
        Self {
            value: Value::Text(text),
            said: None,
            evidence: Vec::new(),
            zone: None,
            by: RecordedBy::Conversation,
        }
    }
}

/// Words of the respondent that a value rests on, found by code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
pub struct Evidence {
    /// The message, by its place in [`MainSessionState::messages`](crate::MainSessionState).
    pub message: usize,
    /// Where in its text the words begin, in bytes.
    pub start: usize,
    /// Where they end.
    pub end: usize,
}

impl Evidence {
    /// Whether all of `other` is in these words.
    pub(crate) fn holds(&self, other: &Self) -> bool {
        self.message == other.message && self.start <= other.start && other.end <= self.end
    }
}
