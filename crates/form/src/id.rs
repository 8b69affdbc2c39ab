//! Ids of forms, fields and facts.

use std::fmt;

use kikitori_json::from_json_by_serde;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::reading::{Read, Reader, Write, schema_of, serialize_written};

/// The id of a field within its form: letters, digits, `_` and `-`, 64 at most.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldId(String);

schema_of!(FieldId, {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"});

impl FieldId {
    /// `text` as an id, if it has an id's shape.
    pub fn new(text: &str) -> Option<Self> {
        let fits = (1..=64).contains(&text.len())
            && text
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
        fits.then(|| Self(text.to_owned()))
    }

    /// The id of a form that has no name yet.
    pub(crate) fn form() -> Self {
        Self("form".to_owned())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FieldId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for FieldId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Self::new(&text).ok_or_else(|| D::Error::custom(format!("expected {}", Self::EXPECTED)))
    }
}

from_json_by_serde!(FieldId);

impl Write for FieldId {
    fn write(&self) -> Value {
        Value::from(self.as_str())
    }
}

serialize_written!(FieldId);

impl Read for FieldId {
    const EXPECTED: &'static str = "an id of up to 64 letters, digits, hyphens and underscores";

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        reader.text(value, Self::EXPECTED, Self::new)
    }
}
