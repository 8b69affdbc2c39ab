//! The small requests that show what an endpoint can do.

use serde_json::{Value, json};

use crate::message::Message;
use crate::request::{ChatRequest, Completion, ToolChoice, ToolDefinition};
use crate::structured::StructuredRequest;

/// The tool that the model is to call, and the value that it is to give.
const NAME: &str = "check_in";
const ABOUT: &str = "Tells the page that the connection works.";

/// Anything to reply to.
pub(super) fn hello(stream: bool) -> ChatRequest {
    ChatRequest {
        messages: vec![Message::user("Reply with one word: hello")],
        stream,
        ..ChatRequest::default()
    }
}

/// A request to call the tool: in words or, so that it shows whether it is heeded, by force alone.
pub(super) fn tool(forced: bool) -> ChatRequest {
    let text = if forced {
        "Hello."
    } else {
        "Call the tool check_in with the word \"ready\"."
    };
    ChatRequest {
        messages: vec![Message::user(text)],
        tools: vec![ToolDefinition::function(NAME, ABOUT, word_schema())],
        tool_choice: forced.then_some(ToolChoice::Required),
        stream: true,
        ..ChatRequest::default()
    }
}

/// Whether the reply calls the tool with arguments that can be used.
pub(super) fn calls_the_tool(completion: &Completion) -> bool {
    completion
        .message
        .tool_calls
        .iter()
        .any(|call| call.function.name == NAME && is_valid(&call.function.arguments).is_ok())
}

/// A request for a value of the tool's shape.
pub(super) fn schema() -> StructuredRequest {
    StructuredRequest {
        name: NAME.to_owned(),
        description: "The word that was asked for.".to_owned(),
        schema: word_schema(),
        messages: vec![Message::user("The word is \"ready\".")],
    }
}

/// Whether `json` has that shape.
pub(super) fn is_valid(json: &str) -> Result<(), String> {
    let value: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    match value.get("word") {
        Some(Value::String(_)) => Ok(()),
        _ => Err("word: expected text".to_owned()),
    }
}

fn word_schema() -> Value {
    json!({
        "type": "object",
        "properties": {"word": {"type": "string"}},
        "required": ["word"],
        "additionalProperties": false,
    })
}
