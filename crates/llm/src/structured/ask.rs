//! How a structured value is asked for at each mode.

use serde_json::{Value, json};

use crate::calls_by_schema::request::messages_in_words;
use crate::profile::mode::StructuredOutputMode;
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
    // There are gateways that refuse calls in a conversation where no tools are offered.
    if mode != StructuredOutputMode::ForcedTool && has_calls(&asked.messages) {
        messages_in_words(&mut asked.messages);
    }
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

fn has_calls(messages: &[Message]) -> bool {
    messages.iter().any(|message| match message {
        Message::Assistant(reply) => !reply.tool_calls.is_empty(),
        Message::Tool { .. } => true,
        Message::System { .. } | Message::User { .. } => false,
    })
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

    use super::{ask, without_patterns};
    use crate::profile::mode::StructuredOutputMode;
    use crate::protocol::message::{AssistantMessage, Message, ToolCall};
    use crate::structured::request::StructuredRequest;

    #[test]
    fn calls_stand_in_words_where_no_tools_are_offered() {
        let search = ToolCall::new("call-1", "search", r#"{"query":"tap"}"#);
        let id = search.id.clone();
        let reply = AssistantMessage {
            tool_calls: vec![search],
            ..AssistantMessage::default()
        };
        let request = StructuredRequest {
            name: "reflect".to_owned(),
            description: "What becomes of it.".to_owned(),
            schema: json!({"type": "object"}),
            messages: vec![
                Message::system("Rules."),
                Message::user("Question."),
                Message::Assistant(reply),
                Message::tool(id, "A passage."),
                Message::user("Reflect."),
            ],
        };
        let modes = [
            (StructuredOutputMode::StrictSchema, false),
            (StructuredOutputMode::ForcedTool, true),
            (StructuredOutputMode::JsonObject, false),
            (StructuredOutputMode::Prompt, false),
        ];
        for (mode, has_calls) in modes {
            let asked = ask(&request, mode);
            assert_eq!(super::has_calls(&asked.messages), has_calls, "{mode:?}");
            assert_eq!(!asked.tools.is_empty(), has_calls, "{mode:?}");
            let sent = json!(asked.messages).to_string();
            for text in ["search", "tap", "A passage.", "Reflect."] {
                assert!(sent.contains(text), "{mode:?}: {text} in {sent}");
            }
        }
    }

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
