//! A request without tools that asks for the same.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::profile::capabilities::{PARALLEL_TOOL_CALLS, join_messages_in_a_row};
use crate::protocol::message::{AssistantMessage, Message, ToolCall, ToolCallId};
use crate::protocol::outgoing::Outgoing;
use crate::protocol::request::{Calls, ToolChoice};
use crate::protocol::tools::{ToolDefinition, Tools};
use crate::structured::ask::without_patterns;

/// Takes tools, calls and outcomes out of `request` and puts words and a schema in their place, as
/// a chat template takes them that knows no tools. Answers whether the reply is held to the schema
/// of a call.
pub(crate) fn rewrite(request: &mut Outgoing<'_>) -> bool {
    match told_in_words(request) {
        Some((tools, may_speak)) => {
            let format = json!({
                "type": "json_schema",
                "json_schema": {"name": "call", "schema": schema(&tools, may_speak), "strict": true},
            });
            let extra = request.extra.to_mut();
            extra.insert("response_format".to_owned(), format);
            true
        }
        None => false,
    }
}

/// The same where nothing holds a reply to a schema: only words ask for the call. Answers whether
/// they do.
pub(crate) fn rewrite_in_words(request: &mut Outgoing<'_>) -> bool {
    told_in_words(request).is_some()
}

/// Puts tools into words, and answers which they are and whether the model may say something
/// instead; none if no call is asked for.
fn told_in_words(request: &mut Outgoing<'_>) -> Option<(Tools, bool)> {
    let messages = request.messages.to_mut();
    messages_in_words(messages);
    let tools = std::mem::take(&mut request.tools);
    let choice = request.tool_choice.take();
    let extra = request.extra.to_mut();
    extra.shift_remove(PARALLEL_TOOL_CALLS);
    let is_taken = extra.contains_key("response_format");
    if tools.is_empty() || choice == Some(ToolChoice::None) || is_taken {
        return None;
    }
    let may_speak = choice != Some(ToolChoice::Required) && request.calls == Calls::Welcome;
    add_to_rules(messages, &in_words(&tools, may_speak));
    Some((tools, may_speak))
}

fn schema(tools: &[ToolDefinition], may_speak: bool) -> Value {
    let mut ways: Vec<Value> = tools.iter().map(call_schema).collect();
    if may_speak {
        ways.push(object(json!({"text": {"type": "string"}}), json!(["text"])));
    }
    if ways.len() == 1 {
        return ways.remove(0);
    }
    json!({ "anyOf": ways })
}

fn call_schema(tool: &ToolDefinition) -> Value {
    let parameters = &tool.function.parameters;
    let arguments = if parameters.get("type").is_some() {
        without_patterns(parameters)
    } else {
        json!({"type": "object"})
    };
    let name = json!({"type": "string", "enum": [tool.function.name]});
    object(
        json!({"name": name, "arguments": arguments}),
        json!(["name", "arguments"]),
    )
}

fn object(properties: Value, required: Value) -> Value {
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn in_words(tools: &[ToolDefinition], may_speak: bool) -> String {
    let mut text = String::from(
        "You have tools. To call one, reply with one JSON object and nothing else: {\"name\": the tool's name, \"arguments\": its arguments}.",
    );
    if may_speak {
        text.push_str(" To say something instead, reply with {\"text\": what you say}.");
    } else {
        text.push_str(" Every reply calls a tool.");
    }
    text.push_str(" Outcomes of your calls are told to you. The tools, each with the JSON Schema of its arguments:");
    for tool in tools {
        let function = &tool.function;
        let (name, about) = (&function.name, function.description.trim());
        text.push_str(&format!("\n- {name}: {about}\n  {}", function.parameters));
    }
    text
}

fn add_to_rules(messages: &mut Vec<Message>, text: &str) {
    match messages.first_mut() {
        Some(Message::System { content, .. }) => {
            content.push_str("\n\n");
            content.push_str(text);
        }
        _ => messages.insert(0, Message::system(text)),
    }
}

/// Calls become what the model would have written, and outcomes what the user says.
pub(crate) fn messages_in_words(messages: &mut Vec<Message>) {
    let mut tools: BTreeMap<ToolCallId, String> = BTreeMap::new();
    for message in messages.iter_mut() {
        match message {
            Message::Assistant(reply) => {
                for call in &reply.tool_calls {
                    tools.insert(call.id.clone(), call.function.name.clone());
                }
                calls_as_text(reply);
            }
            Message::Tool {
                tool_call_id,
                content,
                ..
            } => {
                let of = tools.get(tool_call_id).map_or("a call", String::as_str);
                *message = Message::user(format!("Outcome of {of}:\n{content}"));
            }
            Message::System { .. } | Message::User { .. } => {}
        }
    }
    join_messages_in_a_row(messages);
}

fn calls_as_text(reply: &mut AssistantMessage) {
    if reply.tool_calls.is_empty() {
        return;
    }
    let said = reply.content.take().filter(|text| !text.is_empty());
    let calls = std::mem::take(&mut reply.tool_calls);
    let lines = said.into_iter().chain(calls.iter().map(call_as_text));
    reply.content = Some(lines.collect::<Vec<_>>().join("\n"));
}

fn call_as_text(call: &ToolCall) -> String {
    let text = &call.function.arguments;
    let arguments = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text.as_str()));
    json!({"name": call.function.name, "arguments": arguments}).to_string()
}

#[cfg(test)]
#[path = "request_tests.rs"]
mod tests;
