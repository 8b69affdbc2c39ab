//! What servers really send, each row as one of them was seen to.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod support;

use kikitori_llm::{Completion, Delta, FinishReason, LlmError, ToolCall, Usage};
use serde_json::{Value, json};
use support::{streamed, whole};

/// A stream of these chunks and the end marker.
fn stream(chunks: &[Value]) -> Result<Completion, LlmError> {
    let events = chunks.iter().map(|chunk| format!("data: {chunk}\n\n"));
    streamed(events.chain(["data: [DONE]\n\n".to_owned()])).0
}

/// The same without the end marker.
fn unfinished(chunks: &[Value]) -> Result<Completion, LlmError> {
    streamed(chunks.iter().map(|chunk| format!("data: {chunk}\n\n"))).0
}

fn choice(delta: Value) -> Value {
    json!({"choices": [{"index": 0, "delta": delta}]})
}

fn text(text: &str) -> Value {
    choice(json!({"content": text}))
}

fn calls(calls: Value) -> Value {
    choice(json!({"tool_calls": calls}))
}

fn finished(reason: Value) -> Value {
    json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
}

fn function(name: &str, arguments: Value) -> Value {
    json!({"name": name, "arguments": arguments})
}

/// Id, name and arguments of every call.
fn called(completion: &Completion) -> Vec<(&str, &str, &str)> {
    completion
        .message
        .tool_calls
        .iter()
        .map(|call: &ToolCall| {
            let function = &call.function;
            (
                call.id.0.as_str(),
                function.name.as_str(),
                function.arguments.as_str(),
            )
        })
        .collect()
}

