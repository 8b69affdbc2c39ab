//! The small requests that show what an endpoint can do.

use serde_json::{Value, json};

use crate::preflight::report::Step;
use crate::profile::mode::StructuredOutputMode;
use crate::protocol::message::Message;
use crate::protocol::request::{ChatRequest, Completion, ToolChoice};
use crate::protocol::tools::ToolDefinition;
use crate::structured::ask::ask;
use crate::structured::reply::{Flaw, read};
use crate::structured::request::StructuredRequest;

/// The tool that the model is to call, and the value that it is to give.
const NAME: &str = "check_in";
const ABOUT: &str = "Tells the page that the connection works.";

/// What `step` asks for; a value of a given shape in the way of `mode`.
pub(super) fn request(step: Step, mode: StructuredOutputMode) -> ChatRequest {
    let text = match step {
        Step::Schema => return ask(&schema(), mode),
        Step::Tools => "Call the tool check_in with the word \"ready\".",
        // Words that do not ask for a call show whether force does.
        Step::ForcedChoice => "Hello.",
        _ => "Reply with one word: hello",
    };
    let mut request = ChatRequest {
        messages: vec![Message::user(text)],
        stream: step != Step::Chat,
        ..ChatRequest::default()
    };
    if matches!(step, Step::Tools | Step::ForcedChoice) {
        let tool = ToolDefinition::function(NAME, ABOUT, word_schema());
        request.tools = vec![tool].into();
    }
    if step == Step::ForcedChoice {
        request.tool_choice = Some(ToolChoice::Required);
    }
    request
}

/// Whether the reply calls the tool with arguments that can be used.
pub(super) fn calls_the_tool(completion: &Completion) -> bool {
    completion
        .message
        .tool_calls
        .iter()
        .any(|call| call.function.name == NAME && is_valid(&call.function.arguments).is_ok())
}

/// A value of the tool's shape.
fn schema() -> StructuredRequest {
    StructuredRequest {
        name: NAME.to_owned(),
        description: "The word that was asked for.".to_owned(),
        schema: word_schema(),
        messages: vec![Message::user("The word is \"ready\".")],
    }
}

/// What is wrong with a reply that was to be such a value, asked for at `mode`.
pub(super) fn flaw(completion: &Completion, mode: StructuredOutputMode) -> Option<Flaw> {
    read(&completion.message, mode, NAME, is_valid).err()
}

/// Whether `json` has that shape.
fn is_valid(json: &str) -> Result<(), String> {
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
