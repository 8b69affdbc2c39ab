//! References to results of other tasks: `${inventory.items[0].name}`.

mod resolve;
#[cfg(test)]
mod tests;

use std::fmt;

use serde_json::Value;
use thiserror::Error;

use crate::task::TaskId;
pub use resolve::resolved;
pub(crate) use resolve::size;

/// A place in the result of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The task.
    pub task: TaskId,
    /// The way from its result to the place; the result as a whole if it is empty.
    pub path: Vec<PathStep>,
}

/// One step on the way to a place in a JSON value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathStep {
    /// The member of this name.
    Member(String),
    /// The item at this place, from 0.
    Item(usize),
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.task.fmt(f)?;
        self.path.iter().try_for_each(|step| step.fmt(f))
    }
}

impl fmt::Display for PathStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Member(name) if is_plain(name) => write!(f, ".{name}"),
            Self::Member(name) => write!(f, "[{}]", Value::from(name.as_str())),
            Self::Item(at) => write!(f, "[{at}]"),
        }
    }
}

fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_name_character)
}

fn is_name_character(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-')
}

/// Why a reference cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReferenceError {
    /// It does not end.
    #[error(
        "the reference {text:?} has no closing brace. Write $${{ where you mean the characters ${{"
    )]
    Unclosed {
        /// What stands there.
        text: String,
    },
    /// It is none.
    #[error(
        "{text:?} is no reference; write ${{task_id.member[0].member}}, or $${{ where you mean the characters ${{"
    )]
    Malformed {
        /// What stands between the braces.
        text: String,
    },
    /// The task has no result.
    #[error("{task} has no result")]
    NoResult {
        /// The task.
        task: TaskId,
    },
    /// The result has no such place.
    #[error("{reference} is missing: {place} is {found}")]
    MissingPath {
        /// The reference.
        reference: String,
        /// How far there is something.
        place: String,
        /// What is there.
        found: String,
    },
    /// The parameters would be longer than is taken.
    #[error("with the results that they refer to, the parameters are longer than {bytes} bytes")]
    TooLong {
        /// What is taken.
        bytes: usize,
    },
}

/// A piece of a text with references.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Text as it is.
    Text(String),
    /// What is to be put in.
    Reference(Reference),
}

/// Takes `text` to pieces.
///
/// # Errors
/// [`ReferenceError::Unclosed`] and [`ReferenceError::Malformed`].
///
/// ```
/// use kikitori_tasks::{Piece, pieces};
/// let found = pieces("Buy ${stock.items[0].name} for $${x}")?;
/// let [Piece::Text(_), Piece::Reference(reference), Piece::Text(end)] = &found[..] else { panic!() };
/// assert_eq!(reference.to_string(), "stock.items[0].name");
/// assert_eq!(end, " for ${x}");
/// # Ok::<(), kikitori_tasks::ReferenceError>(())
/// ```
pub fn pieces(text: &str) -> Result<Vec<Piece>, ReferenceError> {
    let mut found = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        if let Some(before) = before.strip_suffix('$') {
            plain.push_str(before);
            plain.push_str("${");
            rest = after;
            continue;
        }
        plain.push_str(before);
        if !plain.is_empty() {
            found.push(Piece::Text(std::mem::take(&mut plain)));
        }
        let (reference, behind) = reference(after)?;
        found.push(Piece::Reference(reference));
        rest = behind;
    }
    plain.push_str(rest);
    if !plain.is_empty() || found.is_empty() {
        found.push(Piece::Text(plain));
    }
    Ok(found)
}

/// The reference that `text` begins with, behind its opening brace, and what follows it.
fn reference(text: &str) -> Result<(Reference, &str), ReferenceError> {
    let shown = |text: &str| text.chars().take(60).collect::<String>();
    let malformed = || {
        let inside = text.split('}').next().unwrap_or_default();
        let text = shown(inside);
        ReferenceError::Malformed { text }
    };
    if !text.contains('}') {
        let text = format!("${{{}", shown(text));
        return Err(ReferenceError::Unclosed { text });
    }
    let (task, mut rest) = name(text);
    let task = TaskId::new(task);
    if !task.is_valid() {
        return Err(malformed());
    }
    let mut path = Vec::new();
    loop {
        let step;
        if let Some(behind) = rest.strip_prefix('}') {
            return Ok((Reference { task, path }, behind));
        } else if let Some(behind) = rest.strip_prefix('.') {
            let (member, behind) = name(behind);
            if member.is_empty() {
                return Err(malformed());
            }
            (step, rest) = (PathStep::Member(member.to_owned()), behind);
        } else if let Some(behind) = rest.strip_prefix('[') {
            (step, rest) = bracket(behind).ok_or_else(malformed)?;
        } else {
            return Err(malformed());
        }
        path.push(step);
    }
}

fn name(text: &str) -> (&str, &str) {
    let end = text.find(|it| !is_name_character(it));
    text.split_at_checked(end.unwrap_or(text.len()))
        .unwrap_or((text, ""))
}

/// `0]` or `"a name"]`.
fn bracket(text: &str) -> Option<(PathStep, &str)> {
    if text.starts_with('"') {
        let mut names = serde_json::Deserializer::from_str(text).into_iter::<String>();
        let name = names.next()?.ok()?;
        let rest = text.split_at_checked(names.byte_offset())?.1;
        return Some((PathStep::Member(name), rest.strip_prefix(']')?));
    }
    let (number, rest) = text.split_once(']')?;
    let is_number = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
    let at = number.parse().ok().filter(|_| is_number)?;
    Some((PathStep::Item(at), rest))
}

/// Every reference in `value`, with the malformed ones.
pub fn references(value: &Value) -> Vec<Result<Reference, ReferenceError>> {
    let mut found = Vec::new();
    collect(value, &mut found);
    found
}

fn collect(value: &Value, found: &mut Vec<Result<Reference, ReferenceError>>) {
    match value {
        Value::String(text) => match pieces(text) {
            Ok(pieces) => found.extend(pieces.into_iter().filter_map(|piece| match piece {
                Piece::Reference(reference) => Some(Ok(reference)),
                Piece::Text(_) => None,
            })),
            Err(error) => found.push(Err(error)),
        },
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Object(members) => members.values().for_each(|member| collect(member, found)),
        _ => {}
    }
}

/// `value` with its texts as they are: none of them refers to anything. For what comes from a
/// service or a person.
pub fn escaped(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::from(text.replace("${", "$${")),
        Value::Array(items) => items.iter().map(escaped).collect(),
        Value::Object(members) => {
            let escaped = members.iter().map(|(name, it)| (name.clone(), escaped(it)));
            Value::Object(escaped.collect())
        }
        other => other.clone(),
    }
}
