//! When a field is asked, as an expression on earlier answers.

use serde_json::{Map, Value};

use crate::id::FieldId;
use crate::reading::{Read, Reader, Write, object, schema_of, serialize_written};

/// Conditions lie in each other this deep.
pub const MAX_CONDITION_DEPTH: usize = 8;
/// A condition has this many parts.
pub const MAX_CONDITION_PARTS: usize = 50;

/// When a field is asked.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename_all = "camelCase"))]
pub enum Condition {
    /// All of these hold.
    All(Vec<Condition>),
    /// One of these holds.
    Any(Vec<Condition>),
    /// This does not hold.
    Not(Box<Condition>),
    /// The field has an answer.
    Answered(FieldId),
    /// The answer is this.
    Equals(Comparison),
    /// The answer is one of these; of several answers, one is.
    OneOf(Membership),
    /// The answer is more, or later.
    Greater(Comparison),
    /// The answer is this, more, or later.
    AtLeast(Comparison),
    /// The answer is less, or earlier.
    Less(Comparison),
    /// The answer is this, less, or earlier.
    AtMost(Comparison),
}

object! {
    /// A field and what its answer is compared with.
    pub struct Comparison, "an object with field and value";
    required {
        /// A field that stands before this one.
        "field" field: FieldId,
        /// What its answer is compared with.
        "value" value: Scalar,
    }
    optional {}
}

object! {
    /// A field and what its answer can be.
    pub struct Membership, "an object with field and values";
    required {
        /// A field that stands before this one.
        "field" field: FieldId,
        /// What its answer can be.
        "values" values: Vec<Scalar>,
    }
    optional {}
}

/// A text, a number, true or false.
#[derive(Debug, Clone, PartialEq)]
pub struct Scalar(pub Value);

schema_of!(Scalar, {"type": ["string", "number", "boolean"]});

impl Read for Scalar {
    const EXPECTED: &'static str = "a text, a number, true or false";

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        match value {
            Value::String(_) | Value::Number(_) | Value::Bool(_) => Some(Self(value.clone())),
            _ => {
                reader.mismatch(value, Self::EXPECTED);
                None
            }
        }
    }
}

impl Write for Scalar {
    fn write(&self) -> Value {
        self.0.clone()
    }
}

impl Condition {
    /// As it stands in a form.
    pub fn to_json(&self) -> Value {
        self.write()
    }
}

impl Write for Condition {
    fn write(&self) -> Value {
        let (kind, inner) = match self {
            Self::All(parts) => ("all", parts.write()),
            Self::Any(parts) => ("any", parts.write()),
            Self::Not(part) => ("not", part.write()),
            Self::Answered(field) => ("answered", field.write()),
            Self::Equals(it) => ("equals", it.write()),
            Self::OneOf(it) => ("oneOf", it.write()),
            Self::Greater(it) => ("greater", it.write()),
            Self::AtLeast(it) => ("atLeast", it.write()),
            Self::Less(it) => ("less", it.write()),
            Self::AtMost(it) => ("atMost", it.write()),
        };
        let mut members = Map::new();
        members.insert(kind.to_owned(), inner);
        Value::Object(members)
    }
}

serialize_written!(Scalar, Condition);

const KINDS: &str =
    "an object with one of all, any, not, answered, equals, oneOf, greater, atLeast, less, atMost";

impl Read for Condition {
    const EXPECTED: &'static str = KINDS;

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        if depth(value) > MAX_CONDITION_DEPTH {
            reader.problem(format!(
                "conditions lie more than {MAX_CONDITION_DEPTH} deep in each other"
            ));
            return None;
        }
        read_condition(value, reader)
    }
}

/// How deep conditions lie in each other.
fn depth(value: &Value) -> usize {
    let inner = |key: &str| value.get(key).map_or(0, deepest);
    ["all", "any", "not"]
        .into_iter()
        .map(inner)
        .max()
        .unwrap_or(0)
        + 1
}

fn deepest(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(depth).max().unwrap_or(0),
        other => depth(other),
    }
}

fn read_condition(value: &Value, reader: &mut Reader) -> Option<Condition> {
    let members = reader.members(value, KINDS)?;
    let Some((key, inner)) = only(members) else {
        reader.mismatch(value, KINDS);
        return None;
    };
    reader.inside(key, |reader| match key.as_str() {
        "all" => Vec::read(inner, reader).map(Condition::All),
        "any" => Vec::read(inner, reader).map(Condition::Any),
        "not" => read_condition(inner, reader).map(|inner| Condition::Not(Box::new(inner))),
        "answered" => FieldId::read(inner, reader).map(Condition::Answered),
        "equals" => Comparison::read(inner, reader).map(Condition::Equals),
        "oneOf" => Membership::read(inner, reader).map(Condition::OneOf),
        "greater" => Comparison::read(inner, reader).map(Condition::Greater),
        "atLeast" => Comparison::read(inner, reader).map(Condition::AtLeast),
        "less" => Comparison::read(inner, reader).map(Condition::Less),
        "atMost" => Comparison::read(inner, reader).map(Condition::AtMost),
        _ => {
            reader.problem(format!("unknown; expected {KINDS}"));
            None
        }
    })
}

fn only(members: &Map<String, Value>) -> Option<(&String, &Value)> {
    members.iter().next().filter(|_| members.len() == 1)
}

impl Condition {
    /// The fields whose answers it looks at, as often as it does.
    pub fn fields(&self) -> impl Iterator<Item = &FieldId> {
        self.comparisons().into_iter().map(|(field, _)| field)
    }

    /// Has it look at `to` wherever it looks at `from`.
    pub(crate) fn rename(&mut self, from: &FieldId, to: &FieldId) {
        let field = match self {
            Self::All(all) | Self::Any(all) => {
                return all.iter_mut().for_each(|it| it.rename(from, to));
            }
            Self::Not(inner) => return inner.rename(from, to),
            Self::Answered(field) => field,
            Self::OneOf(it) => &mut it.field,
            Self::Equals(it)
            | Self::Greater(it)
            | Self::AtLeast(it)
            | Self::Less(it)
            | Self::AtMost(it) => &mut it.field,
        };
        if field == from {
            field.clone_from(to);
        }
    }

    /// Every field that it names, and what the answer is compared with.
    pub(crate) fn comparisons(&self) -> Vec<(&FieldId, Compared<'_>)> {
        match self {
            Self::All(all) | Self::Any(all) => all.iter().flat_map(Self::comparisons).collect(),
            Self::Not(inner) => inner.comparisons(),
            Self::Answered(field) => vec![(field, Compared::Answered)],
            Self::Equals(it) => vec![(&it.field, Compared::Same(&it.value))],
            Self::OneOf(it) => {
                let each = |value| (&it.field, Compared::Same(value));
                it.values.iter().map(each).collect()
            }
            Self::Greater(it) | Self::AtLeast(it) | Self::Less(it) | Self::AtMost(it) => {
                vec![(&it.field, Compared::Order(&it.value))]
            }
        }
    }
}

/// How an answer is compared.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Compared<'a> {
    /// Only whether there is one.
    Answered,
    /// For being the same.
    Same(&'a Scalar),
    /// For being more or less.
    Order(&'a Scalar),
}
