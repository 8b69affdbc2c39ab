//! What real servers sent, byte for byte: llama.cpp's own (0.5.0, commit 0c1e570) and the one of
//! llama-cpp-python (0.3.36). `cargo xtask real-server` asks them.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use kikitori_faults::call::place;
use kikitori_faults::{Clock, Exchange, Network, Then, hello, streamed};
use kikitori_llm::{
    ChatClient, ErrorKind, FinishReason, LlmError, Model, Profile, StructuredOutputMode,
};

const TWO_CALLS: &str = include_str!("recorded/llama_server_two_calls.sse");
const WHOLE: &str = include_str!("recorded/llama_cpp_python_whole.sse");
/// Another request came meanwhile, and the server ended this one in favour of it.
const CUT_OFF: &str = include_str!("recorded/llama_cpp_python_cut_off.sse");

/// Why llama-cpp-python takes no JSON Schema. Only the path in it is another one.
const NO_JSON_SCHEMA: &str = r#"{"error":{"message":"1 validation error:\n  {'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\", 'input': 'json_schema', 'ctx': {'expected': \"'text' or 'json_object'\"}}\n\n  File \"/usr/lib/python3/llama_cpp/server/app.py\", line 376, in create_chat_completion\n    POST /v1/chat/completions","type":"internal_server_error","param":null,"code":null}}"#;

fn stream(bytes: &str) -> Exchange {
    Exchange::stream(vec![Then::Head(200), Then::Piece(bytes.into())])
}

fn client(clock: &Clock, exchanges: Vec<Exchange>) -> (ChatClient, Network) {
    let network = Network::of(clock, exchanges);
    (network.client(), network)
}

#[test]
fn a_stream_of_two_calls_is_put_together() {
    let (outcome, _) = streamed([TWO_CALLS]);
    let completion = outcome.unwrap();
    assert_eq!(completion.finish_reason, Some(FinishReason::ToolCalls));
    assert_eq!(completion.message.content.as_deref(), Some("~だwi"));
    let calls: Vec<_> = completion
        .message
        .tool_calls
        .iter()
        .map(|call| (call.id.0.as_str(), call.function.arguments.as_str()))
        .collect();
    let expected = [
        (
            "WQpUfGjVSMjlM63S0QOZHqmqgFLwQd6L",
            r#"{ "text": "やりへ3","kind":"b" }"#,
        ),
        (
            "IfJ8Hmjvx1poKb5I9QHnxpnYMVD00s7s",
            r#"{ "text" : "q>りbwん","kind" :"b" }"#,
        ),
    ];
    assert_eq!(calls, expected);
    assert_eq!(completion.usage.unwrap().total_tokens, 494);
}

#[test]
fn errors_have_their_causes() {
    for (status, body, cause) in [
        (
            400,
            r#"{"error":{"code":400,"message":"request (20019 tokens) exceeds the available context size (8192 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":20019,"n_ctx":8192}}"#,
            ErrorKind::TooLong,
        ),
        (
            401,
            r#"{"error":{"message":"Invalid API Key","type":"authentication_error","code":401}}"#,
            ErrorKind::WrongKey,
        ),
        (
            404,
            r#"{"error":{"message":"File Not Found","type":"not_found_error","code":404}}"#,
            ErrorKind::UnknownModel,
        ),
        (
            400,
            r#"{"error":{"message":"This model's maximum context length is 4096 tokens. However, you requested 20019 tokens (20019 in the messages, None in the completion). Please reduce the length of the messages or completion.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}"#,
            ErrorKind::TooLong,
        ),
        (401, r#"{"detail":"Invalid API key"}"#, ErrorKind::WrongKey),
        (404, r#"{"detail":"Not Found"}"#, ErrorKind::UnknownModel),
    ] {
        let clock = Clock::default();
        let (client, _) = client(&clock, vec![Exchange::body(status, body)]);
        let error = clock.run(client.chat(hello(), &mut |_| {})).unwrap_err();
        assert_eq!(error.kind(), cause, "{body}");
    }
}

#[test]
fn a_refusal_of_schemas_that_looks_like_a_crash_is_learnt() {
    let clock = Clock::default();
    let (client, network) = client(&clock, vec![Exchange::body(500, NO_JSON_SCHEMA)]);
    // The server says the same whatever it is asked for, so this is no way to a value.
    assert!(clock.run(place(&client)).is_err());
    assert_eq!(client.profile().mode(), StructuredOutputMode::ForcedTool);
    assert_eq!(network.sent().len(), 2);
}

#[test]
fn a_reply_without_a_reason_is_cut_off_where_replies_have_one() {
    let clock = Clock::default();
    let exchanges = [CUT_OFF, WHOLE, CUT_OFF].map(stream);
    let (client, _) = client(&clock, exchanges.to_vec());
    let ask = || clock.run(client.chat(hello(), &mut |_| {}));

    // There are servers that never give a reason: nothing tells them apart yet.
    assert_eq!(ask().unwrap().message.content.as_deref(), Some("qsE"));
    let whole = ask().unwrap();
    assert_eq!(whole.message.content.as_deref(), Some("B4l)ょaqqPぢqぎ"));
    let cut_off = ask().unwrap_err();
    assert!(matches!(cut_off, LlmError::Truncated { .. }), "{cut_off:?}");
    assert_eq!(cut_off.kind(), ErrorKind::BrokeOff);
}

#[test]
fn that_replies_have_a_reason_is_kept_with_the_profile() {
    let clock = Clock::default();
    let (first, _) = client(&clock, vec![stream(WHOLE)]);
    clock.run(first.chat(hello(), &mut |_| {})).unwrap();
    let stored = serde_json::to_string(&first.profile()).unwrap();

    let (next, _) = client(&clock, vec![stream(CUT_OFF)]);
    let next = next.with_profile(serde_json::from_str::<Profile>(&stored).unwrap());
    assert!(clock.run(next.chat(hello(), &mut |_| {})).is_err());
}
