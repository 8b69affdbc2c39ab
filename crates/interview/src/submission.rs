//! The finished form, as the person downloads it.

use kikitori_json::FromJson;
use serde::Serialize;

use crate::field::FieldState;
use crate::state::MainSessionState;
use kikitori_form::FieldId;

/// A form as it was confirmed.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct Submission {
    /// The form's id.
    pub form_id: String,
    /// The form's title.
    pub form_title: String,
    /// The respondent's language, as a BCP 47 tag.
    pub language: Option<String>,
    /// The respondent's country, as an ISO 3166-1 code.
    pub country: Option<String>,
    /// The respondent's time zone.
    pub timezone: Option<String>,
    /// The local time at which they confirmed.
    pub submitted_at: Option<String>,
    /// Every field, in the form's order.
    pub fields: Vec<SubmittedField>,
}

/// One field of a [`Submission`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct SubmittedField {
    /// The field's id.
    pub field_id: FieldId,
    /// What the form calls it.
    pub label: String,
    /// The accepted answer; null when the respondent declined.
    pub value: Option<String>,
    /// What the Reviewer learnt about it.
    pub facts: Vec<String>,
}

impl Submission {
    /// The session's form, once it is confirmed.
    pub fn of(state: &MainSessionState) -> Option<Self> {
        state.submitted_at.as_ref()?;
        let fields = state.form.fields.iter().map(|field| {
            let progress = state.field_progress.get(&field.field_id);
            SubmittedField {
                field_id: field.field_id.clone(),
                label: field.label.clone(),
                value: state.collected_fields.get(&field.field_id).cloned(),
                facts: progress
                    .filter(|progress| progress.state == FieldState::Done)
                    .map(|progress| progress.facts.clone())
                    .unwrap_or_default(),
            }
        });
        Some(Self {
            form_id: state.form.id.clone(),
            form_title: state.form.title.clone(),
            language: state.bootstrap.language.as_ref().map(ToString::to_string),
            country: state.bootstrap.country.as_ref().map(ToString::to_string),
            timezone: state.bootstrap.timezone.as_ref().map(ToString::to_string),
            submitted_at: state.submitted_at.clone(),
            fields: fields.collect(),
        })
    }
}
