#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::protocol::message::{ToolCall, ToolCallId};

fn outcome(words: usize) -> Message {
    Message::tool(ToolCallId("a".into()), "word".repeat(words))
}

fn called(arguments: impl Into<String>) -> Message {
    Message::Assistant(AssistantMessage {
        tool_calls: vec![ToolCall::new("a", "search", arguments)],
        ..AssistantMessage::default()
    })
}

fn request(messages: Vec<Message>) -> ChatRequest {
    ChatRequest {
        messages,
        ..ChatRequest::default()
    }
}

#[test]
fn the_longest_outcomes_are_cut_alike_and_nothing_else_is() {
    for (given, tokens, expected) in [
        (vec![10, 20, 30], 1_000, vec![50, 10, 20, 30]),
        (vec![], 1_000, vec![50]),
        (vec![10, 400, 900], 66 + 310, vec![50, 10, 150, 150]),
        (vec![400, 10, 200], 66 + 20, vec![50, 6, 6, 6]),
    ] {
        let said = [Message::user("word".repeat(50))];
        let outcomes = given.iter().map(|words| outcome(*words));
        let mut request = request(said.into_iter().chain(outcomes).collect());
        assert!(fit(&mut request, tokens), "{given:?}");
        let lengths = request.messages.iter().map(|it| it.estimated_tokens() - 4);
        let lengths: Vec<u64> = lengths.collect();
        let near = lengths.iter().zip(&expected);
        let near = near.clone().all(|(is, to_be)| is.abs_diff(*to_be) <= 4);
        assert!(near, "{given:?}: {lengths:?}");
    }
}

#[test]
fn long_arguments_become_a_short_object_that_says_so() {
    let broken = format!(r#"{{"query":"{}"#, "long ".repeat(40_000));
    let mut request = request(vec![
        Message::user("Search."),
        called(broken),
        outcome(20),
        called(r#"{"query":"short"}"#),
    ]);
    assert!(fit(&mut request, 1_000));
    let arguments: Vec<&str> = request
        .messages
        .iter()
        .filter_map(|message| match message {
            Message::Assistant(reply) => Some(reply.tool_calls[0].function.arguments.as_str()),
            _ => None,
        })
        .collect();
    let object: Value = serde_json::from_str(arguments[0]).unwrap();
    assert!(object["omitted"].is_string());
    assert_eq!(arguments[1], r#"{"query":"short"}"#);
}

#[test]
fn what_a_server_added_counts_and_is_cut_or_left_out_whole() {
    let long = || "word".repeat(50_000);
    let mut reply = AssistantMessage {
        content: Some("Here.".to_owned()),
        tool_calls: vec![ToolCall::new("a", "search", "{}")],
        ..AssistantMessage::default()
    };
    let call = &mut reply.tool_calls[0];
    call.extra
        .insert("extra_content".into(), json!({"thought_signature": long()}));
    call.function.extra.insert("note".into(), json!([long()]));
    let extra = &mut reply.extra;
    extra.insert("reasoning".into(), json!(long()));
    extra.insert("reasoning_details".into(), json!([{"text": long()}]));
    extra.insert("signature".into(), json!(long()));
    extra.insert("short".into(), json!(["kept"]));
    let mut request = request(vec![Message::user("Search."), Message::Assistant(reply)]);
    assert!(request.estimated_tokens() > 250_000);
    assert!(fit(&mut request, 1_000));
    let body = serde_json::to_string(&request).unwrap();
    assert!(body.len() < 5_000, "{} bytes", body.len());
    let Message::Assistant(reply) = &request.messages[1] else {
        panic!("{:?}", request.messages[1]);
    };
    let kept: Vec<&str> = reply.extra.keys().map(String::as_str).collect();
    assert_eq!(kept, ["reasoning", "short"]);
    assert!(reply.extra["reasoning"].as_str().unwrap().ends_with(CUT));
    assert_eq!(reply.tool_calls[0].extra.len(), 0);
}

#[test]
fn what_a_person_said_is_cut_only_when_nothing_else_is_left() {
    let question = "Why? ".repeat(20_000);
    let mut request = request(vec![Message::user(question.clone()), outcome(5_000)]);
    fit(&mut request, 26_000);
    assert_eq!(request.messages[0], Message::user(question));
    assert!(fit(&mut request, 2_000));
    let Message::User { content, .. } = &request.messages[0] else {
        panic!("{:?}", request.messages[0]);
    };
    assert!(content.starts_with("Why?") && content.ends_with(CUT));
}

#[test]
fn what_was_cut_and_is_cut_again_has_one_mark() {
    let mut request = request(vec![outcome(5_000)]);
    fit(&mut request, 2_000);
    fit(&mut request, 1_000);
    let Message::Tool { content, .. } = &request.messages[0] else {
        panic!("{:?}", request.messages[0]);
    };
    assert_eq!(content.matches(CUT).count(), 1);
}

#[test]
fn rules_that_are_too_long_stay_and_are_said_not_to_fit() {
    let mut request = request(vec![Message::system("rule ".repeat(5_000))]);
    assert!(!fit(&mut request, 1_000));
    assert!(request.estimated_tokens() > 6_000);
}

fn message() -> impl Strategy<Value = Message> {
    prop_oneof![
        "[a-z日 ]{0,900}".prop_map(Message::user),
        "[a-z日 ]{0,900}".prop_map(|it| Message::tool(ToolCallId("a".into()), it)),
        "[a-z日\" ]{0,900}".prop_map(called),
    ]
}

proptest! {
    #[test]
    fn whatever_is_said_a_request_fits_that_has_room_for_its_marks(
        messages in prop::collection::vec(message(), 0..20),
        room in 500_u64..2_000,
    ) {
        let mut request = request(messages.clone());
        prop_assert!(fit(&mut request, room), "{}", request.estimated_tokens());
        prop_assert_eq!(request.messages.len(), messages.len());
    }
}
