//! A form's field as the briefs and summaries hold it.

use kikitori_form::file::answer::AnswerType;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A field.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Field {
    pub field_id: String,
    #[serde(deserialize_with = "or_empty")]
    pub label: String,
    #[serde(deserialize_with = "or_empty")]
    pub intent: String,
    /// Why it is asked, for people who wonder.
    #[serde(deserialize_with = "or_empty")]
    pub why: String,
    pub required: bool,
    pub facts: Vec<Fact>,
    /// What kind of answer it takes, as forms have it.
    pub answer: Value,
    /// Who judges an answer: `separate` where it is a Reviewer.
    #[serde(deserialize_with = "or_empty")]
    pub review: String,
    /// Whether its answer is kept from models.
    pub private: bool,
    /// When it is asked, as forms have it.
    pub when: Value,
}

/// Something that has to be known before the field is done.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Fact {
    pub fact_key: String,
    #[serde(deserialize_with = "or_empty")]
    pub fact: String,
    #[serde(deserialize_with = "or_empty")]
    pub done_criteria: String,
    #[serde(deserialize_with = "or_empty")]
    pub questioning_hints: String,
}

/// Null says as little as an empty text does.
fn or_empty<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(Option::<String>::deserialize(from)?.unwrap_or_default())
}

impl Field {
    /// What to call the field.
    pub fn name(&self) -> &str {
        match self.label.trim() {
            "" => &self.field_id,
            label => label,
        }
    }

    /// Whether a Reviewer of its own judges the answers to it.
    pub fn is_reviewed_apart(&self) -> bool {
        self.review == "separate"
    }

    /// What kind of answer it takes, where it does not take any words.
    pub fn typed(&self) -> Option<AnswerType> {
        let answer = AnswerType::from_json(&self.answer).ok()?;
        let is_words = matches!(answer, AnswerType::ShortText(_) | AnswerType::LongText(_));
        (!is_words).then_some(answer)
    }
}

impl Fact {
    /// What to call the fact.
    pub fn name(&self) -> &str {
        match self.fact.trim() {
            "" => &self.fact_key,
            fact => fact,
        }
    }
}
