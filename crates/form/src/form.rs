//! The form file, and what a session keeps of it.

use std::collections::BTreeSet;
use std::fmt;

use kikitori_agent::NonBlank;
use kikitori_json::{FromJson, StrictValue, from_json_by_serde};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

/// A form file may be this large, in bytes.
const MAX_FILE_BYTES: usize = 1024 * 1024;
/// A form may have this many fields.
const MAX_FIELDS: usize = 200;
/// A field may have this many facts.
const MAX_FACTS: usize = 20;

/// The id of a field within its form: letters, digits, `_` and `-`, 64 at most.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct FieldId(String);

impl FieldId {
    /// `text` as an id, if it has an id's shape.
    pub fn new(text: &str) -> Option<Self> {
        let fits = (1..=64).contains(&text.len())
            && text
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
        fits.then(|| Self(text.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FieldId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for FieldId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Self::new(&text).ok_or_else(|| {
            D::Error::custom("expected an id of up to 64 letters, digits, hyphens and underscores")
        })
    }
}

from_json_by_serde!(FieldId);

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

/// Why a form file does not fit. Names the place in the file and what was expected there.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FormError {
    /// There is nothing in the file.
    #[error("The file is empty.")]
    Empty,
    /// The file is not JSON.
    #[error("The file is not valid JSON: {detail}.")]
    NotJson {
        /// What the parser said, with line and column.
        detail: String,
    },
    /// The file is too large to be a form.
    #[error("The file has {bytes} bytes; a form has {MAX_FILE_BYTES} at most.")]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// Something in the file is not what it should be.
    #[error("At {path}: {expected}.")]
    Invalid {
        /// Where, as in `fields[2].label`.
        path: String,
        /// What was expected there, and what was found.
        expected: String,
    },
}

#[derive(Deserialize)]
#[serde(
    rename_all = "camelCase",
    deny_unknown_fields,
    expecting = "an object with id, title and fields"
)]
struct FormFile {
    id: FieldId,
    title: NonBlank,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    submit_label: Option<NonBlank>,
    fields: Vec<FileField>,
}

#[derive(Deserialize)]
#[serde(
    rename_all = "camelCase",
    deny_unknown_fields,
    expecting = "an object with id, label and required"
)]
struct FileField {
    id: FieldId,
    label: NonBlank,
    #[serde(default)]
    intent: Option<NonBlank>,
    required: bool,
    #[serde(default)]
    facts: Vec<FileFact>,
}

#[derive(Deserialize)]
#[serde(
    rename_all = "camelCase",
    deny_unknown_fields,
    expecting = "an object with key, fact and doneCriteria"
)]
struct FileFact {
    key: FieldId,
    fact: NonBlank,
    done_criteria: NonBlank,
    #[serde(default)]
    questioning_hints: Option<NonBlank>,
}

/// Reads a form from the text of its file.
///
/// # Errors
/// [`FormError`], whose text a person can act on.
///
/// ```
/// let text = r#"{"id": "hello", "title": "Hello", "fields": [{"id": "name", "label": " ", "required": true}]}"#;
/// let error = kikitori_form::parse_form(text).unwrap_err();
/// assert_eq!(error.to_string(), "At fields[0].label: expected text that is not blank.");
/// ```
pub fn parse_form(text: &str) -> Result<SessionForm, FormError> {
    if text.len() > MAX_FILE_BYTES {
        return Err(FormError::TooLarge { bytes: text.len() });
    }
    // Editors on some systems put a byte-order mark before the text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(FormError::Empty);
    }
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| FormError::NotJson {
            detail: error.to_string(),
        })?;
    let file: FormFile = serde_path_to_error::deserialize(StrictValue(value)).map_err(|error| {
        FormError::Invalid {
            path: match error.path().to_string() {
                path if path == "." => "the top of the file".to_owned(),
                path => path,
            },
            expected: error.inner().to_string(),
        }
    })?;
    check(&file)?;
    Ok(session_form(file))
}

