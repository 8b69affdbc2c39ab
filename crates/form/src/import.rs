//! Forms made of something else: of a JSON Schema (2020-12) of an object, and of a page's own form.

mod answers;
mod nullable;
pub mod page_form;

use serde_json::{Map, Value, json};

use crate::file::answer::AnswerType;
use crate::file::text::Words;
use crate::file::{Form, FormError, MAX_FIELDS};
use crate::id::FieldId;
use crate::reading::Problem;

/// A form, and what of the schema is not in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The form.
    pub form: Form,
    /// Each place that could not be imported, and why.
    pub left_out: Vec<Problem>,
}

/// Makes a form of a schema's properties. One that does not fit is left out by itself.
///
/// # Errors
/// [`FormError`] where no property fits.
///
/// ```
/// let schema = serde_json::json!({
///     "title": "Visit", "type": "object", "required": ["day"],
///     "properties": {"day": {"type": "string", "format": "date"}, "code": {"pattern": "^A"}}
/// });
/// let imported = kikitori_form::import_json_schema(&schema).unwrap();
/// assert_eq!(imported.form.fields.len(), 1);
/// assert_eq!(imported.left_out[0].place, "properties.code");
/// ```
pub fn import_json_schema(schema: &Value) -> Result<Imported, FormError> {
    let mut import = Import::default();
    let top = "the top of the schema";
    let known = [
        "$schema",
        "$id",
        "type",
        "title",
        "description",
        "properties",
        "required",
    ];
    import.others(schema, &known, top);
    let form = json!({
        "id": "form",
        "title": import.words(schema, "title", top).unwrap_or_else(|| "Form".into()),
        "description": import.words(schema, "description", top),
        "fields": import.fields(schema, "", false),
    });
    Ok(Imported {
        form: Form::from_value(&form)?,
        left_out: import.left_out,
    })
}

#[derive(Default)]
struct Import {
    left_out: Vec<Problem>,
}

impl Import {
    fn leave_out(&mut self, place: &str, what: &str) {
        self.left_out.push(Problem {
            place: place.to_owned(),
            what: what.to_owned(),
        });
    }

    /// Lists the keywords that nothing was made of.
    fn others(&mut self, schema: &Value, known: &[&str], place: &str) {
        let keys = schema.as_object().into_iter().flat_map(Map::keys);
        for key in keys.filter(|key| !known.contains(&key.as_str())) {
            self.leave_out(place, &format!("{key} has no place in a form"));
        }
    }

    /// A text of the schema; a blank one says nothing.
    fn words(&mut self, schema: &Value, key: &str, place: &str) -> Option<Value> {
        let value = schema.get(key)?;
        let is_blank = value.as_str().is_some_and(|text| text.trim().is_empty());
        if is_blank {
            return None;
        }
        let words = value.as_str().and_then(Words::new);
        if words.is_none() {
            self.leave_out(place, &format!("{key} is no text that fits in a form"));
        }
        words.map(|words| words.as_str().into())
    }

    fn fields(&mut self, schema: &Value, within: &str, in_group: bool) -> Vec<Value> {
        let required = schema.get("required").and_then(Value::as_array);
        let is_required = |key: &str| required.is_some_and(|all| all.iter().any(|it| it == key));
        let mut fields = Vec::new();
        let properties = schema.get("properties").and_then(Value::as_object);
        for (key, property) in properties.into_iter().flatten() {
            let place = format!("{within}properties.{key}");
            if FieldId::new(key).is_none() {
                self.leave_out(&place, "its name is no id of a field");
                continue;
            }
            if fields.len() == MAX_FIELDS {
                self.leave_out(&place, "a form has no room for so many fields");
                continue;
            }
            let (property, is_nullable) = nullable::without_null(property);
            let Some(answer) = self.fitting_answer(&property, &place, in_group) else {
                continue;
            };
            fields.push(json!({
                "id": key,
                "label": self.words(&property, "title", &place).unwrap_or_else(|| key.as_str().into()),
                "intent": self.words(&property, "description", &place),
                "required": is_required(key) && !is_nullable,
                "answer": answer,
            }));
        }
        fields
    }

    /// The kind of answer that a property is, if a form can have it so.
    fn fitting_answer(&mut self, schema: &Value, place: &str, in_group: bool) -> Option<Value> {
        let answer = self.answer(schema, place, in_group)?;
        let Err(error) = AnswerType::from_json(&answer) else {
            return Some(answer);
        };
        let what = match &error {
            FormError::Invalid { problems, .. } => problems.first(),
            _ => None,
        };
        let what = what.map_or_else(
            || error.to_string(),
            |problem| format!("{} of a field: {}", problem.place, problem.what),
        );
        self.leave_out(place, &what);
        None
    }
}
