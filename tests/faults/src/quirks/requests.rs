//! What servers refuse, and what must come back to them.

use kikitori_llm::{
    AssistantMessage, ChatRequest, ErrorKind, Message, Profile, ToolCall, ToolChoice,
    ToolDefinition,
};
use serde_json::{Value, json};

use super::{
    Makes, Member, Quirk, Row, calls, finished, function, good, good_answer, reply, stream,
};
use crate::call::Ask;
use crate::exchange::{Exchange, Then};
use crate::simulated::hello;

/// Fields that came with a reply go back with it, ids that were missing are minted, and arguments
/// go back as text.
pub fn sent_back() -> Vec<Quirk> {
    let signed = json!({"google": {"thought_signature": "x1"}});
    let first = |chunk: Value| stream(&[chunk, finished(json!("tool_calls"))]);
    let table: Vec<(Row, &str, Exchange, Vec<Member>)> = vec![
        (
            Row::UnknownFields,
            "beside a call and its function",
            stream(&[
                calls(json!([{
                    "index": 0, "id": "a", "type": "function", "extra_content": signed,
                    "function": {"name": "ask", "arguments": "{", "parsed": false},
                }])),
                calls(json!([{"index": 0, "function": {"arguments": "}"}}])),
                finished(json!("tool_calls")),
            ]),
            vec![
                (
                    "/messages/1/tool_calls",
                    Some(json!([{
                        "id": "a", "type": "function",
                        "function": {"name": "ask", "arguments": "{}", "parsed": false},
                        "extra_content": signed,
                    }])),
                ),
                ("/messages/2/tool_call_id", Some(json!("a"))),
            ],
        ),
        (
            Row::UnknownFields,
            "on a call that is said again",
            stream(&[
                calls(json!([{"index": 0, "id": "a", "function": function("ask", "{}")}])),
                calls(json!([
                    {"index": 0, "id": "a", "function": function("ask", "{}"), "extra_content": signed},
                ])),
                finished(json!("tool_calls")),
            ]),
            vec![(
                "/messages/1/tool_calls/0/extra_content",
                Some(signed.clone()),
            )],
        ),
        (
            Row::UnknownFields,
            "beside the message",
            reply(json!({"content": "Hm", "thought_signature": "x1"}), "stop"),
            vec![("/messages/1/thought_signature", Some(json!("x1")))],
        ),
        (
            Row::Reasoning,
            "reasoning_content in pieces",
            stream(&[
                super::choice(json!({"reasoning_content": "H"})),
                super::choice(json!({"reasoning_content": "m", "content": "Hi"})),
                finished(json!("stop")),
            ]),
            vec![
                ("/messages/1/reasoning_content", Some(json!("Hm"))),
                ("/messages/1/reasoning", None),
                ("/messages/1/content", Some(json!("Hi"))),
            ],
        ),
        (
            Row::Reasoning,
            "reasoning, whole",
            reply(json!({"content": "Hi", "reasoning": "Hm"}), "stop"),
            vec![
                ("/messages/1/reasoning", Some(json!("Hm"))),
                ("/messages/1/reasoning_content", None),
            ],
        ),
        (
            Row::IdsOfNineCharacters,
            "an id that is missing",
            first(calls(json!([{"function": function("ask", "{}")}]))),
            vec![
                ("/messages/1/tool_calls/0/id", Some(json!("call00000"))),
                ("/messages/2/tool_call_id", Some(json!("call00000"))),
            ],
        ),
        (
            Row::ArgumentsAsAnObject,
            "sent back as text",
            first(calls(
                json!([{"id": "a", "function": function("ask", json!({"m": 1}))}]),
            )),
            vec![(
                "/messages/1/tool_calls/0/function/arguments",
                Some(json!("{\"m\":1}")),
            )],
        ),
    ];
    let quirk = |(row, name, first, sent): (_, &str, _, _)| {
        let mut quirk = Quirk::new(row, name, first, good_answer());
        quirk.order.ask = Ask::AndOn(hello());
        quirk.exchanges.push(good());
        quirk.requests = vec![Vec::new(), sent];
        quirk
    };
    table.into_iter().map(quirk).collect()
}

pub(super) fn refusal(status: u16, message: &str) -> Exchange {
    let body = json!({"error": {"message": message}});
    Exchange::body(status, body.to_string())
}

