//! The finished form: all of what leaves, which is all of what the review page shows.

mod csv;

use serde::Serialize;

use crate::field::FieldState;
use crate::state::MainSessionState;
use kikitori_form::FieldId;

/// A form as it was confirmed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SubmittedField {
    /// The field's id.
    pub field_id: FieldId,
    /// What the form calls it.
    pub label: String,
    /// How its asking ended.
    pub outcome: Outcome,
    /// The accepted answer; null where there is none.
    pub value: Option<String>,
}

/// How the asking for a field ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// With an answer.
    Answered,
    /// It need not be answered, and was not.
    Skipped,
    /// The respondent would not give it although it is required.
    Declined,
    /// It was not asked to its end.
    Open,
}

impl Outcome {
    /// As it is exported.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Skipped => "skipped",
            Self::Declined => "declined",
            Self::Open => "open",
        }
    }
}

impl Submission {
    /// The session's form, once it is confirmed.
    pub fn of(state: &MainSessionState) -> Option<Self> {
        state.submitted_at.as_ref()?;
        let fields = state.form.fields.iter().map(|field| {
            let progress = state.field_progress.get(&field.field_id);
            let value = state.collected_fields.get(&field.field_id).cloned();
            let outcome = match progress {
                _ if value.is_some() => Outcome::Answered,
                Some(it) if it.is_declined() => Outcome::Declined,
                Some(it) if it.state == FieldState::Done => Outcome::Skipped,
                _ => Outcome::Open,
            };
            SubmittedField {
                field_id: field.field_id.clone(),
                label: field.label.clone(),
                outcome,
                value,
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

    /// What the file of a download is called: the form and the day.
    ///
    /// ```
    /// # use kikitori_interview::Submission;
    /// let submission = Submission {
    ///     form_id: "order".to_owned(),
    ///     form_title: "Order".to_owned(),
    ///     language: None,
    ///     country: None,
    ///     timezone: None,
    ///     submitted_at: Some("2026-11-25T09:30:00+09:00".to_owned()),
    ///     fields: Vec::new(),
    /// };
    /// assert_eq!(submission.file_name("csv"), "order-2026-11-25.csv");
    /// ```
    pub fn file_name(&self, ending: &str) -> String {
        let at = self.submitted_at.as_deref().unwrap_or_default();
        let day = at.split('T').next().unwrap_or_default();
        format!("{}-{day}.{ending}", self.form_id)
    }
}
