//! A form's field as the briefs and summaries hold it.

use serde::{Deserialize, Deserializer};

/// A field.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Field {
    pub field_id: String,
    #[serde(deserialize_with = "or_empty")]
    pub label: String,
    #[serde(deserialize_with = "or_empty")]
    pub intent: String,
    pub required: bool,
    pub facts: Vec<Fact>,
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
