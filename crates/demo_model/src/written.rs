//! Calls that a person has written out: a name with its arguments as JSON, as in
//! `kitchen_echo {"message": "hello"}`. So tools can be tried that no rule knows.

use serde_json::{Deserializer, Value};

/// Calls of one request.
const MOST_CALLS: usize = 6;

/// The names and arguments in `text`, in their order.
pub fn written_calls(text: &str) -> Vec<(String, Value)> {
    let mut calls = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        let (before, object) = rest.split_at(at);
        let mut values = Deserializer::from_str(object).into_iter::<Value>();
        let read = values.next();
        let end = match &read {
            Some(Ok(_)) => values.byte_offset(),
            _ => 1,
        };
        if let (Some(Ok(value)), Some(name)) = (read, name_at_end(before)) {
            calls.push((name.to_owned(), value));
        }
        rest = object.get(end..).unwrap_or_default();
    }
    calls.truncate(MOST_CALLS);
    calls
}

/// The name that a text ends with.
fn name_at_end(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let is_plain = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '-' | '.');
    let name = text.rsplit(|it| !is_plain(it)).next();
    name.filter(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_name_with_its_arguments_is_a_call_and_nothing_else_is() {
        for (text, calls) in [
            (
                r#"Please use a_b {"x": "{"} and then c.d{}."#,
                vec![("a_b", json!({"x": "{"})), ("c.d", json!({}))],
            ),
            (r#"道具 a-b {"x": 1}を使う"#, vec![("a-b", json!({"x": 1}))]),
            (r#"{"x": 1}"#, vec![]),
            ("What is {3 + 4?", vec![]),
            ("a {broken", vec![]),
            ("", vec![]),
        ] {
            let calls = calls.into_iter();
            let calls: Vec<_> = calls.map(|(name, it)| (name.to_owned(), it)).collect();
            assert_eq!(written_calls(text), calls, "{text}");
        }
    }
}
