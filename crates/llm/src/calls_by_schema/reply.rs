//! The call in a reply that was held to the schema of one.

use serde_json::{Map, Value};

use crate::calls_by_schema::streamed::arguments_as_written;
use crate::protocol::message::ToolCall;
use crate::protocol::request::{Completion, FinishReason};
use crate::structured::reply::visible;

/// Whether a reply was held to the schema that it was asked for by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Held {
    /// It is a call or a text as the schema has it.
    Yes,
    /// It is JSON and neither.
    NotQuite,
    /// It is prose.
    No,
}

/// Turns the object in the text of `completion` into the call or the text that it stands for. What
/// is neither stays as it is. Its call has no id.
pub(crate) fn read(completion: &mut Completion) -> Held {
    let message = &mut completion.message;
    let text = visible(message.content.as_deref().unwrap_or_default());
    let object = serde_json::from_str::<Map<String, Value>>(text).ok();
    let Some(object) = object else {
        return if text.starts_with('{') {
            Held::NotQuite
        } else {
            Held::No
        };
    };
    let member = |key: &str| object.get(key).and_then(Value::as_str);
    match (member("name"), object.get("arguments"), member("text")) {
        (Some(name), Some(arguments), _) => {
            let written = arguments_as_written(text).map(str::to_owned);
            let arguments = written.unwrap_or_else(|| match arguments {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            });
            message.tool_calls = vec![ToolCall::new("", name, arguments)];
            message.content = None;
            if completion.finish_reason == Some(FinishReason::Stop) {
                completion.finish_reason = Some(FinishReason::ToolCalls);
            }
        }
        (None, None, Some(said)) => message.content = Some(said.to_owned()),
        _ => return Held::NotQuite,
    }
    Held::Yes
}

#[cfg(test)]
mod tests {
    use super::{Held, read};
    use crate::protocol::message::AssistantMessage;
    use crate::protocol::request::{Completion, FinishReason};

    fn reply(text: &str) -> Completion {
        Completion {
            message: AssistantMessage {
                content: Some(text.to_owned()),
                ..AssistantMessage::default()
            },
            finish_reason: Some(FinishReason::Stop),
            ..Completion::default()
        }
    }

    #[test]
    fn a_call_or_a_text_is_taken_out_and_anything_else_is_left() {
        for (text, held, call, said) in [
            (
                r#"{"name":"ask","arguments":{"m": 1}}"#,
                Held::Yes,
                Some(("ask", r#"{"m": 1}"#)),
                None,
            ),
            (
                "```json\n{\"name\":\"ask\",\"arguments\":{}}\n```",
                Held::Yes,
                Some(("ask", "{}")),
                None,
            ),
            (
                "<think>Hm</think>{\"name\":\"ask\",\"arguments\":{}}",
                Held::Yes,
                Some(("ask", "{}")),
                None,
            ),
            (
                r#"{"arguments":{"m":[1]},"name":"ask"}"#,
                Held::Yes,
                Some(("ask", r#"{"m":[1]}"#)),
                None,
            ),
            (
                r#"{"name":"ask","arguments":"{\"m\":1}"}"#,
                Held::Yes,
                Some(("ask", r#"{"m":1}"#)),
                None,
            ),
            (
                r#"{"text":"Hello {x}"}"#,
                Held::Yes,
                None,
                Some("Hello {x}"),
            ),
            (r#"{"m":1}"#, Held::NotQuite, None, Some(r#"{"m":1}"#)),
            (
                r#"{"name":"ask","#,
                Held::NotQuite,
                None,
                Some(r#"{"name":"ask","#),
            ),
            ("I would ask.", Held::No, None, Some("I would ask.")),
            ("", Held::No, None, Some("")),
        ] {
            let mut completion = reply(text);
            assert_eq!(read(&mut completion), held, "{text}");
            let message = completion.message;
            let calls: Vec<_> = message
                .tool_calls
                .iter()
                .map(|call| {
                    (
                        call.function.name.as_str(),
                        call.function.arguments.as_str(),
                    )
                })
                .collect();
            assert_eq!(calls, call.into_iter().collect::<Vec<_>>(), "{text}");
            assert_eq!(message.content.as_deref(), said, "{text}");
            let reason = if call.is_some() {
                FinishReason::ToolCalls
            } else {
                FinishReason::Stop
            };
            assert_eq!(completion.finish_reason, Some(reason), "{text}");
        }
    }
}
