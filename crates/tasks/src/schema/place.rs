//! What a schema says of a place in its values.

use serde_json::Value;

use super::{list, types};
use crate::reference::{PathStep, Reference};

/// What is known of the place that a way leads to in values of a schema.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Place<'a> {
    /// Its schema.
    Known(&'a Value),
    /// No value of this schema has it.
    Missing,
    /// The schema does not say.
    Unknown,
}

/// What `schema` says of the place that a reference leads to.
pub(crate) fn place<'a>(schema: &'a Value, reference: &Reference) -> Place<'a> {
    let mut here = schema;
    for step in &reference.path {
        let Some(rules) = here.as_object() else {
            return Place::Unknown;
        };
        let is_plain = ["$ref", "anyOf", "oneOf", "allOf"]
            .iter()
            .all(|name| !rules.contains_key(*name));
        let Some(kinds) = types(rules).filter(|_| is_plain) else {
            return Place::Unknown;
        };
        let next = match step {
            PathStep::Member(_) if !kinds.contains(&"object") => return Place::Missing,
            PathStep::Item(_) if !kinds.contains(&"array") => return Place::Missing,
            PathStep::Item(_) => rules.get("items"),
            PathStep::Member(name) => {
                let member = rules.get("properties").and_then(|it| it.get(name));
                let is_closed = rules.get("additionalProperties") == Some(&Value::Bool(false));
                if member.is_none() && is_closed {
                    return Place::Missing;
                }
                member
            }
        };
        match next {
            Some(next) => here = next,
            None => return Place::Unknown,
        }
    }
    Place::Known(here)
}

/// Whether a value of `schema` may be one of `expected`: whether they have a type in common, as far
/// as they name types.
pub(crate) fn may_fit(schema: &Value, expected: &Value) -> bool {
    let (Some(given), Some(expected)) = (all_types(schema), all_types(expected)) else {
        return true;
    };
    given.iter().any(|kind| {
        let is_number = matches!(*kind, "integer" | "number");
        expected.contains(kind) || is_number && expected.iter().any(|it| NUMBERS.contains(it))
    })
}

const NUMBERS: [&str; 2] = ["integer", "number"];

/// The types that a schema may have, unless it does not say.
pub(crate) fn all_types(schema: &Value) -> Option<Vec<&str>> {
    let rules = schema.as_object()?;
    if let Some(named) = types(rules) {
        return Some(named);
    }
    let mut all = Vec::new();
    for way in list(rules, "anyOf").chain(list(rules, "oneOf")) {
        all.extend(all_types(way)?);
    }
    (!all.is_empty()).then_some(all)
}
