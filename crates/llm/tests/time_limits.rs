//! A model that keeps the person waiting is given up on, at each place where it can.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::time::Duration;

use kikitori_faults::{Clock, Exchange, Network, Then, hello};
use kikitori_llm::{ChatRequest, LlmError, Model, TimeLimits, ToolChoice, ToolDefinition, Wait};
use kikitori_ports::TransportError;
use serde_json::json;

use Then::{Break, Hang, Head};

const STREAM: &str = "text/event-stream";

fn piece(text: &str) -> Then {
    Then::Piece(text.as_bytes().to_vec())
}

fn word() -> Then {
    piece("data: {\"choices\":[{\"delta\":{\"content\":\"so \"}}]}\n\n")
}

fn finish() -> Then {
    piece("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n")
}

fn wait(seconds: u64) -> Then {
    Then::Wait(seconds)
}

/// `count` times the same, one after the other.
fn times(count: usize, happens: &[Then]) -> Vec<Then> {
    happens
        .iter()
        .cloned()
        .cycle()
        .take(count * happens.len())
        .collect()
}

fn timed_out(what: Wait, seconds: u64) -> LlmError {
    let limit = Duration::from_secs(seconds);
    LlmError::TimedOut { what, limit }
}

#[test]
fn a_stall_anywhere_is_a_typed_error_after_its_limit_and_ends_the_exchange() {
    let drip = [vec![Head(200)], times(1_000, &[wait(1), word()])].concat();
    let comments = [
        vec![Head(200)],
        times(100, &[wait(20), piece(": busy\n\n")]),
    ]
    .concat();
    for (name, kind, happens, expected, at) in [
        (
            "before the head",
            STREAM,
            vec![Hang],
            timed_out(Wait::FirstByte, 60),
            60,
        ),
        (
            "before the head, whole",
            "application/json",
            vec![Hang],
            timed_out(Wait::FirstByte, 60),
            60,
        ),
        (
            "before the body",
            STREAM,
            vec![wait(50), Head(200), Hang],
            timed_out(Wait::FirstByte, 60),
            60,
        ),
        (
            "empty pieces",
            STREAM,
            vec![Head(200), wait(50), piece(""), Hang],
            timed_out(Wait::FirstByte, 60),
            60,
        ),
        (
            "between pieces",
            STREAM,
            vec![Head(200), wait(50), word(), Hang],
            timed_out(Wait::NextPiece, 30),
            80,
        ),
        (
            "within a line",
            STREAM,
            vec![Head(200), piece("data: {\"cho"), Hang],
            timed_out(Wait::NextPiece, 30),
            30,
        ),
        (
            "within a whole body",
            "application/json",
            vec![Head(200), piece("{"), Hang],
            timed_out(Wait::NextPiece, 30),
            30,
        ),
        (
            "drip without end",
            STREAM,
            drip,
            timed_out(Wait::WholeReply, 120),
            120,
        ),
        (
            "comments without end",
            STREAM,
            comments,
            timed_out(Wait::WholeReply, 120),
            120,
        ),
    ] {
        let clock = Clock::default();
        let network = Network::new(&clock, kind, happens);
        let outcome = clock.run(network.client().chat(hello(), &mut |_| {}));
        assert_eq!(outcome, Err(expected), "{name}");
        assert_eq!(clock.now().as_secs(), at, "{name}");
        assert_eq!(network.open(), 0, "{name}: the exchange is still open");
    }
}

#[test]
fn a_slow_reply_within_the_limits_is_taken() {
    let clock = Clock::default();
    let happens = [
        vec![wait(30), Head(200), wait(29), word()],
        times(2, &[wait(29), word()]),
        vec![finish()],
    ];
    let network = Network::new(&clock, STREAM, happens.concat());
    let reply = clock
        .run(network.client().chat(hello(), &mut |_| {}))
        .unwrap();
    assert_eq!(reply.message.content.as_deref(), Some("so so so "));
    assert_eq!(clock.now().as_secs(), 117);
}