/// The rules that reach over more than one value.
fn check(file: &FormFile) -> Result<(), FormError> {
    let invalid = |path: String, expected: String| Err(FormError::Invalid { path, expected });
    if file.fields.is_empty() || file.fields.len() > MAX_FIELDS {
        let found = file.fields.len();
        return invalid(
            "fields".to_owned(),
            format!("expected 1 to {MAX_FIELDS} fields, found {found}"),
        );
    }
    let mut ids = BTreeSet::new();
    for (position, field) in file.fields.iter().enumerate() {
        if !ids.insert(&field.id) {
            return invalid(
                format!("fields[{position}].id"),
                format!(
                    "expected an id of its own, but {:?} is used before",
                    field.id.as_str()
                ),
            );
        }
        if field.facts.len() > MAX_FACTS {
            let found = field.facts.len();
            return invalid(
                format!("fields[{position}].facts"),
                format!("expected at most {MAX_FACTS} facts, found {found}"),
            );
        }
        let mut keys = BTreeSet::new();
        for (at, fact) in field.facts.iter().enumerate() {
            if !keys.insert(&fact.key) {
                return invalid(
                    format!("fields[{position}].facts[{at}].key"),
                    format!(
                        "expected a key of its own, but {:?} is used before",
                        fact.key.as_str()
                    ),
                );
            }
        }
    }
    Ok(())
}

fn session_form(file: FormFile) -> SessionForm {
    let mut form = SessionForm {
        id: file.id.as_str().to_owned(),
        title: file.title.into_string(),
        description: file.description.unwrap_or_default().trim().to_owned(),
        submit_label: file
            .submit_label
            .map(NonBlank::into_string)
            .unwrap_or_default(),
        ..SessionForm::default()
    };
    for (sort_order, field) in (0u32..).zip(file.fields) {
        let id = format!("field-{sort_order}");
        for (number, fact) in field.facts.into_iter().enumerate() {
            form.facts.push(FactDefinition {
                id: format!("{id}-fact-{number}"),
                form_field_id: id.clone(),
                fact_key: fact.key.as_str().to_owned(),
                fact: fact.fact.into_string(),
                done_criteria: fact.done_criteria.into_string(),
                questioning_hints: fact.questioning_hints.map(NonBlank::into_string),
            });
        }
        form.fields.push(FormField {
            id,
            field_id: field.id,
            label: field.label.into_string(),
            intent: field.intent.map(NonBlank::into_string),
            required: field.required,
            sort_order,
        });
    }
    form
}

#[cfg(test)]
mod tests {
    use super::parse_form;

    #[test]
    fn a_file_that_does_not_fit_is_told_where_and_what() {
        let field = |inner: &str| format!(r#"{{"id":"f","title":"F","fields":[{inner}]}}"#);
        let cases = [
            (" \n".to_owned(), "The file is empty."),
            (
                "{".to_owned(),
                "The file is not valid JSON: EOF while parsing an object at line 1 column 1.",
            ),
            (
                "[]".to_owned(),
                "At the top of the file: invalid type: sequence, expected an object with id, title and fields.",
            ),
            (
                r#"{"id":"f","title":"F"}"#.to_owned(),
                "At the top of the file: missing field `fields`.",
            ),
            (field(""), "At fields: expected 1 to 200 fields, found 0."),
            (
                field(r#"{"id":"a b","label":"A","required":true}"#),
                "At fields[0].id: expected an id of up to 64",
            ),
            (
                field(r#"{"id":"a","label":"A"}"#),
                "At fields[0]: missing field `required`.",
            ),
            (
                field(r#"{"id":"a","label":"A","required":"yes"}"#),
                "At fields[0].required: invalid type: string",
            ),
            (
                field(r#"{"id":"a","label":"A","required":true,"kind":"text"}"#),
                "At fields[0].kind: unknown field `kind`",
            ),
            (
                field(
                    r#"{"id":"a","label":"A","required":true},{"id":"a","label":"B","required":true}"#,
                ),
                "At fields[1].id: expected an id of its own, but \"a\" is used before.",
            ),
            (
                field(r#"{"id":"a","label":"A","required":true,"facts":[{"key":"k","fact":"F"}]}"#),
                "At fields[0].facts[0]: missing field `doneCriteria`.",
            ),
        ];
        for (text, expected) in cases {
            let error = parse_form(&text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}\n{error}");
        }
    }

    #[test]
    fn fields_and_facts_get_their_places() {
        let form = parse_form(
            "\u{feff}{\"id\":\"f\",\"title\":\" F \",\"fields\":[{\"id\":\"a\",\"label\":\"A\",\"required\":true},{\"id\":\"b\",\"label\":\"B\",\"required\":false,\"facts\":[{\"key\":\"k\",\"fact\":\"F\",\"doneCriteria\":\"D\"}]}]}",
        )
        .unwrap();
        assert_eq!(form.title, "F");
        let second = &form.fields[1];
        assert_eq!((second.id.as_str(), second.sort_order), ("field-1", 1));
        assert_eq!(form.facts_of(second).next().unwrap().fact_key, "k");
        assert_eq!(form.facts_of(&form.fields[0]).count(), 0);
    }
}
