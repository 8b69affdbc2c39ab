//! What is said more than once.

use serde_json::{Value, json};

use super::calls::{Called, ended_with_any_reason};
use super::{Makes, Quirk, Row, calls, finished, function, stream};

pub fn repetitions() -> Vec<Quirk> {
    let ask = |arguments: &str| json!({"arguments": arguments});
    let table: Vec<(Row, &str, Vec<Value>, Vec<Called>)> = vec![
        (
            Row::NameInEveryPiece,
            "the name in every piece, and the same piece twice",
            vec![
                calls(json!([{"index": 0, "id": "a", "function": function("ask", "{\"m\":1")}])),
                calls(json!([{"index": 0, "id": "a", "function": function("ask", "0")}])),
                calls(json!([{"index": 0, "id": "a", "function": function("ask", "0")}])),
                calls(json!([{"index": 0, "id": "a", "function": function("ask", "}")}])),
            ],
            vec![("a", "ask", "{\"m\":100}")],
        ),
        (
            Row::Repetitions,
            "the chunk of a whole call again, by id, by index and by nothing",
            vec![
                calls(json!([{"index": 0, "id": "a", "function": function("ask", "{}")}])),
                calls(json!([{"index": 0, "id": "a", "function": function("ask", "{}")}])),
                calls(json!([{"index": 1, "function": function("note", "{}")}])),
                calls(json!([{"index": 1, "function": function("note", "{}")}])),
                calls(json!([{"function": function("wait", "{}")}])),
                calls(json!([{"index": 0, "id": "a", "function": function("ask", "{}")}])),
                calls(json!([{"function": function("wait", "{}")}])),
            ],
            vec![
                ("a", "ask", "{}"),
                ("call00000", "note", "{}"),
                ("call00001", "wait", "{}"),
            ],
        ),
        (
            Row::NameInEveryPiece,
            "the name in every piece, without marks",
            vec![
                calls(json!([{"function": function("search", "")}])),
                calls(json!([{"function": function("search", "{\"q\"")}])),
                calls(json!([{"function": function("search", ":1}")}])),
                calls(json!([{"function": function("search", "")}])),
            ],
            vec![("call00000", "search", "{\"q\":1}")],
        ),
        (
            Row::NameInEveryPiece,
            "the name in every piece, and more of them after the last brace",
            vec![
                calls(json!([{"index": 0, "function": function("search", "")}])),
                calls(json!([{"index": 0, "function": function("search", "{}")}])),
                calls(json!([{"index": 0, "function": function("search", "\n")}])),
                calls(json!([{"index": 0, "function": function("search", "")}])),
                calls(json!([{"index": 1, "function": function("search", "{}")}])),
                calls(json!([{"index": 1, "function": function("search", "")}])),
            ],
            vec![("call00000", "search", "{}"), ("call00001", "search", "{}")],
        ),
        (
            Row::NameInEveryPiece,
            "a name that grows with every piece",
            vec![
                calls(json!([{"index": 0, "id": "a", "function": function("sea", "")}])),
                calls(json!([{"index": 0, "id": "a", "function": function("search", "")}])),
                calls(json!([{"index": 0, "id": "a", "function": function("search", "{}")}])),
            ],
            vec![("a", "search", "{}")],
        ),
        (
            Row::NameInEveryPiece,
            "a name in pieces",
            vec![
                calls(json!([{"index": 0, "id": "a", "function": function("sea", "")}])),
                calls(json!([{"index": 0, "function": function("rch", "")}])),
                calls(json!([{"index": 0, "function": ask("{}")}])),
            ],
            vec![("a", "search", "{}")],
        ),
        (
            Row::Repetitions,
            "every chunk repeats the calls so far, by id",
            vec![
                calls(json!([{"index": 0, "id": "a", "function": function("ask", "")}])),
                calls(json!([{"index": 0, "id": "a", "function": function("ask", "{\"m\"")}])),
                calls(json!([{"index": 0, "id": "a", "function": function("ask", "{\"m\":1}")}])),
                calls(json!([
                    {"index": 0, "id": "a", "function": function("ask", "{\"m\":1}")},
                    {"index": 1, "id": "b", "function": function("note", "{")},
                ])),
                calls(json!([
                    {"index": 0, "id": "a", "function": function("ask", "{\"m\":1}")},
                    {"index": 1, "id": "b", "function": function("note", "{}")},
                ])),
            ],
            vec![("a", "ask", "{\"m\":1}"), ("b", "note", "{}")],
        ),
        (
            Row::Repetitions,
            "every chunk repeats the calls so far, by index",
            vec![
                calls(json!([{"index": 0, "function": function("ask", "{\"m\"")}])),
                calls(json!([{"index": 0, "function": function("ask", "{\"m\":1}")}])),
                calls(json!([
                    {"index": 0, "function": function("ask", "{\"m\":1}")},
                    {"index": 1, "function": function("note", "{\"n\"")},
                ])),
                calls(json!([
                    {"index": 0, "function": function("ask", "{\"m\":1}")},
                    {"index": 1, "function": function("note", "{\"n\":2}")},
                ])),
            ],
            vec![
                ("call00000", "ask", "{\"m\":1}"),
                ("call00001", "note", "{\"n\":2}"),
            ],
        ),
        (
            Row::Repetitions,
            "every chunk repeats the calls so far, without marks",
            vec![
                calls(json!([{"function": function("ask", "{\"m\"")}])),
                calls(json!([{"function": function("ask", "{\"m\":1}")}])),
                calls(json!([
                    {"function": function("ask", "{\"m\":1}")},
                    {"function": function("note", "{")},
                ])),
                calls(json!([
                    {"function": function("ask", "{\"m\":1}")},
                    {"function": function("note", "{}")},
                    {"function": function("note", "{}")},
                ])),
            ],
            vec![
                ("call00000", "ask", "{\"m\":1}"),
                ("call00001", "note", "{}"),
                ("call00002", "note", "{}"),
            ],
        ),
        (
            Row::Repetitions,
            "all calls again at the end, written otherwise and without ids",
            vec![
                calls(json!([{"index": 0, "id": "a", "function": function("ask", "{\"m\": 1}")}])),
                calls(
                    json!([{"index": 1, "id": "b", "function": function("note", "{\"x\":1, \"y\":2}")}]),
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
            Row::Repetitions,
            "equal calls that are told apart",
            vec![
                calls(json!([{"index": 0, "id": "a", "function": function("note", "{}")}])),
                calls(json!([{"index": 0, "id": "b", "function": function("note", "{}")}])),
                calls(json!([{"index": 1, "function": function("wait", "{}")}])),
                calls(json!([{"index": 2, "function": function("wait", "{}")}])),
            ],
            vec![
                ("a", "note", "{}"),
                ("b", "note", "{}"),
                ("call00000", "wait", "{}"),
                ("call00001", "wait", "{}"),
            ],
        ),
        (
            Row::Repetitions,
            "arguments that go on as they began",
            vec![
                calls(json!([{"index": 0, "id": "a", "function": function("tree", "{\"c\":[")}])),
                calls(json!([{"index": 0, "function": ask("{\"c\":[]}")}])),
                calls(json!([{"index": 0, "function": ask("]}")}])),
            ],
            vec![("a", "tree", "{\"c\":[{\"c\":[]}]}")],
        ),
    ];
    let with_every_end = |(row, name, chunks, expected): (_, &str, Vec<_>, Vec<_>)| {
        ended_with_any_reason(row, name, &chunks, &expected)
    };
    let understood = table.into_iter().flat_map(with_every_end);
    understood.chain(joined_wrongly()).collect()
}

/// Arguments that neither go on nor repeat themselves: nobody can know what was meant.
fn joined_wrongly() -> Vec<Quirk> {
    let quirk = |pieces: Vec<&str>| {
        let piece = |it: &&str| json!([{"index": 0, "id": "a", "function": function("ask", *it)}]);
        let chunks = pieces.iter().map(piece).map(calls);
        let chunks: Vec<_> = chunks.chain([finished(json!("tool_calls"))]).collect();
        let name = format!("arguments joined wrongly: {pieces:?}");
        Quirk::new(Row::Repetitions, name, stream(&chunks), Makes::NothingToRun)
    };
    [
        vec!["{}", "{\"m\":1}"],
        vec!["{\"m\":1}", "{}"],
        vec!["{\"m\"", "{\"m\":1}", "{\"m\":1"],
        vec!["{\"m\"", "{\"m\":1", "{\"n\":2}"],
        vec!["{\"m\":1", "{\"m\":1}", "}"],
        vec!["{\"m", "\"m\":1}"],
    ]
    .into_iter()
    .map(quirk)
    .collect()
}
