//! The pieces of calls, and how they belong together.

use kikitori_llm::{AssistantMessage, Completion, FinishReason};
use serde_json::{Value, json};

use super::{Quirk, Row, answer, called, calls, finished, function, reply, said, stream};
use crate::exchange::Exchange;

/// Id, name and arguments of a call.
pub(super) type Called = (&'static str, &'static str, &'static str);

pub fn pieces_of_calls() -> Vec<Quirk> {
    let ask = |arguments: &str| json!({"arguments": arguments});
    let table: Vec<(Row, &str, Vec<Value>, Vec<Called>)> = vec![
        (
            Row::NoIndex,
            "no index",
            vec![
                calls(json!([{"id": "a", "function": function("ask", "{\"m\"")}])),
                calls(json!([{"function": ask(":1}")}])),
                calls(json!([{"id": "b", "function": function("note", "{}")}])),
            ],
            vec![("a", "ask", "{\"m\":1}"), ("b", "note", "{}")],
        ),
        (
            Row::NoIndex,
            "no index, no ids, whole calls in one chunk",
            vec![calls(json!([
                {"function": function("ask", "{\"m\":1}")},
                {"function": function("note", "{}")},
                {"function": function("note", "{}")},
            ]))],
            vec![
                ("call00000", "ask", "{\"m\":1}"),
                ("call00001", "note", "{}"),
                ("call00002", "note", "{}"),
            ],
        ),
        (
            Row::IndexAlwaysZero,
            "index 0 for every call",
            vec![
                calls(json!([{"index": 0, "id": "a", "function": function("ask", "{\"m\"")}])),
                calls(json!([{"index": 0, "function": ask(":1}")}])),
                calls(json!([{"index": 0, "id": "b", "function": function("note", "{\"n\"")}])),
                calls(json!([{"index": 0, "function": ask(":2}")}])),
            ],
            vec![("a", "ask", "{\"m\":1}"), ("b", "note", "{\"n\":2}")],
        ),
        (
            Row::IndexAlwaysZero,
            "index 0 for every call, empty ids",
            vec![
                calls(json!([{"index": 0, "id": "", "function": function("ask", "{\"m\":1}")}])),
                calls(json!([{"index": 0, "id": "", "function": function("note", "{}")}])),
            ],
            vec![
                ("call00000", "ask", "{\"m\":1}"),
                ("call00001", "note", "{}"),
            ],
        ),
        (
            Row::NoIdOrName,
            "the id in every piece",
            vec![
                calls(json!([{"index": 0, "id": "a", "function": function("ask", "{\"m\"")}])),
                calls(json!([{"index": 0, "id": "a", "function": ask(":1}")}])),
            ],
            vec![("a", "ask", "{\"m\":1}")],
        ),
        (
            Row::FirstIndexIsOne,
            "the first index is 1",
            vec![
                calls(json!([{"index": 1, "id": "a", "function": function("ask", "")}])),
                calls(json!([{"index": 1, "function": ask("{}")}])),
            ],
            vec![("a", "ask", "{}")],
        ),
        (
            Row::NoIdOrName,
            "indexes without ids, pieces in turns",
            vec![
                calls(json!([{"index": 0, "function": function("ask", "{")}])),
                calls(json!([{"index": 1, "id": null, "function": function("note", "{")}])),
                calls(
                    json!([{"index": 0, "function": ask("}")}, {"index": 1, "function": ask("}")}]),
                ),
            ],
            vec![("call00000", "ask", "{}"), ("call00001", "note", "{}")],
        ),
        (
            Row::ArgumentsAsAnObject,
            "arguments as an object",
            vec![calls(
                json!([{"index": 0, "id": "a", "function": function("ask", json!({"m": 1}))}]),
            )],
            vec![("a", "ask", "{\"m\":1}")],
        ),
        (
            Row::NoIdOrName,
            "a later piece before the first",
            vec![
                calls(json!([{"index": 0, "function": ask("{}")}])),
                calls(json!([{"index": 0, "id": "a", "function": function("ask", "")}])),
            ],
            vec![("a", "ask", "{}")],
        ),
        (
            Row::NoIdOrName,
            "no arguments and no name",
            vec![calls(json!([
                {"index": 0, "id": "a", "function": {"name": "ask"}},
                {"index": 1, "id": "b", "function": {"name": null, "arguments": null}},
                {"index": 2, "id": "c"},
            ]))],
            vec![("a", "ask", ""), ("b", "", ""), ("c", "", "")],
        ),
    ];
    let with_every_end = |(row, name, chunks, expected): (_, &str, Vec<_>, Vec<_>)| {
        ended_with_any_reason(row, name, &chunks, &expected)
    };
    table.into_iter().flat_map(with_every_end).collect()
}

/// The same calls with each reason that servers give at their end: it counts less than the calls.
pub(super) fn ended_with_any_reason(
    row: Row,
    name: &str,
    chunks: &[Value],
    expected: &[Called],
) -> Vec<Quirk> {
    let reasons = [
        (json!("tool_calls"), Some(FinishReason::ToolCalls), row),
        (json!("stop"), Some(FinishReason::Stop), Row::StopWithCalls),
        (Value::Null, None, Row::NoFinish),
    ];
    let quirk = |(reason, finish_reason, row)| {
        let name = format!("{name}, ended with {reason}");
        let chunks = [chunks, &[finished(reason)]].concat();
        let completion = Completion {
            message: called(expected),
            finish_reason,
            usage: None,
        };
        Quirk::new(row, name, stream(&chunks), answer(completion))
    };
    reasons.into_iter().map(quirk).collect()
}

pub fn whole_replies() -> Vec<Quirk> {
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
    let mut message = called(&[
        ("call00000", "ask", "{\"m\":1}"),
        ("call00001", "note", ""),
        ("call00002", "", ""),
    ]);
    message
        .extra
        .insert("reasoning_content".to_owned(), json!("Hm."));
    let without_reason = |message: AssistantMessage, finish_reason| {
        answer(Completion {
            message,
            finish_reason,
            usage: None,
        })
    };
    vec![
        Quirk::new(
            Row::NoIdOrName,
            "a whole reply",
            Exchange::body(200, body.to_string()),
            without_reason(message, None),
        ),
        Quirk::new(
            Row::NoIdOrName,
            "a whole reply whose calls are null",
            reply(json!({"content": "Hi", "tool_calls": null}), "stop"),
            without_reason(said("Hi"), Some(FinishReason::Stop)),
        ),
    ]
}
