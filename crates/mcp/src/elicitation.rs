//! What a server asks of the person while one of its tools runs.

use kikitori_json::FromJson;
use serde_json::{Map, Value, json};

use crate::bounds::{MAX_FIELDS, MAX_VALUES};

/// A form that a server wants filled in before it goes on.
#[derive(Debug, Clone, PartialEq)]
pub struct ElicitationRequest {
    /// What the server says to the person.
    pub message: String,
    /// What it wants to know.
    pub fields: Vec<ElicitationField>,
}

/// Something that a server wants to know.
#[derive(Debug, Clone, PartialEq)]
pub struct ElicitationField {
    /// Its name in the answer.
    pub name: String,
    /// What people call it, where it says.
    pub title: Option<String>,
    /// What it is about, where it says.
    pub description: Option<String>,
    /// Whether the server needs it.
    pub is_required: bool,
    /// What may be answered.
    pub kind: FieldKind,
    /// What stands there until somebody says something else.
    pub default: Option<Value>,
}

/// What may be answered.
#[derive(Debug, Clone, PartialEq)]
pub enum FieldKind {
    /// Words.
    Text,
    /// A number.
    Number {
        /// Whether it has to be whole.
        is_whole: bool,
        /// The least.
        least: Option<f64>,
        /// The most.
        most: Option<f64>,
    },
    /// Yes or no.
    Boolean,
    /// One of these.
    Choice(Vec<Choice>),
    /// Several of these.
    Choices(Vec<Choice>),
}

/// A value that may be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// What the server gets.
    pub value: String,
    /// What people read.
    pub label: String,
}

/// What the person answers.
#[derive(Debug, Clone, PartialEq)]
pub enum ElicitationAnswer {
    /// They gave this.
    Accept(Map<String, Value>),
    /// They do not want to say it.
    Decline,
    /// They said neither.
    Cancel,
}

impl ElicitationAnswer {
    pub(crate) fn to_json(&self) -> Value {
        match self {
            Self::Accept(content) => json!({"action": "accept", "content": content}),
            Self::Decline => json!({"action": "decline"}),
            Self::Cancel => json!({"action": "cancel"}),
        }
    }
}

impl ElicitationRequest {
    /// Reads what a server asks.
    pub(crate) fn read(params: Value) -> Result<Self, String> {
        #[derive(FromJson)]
        #[serde(rename_all = "camelCase")]
        struct Asked {
            #[serde(default)]
            message: String,
            mode: Option<String>,
            requested_schema: Option<Schema>,
        }
        #[derive(FromJson)]
        struct Schema {
            #[serde(default)]
            properties: Map<String, Value>,
            #[serde(default)]
            required: Vec<String>,
        }
        let asked = Asked::from_json(params).map_err(|error| error.to_string())?;
        if asked.mode.is_some_and(|mode| mode != "form") {
            return Err("only forms are shown here".to_owned());
        }
        let schema = asked.requested_schema.ok_or("there is no form")?;
        if schema.properties.len() > MAX_FIELDS {
            return Err(format!("a form has {MAX_FIELDS} fields at most"));
        }
        let fields = schema.properties.into_iter().map(|(name, rules)| {
            let is_required = schema.required.contains(&name);
            ElicitationField::read(name, is_required, &rules)
        });
        Ok(Self {
            message: asked.message,
            fields: fields.collect::<Result<_, _>>()?,
        })
    }

    /// Whether the server can take `content`: what is missing or wrong in it otherwise.
    pub fn check(&self, content: &Map<String, Value>) -> Result<(), Vec<String>> {
        let mut wrong = Vec::new();
        for field in &self.fields {
            match content.get(&field.name) {
                Some(value) if !field.kind.takes(value) => {
                    wrong.push(format!("{}: this is no answer", field.name));
                }
                None if field.is_required => wrong.push(format!("{} is missing", field.name)),
                _ => {}
            }
        }
        let is_known = |name: &&String| self.fields.iter().any(|it| it.name == **name);
        let unknown = content.keys().filter(|name| !is_known(name));
        wrong.extend(unknown.map(|name| format!("{name} is not asked for")));
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(wrong),
        }
    }

    /// What the server would take if nobody said anything.
    pub fn defaults(&self) -> Map<String, Value> {
        let given = self.fields.iter();
        given
            .filter_map(|field| Some((field.name.clone(), field.default.clone()?)))
            .collect()
    }
}

impl ElicitationField {
    fn read(name: String, is_required: bool, rules: &Value) -> Result<Self, String> {
        let unreadable = |what: &str| format!("the field {name:?} {what}");
        let text = |member: &str| rules.get(member).and_then(Value::as_str).map(str::to_owned);
        let kind = match text("type").as_deref() {
            Some("string") => match choices(rules)? {
                choices if choices.is_empty() => FieldKind::Text,
                choices => FieldKind::Choice(choices),
            },
            Some("array") => match rules.get("items").map(choices).transpose()? {
                Some(choices) if !choices.is_empty() => FieldKind::Choices(choices),
                _ => return Err(unreadable("offers nothing")),
            },
            Some("boolean") => FieldKind::Boolean,
            Some(number @ ("number" | "integer")) => FieldKind::Number {
                is_whole: number == "integer",
                least: rules.get("minimum").and_then(Value::as_f64),
                most: rules.get("maximum").and_then(Value::as_f64),
            },
            _ => return Err(unreadable("is of a kind that is not known")),
        };
        let default = rules.get("default").filter(|it| kind.takes(it)).cloned();
        Ok(Self {
            title: text("title"),
            description: text("description"),
            is_required,
            kind,
            default,
            name,
        })
    }

