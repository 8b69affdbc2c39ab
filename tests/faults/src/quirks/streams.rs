//! What streams consist of besides the reply, and how they end.

use kikitori_llm::{Completion, ErrorKind, FinishReason, LlmError};
use serde_json::{Value, json};

use super::{
    Makes, Quirk, Row, answer, calls, choice, finished, function, reply, said, stream, text,
    tokens, unfinished,
};

/// Chunks that say nothing are skipped.
pub fn silent_chunks() -> Vec<Quirk> {
    let usage = json!({"prompt_tokens": 1, "completion_tokens": null, "total_tokens": 1});
    let whole = |usage| {
        answer(Completion {
            message: said("Hello"),
            finish_reason: Some(FinishReason::Stop),
            usage,
        })
    };
    let stop = || finished(json!("stop"));
    let among = |name, chunk: Value| {
        let chunks = [chunk.clone(), text("Hello"), chunk, stop()];
        Quirk::new(Row::NothingInAChunk, name, stream(&chunks), whole(None))
    };
    vec![
        among("no choices", json!({"choices": []})),
        among("null choices", json!({"choices": null, "error": null})),
        among(
            "something else",
            json!({"prompt_filter_results": [], "error": ""}),
        ),
        among(
            "a choice without a delta",
            json!({"choices": [{"index": 0}]}),
        ),
        among(
            "a choice whose delta is null",
            json!({"choices": [{"index": 0, "delta": null}]}),
        ),
        Quirk::new(
            Row::NothingInAChunk,
            "usage alone, then null",
            stream(&[
                text("Hello"),
                stop(),
                json!({"choices": [], "usage": usage}),
                json!({"choices": [], "usage": null}),
            ]),
            whole(Some(tokens(1, 1))),
        ),
        Quirk::new(
            Row::TwoFinishChunks,
            "the same reason twice",
            stream(&[text("Hello"), stop(), stop()]),
            whole(None),
        ),
        Quirk::new(
            Row::TwoFinishChunks,
            "another reason behind the first",
            stream(&[text("Hello"), stop(), finished(json!("length"))]),
            whole(None),
        ),
    ]
}

/// Only a finish reason or the end marker makes a stream complete.
pub fn ends() -> Vec<Quirk> {
    let other = FinishReason::Other("a reason of its own".to_owned());
    let usage = json!({"choices": [], "usage": {"total_tokens": 5}});
    let mut quirks = Vec::new();
    for (end, finish_reason, used, is_complete) in [
        (
            finished(json!("stop")),
            Some(FinishReason::Stop),
            None,
            true,
        ),
        (
            finished(json!("a reason of its own")),
            Some(other),
            None,
            true,
        ),
        (finished(json!("")), None, None, false),
        (finished(Value::Null), None, None, false),
        (usage, None, Some(tokens(0, 5)), false),
    ] {
        let whole = answer(Completion {
            message: said("Hello"),
            finish_reason,
            usage: used,
        });
        let cut_off = Makes::ErrorKind(ErrorKind::BrokeOff);
        let chunks = [text("Hello"), end.clone()];
        quirks.push(Quirk::new(
            Row::NoFinish,
            format!("{end} and the end marker"),
            stream(&chunks),
            whole.clone(),
        ));
        quirks.push(Quirk::new(
            Row::NoFinish,
            format!("{end} alone"),
            unfinished(&chunks),
            if is_complete { whole } else { cut_off },
        ));
    }
    quirks.push(Quirk::new(
        Row::NoFinish,
        "nothing",
        unfinished(&[]),
        Makes::ErrorKind(ErrorKind::BrokeOff),
    ));
    quirks
}

/// A reply that the server did not complete is refused by its reason.
pub fn withheld() -> Vec<Quirk> {
    let message = json!({
        "content": "Hel", "tool_calls": [{"id": "a", "function": function("ask", "{}")}],
    });
    let reasons = [
        ("length", LlmError::TokenLimit),
        ("content_filter", LlmError::Filtered),
    ];
    let quirks = reasons.map(|(reason, error)| {
        let chunks = [
            text("Hel"),
            calls(json!([{"index": 0, "id": "a", "function": function("ask", "{}")}])),
            choice(json!({})),
            finished(json!(reason)),
        ];
        let refused = || Makes::Error(error.clone());
        [
            Quirk::new(
                Row::Withheld,
                format!("{reason}, streamed"),
                stream(&chunks),
                refused(),
            ),
            Quirk::new(
                Row::Withheld,
                format!("{reason}, whole"),
                reply(message.clone(), reason),
                refused(),
            ),
        ]
    });
    quirks.into_iter().flatten().collect()
}
