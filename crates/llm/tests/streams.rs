//! One reply in every way in which a network and a server can cut and frame it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests"
)]

use std::time::{Duration, Instant};

use kikitori_faults::streamed;
use kikitori_llm::{AssistantMessage, Completion, Delta, FinishReason, LlmError, ToolCall, Usage};
use serde_json::json;

/// Text in two scripts, then two calls whose arguments come in turns, then the usage.
const STREAM: &str = r#"data: {"id":"c1","choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}

data: {"id":"c1","choices":[{"index":0,"delta":{"content":"お名前"}}]}

data: {"id":"c1","choices":[{"index":0,"delta":{"content":" 😀?","thought_signature":"x1"}}]}

data: {"id":"c1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a1","type":"function","function":{"name":"ask","arguments":""}}]}}]}

data: {"id":"c1","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"b2","type":"function","function":{"name":"note","arguments":"{\"n"}}]}}]}

data: {"id":"c1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"m\":\"名"}}]}}]}

data: {"id":"c1","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"function":{"arguments":"\":1}"}},{"index":0,"function":{"arguments":"\"}"}}]}}]}

data: {"id":"c1","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

data: {"id":"c1","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}

data: [DONE]

"#;

fn expected() -> Completion {
    let mut message = AssistantMessage {
        content: Some("お名前 😀?".to_owned()),
        tool_calls: vec![
            ToolCall::new("a1", "ask", r#"{"m":"名"}"#),
            ToolCall::new("b2", "note", r#"{"n":1}"#),
        ],
        ..AssistantMessage::default()
    };
    message
        .extra
        .insert("thought_signature".to_owned(), json!("x1"));
    Completion {
        message,
        finish_reason: Some(FinishReason::ToolCalls),
        usage: Some(Usage {
            prompt_tokens: 3,
            completion_tokens: 2,
            total_tokens: 5,
            ..Usage::default()
        }),
    }
}

/// All that was shown, put together as the page would.
fn shown(deltas: &[Delta]) -> (String, [String; 2]) {
    let mut text = String::new();
    let mut arguments = [String::new(), String::new()];
    for delta in deltas {
        match delta {
            Delta::Text(piece) => text.push_str(piece),
            Delta::Arguments {
                position, piece, ..
            } => {
                arguments
                    .get_mut(*position)
                    .expect("two calls")
                    .push_str(piece);
            }
        }
    }
    (text, arguments)
}

fn assert_read_whole<P: AsRef<[u8]>>(pieces: impl IntoIterator<Item = P>, how: &str) {
    let (outcome, deltas) = streamed(pieces);
    assert_eq!(outcome.as_ref(), Ok(&expected()), "{how}");
    let (text, arguments) = shown(&deltas);
    assert_eq!(text, "お名前 😀?", "{how}");
    assert_eq!(arguments, [r#"{"m":"名"}"#, r#"{"n":1}"#], "{how}");
}

#[test]
fn it_is_read_alike_cut_in_two_anywhere() {
    for line_end in ["\n", "\r\n", "\r"] {
        let bytes = STREAM.replace('\n', line_end).into_bytes();
        for at in 0..=bytes.len() {
            let (first, second) = bytes.split_at(at);
            assert_read_whole([first, second], &format!("{line_end:?} cut at {at}"));
        }
    }
}

#[test]
fn it_is_read_alike_byte_by_byte_and_in_any_framing() {
    let with_comments = STREAM.replace(
        "\n\n",
        "\n\n: busy\n\n:\nevent: message\nretry: 10\nid: 7\n",
    );
    let over_lines = STREAM
        .replace("\"choices\"", "\ndata: \"choices\"")
        .replace("data: \n", "data:\n");
    for (name, text) in [
        ("as it is", STREAM.to_owned()),
        ("with a byte order mark", format!("\u{feff}{STREAM}")),
        ("with comments and other fields", with_comments),
        ("with data over several lines", over_lines),
        (
            "without a space after the colon",
            STREAM.replace("data: ", "data:"),
        ),
        (
            "with empty events",
            STREAM.replace("\n\n", "\n\n\ndata\n\ndata:\n\n"),
        ),
        (
            "with text after the end",
            format!("{STREAM}data: not JSON\n\n"),
        ),
        (
            "without the end marker",
            STREAM.replace("data: [DONE]\n\n", ""),
        ),
    ] {
        for line_end in ["\n", "\r\n", "\r"] {
            let bytes = text.replace('\n', line_end).into_bytes();
            for size in [1, 2, 3, 7, 64, bytes.len()] {
                assert_read_whole(
                    bytes.chunks(size),
                    &format!("{name}, {line_end:?}, {size}s"),
                );
            }
        }
    }
}

#[test]
fn cut_short_anywhere_it_is_never_taken_for_complete() {
    for line_end in ["\n", "\r\n", "\r"] {
        let text = STREAM.replace('\n', line_end);
        let finished = "\"finish_reason\":\"tool_calls\"}]}";
        // The event counts once the empty line after it has begun to end.
        let complete = text.find(finished).unwrap() + finished.len() + line_end.len() + 1;
        for end in 0..=text.len() {
            let (outcome, _) = streamed([text.as_bytes().split_at(end).0]);
            if end < complete {
                let is_cut_off = matches!(outcome, Err(LlmError::Truncated { .. }));
                assert!(is_cut_off, "{line_end:?} ends at {end}: {outcome:?}");
            } else {
                let message = outcome.map(|it| it.message);
                assert_eq!(
                    message,
                    Ok(expected().message),
                    "{line_end:?} ends at {end}"
                );
            }
        }
    }
}

#[test]
fn any_byte_may_be_flipped_and_the_reader_still_answers() {
    for at in 0..STREAM.len() {
        for flip in [0x01, 0x20, 0x80, 0xff] {
            let mut bytes = STREAM.as_bytes().to_vec();
            *bytes.get_mut(at).unwrap() ^= flip;
            // Whatever it makes of it, it makes something of it.
            drop(streamed([bytes]));
        }
    }
}

#[test]
fn what_grows_without_limit_is_refused() {
    let padding = "x".repeat(2_000);
    let named = r#"{"function":{"name":"t"}},{"function":{"name":"u"}}"#;
    for (name, unit) in [
        ("a line", padding.clone()),
        ("an event", format!("data: {padding}\n")),
        ("comments", format!(": {padding}\n\n")),
        (
            "text",
            format!("data: {{\"choices\":[{{\"delta\":{{\"content\":\"{padding}\"}}}}]}}\n\n"),
        ),
        (
            "a tool's name",
            format!("data: {{\"choices\":[{{\"delta\":{{\"tool_calls\":[{named}]}}}}]}}\n\n"),
        ),
    ] {
        let piece = unit.repeat(64 * 1024 / unit.len());
        let (outcome, _) = streamed(std::iter::repeat_n(&piece, 300));
        assert!(
            matches!(&outcome, Err(LlmError::Malformed { detail }) if detail.contains("than")),
            "{name} without end: {outcome:?}"
        );
    }
    let calls = (0..2_000).map(|n| {
        let call = json!({"function": {"name": "t", "arguments": {"n": n}}});
        let delta = json!({"tool_calls": [call]});
        format!("data: {}\n\n", json!({"choices": [{"delta": delta}]}))
    });
    let detail = "the reply calls more than 1024 tools".to_owned();
    assert_eq!(streamed(calls).0, Err(LlmError::Malformed { detail }));
}

#[test]
fn many_short_lines_in_one_piece_take_no_more_than_their_share_of_time() {
    let begun = Instant::now();
    let (outcome, _) = streamed(["\n".repeat(512 * 1024).as_str(), STREAM]);
    assert_eq!(outcome, Ok(expected()));
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn one_invalid_byte_is_an_error_and_not_a_silence() {
    for at in [0, 6, 40, STREAM.find("[DONE]").unwrap()] {
        let mut bytes = STREAM.as_bytes().to_vec();
        bytes.insert(at, 0xff);
        let (outcome, _) = streamed(bytes.chunks(10));
        let detail = format!("byte {at} of the stream is not UTF-8");
        assert_eq!(outcome, Err(LlmError::Malformed { detail }));
    }
}
