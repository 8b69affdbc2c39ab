//! Replies at random: sound, half sound and none at all.

use kikitori_llm::{AssistantMessage, ChatRequest, Completion, ToolCall};
use kikitori_scripted::{calls, offers};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::form::{FIELDS, JUDGED, SAID};
use crate::support::{asking, heard, now, said_last};

const OUTCOMES: [&str; 5] = [
    "answered",
    "not_enough",
    "refused",
    "does_not_know",
    "skipped",
];

fn entry() -> impl Strategy<Value = Value> {
    let field = prop_oneof![
        6 => proptest::sample::select(&FIELDS[..]),
        1 => Just("@country"),
        1 => Just("invented"),
    ];
    let quote = prop_oneof![
        4 => proptest::sample::select(&SAID[..]).prop_map(|it| json!(it)),
        1 => Just(json!("never said")),
        1 => Just(Value::Null),
    ];
    let value = prop_oneof![
        4 => Just(Value::Null),
        1 => Just(json!("yes")),
        1 => Just(json!("v")),
        1 => Just(json!("2026-11-14")),
        1 => Just(json!("post")),
        1 => Just(json!(r#"[{"item": "bolts", "amount": 4}]"#)),
        1 => Just(json!(r#"[{"@line": 2, "amount": 7}]"#)),
        1 => Just(json!(r#"[{"@line": 1, "@remove": true}]"#)),
    ];
    let outcome = proptest::sample::select(&OUTCOMES[..]);
    (field, quote, value, outcome).prop_map(|(field, quote, value, outcome)| {
        let missing = (outcome == "not_enough").then(|| json!(["more"]));
        json!({"field_id": field, "quote": quote, "value": value, "facts": null,
            "missing": missing, "outcome": outcome})
    })
}

fn ask() -> impl Strategy<Value = String> {
    let asks = prop_oneof![
        6 => proptest::sample::select(&FIELDS[..]).prop_map(|it| json!(it)),
        1 => Just(Value::Null),
    ];
    let question = proptest::option::of(Just("why"));
    let language =
        prop_oneof![8 => Just(Value::Null), 1 => Just(json!("fr")), 1 => Just(json!("??"))];
    let heard = proptest::collection::vec(entry(), 0..3);
    (heard, asks, question, language).prop_map(|(heard, asks, question, language)| {
        json!({"heard": heard, "question": question, "language": language, "asks": asks,
            "message": "Next?"})
        .to_string()
    })
}

fn read_lines() -> impl Strategy<Value = String> {
    let field = proptest::sample::select(&["item", "amount", "invented"][..]);
    let quote = proptest::sample::select(&["4", "bolts", "nuts", "99", ""][..]);
    let value = (field, quote)
        .prop_map(|(field, quote)| json!({"field": field, "quote": quote, "value": null}));
    let kind = proptest::sample::select(&["line", "heading", "total", "remark", "unclear"][..]);
    let line = (0_u32..5, kind, proptest::collection::vec(value, 0..3));
    let line = line.prop_map(|(line, kind, values)| {
        json!({"line": line, "kind": kind, "values": values, "confidence": "high"})
    });
    proptest::collection::vec(line, 0..5).prop_map(|lines| json!({ "lines": lines }).to_string())
}

fn call() -> impl Strategy<Value = ToolCall> {
    let name = prop_oneof![
        6 => Just("ask"),
        3 => Just("review"),
        2 => Just("read_lines"),
        1 => Just("create_plan"),
        1 => Just("set_language"),
        1 => Just(""),
    ];
    let arguments = prop_oneof![
        6 => ask(),
        2 => read_lines(),
        1 => Just(r#"{"passed":true,"quote":"Ada","field_value":"v"}"#.to_owned()),
        1 => Just(r#"{"passed":false,"feedback":"more","follow_up":{"message":"And?"}}"#.to_owned()),
        1 => Just(r#"{"passed":false,"refused":true,"follow_up":{"message":"Why not?"}}"#.to_owned()),
        1 => Just(r#"{"passed":false,"refused":true,"extracted_facts":["told"],"field_value":"v","follow_up":{"message":"And?"}}"#.to_owned()),
        1 => ".{0,40}",
    ];
    ("[a-c]?", name, arguments).prop_map(|(id, name, arguments)| ToolCall::new(id, name, arguments))
}

/// What it does with one request.
#[derive(Debug, Clone)]
pub enum Turn {
    /// Replies so, whatever it is asked.
    Replies(Box<Completion>),
    /// Says that the last message answers the field with a Reviewer of its own, while it asks for
    /// another one: that is judged while the next question stands there.
    TellsEarly,
}

pub fn turn() -> impl Strategy<Value = Turn> {
    prop_oneof![
        6 => reply().prop_map(|it| Turn::Replies(Box::new(it))),
        1 => Just(Turn::TellsEarly),
    ]
}

/// What was told before it was asked for, where it was.
pub fn told_early(request: &ChatRequest) -> Option<Completion> {
    if !offers(request, "ask") {
        return None;
    }
    let now = now(request);
    let is_open = now["open"].as_array()?.iter().any(|it| it == JUDGED);
    let said = said_last(request).pop().filter(|it| !it.is_empty())?;
    (is_open && now["asked"] != JUDGED)
        .then(|| calls("ask", asking(request, vec![heard(JUDGED, &said)])))
}

fn reply() -> impl Strategy<Value = Completion> {
    let text = proptest::option::of(".{0,20}");
    (text, proptest::collection::vec(call(), 0..3)).prop_map(|(content, tool_calls)| Completion {
        message: AssistantMessage {
            content,
            tool_calls,
            ..Default::default()
        },
        ..Default::default()
    })
}