#[test]
fn the_pieces_of_calls_find_together() {
    let ask = |arguments: &str| json!({"arguments": arguments});
    for (quirk, chunks, expected) in [
        (
            "no index",
            vec![
                calls(json!([{"id": "a", "function": function("ask", json!("{\"m\""))}])),
                calls(json!([{"function": ask(":1}")}])),
                calls(json!([{"id": "b", "function": function("note", json!("{}"))}])),
            ],
            vec![("a", "ask", "{\"m\":1}"), ("b", "note", "{}")],
        ),
        (
            "no index, no ids, whole calls in one chunk",
            vec![calls(json!([
                {"function": function("ask", json!("{\"m\":1}"))},
                {"function": function("note", json!("{}"))},
                {"function": function("note", json!("{}"))},
            ]))],
            vec![
                ("call00000", "ask", "{\"m\":1}"),
                ("call00001", "note", "{}"),
                ("call00002", "note", "{}"),
            ],
        ),
        (
            "index 0 for every call",
            vec![
                calls(
                    json!([{"index": 0, "id": "a", "function": function("ask", json!("{\"m\""))}]),
                ),
                calls(json!([{"index": 0, "function": ask(":1}")}])),
                calls(
                    json!([{"index": 0, "id": "b", "function": function("note", json!("{\"n\""))}]),
                ),
                calls(json!([{"index": 0, "function": ask(":2}")}])),
            ],
            vec![("a", "ask", "{\"m\":1}"), ("b", "note", "{\"n\":2}")],
        ),
        (
            "index 0 for every call, empty ids",
            vec![
                calls(
                    json!([{"index": 0, "id": "", "function": function("ask", json!("{\"m\":1}"))}]),
                ),
                calls(json!([{"index": 0, "id": "", "function": function("note", json!("{}"))}])),
            ],
            vec![
                ("call00000", "ask", "{\"m\":1}"),
                ("call00001", "note", "{}"),
            ],
        ),
        (
            "the id in every piece",
            vec![
                calls(
                    json!([{"index": 0, "id": "a", "function": function("ask", json!("{\"m\""))}]),
                ),
                calls(json!([{"index": 0, "id": "a", "function": ask(":1}")}])),
            ],
            vec![("a", "ask", "{\"m\":1}")],
        ),
        (
            "the first index is 1",
            vec![
                calls(json!([{"index": 1, "id": "a", "function": function("ask", json!(""))}])),
                calls(json!([{"index": 1, "function": ask("{}")}])),
            ],
            vec![("a", "ask", "{}")],
        ),
        (
            "indexes without ids, pieces in turns",
            vec![
                calls(json!([{"index": 0, "function": function("ask", json!("{"))}])),
                calls(json!([{"index": 1, "id": null, "function": function("note", json!("{"))}])),
                calls(
                    json!([{"index": 0, "function": ask("}")}, {"index": 1, "function": ask("}")}]),
                ),
            ],
            vec![("call00000", "ask", "{}"), ("call00001", "note", "{}")],
        ),
        (
            "arguments as an object",
            vec![calls(
                json!([{"index": 0, "id": "a", "function": function("ask", json!({"m": 1}))}]),
            )],
            vec![("a", "ask", "{\"m\":1}")],
        ),
        (
            "the name in every piece, and the same piece twice",
            vec![
                calls(
                    json!([{"index": 0, "id": "a", "function": function("ask", json!("{\"m\":1"))}]),
                ),
                calls(json!([{"index": 0, "id": "a", "function": function("ask", json!("0"))}])),
                calls(json!([{"index": 0, "id": "a", "function": function("ask", json!("0"))}])),
                calls(json!([{"index": 0, "id": "a", "function": function("ask", json!("}"))}])),
            ],
            vec![("a", "ask", "{\"m\":100}")],
        ),
        (
            "the chunk of a whole call again, by id, by index and by nothing",
            vec![
                calls(json!([{"index": 0, "id": "a", "function": function("ask", json!("{}"))}])),
                calls(json!([{"index": 0, "id": "a", "function": function("ask", json!("{}"))}])),
                calls(json!([{"index": 1, "function": function("note", json!("{}"))}])),
                calls(json!([{"index": 1, "function": function("note", json!("{}"))}])),
                calls(json!([{"function": function("wait", json!("{}"))}])),
                calls(json!([{"index": 0, "id": "a", "function": function("ask", json!("{}"))}])),
                calls(json!([{"function": function("wait", json!("{}"))}])),
            ],
            vec![
                ("a", "ask", "{}"),
                ("call00000", "note", "{}"),
                ("call00001", "wait", "{}"),
            ],
        ),
        (
            "the name in every piece, without marks",
            vec![
                calls(json!([{"function": function("search", json!(""))}])),
                calls(json!([{"function": function("search", json!("{\"q\""))}])),
                calls(json!([{"function": function("search", json!(":1}"))}])),
                calls(json!([{"function": function("search", json!(""))}])),
            ],
            vec![("call00000", "search", "{\"q\":1}")],
        ),
        (
            "the name in every piece, and more of them after the last brace",
            vec![
                calls(json!([{"index": 0, "function": function("search", json!(""))}])),
                calls(json!([{"index": 0, "function": function("search", json!("{}"))}])),
                calls(json!([{"index": 0, "function": function("search", json!("\n"))}])),
                calls(json!([{"index": 0, "function": function("search", json!(""))}])),
                calls(json!([{"index": 1, "function": function("search", json!("{}"))}])),
                calls(json!([{"index": 1, "function": function("search", json!(""))}])),
            ],
            vec![("call00000", "search", "{}"), ("call00001", "search", "{}")],
        ),
        (
            "a name that grows with every piece",
            vec![
                calls(json!([{"index": 0, "id": "a", "function": function("sea", json!(""))}])),
                calls(json!([{"index": 0, "id": "a", "function": function("search", json!(""))}])),
                calls(
                    json!([{"index": 0, "id": "a", "function": function("search", json!("{}"))}]),
                ),
            ],
            vec![("a", "search", "{}")],
        ),
        (
            "a name in pieces",
            vec![
                calls(json!([{"index": 0, "id": "a", "function": function("sea", json!(""))}])),
                calls(json!([{"index": 0, "function": function("rch", json!(""))}])),
                calls(json!([{"index": 0, "function": ask("{}")}])),
            ],
            vec![("a", "search", "{}")],
        ),
        (
            "every chunk repeats the calls so far, by id",
            vec![
                calls(json!([{"index": 0, "id": "a", "function": function("ask", json!(""))}])),
                calls(
                    json!([{"index": 0, "id": "a", "function": function("ask", json!("{\"m\""))}]),
                ),
                calls(
                    json!([{"index": 0, "id": "a", "function": function("ask", json!("{\"m\":1}"))}]),
                ),
                calls(json!([
                    {"index": 0, "id": "a", "function": function("ask", json!("{\"m\":1}"))},
                    {"index": 1, "id": "b", "function": function("note", json!("{"))},
                ])),
                calls(json!([
                    {"index": 0, "id": "a", "function": function("ask", json!("{\"m\":1}"))},
                    {"index": 1, "id": "b", "function": function("note", json!("{}"))},
                ])),
            ],
            vec![("a", "ask", "{\"m\":1}"), ("b", "note", "{}")],
        ),
        (
            "every chunk repeats the calls so far, by index",
            vec![
                calls(json!([{"index": 0, "function": function("ask", json!("{\"m\""))}])),
                calls(json!([{"index": 0, "function": function("ask", json!("{\"m\":1}"))}])),
                calls(json!([
                    {"index": 0, "function": function("ask", json!("{\"m\":1}"))},
                    {"index": 1, "function": function("note", json!("{\"n\""))},
                ])),
                calls(json!([
                    {"index": 0, "function": function("ask", json!("{\"m\":1}"))},
                    {"index": 1, "function": function("note", json!("{\"n\":2}"))},
                ])),
            ],
            vec![
                ("call00000", "ask", "{\"m\":1}"),
                ("call00001", "note", "{\"n\":2}"),
            ],
        ),
        (
            "every chunk repeats the calls so far, without marks",
            vec![
                calls(json!([{"function": function("ask", json!("{\"m\""))}])),
                calls(json!([{"function": function("ask", json!("{\"m\":1}"))}])),
                calls(json!([
                    {"function": function("ask", json!("{\"m\":1}"))},
                    {"function": function("note", json!("{"))},
                ])),
                calls(json!([
                    {"function": function("ask", json!("{\"m\":1}"))},
                    {"function": function("note", json!("{}"))},
                    {"function": function("note", json!("{}"))},
                ])),
            ],
            vec![
                ("call00000", "ask", "{\"m\":1}"),
                ("call00001", "note", "{}"),
                ("call00002", "note", "{}"),
            ],
        ),
        (
            "all calls again at the end, written otherwise and without ids",
            vec![
                calls(
                    json!([{"index": 0, "id": "a", "function": function("ask", json!("{\"m\": 1}"))}]),
                ),
                calls(
                    json!([{"index": 1, "id": "b", "function": function("note", json!("{\"x\":1, \"y\":2}"))}]),
                ),
                calls(json!([
                    {"function": function("ask", json!({"m": 1}))},
                    {"index": 1, "function": function("note", json!({"y": 2, "x": 1}))},
                ])),
            ],
            vec![
                ("a", "ask", "{\"m\": 1}"),
                ("b", "note", "{\"x\":1, \"y\":2}"),
            ],
        ),
        (
            "equal calls that are told apart",
            vec![
                calls(json!([{"index": 0, "id": "a", "function": function("note", json!("{}"))}])),
                calls(json!([{"index": 0, "id": "b", "function": function("note", json!("{}"))}])),
                calls(json!([{"index": 1, "function": function("wait", json!("{}"))}])),
                calls(json!([{"index": 2, "function": function("wait", json!("{}"))}])),
            ],
            vec![
                ("a", "note", "{}"),
                ("b", "note", "{}"),
                ("call00000", "wait", "{}"),
                ("call00001", "wait", "{}"),
            ],
        ),
        (
            "arguments that go on as they began",
            vec![
                calls(
                    json!([{"index": 0, "id": "a", "function": function("tree", json!("{\"c\":["))}]),
                ),
                calls(json!([{"index": 0, "function": ask("{\"c\":[]}")}])),
                calls(json!([{"index": 0, "function": ask("]}")}])),
            ],
            vec![("a", "tree", "{\"c\":[{\"c\":[]}]}")],
        ),
        (
            "a later piece before the first",
            vec![
                calls(json!([{"index": 0, "function": ask("{}")}])),
                calls(json!([{"index": 0, "id": "a", "function": function("ask", json!(""))}])),
            ],
            vec![("a", "ask", "{}")],
        ),
        (
            "no arguments and no name",
            vec![calls(json!([
                {"index": 0, "id": "a", "function": {"name": "ask"}},
                {"index": 1, "id": "b", "function": {"name": null, "arguments": null}},
                {"index": 2, "id": "c"},
            ]))],
            vec![("a", "ask", ""), ("b", "", ""), ("c", "", "")],
        ),
    ] {
        // What the server says at the end counts less than the calls.
        for reason in [json!("tool_calls"), json!("stop"), Value::Null] {
            let chunks = [chunks.clone(), vec![finished(reason)]].concat();
            let completion = stream(&chunks).unwrap();
            assert_eq!(called(&completion), expected, "{quirk}");
        }
    }
}

