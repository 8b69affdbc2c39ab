//! What a short text has to look like.

use serde_json::Value;

use crate::reading::{Read, Reader, Write, schema_of, serialize_written};

/// Characters of a pattern.
pub const MAX_PATTERN_CHARS: usize = 500;

/// A regular expression as JavaScript writes it, which all of an answer has to fit, as HTML's `pattern`
/// means it. Whether it is one only the platform knows: see `CheckContext::fits`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern(String);

schema_of!(Pattern, {
    "description": "A regular expression as JavaScript writes it, which all of the answer has to fit: [A-Z]{2}-[0-9]{4}.",
    "type": "string",
    "pattern": "\\S",
    "maxLength": MAX_PATTERN_CHARS
});

impl Pattern {
    /// `text` as one, if it is neither blank nor too long.
    pub fn new(text: &str) -> Option<Self> {
        let fits = !text.trim().is_empty() && text.chars().nth(MAX_PATTERN_CHARS).is_none();
        fits.then(|| Self(text.to_owned()))
    }

    /// The expression.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Write for Pattern {
    fn write(&self) -> Value {
        self.0.clone().into()
    }
}

serialize_written!(Pattern);

impl Read for Pattern {
    const EXPECTED: &'static str = "a regular expression of 500 characters at most";

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        reader.text(value, Self::EXPECTED, Self::new)
    }
}
