//! What an endpoint refuses is left out of the call, and of every later one.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::cell::RefCell;
use std::rc::Rc;

use kikitori_faults::{Clock, Exchange, Network, Then};
use kikitori_llm::{
    AssistantMessage, ChatRequest, ErrorKind, LlmError, Message, Model, NoContent, Profile,
    ReplyLimit, ToolCall, ToolCallId, ToolChoice, ToolDefinition,
};
use serde_json::{Value, json};

fn refusal(status: u16, message: &str) -> Exchange {
    let body = json!({"error": {"message": message}});
    Exchange::body(status, body.to_string())
}

fn good() -> Exchange {
    let message = json!({"role": "assistant", "content": "Hello"});
    let body = json!({"choices": [{"message": message, "finish_reason": "stop"}]});
    Exchange::body(200, body.to_string())
}

/// A request that uses all that can be left out.
fn request() -> ChatRequest {
    let mut called = AssistantMessage {
        tool_calls: vec![ToolCall::new("a", "t", "{}")],
        ..AssistantMessage::default()
    };
    called
        .extra
        .insert("reasoning_content".to_owned(), json!("Hm"));
    let mut request = ChatRequest {
        messages: vec![
            Message::user("Hello"),
            Message::Assistant(called),
            Message::tool(ToolCallId("a".to_owned()), "done"),
        ],
        tools: vec![ToolDefinition::function("t", "", json!({}))].into(),
        tool_choice: Some(ToolChoice::Required),
        stream: true,
        ..ChatRequest::default()
    };
    let parallel = ("parallel_tool_calls".to_owned(), json!(false));
    request.extra.extend([parallel]);
    request
}

/// What a request says of everything that can be left out.
fn said(body: &Value) -> [Option<Value>; 6] {
    [
        "/stream_options/include_usage",
        "/parallel_tool_calls",
        "/tool_choice",
        "/messages/1/content",
        "/messages/1/reasoning_content",
        "/stream",
    ]
    .map(|path| body.pointer(path).cloned())
}

/// An endpoint whose words are words: it has given a call before.
fn has_called() -> Profile {
    Profile {
        has_called: true,
        ..Profile::default()
    }
}

#[test]
fn each_refusal_takes_one_thing_away_until_the_call_succeeds() {
    let clock = Clock::default();
    let network = Network::of(
        &clock,
        vec![
            refusal(400, "Unrecognized request argument: stream_options"),
            refusal(400, "parallel_tool_calls is not supported"),
            refusal(400, "deepseek-reasoner does not support this tool_choice"),
            refusal(400, "'content' field must be a string"),
            refusal(400, "assistant content must not be empty"),
            refusal(422, "reasoning_content: extra inputs are not permitted"),
            refusal(501, "streaming is not implemented"),
            good(),
        ],
    );
    let client = network.client();
    clock.run(client.chat(request(), &mut |_| {})).unwrap();

    let (t, f, null, empty) = (json!(true), json!(false), Value::Null, json!(""));
    let (required, auto, hm) = (json!("required"), json!("auto"), json!("Hm"));
    let s = |value: &Value| Some(value.clone());
    let expected = [
        [s(&t), s(&f), s(&required), s(&null), s(&hm), s(&t)],
        [None, s(&f), s(&required), s(&null), s(&hm), s(&t)],
        [None, None, s(&required), s(&null), s(&hm), s(&t)],
        [None, None, s(&auto), s(&null), s(&hm), s(&t)],
        [None, None, s(&auto), s(&empty), s(&hm), s(&t)],
        [None, None, s(&auto), None, s(&hm), s(&t)],
        [None, None, s(&auto), None, None, s(&t)],
        [None, None, s(&auto), None, None, s(&f)],
    ];
    let sent: Vec<_> = network.sent().iter().map(|it| said(&it.body)).collect();
    assert_eq!(sent, expected);

    let learnt = Profile {
        usage_in_streams: false,
        parallel_tool_calls: false,
        forced_tool_choice: false,
        no_content: NoContent::Absent,
        returned_reasoning: false,
        streaming: false,
        ..Profile::default()
    };
    assert_eq!(client.profile(), learnt);

    // The next call begins with what was learnt.
    clock.run(client.chat(request(), &mut |_| {})).unwrap();
    let sent = network.sent();
    assert_eq!(sent.len(), 9);
    assert_eq!(said(&sent[8].body), expected[7]);
}