#[test]
fn arguments_that_neither_join_nor_repeat_themselves_are_left_as_no_json() {
    for pieces in [
        vec!["{}", "{\"m\":1}"],
        vec!["{\"m\":1}", "{}"],
        vec!["{\"m\"", "{\"m\":1}", "{\"m\":1"],
        vec!["{\"m\"", "{\"m\":1", "{\"n\":2}"],
        vec!["{\"m\":1", "{\"m\":1}", "}"],
        vec!["{\"m", "\"m\":1}"],
    ] {
        let pieces = pieces.iter().map(|piece| {
            calls(json!([{"index": 0, "id": "a", "function": {"name": "ask", "arguments": piece}}]))
        });
        let completion = stream(&pieces.chain([finished(Value::Null)]).collect::<Vec<_>>());
        let called = &completion.unwrap().message.tool_calls;
        let runs =
            |call: &ToolCall| serde_json::from_str::<Value>(&call.function.arguments).is_ok();
        assert!(!called.iter().any(runs), "{called:?}");
    }
}

#[test]
fn what_is_shown_of_repeated_arguments_is_what_is_new() {
    let piece = |arguments: &str| {
        let chunk = calls(json!([{"id": "a", "function": function("ask", json!(arguments))}]));
        format!("data: {chunk}\n\n")
    };
    let (_, shown) = streamed(["{\"m\"", "{\"m\":\"Hel", "{\"m\":\"Hello\"}"].map(piece));
    let shown: Vec<_> = shown
        .iter()
        .map(|delta| match delta {
            Delta::Arguments { piece, .. } => piece.as_str(),
            Delta::Text(text) => text,
        })
        .collect();
    assert_eq!(shown, ["{\"m\"", ":\"Hel", "lo\"}"]);
}

