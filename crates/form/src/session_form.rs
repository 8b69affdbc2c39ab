//! What a session keeps of a form.

use kikitori_json::FromJson;
use serde::Serialize;

use crate::file::text::Text;
use crate::file::{Description, Form, FormError, Submit};
use crate::id::FieldId;
use crate::reading::Problem;

/// The form that a session fills in.
#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct SessionForm {
    /// The form's own id, as its file has it.
    pub id: String,
    /// What the form is called.
    pub title: String,
    /// What it is for; may be empty.
    pub description: String,
    /// What the button that sends the form says; empty for the page's own word.
    pub submit_label: String,
    /// The fields, by `sort_order`.
    pub fields: Vec<FormField>,
    /// The facts that fields ask for.
    pub facts: Vec<FactDefinition>,
}

/// One field of a form.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct FormField {
    /// Unique in the session.
    pub id: String,
    /// The id that the form gives it.
    pub field_id: FieldId,
    /// What the field is called.
    pub label: String,
    /// What it is meant to find out.
    pub intent: Option<String>,
    /// Whether the form can be sent without it.
    pub required: bool,
    /// Its place in the form, from 0.
    pub sort_order: u32,
}

/// Something that the answer to a field has to contain.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct FactDefinition {
    /// Unique in the session.
    pub id: String,
    /// The `id` of the field.
    pub form_field_id: String,
    /// A short name.
    pub fact_key: String,
    /// What is to be known.
    pub fact: String,
    /// When it counts as known.
    pub done_criteria: String,
    /// How to ask for it.
    pub questioning_hints: Option<String>,
}

impl SessionForm {
    /// The field with this id.
    pub fn field(&self, id: &FieldId) -> Option<&FormField> {
        self.fields.iter().find(|field| field.field_id == *id)
    }

    /// The facts of `field`, in the form's order.
    pub fn facts_of<'a>(
        &'a self,
        field: &'a FormField,
    ) -> impl Iterator<Item = &'a FactDefinition> {
        self.facts
            .iter()
            .filter(move |fact| fact.form_field_id == field.id)
    }
}

/// Reads a form for a session from the text of its file. Kinds of answers are kept as text for
/// now; what the interview would break by not knowing it is refused.
///
/// # Errors
/// [`FormError`], whose text a person can act on.
pub fn parse_form(text: &str) -> Result<SessionForm, FormError> {
    let form = Form::parse(text)?;
    let problems = not_known_yet(&form);
    if problems.is_empty() {
        Ok(SessionForm::from(&form))
    } else {
        Err(FormError::Invalid { problems, more: 0 })
    }
}

/// What may not be ignored, and the interview does not know yet.
fn not_known_yet(form: &Form) -> Vec<Problem> {
    let problem = |place: String| Problem {
        place,
        what: "the interview does not know this yet".to_owned(),
    };
    let mut problems = Vec::new();
    if !matches!(form.submit, None | Some(Submit::Download(_))) {
        problems.push(problem("submit".to_owned()));
    }
    for (at, field) in form.fields.iter().enumerate() {
        if field.private {
            problems.push(problem(format!("fields[{at}].private")));
        }
        if field.when.is_some() {
            problems.push(problem(format!("fields[{at}].when")));
        }
    }
    problems
}

impl From<&Form> for SessionForm {
    fn from(form: &Form) -> Self {
        let language = form.own_language();
        let own = |text: &Text| text.in_language(language).to_owned();
        let some = |text: &Option<Text>| text.as_ref().map(own);
        let description = match &form.description {
            Some(Description(description)) => some(description).unwrap_or_default(),
            None => String::new(),
        };
        let mut session = Self {
            id: form.id.as_str().to_owned(),
            title: own(&form.title),
            description,
            submit_label: some(&form.submit_label).unwrap_or_default(),
            ..Self::default()
        };
        for (sort_order, field) in (0u32..).zip(&form.fields) {
            let id = format!("field-{sort_order}");
            for (number, fact) in field.facts.iter().enumerate() {
                session.facts.push(FactDefinition {
                    id: format!("{id}-fact-{number}"),
                    form_field_id: id.clone(),
                    fact_key: fact.key.as_str().to_owned(),
                    fact: own(&fact.fact),
                    done_criteria: own(&fact.done_criteria),
                    questioning_hints: some(&fact.questioning_hints),
                });
            }
            session.fields.push(FormField {
                id,
                field_id: field.id.clone(),
                label: own(&field.label),
                intent: some(&field.intent),
                required: field.required,
                sort_order,
            });
        }
        session
    }
}
