//! An endpoint that knows no tools and holds a reply to a schema is used as if it knew them.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use std::cell::RefCell;
use std::rc::Rc;

use kikitori_faults::{Clock, Exchange, Network, Then};
use kikitori_llm::{
    Calls, ChatRequest, Delta, Message, Model, Profile, ToolChoice, ToolDefinition,
};
use serde_json::{Value, json};

fn request() -> ChatRequest {
    ChatRequest {
        messages: vec![Message::user("Hello")],
        tools: vec![ToolDefinition::function("t", "", json!({}))].into(),
        tool_choice: Some(ToolChoice::Required),
        stream: true,
        ..ChatRequest::default()
    }
}

#[test]
fn an_endpoint_that_ignores_tools_is_noticed_once_and_that_is_told() {
    let call = |text: &str| {
        let message = json!({"content": text});
        let choices = json!([{"message": message, "finish_reason": "stop"}]);
        Exchange::body(200, json!({"choices": choices}).to_string())
    };
    let by_schema = || call(r#"{"name":"t","arguments":{}}"#);
    let clock = Clock::default();
    let exchanges = vec![call("I would."), by_schema(), by_schema()];
    let network = Network::of(&clock, exchanges);
    let told = Rc::new(RefCell::new(Vec::new()));
    let hears = Rc::clone(&told);
    let client = network
        .client()
        .on_learnt(move |profile| hears.borrow_mut().push(profile));
    let mut ignore = |_| {};
    let reply = clock.run(client.chat(request(), &mut ignore)).unwrap();
    assert_eq!(reply.message.tool_calls[0].function.name, "t");
    let known = Profile {
        tools: false,
        ..Profile::default()
    };
    assert_eq!(told.take(), [known]);
    assert_eq!(network.sent().len(), 2);
    clock.run(client.chat(request(), &mut ignore)).unwrap();
    assert_eq!(network.sent().len(), 3, "it is known by now");
}

#[test]
fn a_model_that_has_called_and_then_talks_can_be_held_to_a_call_once() {
    let reply = |message: Value| {
        let choices = json!([{"message": message, "finish_reason": "stop"}]);
        Exchange::body(200, json!({"choices": choices}).to_string())
    };
    let native = || {
        let function = json!({"name": "t", "arguments": "{}"});
        reply(json!({"tool_calls": [{"id": "a", "type": "function", "function": function}]}))
    };
    let by_schema = reply(json!({"content": r#"{"name":"t","arguments":{}}"#}));
    let clock = Clock::default();
    let network = Network::of(&clock, vec![native(), by_schema, native()]);
    let client = network.client();
    let calls = [Calls::Wanted, Calls::BySchema, Calls::Wanted];
    for (at, calls) in calls.into_iter().enumerate() {
        let request = ChatRequest { calls, ..request() };
        let reply = clock.run(client.chat(request, &mut |_| {})).unwrap();
        assert_eq!(reply.message.tool_calls[0].function.name, "t");
        let sent = &network.sent()[at].body;
        let offers_tools = sent.get("tools").is_some();
        assert_eq!(offers_tools, calls == Calls::Wanted, "{sent}");
    }
}

#[test]
fn where_schemas_are_refused_too_words_ask_for_a_call_of_whoever_needs_one() {
    let refuses = |message: &str| {
        let error = json!({"error": {"message": message}});
        Exchange::body(400, error.to_string())
    };
    let says = |text: &str| {
        let choices = json!([{"message": {"content": text}, "finish_reason": "stop"}]);
        Exchange::body(200, json!({"choices": choices}).to_string())
    };
    let refusals = || {
        vec![
            refuses("small does not support tools"),
            refuses("response_format json_schema is not supported"),
        ]
    };
    let by_words = || says(r#"{"name":"t","arguments":{}}"#);
    let clock = Clock::default();
    let mut exchanges = refusals();
    exchanges.extend([by_words(), by_words()]);
    let network = Network::of(&clock, exchanges);
    let client = network.client();
    for requests in [3, 4] {
        let wanted = ChatRequest {
            calls: Calls::Wanted,
            ..request()
        };
        let reply = clock.run(client.chat(wanted, &mut |_| {})).unwrap();
        assert_eq!(reply.message.tool_calls[0].function.name, "t");
        assert_eq!(network.sent().len(), requests, "it is known by the second");
        let sent = network.sent().last().unwrap().body.clone();
        let names = ["tools", "tool_choice", "response_format"];
        assert!(names.iter().all(|name| sent.get(*name).is_none()), "{sent}");
    }
    // Whoever can do without a call is told that none can be had.
    let network = Network::of(&clock, refusals());
    let refused = clock.run(network.client().chat(request(), &mut |_| {}));
    assert!(refused.is_err() && network.sent().len() == 2);
}

/// Words that may not count are not shown before it is known that they do.
#[test]
fn words_instead_of_a_required_call_are_shown_only_if_no_call_comes() {
    let event = |delta: Value| {
        let chunk = json!({"choices": [{"delta": delta}]});
        format!("data: {chunk}\n\n")
    };
    let streams = |deltas: Vec<Value>| {
        let mut text: String = deltas.into_iter().map(event).collect();
        text.push_str("data: [DONE]\n\n");
        Exchange::stream(vec![Then::Head(200), Then::Piece(text.into_bytes())])
    };
    let says = |text: &str| json!({"content": text});
    let call = json!({"tool_calls": [{"id": "a", "function": {"name": "t", "arguments": "{}"}}]});
    let object = r#"{"name":"t","arguments":{}}"#;
    for (exchanges, expected) in [
        (
            vec![
                streams(vec![says("I "), says("would.")]),
                streams(vec![says(object)]),
            ],
            "t{}",
        ),
        (
            vec![
                streams(vec![says("I "), says("would.")]),
                streams(vec![says("No!")]),
            ],
            "I would.",
        ),
        (vec![streams(vec![says("So: "), call])], "So: t{}"),
    ] {
        let clock = Clock::default();
        let client = Network::of(&clock, exchanges).client();
        let mut shown = String::new();
        let mut show = |delta| match delta {
            Delta::Text(text) => shown.push_str(&text),
            Delta::Arguments { tool, piece, .. } => {
                shown.push_str(&tool);
                shown.push_str(&piece);
            }
        };
        clock.run(client.chat(request(), &mut show)).unwrap();
        assert_eq!(shown, expected);
    }
}

/// The words of the first try and the text by a schema of the second would stand one after the
/// other.
#[test]
fn words_do_not_follow_a_text_by_schema_that_broke_off() {
    let event = |text: &str| {
        let chunk = json!({"choices": [{"delta": {"content": text}}]});
        Then::Piece(format!("data: {chunk}\n\n").into_bytes())
    };
    let words = || {
        let end = Then::Piece(b"data: [DONE]\n\n".to_vec());
        Exchange::stream(vec![Then::Head(200), event("In words."), end])
    };
    let breaks = vec![Then::Head(200), event(r#"{"text":"By sch"#), Then::Break];
    let clock = Clock::default();
    let exchanges = vec![words(), words(), Exchange::stream(breaks)];
    let client = Network::of(&clock, exchanges).client();
    let mut shown = String::new();
    let mut show = |delta| match delta {
        Delta::Text(text) => shown.push_str(&text),
        Delta::Arguments { .. } => panic!("{delta:?}"),
    };
    let request = ChatRequest {
        tool_choice: None,
        ..request()
    };
    let reply = clock.run(client.chat(request, &mut show)).unwrap();
    assert_eq!(reply.message.content.as_deref(), Some("In words."));
    assert_eq!(shown, "In words.");
}