#[test]
fn chunks_that_say_nothing_are_skipped() {
    let usage = json!({"prompt_tokens": 1, "completion_tokens": null, "total_tokens": 1});
    let completion = stream(&[
        json!({"choices": []}),
        json!({"choices": null, "error": null}),
        json!({"prompt_filter_results": [], "error": ""}),
        json!({"choices": [{"index": 0}]}),
        json!({"choices": [{"index": 0, "delta": null}]}),
        text("Hello"),
        finished(json!("stop")),
        finished(json!("stop")),
        json!({"choices": [], "usage": usage}),
        json!({"choices": [], "usage": null}),
    ])
    .unwrap();
    assert_eq!(completion.message.content.as_deref(), Some("Hello"));
    assert_eq!(completion.finish_reason, Some(FinishReason::Stop));
    let expected = Usage {
        prompt_tokens: 1,
        total_tokens: 1,
        ..Usage::default()
    };
    assert_eq!(completion.usage, Some(expected));
}

#[test]
fn only_a_finish_reason_or_the_end_marker_makes_a_stream_complete() {
    for (ends_with, is_complete) in [
        (finished(json!("stop")), true),
        (finished(json!("a reason of its own")), true),
        (finished(json!("")), false),
        (finished(Value::Null), false),
        (json!({"choices": [], "usage": {"total_tokens": 5}}), false),
    ] {
        let outcome = unfinished(&[text("Hel"), ends_with.clone()]);
        let is_cut_off = matches!(outcome, Err(LlmError::Truncated { .. }));
        assert_eq!(is_cut_off, !is_complete, "{ends_with}: {outcome:?}");
        assert!(stream(&[text("Hello"), ends_with]).is_ok());
    }
    assert!(matches!(unfinished(&[]), Err(LlmError::Truncated { .. })));
}