/// Whoever keeps profiles hears of each lesson, and of nothing else.
#[test]
fn a_lesson_is_told_once_it_has_helped() {
    let clock = Clock::default();
    let exchanges = vec![
        refusal(400, "stream_options is not supported"),
        good(),
        good(),
        refusal(400, "small does not support tools"),
    ];
    let network = Network::of(&clock, exchanges);
    let told = Rc::new(RefCell::new(Vec::new()));
    let hears = Rc::clone(&told);
    let client = network
        .client()
        .with_profile(has_called())
        .on_learnt(move |profile| hears.borrow_mut().push(profile));
    let copy = client.clone();
    let without_usage = Profile {
        usage_in_streams: false,
        ..has_called()
    };
    clock.run(client.chat(request(), &mut |_| {})).unwrap();
    assert_eq!(told.take(), [without_usage]);
    clock.run(client.chat(request(), &mut |_| {})).unwrap();
    assert_eq!(told.take(), []);
    clock.run(copy.chat(request(), &mut |_| {})).unwrap_err();
    let without_tools = Profile {
        tools: false,
        ..without_usage
    };
    assert_eq!(told.take(), [without_tools]);
}

#[test]
fn messages_in_a_row_become_one_where_a_template_wants_turns_to_alternate() {
    let clock = Clock::default();
    let said = "Conversation roles must alternate user/assistant/user/assistant/...";
    let network = Network::of(&clock, vec![refusal(500, said), good()]);
    let client = network.client();
    let request = ChatRequest {
        messages: vec![
            Message::system("Rules"),
            Message::user("Hello"),
            Message::user("Are you there?"),
        ],
        ..ChatRequest::default()
    };
    clock.run(client.chat(request, &mut |_| {})).unwrap();
    let sent = network.sent();
    assert_eq!(sent.len(), 2);
    assert_eq!(
        sent[1].body["messages"],
        json!([
            {"role": "system", "content": "Rules"},
            {"role": "user", "content": "Hello\n\nAre you there?"},
        ])
    );
    assert!(!client.profile().messages_in_a_row);
}

#[test]
fn the_bound_on_a_reply_is_sent_by_the_name_that_the_endpoint_takes_or_not_at_all() {
    let clock = Clock::default();
    let network = Network::of(
        &clock,
        vec![
            refusal(
                400,
                "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
            ),
            good(),
            refusal(400, "max_completion_tokens: unknown field"),
            good(),
        ],
    );
    let client = network.client();
    let request = ChatRequest {
        messages: vec![Message::user("Hello")],
        max_tokens: Some(700),
        ..ChatRequest::default()
    };
    for learnt in [ReplyLimit::MaxCompletionTokens, ReplyLimit::Absent] {
        clock
            .run(client.chat(request.clone(), &mut |_| {}))
            .unwrap();
        assert_eq!(client.profile().reply_limit, learnt);
    }
    let bound =
        |body: &Value| ["max_tokens", "max_completion_tokens"].map(|it| body.get(it).cloned());
    let sent: Vec<_> = network.sent().iter().map(|it| bound(&it.body)).collect();
    let (old, new) = ([Some(json!(700)), None], [None, Some(json!(700))]);
    assert_eq!(sent, [old, new.clone(), new, [None, None]]);
}

