//! Reading an enum: a name, or an object of one member that has the variant's content.

use serde::de::{Error as _, Unexpected};
use serde_json::{Error, Value};

use crate::strict_value::StrictValue;

/// The name of the variant that `value` is, and its content: null where it has none.
///
/// # Errors
/// When it is no variant.
pub fn variant(value: Value) -> Result<(String, Value), Error> {
    match value {
        Value::String(name) => Ok((name, Value::Null)),
        Value::Object(members) if members.len() == 1 => members
            .into_iter()
            .next()
            .ok_or_else(|| Error::invalid_type(Unexpected::Map, &"a variant")),
        other => Err(StrictValue(other).mismatch(&"a variant")),
    }
}

/// Refuses content of a variant that has none.
///
/// # Errors
/// When there is some.
pub fn no_content(content: Value) -> Result<(), Error> {
    match content {
        Value::Null => Ok(()),
        other => Err(StrictValue(other).mismatch(&"nothing")),
    }
}

/// That `name` is none of the variants `known`.
pub fn unknown_variant(name: &str, known: &'static [&'static str]) -> Error {
    Error::unknown_variant(name, known)
}
