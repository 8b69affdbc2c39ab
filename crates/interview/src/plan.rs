//! In which order the fields are asked for, and what they are called in the respondent's language.

use kikitori_json::FromJson;
use serde::Serialize;

use kikitori_form::FieldId;

/// The order of the interview.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
pub struct Plan {
    /// Every field of the form once.
    pub fields: Vec<PlannedField>,
    /// Who made it.
    pub source: PlanSource,
}

/// Where a plan comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum PlanSource {
    /// The Architect named the fields in the respondent's language. Of older pages: it made the order
    /// too.
    Architect,
    /// The fields stand in the form's own order, with its own texts.
    FormOrder,
}

/// A field as the plan has it: named and explained in the respondent's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
pub struct PlannedField {
    /// Which field.
    pub field_id: FieldId,
    /// What it is called.
    pub label: String,
    /// What it is meant to find out.
    pub intent: String,
    /// Whether it has to be answered.
    pub required: bool,
}
