//! SQLite's values as JSON.

use rusqlite::types::ValueRef;
use serde_json::{Value, json};

/// The longest text of one value that is told, in characters.
pub(crate) const MAX_TEXT_CHARS: usize = 2_000;
/// Bytes of a blob that are told.
const MAX_BLOB_BYTES: usize = 16;

/// A value as JSON: a number that JSON has no word for is text, and so is a blob, by its length
/// and first bytes. A long text is cut, and says how long it is.
pub(crate) fn as_json(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(value) => json!(value),
        ValueRef::Real(value) if value.is_finite() => json!(value),
        ValueRef::Real(value) => match value {
            value if value > 0.0 => json!("Infinity"),
            value if value < 0.0 => json!("-Infinity"),
            _ => json!("NaN"),
        },
        ValueRef::Text(bytes) => {
            let text = String::from_utf8_lossy(bytes);
            match text.char_indices().nth(MAX_TEXT_CHARS) {
                None => json!(text),
                Some((end, _)) => {
                    let begin = text.get(..end).unwrap_or_default();
                    json!(format!("{begin}… ({} characters)", text.chars().count()))
                }
            }
        }
        ValueRef::Blob(bytes) => {
            let first = bytes.iter().take(MAX_BLOB_BYTES);
            let first: String = first.map(|byte| format!("{byte:02x}")).collect();
            let more = if bytes.len() > MAX_BLOB_BYTES {
                "…"
            } else {
                ""
            };
            json!(format!("blob of {} bytes: {first}{more}", bytes.len()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_its_json() {
        let long = "あ".repeat(2_001);
        let cut = format!("{}… (2001 characters)", "あ".repeat(2_000));
        let cases = [
            (ValueRef::Null, json!(null)),
            (
                ValueRef::Integer(i64::MIN),
                json!(-9_223_372_036_854_775_808_i64),
            ),
            (ValueRef::Real(1.0), json!(1.0)),
            (ValueRef::Real(f64::INFINITY), json!("Infinity")),
            (ValueRef::Real(f64::NEG_INFINITY), json!("-Infinity")),
            (ValueRef::Text(b"a\xffb"), json!("a\u{fffd}b")),
            (ValueRef::Text(long.as_bytes()), json!(cut)),
            (ValueRef::Blob(b"\x00\x7f"), json!("blob of 2 bytes: 007f")),
            (
                ValueRef::Blob(&[1; 17]),
                json!("blob of 17 bytes: 01010101010101010101010101010101…"),
            ),
        ];
        for (value, expected) in cases {
            assert_eq!(as_json(value), expected);
        }
    }
}
