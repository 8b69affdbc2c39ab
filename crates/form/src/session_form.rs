//! What a session keeps of a form.

use std::collections::BTreeSet;

use kikitori_json::FromJson;
use serde::Serialize;

use crate::file::answer::AnswerType;
use crate::file::condition::Condition;
use crate::file::letters::language_by_letters;
use crate::file::text::{Language, Text};
use crate::file::{Budget, Description, Form, FormError, IfDeclined, Need, Review, Submit};
use crate::id::FieldId;
use crate::reading::is_default;

/// The form that a session fills in.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct SessionForm {
    /// The form's own id, as its file has it.
    pub id: String,
    /// What the form is called.
    pub title: Text,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// What the button that sends the form says; none for the page's own word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submit_label: Option<Text>,
    /// The language of texts that are there in one language only; where nothing is said, their letters may
    /// tell, see [`own_language`](Self::own_language).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// What has to be known of the respondent before the first question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<Need>,
    /// What the button that sends the form does; it offers a download where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submit: Option<Submit>,
    /// What an interview may use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<Budget>,
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
    pub label: Text,
    /// What it is meant to find out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intent: Option<Text>,
    /// Why it is asked, for respondents who wonder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Text>,
    /// Whether the form is complete without it.
    pub required: bool,
    /// Its place in the form, from 0.
    pub sort_order: u32,
    /// What kind of answer it takes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub answer: AnswerType,
    /// When it is asked; always where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// Whether the answer is kept from every model.
    #[serde(default, skip_serializing_if = "is_default")]
    pub private: bool,
    /// How often it may be asked about again; none for the interview's own bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follow_ups: Option<u32>,
    /// What a refusal to answer it leads to, if it is required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub if_declined: Option<IfDeclined>,
    /// Whether its review is a call of its own, where the form says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<Review>,
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
    pub fact: Text,
    /// When it counts as known.
    pub done_criteria: Text,
    /// How to ask for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub questioning_hints: Option<Text>,
}

impl Default for SessionForm {
    fn default() -> Self {
        Self {
            id: String::new(),
            title: Text::blank(),
            description: None,
            submit_label: None,
            language: None,
            needs: Vec::new(),
            submit: None,
            budget: None,
            fields: Vec::new(),
            facts: Vec::new(),
        }
    }
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

    /// `fields`, and every field whether which is asked depends on one of them.
    pub fn hanging_on(&self, mut fields: BTreeSet<FieldId>) -> BTreeSet<FieldId> {
        // A condition looks at fields that stand before its own.
        for field in &self.fields {
            let mut looked_at = field.when.iter().flat_map(Condition::fields);
            if looked_at.any(|id| fields.contains(id)) {
                fields.insert(field.field_id.clone());
            }
        }
        fields
    }

    /// Whom the answers are sent to, where the form has an address for that: its host.
    pub fn sent_to(&self) -> Option<&str> {
        let Some(Submit::Post(to)) = &self.submit else {
            return None;
        };
        let url = to.url.0.as_str();
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        rest.split(['/', '?', '#']).next()
    }

    /// The language of texts that are there in one language only. Where nothing is said it is the one whose
    /// letters the fields' names have, or else English.
    ///
    /// ```
    /// use kikitori_form::parse_form;
    ///
    /// let form = |label: &str| {
    ///     let fields = format!(r#"[{{"id": "a", "label": "{label}", "required": true}}]"#);
    ///     parse_form(&format!(r#"{{"id": "f", "title": "F", "fields": {fields}}}"#)).unwrap()
    /// };
    /// assert_eq!(form("お名前").own_language(), "ja");
    /// assert_eq!(form("Name").own_language(), "en");
    /// ```
    pub fn own_language(&self) -> &str {
        match &self.language {
            Some(language) => language.as_str(),
            None => language_by_letters(self.fields.iter().map(|it| it.label.first_words())),
        }
    }

