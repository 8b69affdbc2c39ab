//! The bounds of one model call, as ARCHITECTURE.md lists them, each at its last value and one
//! beyond. How long a call may take is in `time_limits.rs`, how often it is made in `retries.rs`,
//! how often a value is repaired in `structured.rs`, and caps are beside `usage/meter.rs`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use kikitori_faults::{Clock, Network, Then, hello};
use kikitori_llm::{Completion, LlmError, Model, RetryPolicy, TimeLimits};

const MOST: usize = 16 * 1024 * 1024;

/// What a call comes to whose reply's body is `body`, in pieces as a network would bring it.
fn reply(content_type: &'static str, body: &str) -> Result<Completion, LlmError> {
    let mut happens = vec![Then::Head(200)];
    let pieces = body.as_bytes().chunks(64 * 1024);
    happens.extend(pieces.map(|piece| Then::Piece(piece.to_vec())));
    let clock = Clock::default();
    let network = Network::new(&clock, content_type, happens);
    let outcome = clock.run(network.client().chat(hello(), &mut |_| {}));
    assert_eq!(network.open(), 0);
    outcome
}

/// `reply`, made `bytes` long by what means nothing in it.
fn filled(reply: &str, filler: &str, bytes: usize) -> String {
    let mut filled = filler.repeat((bytes - reply.len()) / filler.len());
    filled.push_str(reply);
    let missing = bytes - filled.len();
    filled.insert_str(0, &"\n".repeat(missing));
    assert_eq!(filled.len(), bytes);
    filled
}

#[test]
fn a_reply_has_at_most_16_mib() {
    let whole =
        r#"{"choices":[{"message":{"role":"assistant","content":"so"},"finish_reason":"stop"}]}"#;
    let streamed = "data: {\"choices\":[{\"delta\":{\"content\":\"so\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    let comment = format!(": {}\n", "x".repeat(1021));
    for (content_type, body, filler) in [
        ("application/json", whole, " "),
        ("text/event-stream", streamed, comment.as_str()),
    ] {
        let taken = reply(content_type, &filled(body, filler, MOST)).unwrap();
        assert_eq!(taken.message.content.as_deref(), Some("so"));
        let refused = reply(content_type, &filled(body, filler, MOST + 1));
        let Err(LlmError::Malformed { detail }) = refused else {
            panic!("{content_type}: {refused:?}")
        };
        assert_eq!(detail, "the reply is larger than 16777216 bytes");
    }
}

#[test]
fn a_call_has_120_seconds_and_two_retries_unless_told_otherwise() {
    assert_eq!(TimeLimits::default().total.as_secs(), 120);
    assert_eq!(RetryPolicy::default().max_retries, 2);
}
