//! Scripts, and the model behind a client.

mod scripts;
mod streaming;

use kikitori_llm::{ChatRequest, Completion, Message, ToolDefinition};
use serde_json::{Value, json};

/// The tools of an agent that greets.
const GREETER: [&str; 2] = ["ask", "set_language"];

/// A request that offers these tools.
fn request(tools: &[&str], messages: Vec<Message>) -> ChatRequest {
    let tool = |name: &&str| ToolDefinition::function(*name, "", json!({"type": "object"}));
    ChatRequest {
        messages,
        tools: tools.iter().map(tool).collect(),
        stream: true,
        ..ChatRequest::default()
    }
}

/// The arguments of a reply's only call.
fn only_call(reply: &Completion, tool: &str) -> Value {
    let [call] = &reply.message.tool_calls[..] else {
        panic!("{:?}", reply.message.tool_calls);
    };
    assert_eq!(call.function.name, tool);
    serde_json::from_str(&call.function.arguments).unwrap()
}
