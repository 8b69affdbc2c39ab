//! An endpoint whose chat template knows no tools and that holds a reply to a schema, as
//! llama.cpp's server does with many models.

use kikitori_llm::{
    AssistantMessage, ChatRequest, Completion, Message, ToolCall, ToolCallId, ToolChoice,
    ToolDefinition,
};
use serde_json::{Value, json};

use crate::reply::says;

/// Ignores tools, and gives what `respond` would call as an object when a request is held to the
/// schema of a call. `respond` sees such a request as if it offered the tools.
///
/// ```
/// use kikitori_llm::{ChatRequest, ToolDefinition};
/// use kikitori_scripted::{calls, schema_only};
/// use serde_json::json;
/// let respond = schema_only(|_| calls("ask", json!({"message": "Who are you?"})));
/// let ask = ToolDefinition::function("ask", "", json!({"type": "object"}));
/// let with_tools = ChatRequest { tools: vec![ask].into(), ..ChatRequest::default() };
/// assert!(respond(&with_tools).message.tool_calls.is_empty());
/// ```
pub fn schema_only(
    respond: impl Fn(&ChatRequest) -> Completion,
) -> impl Fn(&ChatRequest) -> Completion {
    move |request| {
        let knows_them = |message: &Message| match message {
            Message::Tool { .. } => true,
            Message::Assistant(reply) => !reply.tool_calls.is_empty(),
            Message::System { .. } | Message::User { .. } => false,
        };
        if !request.tools.is_empty() || request.messages.iter().any(knows_them) {
            return says("My template has no room for tools, so I see none.");
        }
        let mut seen = request.clone();
        seen.messages = with_calls(&request.messages);
        let Some(schema) = schema_of_call(request) else {
            return respond(&seen);
        };
        seen.extra.shift_remove("response_format");
        let ways = schema.get("anyOf").and_then(Value::as_array);
        let ways = ways.map_or(std::slice::from_ref(schema), Vec::as_slice);
        seen.tools = ways.iter().filter_map(tool).collect();
        let may_speak = ways.len() > seen.tools.len();
        seen.tool_choice = Some(if may_speak {
            ToolChoice::Auto
        } else {
            ToolChoice::Required
        });
        as_object(respond(&seen))
    }
}

fn schema_of_call(request: &ChatRequest) -> Option<&Value> {
    let format = request.extra.get("response_format")?.get("json_schema")?;
    format.get("schema").filter(|_| format["name"] == "call")
}

fn tool(way: &Value) -> Option<ToolDefinition> {
    let properties = way.get("properties")?;
    let name = properties.pointer("/name/enum/0")?.as_str()?;
    let arguments = properties.get("arguments")?.clone();
    Some(ToolDefinition::function(name, "", arguments))
}

/// The first call or the text of `reply`, as the schema has it.
fn as_object(mut reply: Completion) -> Completion {
    let message = &mut reply.message;
    let object = match message.tool_calls.first() {
        Some(call) => {
            let arguments: Value =
                serde_json::from_str(&call.function.arguments).unwrap_or_default();
            json!({"name": call.function.name, "arguments": arguments})
        }
        None => json!({ "text": message.content }),
    };
    message.tool_calls.clear();
    message.content = Some(object.to_string());
    reply
}

/// The conversation with its calls and outcomes as such, as far as they can be told in words that
/// are only turns of two speakers.
fn with_calls(messages: &[Message]) -> Vec<Message> {
    let mut seen = Vec::new();
    let mut called: Vec<ToolCallId> = Vec::new();
    for message in messages {
        match message {
            Message::Assistant(reply) => {
                let content = reply.content.as_deref().unwrap_or_default();
                let first = seen.len();
                let calls = content.lines().enumerate();
                let calls: Vec<ToolCall> = calls
                    .filter_map(|(line, text)| call(&format!("c{first}l{line}"), text))
                    .collect();
                called = calls.iter().map(|call| call.id.clone()).collect();
                let content = Some(content.to_owned()).filter(|_| calls.is_empty());
                seen.push(Message::Assistant(AssistantMessage {
                    content,
                    tool_calls: calls,
                    ..AssistantMessage::default()
                }));
            }
            Message::User { content, .. } => {
                let mut rest = content.as_str();
                for id in called.drain(..) {
                    let outcome = rest.strip_prefix("Outcome of ");
                    let Some((_, after)) = outcome.and_then(|it| it.split_once(":\n")) else {
                        break;
                    };
                    let (outcome, more) = after.split_once("\n\n").unwrap_or((after, ""));
                    seen.push(Message::tool(id, outcome));
                    rest = more;
                }
                if !rest.is_empty() {
                    seen.push(Message::user(rest));
                }
            }
            other => seen.push(other.clone()),
        }
    }
    seen
}

fn call(id: &str, text: &str) -> Option<ToolCall> {
    let object: Value = serde_json::from_str(text).ok()?;
    let name = object.get("name")?.as_str()?;
    let arguments = object.get("arguments")?.to_string();
    Some(ToolCall::new(id, name, arguments))
}
