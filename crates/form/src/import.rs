//! A form from a JSON Schema (2020-12) of an object.

use serde_json::{Map, Value, json};

use crate::file::{Form, FormError};
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

/// Makes a form of a schema's properties.
///
/// # Errors
/// [`FormError`] where no form can be made of it.
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
    let known = [
        "$schema",
        "$id",
        "type",
        "title",
        "description",
        "properties",
        "required",
    ];
    import.others(schema, &known, "the top of the schema");
    let form = json!({
        "id": "form",
        "title": schema.get("title").cloned().unwrap_or_else(|| "Form".into()),
        "description": schema.get("description"),
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
            let Some(answer) = self.answer(property, &place, in_group) else {
                continue;
            };
            fields.push(json!({
                "id": key,
                "label": property.get("title").cloned().unwrap_or_else(|| key.as_str().into()),
                "intent": property.get("description"),
                "required": is_required(key),
                "answer": answer,
            }));
        }
        fields
    }

    fn answer(&mut self, schema: &Value, place: &str, in_group: bool) -> Option<Value> {
        let kind = schema
            .get("type")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let (mut known, answer) = if let Some((keyword, options)) = options(schema) {
            (vec![keyword], json!({"type": "choice", "options": options}))
        } else {
            match kind {
                "string" => self.text(schema, place),
                "number" | "integer" => self.number(schema, kind, place),
                "boolean" => (vec![], json!({"type": "yesNo"})),
                "array" if !in_group => self.list(schema, place)?,
                _ => {
                    self.leave_out(place, "no kind of answer is like this");
                    return None;
                }
            }
        };
        known.extend(["type", "title", "description"]);
        self.others(schema, &known, place);
        Some(answer)
    }

    fn text(&mut self, schema: &Value, place: &str) -> (Vec<&'static str>, Value) {
        let format = schema.get("format").and_then(Value::as_str);
        let kind = match format {
            Some("date") => Some("date"),
            Some("time") => Some("time"),
            Some("date-time") => Some("dateTime"),
            Some("email") => Some("email"),
            Some("uri") => Some("url"),
            Some(other) => {
                self.leave_out(place, &format!("format {other} has no place in a form"));
                None
            }
            None => None,
        };
        if let Some(kind) = kind {
            return (vec!["format"], json!({"type": kind}));
        }
        let length = |name: &str| {
            schema
                .get(name)
                .and_then(Value::as_u64)
                .filter(|it| *it > 0)
        };
        let max = length("maxLength");
        let kind = if max.is_some_and(|max| max <= 200) {
            "shortText"
        } else {
            "longText"
        };
        let answer = json!({
            "type": kind,
            "minLength": length("minLength"),
            "maxLength": max.map(|max| max.min(100_000)),
        });
        (vec!["format", "minLength", "maxLength"], answer)
    }

    fn number(&mut self, schema: &Value, kind: &str, place: &str) -> (Vec<&'static str>, Value) {
        let whole = schema
            .get("multipleOf")
            .is_some_and(|it| it.as_u64() == Some(1));
        if !whole && let Some(step) = schema.get("multipleOf") {
            self.leave_out(place, &format!("multipleOf {step} has no place in a form"));
        }
        let answer = json!({
            "type": if whole { "integer" } else { kind },
            "min": schema.get("minimum"),
            "max": schema.get("maximum"),
        });
        (vec!["minimum", "maximum", "multipleOf"], answer)
    }

    fn list(&mut self, schema: &Value, place: &str) -> Option<(Vec<&'static str>, Value)> {
        let none = Value::Null;
        let items = schema.get("items").unwrap_or(&none);
        let at = format!("{place}.items");
        let (min, max) = (schema.get("minItems"), schema.get("maxItems"));
        if let Some((keyword, options)) = options(items) {
            self.others(items, &["type", "title", "description", keyword], &at);
            let answer = json!({"type": "choices", "options": options, "min": min, "max": max});
            return Some((vec!["items", "minItems", "maxItems", "uniqueItems"], answer));
        }
        if items.get("properties").is_none() {
            self.leave_out(
                place,
                "only lists of objects and of options are kinds of answers",
            );
            return None;
        }
        self.others(
            items,
            &["type", "title", "description", "properties", "required"],
            &at,
        );
        let fields = self.fields(items, &format!("{at}."), true);
        let answer = json!({"type": "group", "fields": fields, "minLines": min, "maxLines": max});
        Some((vec!["items", "minItems", "maxItems"], answer))
    }
}

/// The options of an `enum` of texts, or of a `oneOf` of constants with titles.
fn options(schema: &Value) -> Option<(&'static str, Vec<Value>)> {
    if let Some(all) = schema.get("enum").and_then(Value::as_array) {
        return all
            .iter()
            .all(Value::is_string)
            .then(|| ("enum", all.clone()));
    }
    let option = |it: &Value| {
        let members = it.as_object()?;
        let value = members.get("const").filter(|value| value.is_string())?;
        let label = members.get("title").unwrap_or(value);
        let only = members.keys().all(|key| key == "const" || key == "title");
        only.then(|| json!({"value": value, "label": label}))
    };
    let all = schema.get("oneOf").and_then(Value::as_array)?;
    let all: Option<Vec<Value>> = all.iter().map(option).collect();
    all.map(|all| ("oneOf", all))
}