#[test]
fn after_a_finish_reason_neither_silence_nor_a_break_loses_the_reply() {
    for end in [Hang, Break] {
        let clock = Clock::default();
        let network = Network::new(&clock, STREAM, vec![Head(200), word(), finish(), end]);
        let reply = clock
            .run(network.client().chat(hello(), &mut |_| {}))
            .unwrap();
        assert_eq!(reply.message.content.as_deref(), Some("so "));
        assert_eq!(network.open(), 0);
    }
}

#[test]
fn a_break_before_it_does() {
    let clock = Clock::default();
    let network = Network::new(&clock, STREAM, vec![Head(200), word(), Break]);
    let outcome = clock.run(network.client().chat(hello(), &mut |_| {}));
    let broken = TransportError::Broken {
        detail: "reset".to_owned(),
    };
    assert_eq!(outcome, Err(broken.into()));
}

#[test]
fn an_error_whose_body_never_ends_is_still_that_error() {
    let clock = Clock::default();
    let network = Network::new(
        &clock,
        "application/json",
        vec![Head(503), piece("{"), Hang],
    );
    let outcome = clock.run(network.client().chat(hello(), &mut |_| {}));
    assert!(
        matches!(outcome, Err(LlmError::Status { status: 503, .. })),
        "{outcome:?}"
    );
    assert_eq!(clock.now().as_secs(), 30);
}

#[test]
fn the_list_of_models_is_waited_for_no_longer() {
    let clock = Clock::default();
    let network = Network::new(&clock, "application/json", vec![Hang]);
    let outcome = clock.run(network.client().models());
    assert_eq!(outcome, Err(timed_out(Wait::FirstByte, 60)));
}

#[test]
fn the_limits_can_be_set() {
    let seconds = Duration::from_secs;
    let limits = |first_byte, idle, total| TimeLimits {
        first_byte: seconds(first_byte),
        idle: seconds(idle),
        total: seconds(total),
    };
    let happens = [vec![wait(3), Head(200)], times(1_000, &[wait(2), word()])].concat();
    for (limits, expected) in [
        (limits(4, 9, 9), timed_out(Wait::FirstByte, 4)),
        (limits(9, 1, 9), timed_out(Wait::NextPiece, 1)),
        (limits(9, 9, 8), timed_out(Wait::WholeReply, 8)),
    ] {
        let clock = Clock::default();
        let network = Network::new(&clock, STREAM, happens.clone());
        let client = network.client().with_limits(limits);
        let outcome = clock.run(client.chat(hello(), &mut |_| {}));
        assert_eq!(outcome, Err(expected));
    }
}

#[test]
fn a_call_that_is_dropped_ends_the_exchange_wherever_it_stands() {
    for happens in [
        vec![Hang],
        vec![Head(200), Hang],
        vec![Head(200), word(), Hang],
    ] {
        let clock = Clock::default();
        let network = Network::new(&clock, STREAM, happens);
        let client = network.client();
        let mut ignore = |_| {};
        let mut call = client.chat(hello(), &mut ignore);
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        assert!(call.as_mut().poll(&mut context).is_pending());
        assert_eq!(network.open(), 1);
        drop(call);
        assert_eq!(network.open(), 0);
    }
}

/// A slow server is no slower for being asked in another form.
#[test]
fn each_form_in_which_a_call_is_asked_for_has_the_whole_time() {
    let slowly = |text: &str| {
        let body = json!({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]});
        let busy = times(4, &[piece(" "), wait(20)]);
        let happens = [vec![Head(200)], busy, vec![piece(&body.to_string())]].concat();
        Exchange::new("application/json", happens)
    };
    let clock = Clock::default();
    let by_schema = slowly(r#"{"name":"t","arguments":{}}"#);
    let network = Network::of(&clock, vec![slowly("I would."), by_schema]);
    let request = ChatRequest {
        tools: vec![ToolDefinition::function("t", "", json!({}))].into(),
        tool_choice: Some(ToolChoice::Required),
        ..hello()
    };
    let outcome = clock.run(network.client().chat(request, &mut |_| {}));
    assert_eq!(outcome.unwrap().message.tool_calls.len(), 1);
    assert_eq!(clock.now(), Duration::from_secs(160));
}