    /// Whether every field is named and explained in `language`.
    pub fn is_in(&self, language: &str) -> bool {
        let own = self.own_language();
        let mut texts = self
            .fields
            .iter()
            .flat_map(|field| std::iter::once(&field.label).chain(&field.intent));
        texts.all(|text| text.is_in(language, own))
    }

    /// Whether whoever made the form reads `language`: it names all its fields in it.
    pub fn is_read_in(&self, language: &str) -> bool {
        let own = self.own_language();
        let mut labels = self.fields.iter().map(|field| &field.label);
        labels.all(|label| label.is_in(language, own))
    }

    /// The language of all its names, if the form says that they are in it, and in no other.
    ///
    /// ```
    /// use kikitori_form::parse_form;
    ///
    /// let form = |label: &str| {
    ///     let form = format!(
    ///         r#"{{"id": "f", "title": "F", "language": "ja", "fields": [
    ///             {{"id": "a", "label": {label}, "required": true}}]}}"#
    ///     );
    ///     parse_form(&form).unwrap()
    /// };
    /// assert_eq!(form(r#""名前""#).only_language().as_deref(), Some("ja"));
    /// assert_eq!(form(r#"{"ja": "名前", "en": "Name"}"#).only_language(), None);
    /// ```
    pub fn only_language(&self) -> Option<String> {
        let own = self.language.as_ref();
        let mut languages = self
            .fields
            .iter()
            .flat_map(|field| field.label.languages(own));
        let first = languages.next()??;
        languages
            .all(|it| it.as_ref() == Some(&first))
            .then_some(first)
    }

    /// Whether a model judges answers to `field` in a call of its own: where the form says so, and
    /// where an answer has to contain facts unless the form says otherwise. A group without facts is
    /// its lines, and each of those is read and checked by itself.
    pub fn is_reviewed_separately(&self, field: &FormField) -> bool {
        let has_facts = self.facts_of(field).next().is_some();
        let is_lines = matches!(field.answer, AnswerType::Group(_)) && !has_facts;
        match field.review {
            Some(review) => review == Review::Separate && !is_lines,
            None => has_facts,
        }
    }
}

/// Reads a form for a session from the text of its file.
///
/// # Errors
/// [`FormError`], whose text a person can act on.
pub fn parse_form(text: &str) -> Result<SessionForm, FormError> {
    Form::parse(text).map(|form| SessionForm::from(&form))
}

impl From<&Form> for SessionForm {
    fn from(form: &Form) -> Self {
        let mut session = Self {
            id: form.id.as_str().to_owned(),
            title: form.title.clone(),
            description: match &form.description {
                Some(Description(description)) => description.clone(),
                None => None,
            },
            submit_label: form.submit_label.clone(),
            language: form.language.clone(),
            needs: form.needs.clone(),
            submit: form.submit.clone(),
            budget: form.budget.clone(),
            fields: Vec::new(),
            facts: Vec::new(),
        };
        for (sort_order, field) in (0u32..).zip(&form.fields) {
            let id = format!("field-{sort_order}");
            for (number, fact) in field.facts.iter().enumerate() {
                session.facts.push(FactDefinition {
                    id: format!("{id}-fact-{number}"),
                    form_field_id: id.clone(),
                    fact_key: fact.key.as_str().to_owned(),
                    fact: fact.fact.clone(),
                    done_criteria: fact.done_criteria.clone(),
                    questioning_hints: fact.questioning_hints.clone(),
                });
            }
            session.fields.push(FormField {
                id,
                field_id: field.id.clone(),
                label: field.label.clone(),
                intent: field.intent.clone(),
                why: field.why.clone(),
                required: field.required,
                sort_order,
                answer: field.answer.clone(),
                when: field.when.clone(),
                private: field.private,
                follow_ups: field.follow_ups.map(|bound| bound.0),
                if_declined: field.if_declined,
                review: field.review,
            });
        }
        session
    }
}
