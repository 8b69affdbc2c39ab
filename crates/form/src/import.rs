//! Forms made of something else: of a JSON Schema (2020-12) of an object, and of a page's own form.

mod answers;
mod joined;
mod nullable;
pub mod page_form;
mod references;

use serde_json::{Map, Value, json};

use crate::file::answer::AnswerType;
use crate::file::text::Words;
use crate::file::{Form, FormError, MAX_FIELDS};
use crate::id::FieldId;
use crate::reading::Problem;

/// So many objects may stand in each other.
const MAX_DEPTH: usize = 5;
/// So many properties are looked at, those of objects within objects too.
const MAX_PROPERTIES: usize = 2_000;

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
    let mut import = Import {
        root: schema,
        followed: Vec::new(),
        within_all: 0,
        properties: 0,
        left_out: Vec::new(),
    };
    let top = "the top of the schema";
    let known = [
        "$schema",
        "$id",
        "$comment",
        "$defs",
        "definitions",
        "type",
        "title",
        "description",
        "properties",
        "required",
        "additionalProperties",
    ];
    let (schema, _) = import.settled(schema, top).unwrap_or_default();
    import.others(&schema, &known, top);
    let title = import.words(&schema, "title", top);
    let description = import.words(&schema, "description", top);
    let mut fields = Vec::new();
    import.fields(&schema, &Within::default(), &mut fields);
    let form = json!({
        "id": "form",
        "title": title.unwrap_or_else(|| "Form".into()),
        "description": description,
        "fields": fields,
    });
    Ok(Imported {
        form: Form::from_value(&form)?,
        left_out: import.left_out,
    })
}

struct Import<'a> {
    /// The whole schema, to which its parts refer.
    root: &'a Value,
    /// The references within which the import is.
    followed: Vec<String>,
    /// Within how many `allOf` it is.
    within_all: usize,
    /// How many properties and parts of `allOf` it has looked at.
    properties: usize,
    left_out: Vec<Problem>,
}

/// Where properties stand.
#[derive(Clone, Default)]
struct Within {
    place: String,
    /// What stands before ids and labels of fields: the objects that they are in.
    ids: String,
    labels: String,
    /// How many objects that is.
    depth: usize,
    /// Whether one of them may be left out.
    is_optional: bool,
    in_group: bool,
}

impl Import<'_> {
    fn leave_out(&mut self, place: &str, what: &str) {
        let problem = Problem {
            place: place.to_owned(),
            what: what.to_owned(),
        };
        // What holds for many parts of a place is said once.
        if self.left_out.last() != Some(&problem) {
            self.left_out.push(problem);
        }
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

    /// Adds the fields that an object's properties are.
    fn fields(&mut self, schema: &Value, within: &Within, fields: &mut Vec<Value>) {
        let required = schema.get("required").and_then(Value::as_array);
        let is_required = |key: &str| required.is_some_and(|all| all.iter().any(|it| it == key));
        let properties = schema.get("properties").and_then(Value::as_object);
        for (key, property) in properties.into_iter().flatten() {
            let place = format!("{}properties.{key}", within.place);
            self.properties += 1;
            if self.properties > MAX_PROPERTIES {
                return;
            }
            let id = format!("{}{key}", within.ids);
            if FieldId::new(&id).is_none() {
                self.leave_out(&place, "its name is no id of a field");
                continue;
            }
            if fields.len() == MAX_FIELDS {
                self.leave_out(&place, "a form has no room for so many fields");
                continue;
            }
            let followed = self.followed.len();
            if let Some((property, is_nullable)) = self.settled(property, &place) {
                let is_required = is_required(key) && !is_nullable;
                let title = self.words(&property, "title", &place);
                let title = title.and_then(|title| Some(title.as_str()?.to_owned()));
                let label = format!("{}{}", within.labels, title.as_ref().unwrap_or(key));
                match property.get("properties").is_some_and(Value::is_object) {
                    true => {
                        let within = Within {
                            place: format!("{place}."),
                            ids: format!("{id}_"),
                            labels: format!("{label}: "),
                            depth: within.depth + 1,
                            is_optional: within.is_optional || !is_required,
                            in_group: within.in_group,
                        };
                        self.nested(&property, &within, &place, fields);
                    }
                    false => {
                        let is_required = is_required && !within.is_optional;
                        let field = self.field(&property, &id, &label, is_required, within, &place);
                        self.add(field, &place, fields);
                    }
                }
            }
            self.leave(followed);
        }
    }

    /// Adds the fields of an object that stands in another one: a form has no objects, so that their
    /// names stand before those of the fields.
    fn nested(&mut self, schema: &Value, within: &Within, place: &str, fields: &mut Vec<Value>) {
        if within.depth > MAX_DEPTH {
            return self.leave_out(place, "it is in too many objects");
        }
        let known = ["type", "title", "description", "properties", "required"];
        let known = known.into_iter().chain(["additionalProperties"]);
        self.others(schema, &known.collect::<Vec<_>>(), place);
        if self.words(schema, "description", place).is_some() {
            self.leave_out(place, "description of an object has no place in a form");
        }
        let requires = schema.get("required").and_then(Value::as_array);
        if within.is_optional && requires.is_some_and(|all| !all.is_empty()) {
            self.leave_out(place, "it may be left out, so nothing in it is required");
        }
        self.fields(schema, within, fields);
    }

    fn field(
        &mut self,
        property: &Value,
        id: &str,
        label: &str,
        is_required: bool,
        within: &Within,
        place: &str,
    ) -> Option<Value> {
        if property.get("format").and_then(Value::as_str) == Some("password") {
            self.leave_out(
                place,
                "a password is nothing to be asked for in a conversation",
            );
            return None;
        }
        let answer = self.fitting_answer(property, place, within.in_group)?;
        let Some(label) = Words::new(label) else {
            self.leave_out(place, "its title with those before it is too long");
            return None;
        };
        Some(json!({
            "id": id,
            "label": label.as_str(),
            "intent": self.words(property, "description", place),
            "required": is_required,
            "answer": answer,
        }))
    }

    /// Adds a field, unless an object's field is called as it is.
    fn add(&mut self, field: Option<Value>, place: &str, fields: &mut Vec<Value>) {
        let Some(field) = field else {
            return;
        };
        match fields.iter().any(|it| it.get("id") == field.get("id")) {
            true => self.leave_out(place, "another field is called so"),
            false => fields.push(field),
        }
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
