//! Results in the place of references.

use serde_json::Value;

use super::{PathStep, Piece, Reference, ReferenceError, pieces};
use crate::task::TaskId;

/// `value` with results in the place of references. A text that is one reference and nothing else
/// becomes what is there, of whatever JSON type; within a longer text it is put in as text. What is
/// put in is never read for references itself.
///
/// # Errors
/// [`ReferenceError`]; [`ReferenceError::TooLong`] when the value would have more than `max_bytes`.
pub fn resolved<'a>(
    value: &Value,
    result: &dyn Fn(&TaskId) -> Option<&'a Value>,
    max_bytes: usize,
) -> Result<Value, ReferenceError> {
    let mut left = max_bytes;
    resolve(value, result, &mut left).map_err(|error| match error {
        ReferenceError::TooLong { .. } => ReferenceError::TooLong { bytes: max_bytes },
        error => error,
    })
}

fn resolve<'a>(
    value: &Value,
    result: &dyn Fn(&TaskId) -> Option<&'a Value>,
    left: &mut usize,
) -> Result<Value, ReferenceError> {
    Ok(match value {
        Value::String(text) => {
            let pieces = pieces(text)?;
            if let [Piece::Reference(reference)] = &pieces[..] {
                let found = found(reference, result)?;
                take(left, size(found))?;
                return Ok(found.clone());
            }
            let mut whole = String::new();
            for piece in pieces {
                match piece {
                    Piece::Text(text) => {
                        take(left, text.len())?;
                        whole.push_str(&text);
                    }
                    Piece::Reference(reference) => {
                        let found = found(&reference, result)?;
                        take(left, size(found))?;
                        match found {
                            Value::String(text) => whole.push_str(text),
                            other => whole.push_str(&other.to_string()),
                        }
                    }
                }
            }
            Value::from(whole)
        }
        Value::Array(items) => {
            let items = items.iter().map(|item| resolve(item, result, left));
            Value::Array(items.collect::<Result<_, _>>()?)
        }
        Value::Object(members) => {
            let mut resolved = serde_json::Map::new();
            for (name, member) in members {
                resolved.insert(name.clone(), resolve(member, result, left)?);
            }
            Value::Object(resolved)
        }
        other => other.clone(),
    })
}

fn take(left: &mut usize, bytes: usize) -> Result<(), ReferenceError> {
    let less = left.checked_sub(bytes);
    *left = less.ok_or(ReferenceError::TooLong { bytes: 0 })?;
    Ok(())
}

/// About the bytes of `value` as JSON, without writing it.
pub(crate) fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 2,
        Value::Array(items) => items.iter().map(|item| size(item) + 1).sum::<usize>() + 2,
        Value::Object(members) => {
            let sizes = members
                .iter()
                .map(|(name, member)| name.len() + 4 + size(member));
            sizes.sum::<usize>() + 2
        }
        Value::Null | Value::Bool(_) => 5,
        Value::Number(_) => 8,
    }
}

fn found<'a>(
    reference: &Reference,
    result: &dyn Fn(&TaskId) -> Option<&'a Value>,
) -> Result<&'a Value, ReferenceError> {
    let task = &reference.task;
    let mut value = result(task).ok_or_else(|| ReferenceError::NoResult { task: task.clone() })?;
    for (passed, step) in reference.path.iter().enumerate() {
        let next = match step {
            PathStep::Member(name) => value.as_object().and_then(|it| it.get(name)),
            PathStep::Item(at) => value.as_array().and_then(|it| it.get(*at)),
        };
        value = next.ok_or_else(|| ReferenceError::MissingPath {
            reference: reference.to_string(),
            place: Reference {
                task: task.clone(),
                path: reference.path.iter().take(passed).cloned().collect(),
            }
            .to_string(),
            found: described(value),
        })?;
    }
    Ok(value)
}

/// What a value is, in few words.
fn described(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) => "true or false".to_owned(),
        Value::Number(_) => "a number".to_owned(),
        Value::String(_) => "a text".to_owned(),
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(members) => {
            let names: Vec<&str> = members.keys().take(20).map(String::as_str).collect();
            format!("an object with {}", names.join(", "))
        }
    }
}
