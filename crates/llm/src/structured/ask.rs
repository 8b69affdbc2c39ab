//! How a structured value is asked for at each mode.

use serde_json::{Value, json};

use crate::profile::capabilities::StructuredOutputMode;
use crate::protocol::message::Message;
use crate::protocol::request::{ChatRequest, ToolChoice};
use crate::protocol::tools::ToolDefinition;
use crate::structured::request::StructuredRequest;

/// The request for the value at `mode`. It streams, so that a server that has stopped is told
/// from one that is slow.
pub(crate) fn ask(request: &StructuredRequest, mode: StructuredOutputMode) -> ChatRequest {
    let mut asked = ChatRequest {
        messages: request.messages.clone(),
        stream: true,
        ..ChatRequest::default()
    };
    let mut format = |format: Value| {
        asked.extra.insert("response_format".to_owned(), format);
    };
    match mode {
        StructuredOutputMode::StrictSchema => format(json!({
            "type": "json_schema",
            "json_schema": {
                "name": request.name,
                "description": request.description,
                "schema": without_patterns(&request.schema),
                "strict": true,
            },
        })),
        StructuredOutputMode::ForcedTool => {
            let schema = without_patterns(&request.schema);
            let tool = ToolDefinition::function(&request.name, &request.description, schema);
            asked.tools = vec![tool].into();
            // With one tool this forces it, and more servers take it than take a tool's name.
            asked.tool_choice = Some(ToolChoice::Required);
        }
        StructuredOutputMode::JsonObject => format(json!({"type": "json_object"})),
        StructuredOutputMode::Prompt => {}
    }
    if matches!(
        mode,
        StructuredOutputMode::JsonObject | StructuredOutputMode::Prompt
    ) {
        add_to_user(&mut asked.messages, &in_words(request));
    }
    asked
}

fn in_words(request: &StructuredRequest) -> String {
    format!(
        "Reply with one JSON object and nothing else: no other text, no code fence. {}\nIt must follow this JSON Schema:\n{}",
        request.description, request.schema
    )
}

/// Says `text` as the user, in the message of the user that comes last, if one does: some chat
/// templates refuse two of theirs in a row.
pub(crate) fn add_to_user(messages: &mut Vec<Message>, text: &str) {
    if let Some(Message::User { content, .. }) = messages.last_mut() {
        content.push_str("\n\n");
        content.push_str(text);
    } else {
        messages.push(Message::user(text));
    }
}

/// The schema without `pattern`, which breaks the grammar that some servers make of it. Whoever
/// validates the value checks patterns anyway.
pub(crate) fn without_patterns(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => fields
            .iter()
            .filter(|(key, value)| !(*key == "pattern" && value.is_string()))
            .map(|(key, value)| {
                let kept = match key.as_str() {
                    // Examples of values, not schemas.
                    "const" | "default" | "enum" | "examples" => value.clone(),
                    _ => without_patterns(value),
                };
                (key.clone(), kept)
            })
            .collect(),
        Value::Array(items) => items.iter().map(without_patterns).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::without_patterns;

    #[test]
    fn patterns_go_and_properties_of_that_name_stay() {
        let schema = json!({"properties": {
            "pattern": {"type": "string", "pattern": "^a"},
            "kind": {"const": {"pattern": "x"}},
            "list": {"items": {"anyOf": [{"pattern": "b"}, {"type": "null"}]}},
        }});
        let expected = json!({"properties": {
            "pattern": {"type": "string"},
            "kind": {"const": {"pattern": "x"}},
            "list": {"items": {"anyOf": [{}, {"type": "null"}]}},
        }});
        assert_eq!(without_patterns(&schema), expected);
    }
}
