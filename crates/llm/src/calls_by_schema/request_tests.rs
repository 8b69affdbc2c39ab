#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use serde_json::{Value, json};

use super::rewrite;
use crate::protocol::message::{AssistantMessage, Message, ToolCall, ToolCallId};
use crate::protocol::outgoing::Outgoing;
use crate::protocol::request::{ChatRequest, ToolChoice};
use crate::protocol::tools::ToolDefinition;

fn request(choice: Option<ToolChoice>, tools: &[&str]) -> ChatRequest {
    let parameters = json!({
        "type": "object",
        "properties": {"m": {"type": "string", "pattern": "^a"}},
        "required": ["m"],
        "additionalProperties": false,
    });
    let tool = |name: &&str| ToolDefinition::function(*name, "Does it.", parameters.clone());
    ChatRequest {
        messages: vec![Message::system("Be brief."), Message::user("Hello")],
        tools: tools.iter().map(tool).collect(),
        tool_choice: choice,
        ..ChatRequest::default()
    }
}

/// What becomes of `request`, and whether the reply is held to a call.
fn rewritten(request: &ChatRequest) -> (Outgoing<'_>, bool) {
    let mut outgoing = Outgoing::from(request);
    let is_held = rewrite(&mut outgoing);
    (outgoing, is_held)
}

fn schema<'a>(request: &'a Outgoing<'_>) -> &'a Value {
    &request.extra["response_format"]["json_schema"]["schema"]
}

#[test]
fn the_schema_holds_the_reply_to_one_of_the_tools_that_are_offered() {
    let one = request(Some(ToolChoice::Required), &["ask"]);
    let (one, is_held) = rewritten(&one);
    assert!(is_held);
    let expected = json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "enum": ["ask"]},
            "arguments": {
                "type": "object",
                "properties": {"m": {"type": "string"}},
                "required": ["m"],
                "additionalProperties": false,
            },
        },
        "required": ["name", "arguments"],
        "additionalProperties": false,
    });
    assert_eq!(schema(&one), &expected);
    assert_eq!((one.tools.len(), one.tool_choice), (0, None));
    let Message::System { content, .. } = &one.messages[0] else {
        panic!("{:?}", one.messages);
    };
    assert!(content.starts_with("Be brief.") && content.contains("- ask: Does it."));

    let two = request(Some(ToolChoice::Required), &["ask", "note"]);
    let (two, is_held) = rewritten(&two);
    assert!(is_held);
    assert_eq!(schema(&two)["anyOf"].as_array().unwrap().len(), 2);
    // A model that may speak has a way to.
    for choice in [None, Some(ToolChoice::Auto)] {
        let free = request(choice, &["ask"]);
        let (free, is_held) = rewritten(&free);
        assert!(is_held);
        assert_eq!(schema(&free)["anyOf"][1]["required"], json!(["text"]));
    }
}

#[test]
fn calls_and_outcomes_become_turns_that_alternate() {
    let mut request = request(None, &[]);
    let reply = |calls: Vec<ToolCall>| {
        Message::Assistant(AssistantMessage {
            tool_calls: calls,
            ..AssistantMessage::default()
        })
    };
    let outcome = |id: &str, text: &str| Message::tool(ToolCallId(id.to_owned()), text);
    request.messages.extend([
        reply(vec![
            ToolCall::new("a", "ask", r#"{"m":1}"#),
            ToolCall::new("b", "note", "{broken"),
        ]),
        outcome("a", "asked"),
        outcome("b", "noted"),
        Message::user("And now?"),
    ]);
    let (request, is_held) = rewritten(&request);
    assert!(!is_held);
    assert!(request.extra.is_empty(), "nothing is offered");
    let said = serde_json::to_value(&request.messages).unwrap();
    assert_eq!(
        said[2]["content"],
        "{\"name\":\"ask\",\"arguments\":{\"m\":1}}\n{\"name\":\"note\",\"arguments\":\"{broken\"}"
    );
    assert_eq!(
        said[3]["content"],
        "Outcome of ask:\nasked\n\nOutcome of note:\nnoted\n\nAnd now?"
    );
    assert_eq!(said.as_array().unwrap().len(), 4);
    assert!(!said.to_string().contains("tool_call"));
}

#[test]
fn a_request_that_is_held_to_another_schema_keeps_it() {
    let mut request = request(Some(ToolChoice::Auto), &["ask"]);
    let format = json!({"type": "json_object"});
    request
        .extra
        .insert("response_format".to_owned(), format.clone());
    let (request, is_held) = rewritten(&request);
    assert!(!is_held);
    assert_eq!(request.extra["response_format"], format);
}
