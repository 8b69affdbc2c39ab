//! What servers add to the protocol comes back to them as it was.
#![allow(clippy::unwrap_used, reason = "tests")]

use kikitori_llm::{
    Assembler, AssistantMessage, ChatRequest, FunctionCall, Message, StreamOptions, ToolCall,
    ToolDefinition, ToolFunction, Usage,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn there_and_back<T: DeserializeOwned + Serialize>(value: &Value) -> Value {
    let parsed: T = serde_json::from_value(value.clone()).unwrap();
    serde_json::to_value(parsed).unwrap()
}

#[test]
fn every_type_returns_the_fields_it_does_not_know() {
    type Trip = fn(&Value) -> Value;
    let function = json!({"name": "ask", "arguments": "{}"});
    let parameters = json!({"type": "object"});
    let table: [(&str, Trip, Value); 14] = [
        (
            "system",
            there_and_back::<Message>,
            json!({"role": "system", "content": "Hi"}),
        ),
        (
            "user",
            there_and_back::<Message>,
            json!({"role": "user", "content": "Hi"}),
        ),
        (
            "assistant",
            there_and_back::<Message>,
            json!({"role": "assistant", "content": "Hi"}),
        ),
        (
            "tool",
            there_and_back::<Message>,
            json!({"role": "tool", "tool_call_id": "a", "content": "Hi"}),
        ),
        (
            "assistant's own",
            there_and_back::<AssistantMessage>,
            json!({"content": null}),
        ),
        (
            "call",
            there_and_back::<ToolCall>,
            json!({"id": "a", "type": "function", "function": function}),
        ),
        (
            "function call",
            there_and_back::<FunctionCall>,
            function.clone(),
        ),
        (
            "request",
            there_and_back::<ChatRequest>,
            json!({"model": "m", "messages": [], "stream": true}),
        ),
        (
            "stream options",
            there_and_back::<StreamOptions>,
            json!({"include_usage": true}),
        ),
        (
            "no stream options",
            there_and_back::<StreamOptions>,
            json!({"include_usage": false}),
        ),
        (
            "tool",
            there_and_back::<ToolDefinition>,
            json!({
                "type": "function",
                "function": {"name": "ask", "description": "Asks", "parameters": parameters},
            }),
        ),
        (
            "function",
            there_and_back::<ToolFunction>,
            json!({
                "name": "ask", "description": "Asks", "parameters": parameters, "strict": true,
            }),
        ),
        (
            "usage",
            there_and_back::<Usage>,
            json!({
                "prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3,
            }),
        ),
        (
            "call's function",
            there_and_back::<ToolCall>,
            json!({
                "id": "a", "type": "function", "function": {"name": "ask", "arguments": "", "kept": 1},
            }),
        ),
    ];
    for (name, trip, known) in table {
        assert_eq!(trip(&known), known, "{name}, nothing added");
        let mut sent = known;
        for (key, value) in [
            ("thought_signature", json!("x1")),
            ("null_of_its_own", Value::Null),
            ("nested", json!({"cached_tokens": [1, {"deep": true}]})),
        ] {
            sent.as_object_mut().unwrap().insert(key.to_owned(), value);
        }
        assert_eq!(trip(&sent), sent, "{name}");
    }
}

/// Some servers stream an account of the reasoning as objects, and refuse the next request without
/// all of it.
#[test]
fn members_that_are_lists_are_joined_as_they_stream_in() {
    let text = |piece: &str| json!([{"type": "reasoning.text", "text": piece, "index": 0}]);
    let signed = json!([{"type": "reasoning.text", "signature": "s1", "index": 0}]);
    let secret =
        |id: &str| json!([{"type": "reasoning.encrypted", "data": id, "id": id, "index": 1}]);
    let mut assembler = Assembler::default();
    let pieces = [
        text("ha"),
        text("ha"),
        text("!"),
        signed,
        secret("a"),
        secret("b"),
    ];
    for details in pieces {
        let delta = json!({"reasoning_details": details, "citations": ["x"]});
        let chunk = json!({"choices": [{"delta": delta}]});
        assembler.push(&chunk.to_string()).unwrap();
    }
    assembler.push("[DONE]").unwrap();
    let extra = assembler.finish().unwrap().message.extra;
    let whole = json!([
        {"type": "reasoning.text", "text": "haha!", "index": 0, "signature": "s1"},
        {"type": "reasoning.encrypted", "data": "a", "id": "a", "index": 1},
        {"type": "reasoning.encrypted", "data": "b", "id": "b", "index": 1},
    ]);
    assert_eq!(extra["reasoning_details"], whole);
    assert_eq!(extra["citations"], json!(["x", "x", "x", "x", "x", "x"]));
}

#[test]
fn a_sum_of_usages_counts_what_is_known_and_keeps_nothing_else() {
    let usage = |tokens: u64| -> Usage {
        let counts = json!({
            "prompt_tokens": tokens, "completion_tokens": 1, "total_tokens": null,
            "prompt_tokens_details": {"cached_tokens": 5},
        });
        serde_json::from_value(counts).unwrap()
    };
    let mut sum = usage(2);
    sum += &usage(3);
    sum += &usage(u64::MAX);
    let expected = Usage {
        prompt_tokens: u64::MAX,
        completion_tokens: 3,
        ..Usage::default()
    };
    assert_eq!(sum, expected);
}