#[test]
fn a_bound_that_is_too_large_for_the_endpoint_is_lowered_until_it_fits() {
    let too_long = "This model's maximum context length is 4096 tokens. However, you requested \
        9192 tokens (1000 in the messages, 8192 in the completion).";
    for said in [
        too_long,
        "max_tokens is too large: 8192. This model supports at most 1000 completion tokens",
        "Invalid max_tokens value, the valid range of max_tokens is [1, 1000]",
    ] {
        let clock = Clock::default();
        let refused = refusal(400, said);
        let network = Network::of(&clock, vec![refused.clone(), refused, good()]);
        let client = network.client();
        let request = ChatRequest {
            messages: vec![Message::user("Hello")],
            max_tokens: Some(8_192),
            ..ChatRequest::default()
        };
        clock.run(client.chat(request, &mut |_| {})).unwrap();
        let sent: Vec<_> = network
            .sent()
            .iter()
            .map(|it| it.body["max_tokens"].clone())
            .collect();
        assert_eq!(sent, [8_192, 2_048, 512], "{said}");
        // It is the size that was refused, and not the field.
        assert_eq!(client.profile(), Profile::default(), "{said}");
    }
}

#[test]
fn a_conversation_that_never_fits_is_refused_after_a_bounded_number_of_requests() {
    let clock = Clock::default();
    let network = Network::of(&clock, vec![refusal(400, "prompt is too long")]);
    let request = ChatRequest {
        messages: vec![Message::user("Hello")],
        max_tokens: Some(8_192),
        ..ChatRequest::default()
    };
    let outcome = clock.run(network.client().chat(request, &mut |_| {}));
    assert_eq!(outcome.unwrap_err().kind(), ErrorKind::TooLong);
    assert_eq!(network.sent().len(), 4);
}

#[test]
fn a_call_that_makes_no_sense_without_the_feature_fails_and_the_lesson_stays() {
    let clock = Clock::default();
    let network = Network::of(&clock, vec![refusal(400, "small does not support tools")]);
    let client = network.client();
    let outcome = clock.run(client.chat(request(), &mut |_| {}));
    assert!(matches!(outcome, Err(LlmError::Status { status: 400, .. })));
    assert_eq!(network.sent().len(), 2, "a schema is tried instead");
    assert!(!client.profile().tools);
}

#[test]
fn an_endpoint_that_refuses_whatever_it_gets_is_asked_a_bounded_number_of_times() {
    let all =
        "stream_options parallel_tool_calls tool_choice content reasoning streaming unsupported";
    let clock = Clock::default();
    let network = Network::of(&clock, vec![refusal(400, all)]);
    let client = network.client();
    assert!(clock.run(client.chat(request(), &mut |_| {})).is_err());
    assert!(network.sent().len() <= 9, "{}", network.sent().len());
    // Nothing of it helped, so nothing was learnt.
    assert_eq!(client.profile(), Profile::default());
}

#[test]
fn a_known_server_gets_only_what_it_takes_from_the_first_call() {
    for (name, expected) in [
        (
            "openai",
            [
                Some(json!(false)),
                Some(json!("required")),
                Some(Value::Null),
            ],
        ),
        (
            "llama.cpp",
            [
                Some(json!(false)),
                Some(json!("required")),
                Some(Value::Null),
            ],
        ),
        ("ollama", [None, Some(json!("auto")), Some(Value::Null)]),
        (
            "lm-studio",
            [None, Some(json!("required")), Some(json!(""))],
        ),
    ] {
        let clock = Clock::default();
        let network = Network::of(&clock, vec![good()]);
        let client = network.client().with_profile(Profile::named(name).unwrap());
        clock.run(client.chat(request(), &mut |_| {})).unwrap();
        let [_, parallel, choice, content, _, _] = said(&network.sent()[0].body);
        assert_eq!([parallel, choice, content], expected, "{name}");
    }
}

#[test]
fn nothing_is_asked_again_once_something_was_shown() {
    let word = "data: {\"choices\":[{\"delta\":{\"content\":\"Hello\"}}]}\n\n";
    let error = "data: {\"error\":\"this tool_choice is not supported\"}\n\n";
    let pieces = [word, error].map(|it| Then::Piece(it.into()));
    let happens = [vec![Then::Head(200)], pieces.to_vec()].concat();
    let clock = Clock::default();
    let network = Network::of(&clock, vec![Exchange::stream(happens), good()]);
    let client = network.client().with_profile(has_called());
    let outcome = clock.run(client.chat(request(), &mut |_| {}));
    assert!(matches!(outcome, Err(LlmError::InReply { .. })));
    assert_eq!(network.sent().len(), 1);
}
