//! Whether a JSON value is what a method's JSON Schema says.
//!
//! Of JSON Schema this reads what `strict_schema` makes and most servers write: types, members,
//! items, enumerations, alternatives, bounds and references to definitions. What a schema says
//! besides is for the service to check.

mod place;

use serde_json::{Map, Value};
use thiserror::Error;

use crate::reference::{Piece, Reference, pieces};
pub(crate) use place::{Place, all_types, may_fit, place};

/// Schemas within schemas beyond this many are not looked into: a definition may name itself.
const MAX_DEPTH: usize = 64;

/// A value is not what the schema says.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}: {detail}", path_or_whole(path))]
pub struct Mismatch {
    /// Where, as in `items[2].name`; empty for the whole.
    pub path: String,
    /// What was expected there.
    pub detail: String,
}

fn path_or_whole(path: &str) -> &str {
    match path {
        "" => "parameters",
        path => path,
    }
}

/// Says what is wrong with a reference that stands where `schema` is expected.
type OnReference<'a> = &'a dyn Fn(&Reference, &Value) -> Option<String>;

/// Checks a value whose references have been replaced.
///
/// # Errors
/// Every [`Mismatch`].
pub fn check(schema: &Value, value: &Value) -> Result<(), Vec<Mismatch>> {
    Checker::new(schema, None).whole(schema, value)
}

/// Checks a value with references: `on_reference` says what is wrong with one that stands where a
/// schema is expected.
///
/// # Errors
/// Every [`Mismatch`].
pub fn check_plan(
    schema: &Value,
    value: &Value,
    on_reference: OnReference<'_>,
) -> Result<(), Vec<Mismatch>> {
    Checker::new(schema, Some(on_reference)).whole(schema, value)
}

struct Checker<'a> {
    root: &'a Value,
    on_reference: Option<OnReference<'a>>,
}

impl<'a> Checker<'a> {
    fn new(root: &'a Value, on_reference: Option<OnReference<'a>>) -> Self {
        Self { root, on_reference }
    }

    fn whole(&self, schema: &Value, value: &Value) -> Result<(), Vec<Mismatch>> {
        let mut found = Vec::new();
        self.check(schema, value, &mut String::new(), MAX_DEPTH, &mut found);
        match found.is_empty() {
            true => Ok(()),
            false => Err(found),
        }
    }

    fn check(
        &self,
        schema: &Value,
        value: &Value,
        path: &mut String,
        depth: usize,
        found: &mut Vec<Mismatch>,
    ) {
        let mut wrong = |detail: String| {
            let path = path.clone();
            found.push(Mismatch { path, detail });
        };
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        let rules = match schema {
            Value::Object(rules) => rules,
            Value::Bool(false) => return wrong("nothing is expected here".to_owned()),
            _ => return,
        };
        let text = match (self.on_reference, value) {
            (Some(on_reference), Value::String(text)) => match pieces(text) {
                Err(error) => return wrong(error.to_string()),
                Ok(pieces) => match &pieces[..] {
                    [Piece::Reference(reference)] => {
                        if let Some(detail) = on_reference(reference, schema) {
                            wrong(detail);
                        }
                        return;
                    }
                    [Piece::Text(text)] => Some(text.clone()),
                    // It will be a text; which one is not known yet.
                    _ => None,
                },
            },
            (_, Value::String(text)) => Some(text.clone()),
            _ => None,
        };
        if let Some(target) = rules.get("$ref") {
            if let Some(target) = self.definition(target) {
                self.check(target, value, path, depth, found);
            }
            return;
        }
        if let Some(expected) = types(rules)
            && !expected.iter().any(|kind| is_of(value, kind))
        {
            let expected = expected.join(" or ");
            return wrong(format!("expected {expected}, found {}", kind_of(value)));
        }
        let is_open_text = value.is_string() && text.is_none();
        let text = text.map(Value::from);
        let compared = text.as_ref().unwrap_or(value);
        if let Some(constant) = rules.get("const")
            && !is_open_text
            && constant != compared
        {
            wrong(format!("expected {constant}"));
        }
        if let Some(Value::Array(allowed)) = rules.get("enum")
            && !is_open_text
            && !allowed.contains(compared)
        {
            let allowed: Vec<String> = allowed.iter().take(50).map(Value::to_string).collect();
            wrong(format!("expected one of {}", allowed.join(", ")));
        }
        match compared {
            Value::Number(number) => bounds(rules, number.as_f64(), NUMBER, &mut wrong),
            Value::String(text) if !is_open_text => {
                bounds(rules, Some(text.chars().count() as f64), TEXT, &mut wrong);
            }
            _ => {}
        }
        match value {
            Value::Array(items) => {
                bounds(rules, Some(items.len() as f64), LIST, &mut wrong);
                if let Some(schema) = rules.get("items") {
                    for (at, item) in items.iter().enumerate() {
                        self.within(path, &format!("[{at}]"), |path| {
                            self.check(schema, item, path, depth, found);
                        });
                    }
                }
            }
            Value::Object(members) => self.members(rules, members, path, depth, found),
            _ => {}
        }
        self.alternatives(rules, value, path, depth, found);
    }