    /// What people call it.
    pub fn label(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.name)
    }
}

/// The values that rules name: as a list, as a list with names beside it, or as alternatives.
fn choices(rules: &Value) -> Result<Vec<Choice>, String> {
    let list = |name: &str| rules.get(name).and_then(Value::as_array);
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let found: Vec<Choice> = match (list("enum"), list("oneOf").or_else(|| list("anyOf"))) {
        (Some(values), _) => {
            let names = list("enumNames").map(Vec::as_slice).unwrap_or_default();
            let choice = |(at, value): (usize, &Value)| {
                let value = text(value)?;
                let label = names
                    .get(at)
                    .and_then(text)
                    .unwrap_or_else(|| value.clone());
                Some(Choice { value, label })
            };
            values.iter().enumerate().filter_map(choice).collect()
        }
        (None, Some(values)) => {
            let choice = |it: &Value| {
                let value = text(it.get("const")?)?;
                let label = it.get("title").and_then(text);
                let label = label.unwrap_or_else(|| value.clone());
                Some(Choice { value, label })
            };
            values.iter().filter_map(choice).collect()
        }
        (None, None) => Vec::new(),
    };
    match found.len() {
        0..=MAX_VALUES => Ok(found),
        _ => Err(format!("a field offers {MAX_VALUES} values at most")),
    }
}

impl FieldKind {
    /// Whether `value` is an answer of this kind.
    fn takes(&self, value: &Value) -> bool {
        let is_one_of = |choices: &[Choice], value: &Value| {
            let value = value.as_str();
            value.is_some_and(|value| choices.iter().any(|it| it.value == value))
        };
        match self {
            Self::Text => value.is_string(),
            Self::Boolean => value.is_boolean(),
            Self::Number {
                is_whole,
                least,
                most,
            } => value.as_f64().is_some_and(|number| {
                (!is_whole || number.fract() == 0.0)
                    && least.is_none_or(|least| number >= least)
                    && most.is_none_or(|most| number <= most)
            }),
            Self::Choice(choices) => is_one_of(choices, value),
            Self::Choices(choices) => value
                .as_array()
                .is_some_and(|all| all.iter().all(|it| is_one_of(choices, it))),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn form(properties: Value) -> Result<ElicitationRequest, String> {
        let schema = json!({"type": "object", "properties": properties, "required": ["a"]});
        ElicitationRequest::read(json!({"message": "Well?", "requestedSchema": schema}))
    }

    #[test]
    fn an_answer_is_checked_as_the_form_says() {
        let asked = form(json!({
            "a": {"type": "string", "enum": ["x", "y"], "enumNames": ["Ex"], "default": "y"},
            "b": {"type": "integer", "minimum": 1, "default": "many"},
            "c": {"type": "array", "items": {"anyOf": [{"const": "p", "title": "P"}]}},
            "d": {"type": "boolean"},
        }));
        let asked = asked.unwrap();
        assert_eq!(json!(asked.defaults()), json!({"a": "y"}));
        let first = asked.fields.first().unwrap();
        let FieldKind::Choice(choices) = &first.kind else {
            panic!("{first:?}");
        };
        let labels: Vec<_> = choices.iter().map(|it| it.label.as_str()).collect();
        assert_eq!(labels, ["Ex", "y"]);
        for (content, wrong) in [
            (json!({"a": "x"}), None),
            (json!({"a": "x", "b": 2.0, "c": ["p"], "d": true}), None),
            (json!({}), Some("a is missing")),
            (json!({"a": "z"}), Some("a: this")),
            (json!({"a": "x", "b": 1.5}), Some("b: this")),
            (json!({"a": "x", "b": 0}), Some("b: this")),
            (json!({"a": "x", "c": ["q"]}), Some("c: this")),
            (json!({"a": "x", "e": 1}), Some("e is not")),
        ] {
            let checked = asked.check(content.as_object().unwrap());
            let found = checked.err().map(|it| it.join("; "));
            let is_expected = match (&found, wrong) {
                (Some(found), Some(wrong)) => found.starts_with(wrong),
                (found, wrong) => found.is_none() && wrong.is_none(),
            };
            assert!(is_expected, "{content}: {found:?}");
        }
    }

    #[test]
    fn a_form_that_cannot_be_shown_is_refused() {
        let many: Map<String, Value> = (0..=MAX_FIELDS)
            .map(|at| (at.to_string(), json!({"type": "string"})))
            .collect();
        let values: Vec<String> = (0..=MAX_VALUES).map(|it| it.to_string()).collect();
        for properties in [
            json!({"a": {"type": "object"}}),
            json!({"a": {"type": "array"}}),
            json!({"a": {"type": "string", "enum": values}}),
            Value::Object(many),
        ] {
            assert!(form(properties.clone()).is_err(), "{properties}");
        }
        for params in [
            json!({}),
            json!({"mode": "url", "url": "https://x.example"}),
        ] {
            assert!(
                ElicitationRequest::read(params.clone()).is_err(),
                "{params}"
            );
        }
    }
}
