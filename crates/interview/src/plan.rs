//! In which order the fields are asked for, and what they are called in the respondent's language.

use std::collections::BTreeMap;

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
    /// The form's own texts in the respondent's language, where it does not have them in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<TranslatedForm>,
    /// What code itself says, in that language, by its sentences in English.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sentences: BTreeMap<String, String>,
}

/// What a form says of itself, in a language that its file does not have.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, FromJson)]
pub struct TranslatedForm {
    /// What it is called.
    pub title: String,
    /// What it is for; blank where it does not say.
    pub description: String,
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
    /// Its other texts in that language, as
    /// [`FormField::other_texts`](kikitori_form::FormField::other_texts) has them; none where they were
    /// not translated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
}
