//! What a message says about one field, as `ask` reports it.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::ask::not_blank;
use crate::bounds::{MAX_FACT_CHARS, MAX_FACTS_PER_REVIEW, cut};

/// What a message says about one field. The grounds stand before the outcome, so that they are
/// written first.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(description = "")]
pub struct HeardArgs {
    /// Which.
    #[schemars(description = "")]
    pub field_id: String,
    /// The respondent's own words that it rests on, copied.
    #[schemars(description = "")]
    pub quote: Option<String>,
    /// The answer; null if it is the quote, or there is none.
    #[schemars(description = "")]
    pub value: Option<String>,
    /// For a field with facts: what was learnt, one short statement each.
    #[schemars(description = "")]
    pub facts: Option<Vec<String>>,
    /// What is missing, if it is not enough.
    #[schemars(description = "")]
    pub missing: Option<Vec<String>>,
    /// What came of it.
    #[schemars(description = "")]
    pub outcome: HeardOutcome,
}

/// What came of asking for a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeardOutcome {
    /// The field has its answer.
    Answered,
    /// Something is missing or unclear.
    NotEnough,
    /// They would not give it.
    Refused,
    /// They do not know it.
    DoesNotKnow,
    /// They passed over what is not required.
    Skipped,
}

/// The rules say what each means: what is said in every schema is paid for in every request.
impl JsonSchema for HeardOutcome {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "HeardOutcome".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "enum": ["answered", "not_enough", "refused", "does_not_know", "skipped"],
        })
    }
}

/// The same in bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Heard {
    /// The field, as the model wrote it.
    pub field_id: String,
    /// The words that it rests on.
    pub quote: Option<String>,
    /// The answer.
    pub value: Option<String>,
    /// What was learnt.
    pub facts: Vec<String>,
    /// What is missing.
    pub missing: Vec<String>,
    /// What came of it.
    pub outcome: HeardOutcome,
}

impl HeardArgs {
    pub(super) fn into_heard(self) -> Heard {
        Heard {
            field_id: self.field_id.trim().to_owned(),
            quote: not_blank(self.quote),
            value: not_blank(self.value),
            facts: not_blank_ones(self.facts),
            missing: not_blank_ones(self.missing),
            outcome: self.outcome,
        }
    }
}

/// Statements as they are kept.
pub(super) fn not_blank_ones(texts: Option<Vec<String>>) -> Vec<String> {
    texts
        .unwrap_or_default()
        .into_iter()
        .filter_map(|text| not_blank(Some(text)))
        .take(MAX_FACTS_PER_REVIEW)
        .map(|fact| cut(&fact, MAX_FACT_CHARS))
        .collect()
}