#[test]
fn a_reply_that_the_server_did_not_complete_is_refused_by_its_reason() {
    let message = json!({"content": "Hel", "tool_calls": [{"id": "a", "function": function("ask", json!("{}"))}]});
    for (reason, expected) in [
        ("length", LlmError::TokenLimit),
        ("content_filter", LlmError::Filtered),
    ] {
        let streamed = stream(&[choice(message.clone()), finished(json!(reason))]);
        assert_eq!(streamed, Err(expected.clone()), "{reason}");
        let body = json!({"choices": [{"message": message, "finish_reason": reason}]});
        assert_eq!(whole(&body.to_string()), Err(expected), "{reason}");
    }
}

#[test]
fn an_error_in_a_successful_response_is_that_error() {
    for (sent, message, code) in [
        (
            json!({"error": {"message": "Overloaded", "code": 502}, "choices": []}),
            "Overloaded",
            Some("502"),
        ),
        (
            json!({"error": {"message": "Empty", "code": "insufficient_quota"}}),
            "Empty",
            Some("insufficient_quota"),
        ),
        (json!({"error": "Overloaded"}), "Overloaded", None),
        (
            json!({"error": {"error": {"message": "Overloaded"}}}),
            "Overloaded",
            None,
        ),
        (
            json!({"object": "error", "message": "Too long", "code": 400}),
            "Too long",
            Some("400"),
        ),
    ] {
        let expected = Err(LlmError::InReply {
            message: message.to_owned(),
            code: code.map(str::to_owned),
        });
        assert_eq!(stream(&[text("Hel"), sent.clone()]), expected, "{sent}");
        assert_eq!(whole(&sent.to_string()), expected, "{sent}");
    }
}

#[test]
fn what_is_no_chat_reply_is_malformed() {
    let is_malformed =
        |outcome: &Result<Completion, LlmError>| matches!(outcome, Err(LlmError::Malformed { .. }));
    for event in [
        "<html>",
        "null",
        "[1]",
        "{\"choices\":{}}",
        "{\"choices\":[{\"delta\":\"x\"}]}",
    ] {
        let (outcome, _) = streamed([format!("data: {event}\n\ndata: [DONE]\n\n")]);
        assert!(is_malformed(&outcome), "{event}: {outcome:?}");
    }
    for body in ["", "<html>", "{}", "{\"choices\":[]}", "{\"choices\":[{}]}"] {
        assert!(is_malformed(&whole(body)), "{body}");
    }
    let (only_the_end, _) = streamed(["data: [DONE]\n\n"]);
    assert!(is_malformed(&only_the_end), "{only_the_end:?}");
}

#[test]
fn a_whole_reply_is_read_as_tolerantly() {
    let body = json!({
        "object": "chat.completion", "error": null,
        "choices": [{"finish_reason": "", "message": {
            "role": "assistant", "content": null, "reasoning_content": "Hm.",
            "tool_calls": [
                {"function": function("ask", json!({"m": 1}))},
                {"id": "", "type": "function", "function": {"name": "note", "arguments": null}},
                {"id": null, "function": {"name": null}},
            ],
        }}],
    });
    let completion = whole(&body.to_string()).unwrap();
    let expected = [
        ("call00000", "ask", "{\"m\":1}"),
        ("call00001", "note", ""),
        ("call00002", "", ""),
    ];
    assert_eq!(called(&completion), expected);
    assert_eq!(completion.finish_reason, None);
    assert_eq!(
        Value::from(completion.message.extra),
        json!({"reasoning_content": "Hm."})
    );
    let without_calls = json!({"choices": [{"message": {"content": "Hi", "tool_calls": null}}]});
    let completion = whole(&without_calls.to_string()).unwrap();
    assert_eq!(completion.message.content.as_deref(), Some("Hi"));
}

#[test]
fn fields_beside_a_call_come_back_with_it() {
    let completion = stream(&[
        calls(json!([{
            "index": 0, "id": "a", "type": "function", "extra_content": {"google": {"thought_signature": "x1"}},
            "function": {"name": "ask", "arguments": "{", "parsed": false},
        }])),
        calls(json!([{"index": 0, "function": {"arguments": "}"}}])),
        finished(json!("tool_calls")),
    ])
    .unwrap();
    let sent_back = serde_json::to_value(&completion.message.tool_calls).unwrap();
    let expected = json!([{
        "id": "a", "type": "function", "extra_content": {"google": {"thought_signature": "x1"}},
        "function": {"name": "ask", "arguments": "{}", "parsed": false},
    }]);
    assert_eq!(sent_back, expected);
}
