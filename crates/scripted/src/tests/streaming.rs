//! The model through bytes and the client that reads them.

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_llm::{ChatClient, Delta, Endpoint, FinishReason, LlmError, Model, ToolCall, Usage};
use kikitori_ports::NoTimer;
use proptest::prelude::*;

use super::*;
use crate::http::{self, Reply};
use crate::{Answer, Expect, MODEL_NAME, Player, Script, ScriptedModel};

fn client(model: ScriptedModel) -> ChatClient {
    let endpoint = Endpoint {
        base_url: "https://model.test/v1".to_owned(),
        model: MODEL_NAME.to_owned(),
    };
    ChatClient::new(Rc::new(model), Rc::new(NoTimer), endpoint)
}

fn through_client(answer: Answer, cuts: &[usize], stream: bool) -> Result<Completion, LlmError> {
    let script = Script::new().then(Expect::anything(), answer);
    let client = client(ScriptedModel::following(script).cut_into(cuts));
    let mut request = request(&GREETER, vec![]);
    request.stream = stream;
    block_on(client.chat(request, &mut |_| {}))
}

fn completions() -> impl Strategy<Value = Completion> {
    let call = ("[a-z_]{1,12}", any::<String>());
    (
        prop::option::of("(?s).{1,80}"),
        prop::collection::vec(call, 0..4),
        prop::option::of(any::<u32>()),
    )
        .prop_map(|(content, calls, tokens)| {
            let tool_calls: Vec<ToolCall> = calls
                .into_iter()
                .enumerate()
                .map(|(at, (name, arguments))| ToolCall::new(format!("id{at}"), name, arguments))
                .collect();
            let finish_reason = if tool_calls.is_empty() {
                FinishReason::Stop
            } else {
                FinishReason::ToolCalls
            };
            let tokens = tokens.map(u64::from);
            Completion {
                message: kikitori_llm::AssistantMessage {
                    content,
                    tool_calls,
                    ..Default::default()
                },
                finish_reason: Some(finish_reason),
                usage: tokens.map(|n| Usage {
                    prompt_tokens: n,
                    completion_tokens: 1,
                    total_tokens: n + 1,
                    ..Usage::default()
                }),
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn streamed_and_whole_replies_come_to_the_same(
        completion in completions(),
        cuts in prop::collection::vec(1..40usize, 0..6),
    ) {
        let whole = through_client(completion.clone().into(), &cuts, false).unwrap();
        prop_assert_eq!(&whole, &completion);
        let streamed = through_client(completion.clone().into(), &cuts, true).unwrap();
        prop_assert_eq!(&streamed, &completion);
    }

    #[test]
    fn line_ends_marks_and_cuts_do_not_change_a_stream(
        completion in completions(),
        cuts in prop::collection::vec(1..7usize, 1..4),
        line_end in prop::sample::select(vec!["\n", "\r\n", "\r"]),
        marked in any::<bool>(),
        comment in any::<bool>(),
    ) {
        let reply = http::reply_from(&completion, true, true);
        let text = String::from_utf8(reply.body()).unwrap();
        let mut bytes = if marked { "\u{feff}".to_owned() } else { String::new() };
        if comment {
            bytes.push_str(": keep-alive\n\n");
        }
        bytes.push_str(&text);
        let bytes = bytes.replace('\n', line_end).into_bytes();
        let streamed = through_client(Answer::Frames(vec![bytes]), &cuts, true);
        prop_assert_eq!(streamed, Ok(completion));
    }
}

#[test]
fn a_stream_is_read_byte_by_byte() {
    let mut completion = crate::calls(
        "ask",
        json!({"message": "お名前は？ 😀", "suggestions": null}),
    );
    completion.usage = Some(Usage {
        prompt_tokens: 3,
        completion_tokens: 2,
        total_tokens: 5,
        ..Usage::default()
    });
    for line_end in ["\n", "\r\n", "\r"] {
        for mark in ["", "\u{feff}"] {
            let text = String::from_utf8(http::reply_from(&completion, true, true).body()).unwrap();
            let bytes = format!("{mark}{text}").replace('\n', line_end).into_bytes();
            let streamed = through_client(Answer::Frames(vec![bytes]), &[1], true);
            assert_eq!(streamed.as_ref(), Ok(&completion), "{line_end:?} {mark:?}");
        }
    }
}

#[test]
fn the_frames_are_those_of_the_protocol() {
    let mut completion = crate::calls("ask", json!({"message": "Hello there"}));
    completion.usage = Some(Usage {
        prompt_tokens: 3,
        completion_tokens: 2,
        total_tokens: 5,
        ..Usage::default()
    });
    let reply = http::reply_from(&completion, true, true);
    assert_eq!(
        (reply.status, reply.content_type),
        (200, "text/event-stream; charset=utf-8")
    );
    assert!(reply.delay_ms > 0);
    let texts: Vec<String> = reply
        .frames
        .iter()
        .map(|it| String::from_utf8(it.clone()).unwrap())
        .collect();
    assert_eq!(texts.last().unwrap(), "data: [DONE]\n\n");
    let chunks: Vec<Value> = texts[..texts.len() - 1]
        .iter()
        .map(|it| serde_json::from_str(it.strip_prefix("data: ").unwrap().trim()).unwrap())
        .collect();
    let delta = |at: usize| &chunks[at]["choices"][0]["delta"];
    assert_eq!(delta(0), &json!({"role": "assistant", "content": null}));
    assert_eq!(
        delta(1),
        &json!({"tool_calls": [{
            "index": 0, "id": "call00000", "type": "function", "function": {"name": "ask", "arguments": ""},
        }]})
    );
    let arguments: String = chunks
        .iter()
        .skip(2)
        .filter_map(|it| {
            it["choices"][0]["delta"]["tool_calls"][0]["function"]["arguments"].as_str()
        })
        .collect();
    assert_eq!(arguments, r#"{"message":"Hello there"}"#);
    let [.., finish, usage] = &chunks[..] else {
        panic!()
    };
    assert_eq!(finish["choices"][0]["finish_reason"], "tool_calls");
    assert_eq!(finish["usage"], Value::Null);
    assert_eq!(usage["choices"], json!([]));
    assert_eq!(usage["usage"]["total_tokens"], 5);
    let without = http::reply_from(&completion, true, false);
    assert_eq!(without.frames.len(), reply.frames.len() - 1);
    assert!(
        chunks
            .iter()
            .all(|it| it["object"] == "chat.completion.chunk" && it["model"] == MODEL_NAME)
    );
}

#[test]
fn long_replies_stream_in_few_pieces() {
    let completion = crate::says("長い".repeat(50_000));
    assert!(http::reply_from(&completion, true, false).frames.len() < 80);
}

fn error_of(reply: &Reply) -> Value {
    assert_eq!(reply.content_type, "application/json");
    serde_json::from_slice::<Value>(&reply.body()).unwrap()["error"].clone()
}

#[test]
fn bad_requests_get_errors_in_openais_shape() {
    for (body, status, code) in [
        ("", 400, None),
        ("{", 400, None),
        ("[]", 400, None),
        (r#"{"model":"kikitori-scripted"}"#, 400, None),
        (
            r#"{"model":"gpt-5","messages":[]}"#,
            404,
            Some("model_not_found"),
        ),
        (
            r#"{"messages":[{"role":"narrator","content":"x"}]}"#,
            400,
            None,
        ),
    ] {
        let reply = http::handle(body.as_bytes(), |_| crate::says("Hello"));
        assert_eq!(reply.status, status, "{body}");
        let error = error_of(&reply);
        assert_eq!(error["code"].as_str(), code);
        assert_eq!(error["type"], "invalid_request_error");
        assert!(!error["message"].as_str().unwrap().is_empty());
    }
    let reply = http::handle(br#"{"model":"","messages":[]}"#, |_| crate::says("Hello"));
    assert_eq!(reply.status, 200);
    assert!(http::handle(&[0xff, 0xfe], |_| crate::says("Hello")).status == 400);
}

#[test]
fn the_client_lists_the_model_and_is_told_of_others() {
    let client = client(ScriptedModel::playing(Player::new()));
    let models = block_on(client.models()).unwrap();
    assert_eq!(models[0].id, MODEL_NAME);
    let mut other = request(&GREETER, vec![]);
    other.model = "gpt-5".into();
    let error = block_on(client.chat(other, &mut |_| {})).unwrap_err();
    assert!(
        matches!(error, LlmError::Status { status: 404, code: Some(code), .. } if code == "model_not_found")
    );
}

#[test]
fn a_player_says_the_same_through_bytes_and_without() {
    let question = |_: &ChatRequest| json!({"message": "言語は？"});
    let model = ScriptedModel::playing(Player::new().calling("ask", question));
    let asked = request(&GREETER, vec![]);
    let mut text = String::new();
    let streamed = block_on(client(model.clone()).chat(asked.clone(), &mut |delta| {
        if let Delta::Arguments { piece, .. } = delta {
            text.push_str(&piece);
        }
    }))
    .unwrap();
    let direct = block_on(model.chat(asked, &mut |_| {})).unwrap();
    assert_eq!(text, streamed.message.tool_calls[0].function.arguments);
    assert_eq!(streamed.message, direct.message);
    assert_eq!(streamed.finish_reason, direct.finish_reason);
}
