//! What servers report as an error, in the many shapes in which they do.

use serde_json::Value;

/// An error body longer than this is cut for the message.
const MESSAGE_CHARS: usize = 400;

/// What a server said about an error.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Reported {
    /// Its sentence, shortened.
    pub message: String,
    /// Its name for the error.
    pub code: Option<String>,
}

impl Reported {
    /// What the body of an HTTP error says: JSON of any shape, or plain text.
    pub(crate) fn in_body(body: &[u8]) -> Self {
        let value: Option<Value> = kikitori_json::from_slice(body).ok();
        value.as_ref().and_then(Self::in_value).unwrap_or_else(|| {
            let text = String::from_utf8_lossy(body);
            Self {
                message: shortened(text.trim()),
                code: None,
            }
        })
    }

    /// What a successful response says of an error in it, by its member `error` or, as some servers
    /// send it, by being one itself: then its member `object` says so, and all of it is looked at.
    pub(crate) fn in_reply(
        error: Option<Value>,
        object: Option<&Value>,
        response: &[u8],
    ) -> Option<Self> {
        let is_error = object.and_then(Value::as_str) == Some("error");
        let whole = || is_error.then(|| kikitori_json::from_slice(response).ok())?;
        error.or_else(whole).as_ref().and_then(Self::in_value)
    }

    /// What an error value says; `None` for null and "", which mean that there is no error.
    fn in_value(value: &Value) -> Option<Self> {
        let value = innermost(value);
        Some(Self {
            message: shortened(message(value)?.trim()),
            code: name(value),
        })
    }
}

/// The error within its wrappings: `{"error": …}`, `[…]`.
fn innermost(value: &Value) -> &Value {
    match value {
        Value::Object(fields) => match fields.get("error") {
            Some(error) if !error.is_null() => innermost(error),
            _ => value,
        },
        Value::Array(items) => items.first().map_or(value, innermost),
        _ => value,
    }
}

fn message(error: &Value) -> Option<String> {
    match error {
        Value::Null => None,
        Value::String(text) if text.is_empty() => None,
        Value::String(text) => Some(text.clone()),
        Value::Object(fields) => fields
            .get("message")
            .or_else(|| fields.get("detail"))
            .and_then(message)
            .or_else(|| Some(error.to_string())),
        Value::Array(items) => items.iter().find_map(message),
        other => Some(other.to_string()),
    }
}

/// The error's name: its code, or its type where the code is missing or only a status.
fn name(error: &Value) -> Option<String> {
    let (code, kind) = (error.get("code"), error.get("type"));
    let text = |value: Option<&Value>| {
        let text = value?.as_str()?;
        (!text.is_empty()).then(|| text.to_owned())
    };
    let number = || Some(code?.as_number()?.to_string());
    text(code).or_else(|| text(kind)).or_else(number)
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MESSAGE_CHARS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{MESSAGE_CHARS, Reported};

    #[test]
    fn every_shape_of_an_error_body_is_read() {
        for (body, message, code) in [
            (r#"{"error":{"message":"no","code":"a"}}"#, "no", Some("a")),
            (
                r#"{"error":{"message":"no","code":429}}"#,
                "no",
                Some("429"),
            ),
            (r#"{"error":{"message":"no","code":null}}"#, "no", None),
            (
                r#"[{"error":{"message":"no","code":400}}]"#,
                "no",
                Some("400"),
            ),
            (
                r#"{"error":{"message":"no","code":null,"type":"b"}}"#,
                "no",
                Some("b"),
            ),
            (
                r#"{"error":{"message":"no","code":500,"type":"b"}}"#,
                "no",
                Some("b"),
            ),
            (
                r#"{"error":{"message":"no","code":"a","type":"b"}}"#,
                "no",
                Some("a"),
            ),
            (r#"{"error":"no"}"#, "no", None),
            (r#"{"message":"no","code":"a"}"#, "no", Some("a")),
            (r#"{"error":null,"message":"no"}"#, "no", None),
            (r#"{"detail":"no"}"#, "no", None),
            (r#"{"detail":[{"message":"no"}]}"#, "no", None),
            (r#"{"error":{"kind":"odd"}}"#, r#"{"kind":"odd"}"#, None),
            ("<html>502</html>\n", "<html>502</html>", None),
            ("", "", None),
            ("[]", "[]", None),
        ] {
            let expected = Reported {
                message: message.to_owned(),
                code: code.map(str::to_owned),
            };
            assert_eq!(Reported::in_body(body.as_bytes()), expected, "{body}");
        }
    }

    #[test]
    fn a_long_message_is_cut_between_characters() {
        let body = "誤".repeat(MESSAGE_CHARS + 1);
        let reported = Reported::in_body(body.as_bytes());
        assert_eq!(reported.message.chars().count(), MESSAGE_CHARS + 1);
        assert!(reported.message.ends_with('…'));
    }
}