/// A request that uses all that can be left out.
fn everything() -> ChatRequest {
    let mut called = AssistantMessage {
        tool_calls: vec![ToolCall::new("a", "t", "{}")],
        ..AssistantMessage::default()
    };
    called
        .extra
        .insert("reasoning_content".to_owned(), json!("Hm"));
    let mut request = hello();
    request.messages.push(Message::Assistant(called));
    request.messages.push(Message::tool(
        kikitori_llm::ToolCallId("a".to_owned()),
        "done",
    ));
    request.tools = vec![ToolDefinition::function("t", "", json!({}))].into();
    request.tool_choice = Some(ToolChoice::Required);
    let parallel = ("parallel_tool_calls".to_owned(), json!(false));
    request.extra.extend([parallel]);
    request
}

/// An endpoint whose words are words: it has given a call before.
fn has_called() -> Profile {
    Profile {
        has_called: true,
        ..Profile::default()
    }
}

/// What is refused and can be done without is left out.
pub fn left_out() -> Vec<Quirk> {
    let set = |value: Value| Some(value);
    let table: Vec<(Row, &str, Exchange, Member, Member)> = vec![
        (
            Row::ParallelToolCalls,
            "refused",
            refusal(400, "parallel_tool_calls is not supported"),
            ("/parallel_tool_calls", set(json!(false))),
            ("/parallel_tool_calls", None),
        ),
        (
            Row::ToolChoice,
            "a forced one is refused",
            refusal(400, "deepseek-reasoner does not support this tool_choice"),
            ("/tool_choice", set(json!("required"))),
            ("/tool_choice", set(json!("auto"))),
        ),
        (
            Row::NullContent,
            "null is refused",
            refusal(400, "'content' field must be a string"),
            ("/messages/1/content", set(Value::Null)),
            ("/messages/1/content", set(json!(""))),
        ),
        (
            Row::Reasoning,
            "returned, and refused",
            refusal(422, "reasoning_content: extra inputs are not permitted"),
            ("/messages/1/reasoning_content", set(json!("Hm"))),
            ("/messages/1/reasoning_content", None),
        ),
        (
            Row::NothingInAChunk,
            "usage in streams is refused",
            refusal(400, "Unrecognized request argument: stream_options"),
            ("/stream_options/include_usage", set(json!(true))),
            ("/stream_options", None),
        ),
    ];
    let quirk = |(row, name, refused, before, after): (_, &str, _, _, _)| {
        let mut quirk = Quirk::new(row, name, refused, good_answer());
        quirk.order.ask = Ask::Chat(everything());
        quirk.order.profile = has_called();
        quirk.exchanges.push(good());
        quirk.requests = vec![vec![before], vec![after]];
        quirk
    };
    let mut quirks: Vec<_> = table.into_iter().map(quirk).collect();

    let mut empty = Quirk::new(
        Row::NullContent,
        "null and the empty text are refused",
        refusal(400, "'content' field must be a string"),
        good_answer(),
    );
    empty.order.ask = Ask::Chat(everything());
    empty.order.profile = has_called();
    let refused_too = refusal(400, "assistant content must not be empty");
    empty.exchanges.extend([refused_too, good()]);
    empty.requests = [set(Value::Null), set(json!("")), None]
        .map(|content| vec![("/messages/1/content", content)])
        .to_vec();
    quirks.push(empty);

    let mut unset = Quirk::new(Row::ParallelToolCalls, "not set", good(), good_answer());
    unset.requests = vec![vec![("/parallel_tool_calls", None)]];
    quirks.push(unset);
    quirks
}

/// What a page of another origin may not do, and what it is never made to ask for.
pub fn no_way_from_a_page() -> Vec<Quirk> {
    let refused = Exchange::stream(vec![Then::Head(200)]).for_its_own_origin();
    let mut refused = Quirk::new(
        Row::OriginRefused,
        "not allowed to ask",
        refused,
        Makes::ErrorKind(ErrorKind::Unreachable),
    );
    refused.requests = Vec::new();
    vec![
        refused,
        Quirk::new(
            Row::HeadersInThePreflight,
            "no header but the content's type",
            good(),
            good_answer(),
        ),
    ]
}