    fn members(
        &self,
        rules: &Map<String, Value>,
        members: &Map<String, Value>,
        path: &mut String,
        depth: usize,
        found: &mut Vec<Mismatch>,
    ) {
        let known = rules.get("properties").and_then(Value::as_object);
        let required = rules.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            // Where null is a value, absent is as good: strict schemas require every member.
            let schema = known.and_then(|known| known.get(name));
            let may_be_null = schema.is_some_and(|it| self.fits(it, &Value::Null, depth));
            if !members.contains_key(name) && !may_be_null {
                found.push(Mismatch {
                    path: path.clone(),
                    detail: format!("{name} is missing"),
                });
            }
        }
        let others = rules.get("additionalProperties");
        for (name, member) in members {
            let step = match path.is_empty() {
                true => name.clone(),
                false => format!(".{name}"),
            };
            match (known.and_then(|known| known.get(name)), others) {
                (Some(schema), _) | (None, Some(schema @ Value::Object(_))) => {
                    self.within(path, &step, |path| {
                        self.check(schema, member, path, depth, found);
                    });
                }
                (None, Some(Value::Bool(false))) => {
                    let names = known.map(|it| it.keys().map(String::as_str).collect::<Vec<_>>());
                    let names = names.unwrap_or_default().join(", ");
                    found.push(Mismatch {
                        path: format!("{path}{step}"),
                        detail: format!("there is no such parameter; there are: {names}"),
                    });
                }
                (None, _) => {}
            }
        }
    }

    fn alternatives(
        &self,
        rules: &Map<String, Value>,
        value: &Value,
        path: &mut String,
        depth: usize,
        found: &mut Vec<Mismatch>,
    ) {
        for all in list(rules, "allOf") {
            self.check(all, value, path, depth, found);
        }
        for name in ["anyOf", "oneOf"] {
            let mut nearest: Option<Vec<Mismatch>> = None;
            for way in list(rules, name) {
                let mut wrong = Vec::new();
                self.check(way, value, path, depth, &mut wrong);
                // The way that goes furthest is the one that was meant.
                let reach = |found: &[Mismatch]| found.iter().map(|it| it.path.len()).max();
                let is_nearer = nearest.as_ref().is_none_or(|it| reach(it) < reach(&wrong));
                let is_done = wrong.is_empty();
                if is_nearer || is_done {
                    nearest = Some(wrong);
                }
                if is_done {
                    break;
                }
            }
            found.extend(nearest.into_iter().flatten());
        }
    }

    fn fits(&self, schema: &Value, value: &Value, depth: usize) -> bool {
        let mut found = Vec::new();
        self.check(schema, value, &mut String::new(), depth, &mut found);
        found.is_empty()
    }

    fn within(&self, path: &mut String, step: &str, work: impl FnOnce(&mut String)) {
        let length = path.len();
        path.push_str(step);
        work(path);
        path.truncate(length);
    }

    /// `#/$defs/name`; other references are for the service.
    fn definition(&self, target: &Value) -> Option<&'a Value> {
        self.root.pointer(target.as_str()?.strip_prefix('#')?)
    }
}

fn list<'a>(rules: &'a Map<String, Value>, name: &str) -> impl Iterator<Item = &'a Value> {
    rules
        .get(name)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}

/// The types that a schema names itself.
fn types(rules: &Map<String, Value>) -> Option<Vec<&str>> {
    match rules.get("type")? {
        Value::String(kind) => Some(vec![kind]),
        Value::Array(kinds) => Some(kinds.iter().filter_map(Value::as_str).collect()),
        _ => None,
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn is_of(value: &Value, kind: &str) -> bool {
    match (value, kind) {
        (Value::Number(number), "integer") => {
            number.is_i64()
                || number.is_u64()
                || number.as_f64().is_some_and(|it| it.fract() == 0.0)
        }
        (value, kind) => kind_of(value) == kind,
    }
}

/// The names of bounds and what they bound.
type Bounds = ([&'static str; 4], &'static str);
const NUMBER: Bounds = (
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
    "",
);
const TEXT: Bounds = (["minLength", "maxLength", "", ""], " characters");
const LIST: Bounds = (["minItems", "maxItems", "", ""], " items");

fn bounds(
    rules: &Map<String, Value>,
    found: Option<f64>,
    (names, unit): Bounds,
    wrong: &mut impl FnMut(String),
) {
    let Some(found) = found else {
        return;
    };
    let holds: [fn(f64, f64) -> bool; 4] = [
        |found, bound| found >= bound,
        |found, bound| found <= bound,
        |found, bound| found > bound,
        |found, bound| found < bound,
    ];
    let words = ["at least", "at most", "more than", "less than"];
    for ((name, holds), words) in names.into_iter().zip(holds).zip(words) {
        if let Some(bound) = rules.get(name).and_then(Value::as_f64)
            && !holds(found, bound)
        {
            wrong(format!("expected {words} {bound}{unit}"));
        }
    }
}
