//! Trouble that passes is waited out; all other trouble is told at once.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use kikitori_faults::{Clock, Exchange, Network, Then, hello};
use kikitori_llm::{ChatClient, LlmError, Model, Retries, RetryPolicy, RetryWait, TimeLimits};
use kikitori_ports::Jitter;

use Then::{Break, Hang, Head, Wait};

/// The longest wait of all, which makes times exact.
struct Longest;

impl Jitter for Longest {
    fn up_to(&self, longest: Duration) -> Duration {
        longest
    }
}

type Waits = Rc<RefCell<Vec<RetryWait>>>;

/// A client that retries, and the waits that it tells of.
fn retrying(network: &Network) -> (ChatClient, Waits) {
    let waits = Waits::default();
    let told = Rc::clone(&waits);
    let retries = Retries::new(RetryPolicy::default(), Rc::new(Longest), move |wait| {
        told.borrow_mut().push(wait.clone());
    });
    (network.client().with_retries(retries), waits)
}

fn piece(text: &str) -> Then {
    Then::Piece(text.as_bytes().to_vec())
}

fn word() -> Then {
    piece("data: {\"choices\":[{\"delta\":{\"content\":\"Hello\"}}]}\n\n")
}

fn finish() -> Then {
    piece("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n")
}

fn good() -> Exchange {
    Exchange::stream(vec![Head(200), word(), finish()])
}

fn refused() -> Exchange {
    Exchange::stream(Vec::new())
}

fn busy(retry_after: &str) -> Exchange {
    Exchange::body(429, "{}").with_header("retry-after", retry_after)
}

fn in_stream(error: &str) -> Exchange {
    let event = format!("data: {{\"error\":{error}}}\n\n");
    Exchange::stream(vec![Head(200), piece(&event)])
}

/// When each request of one call went out, in milliseconds.
fn sent_at(network: &Network) -> Vec<u128> {
    network.sent().iter().map(|it| it.at.as_millis()).collect()
}

#[test]
fn trouble_that_passes_is_retried_with_a_growing_wait() {
    let thinking = "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"Hm\"}}]}\n\n";
    for trouble in [
        refused(),
        Exchange::stream(vec![Head(200), Break]),
        Exchange::stream(vec![Head(200)]),
        Exchange::stream(vec![Head(200), piece(thinking), Break]),
        Exchange::new("application/json", vec![Head(200), piece("{\"cho"), Break]),
        Exchange::body(408, "{}"),
        Exchange::body(409, "{}"),
        Exchange::body(429, "{}"),
        Exchange::body(500, "{}"),
        Exchange::body(502, "<html>Bad gateway</html>"),
        Exchange::body(529, "{}"),
        Exchange::body(502, r#"{"error":{"code":"upstream_unreachable"}}"#),
        in_stream(r#"{"message":"busy","code":503}"#),
        in_stream(r#"{"message":"busy","code":429}"#),
        in_stream(r#"{"message":"busy","type":"overloaded_error"}"#),
    ] {
        let clock = Clock::default();
        let network = Network::of(&clock, vec![trouble.clone(), trouble.clone(), good()]);
        let (client, waits) = retrying(&network);
        let reply = clock.run(client.chat(hello(), &mut |_| {}));
        let reply = reply.unwrap_or_else(|error| panic!("{trouble:?}: {error}"));
        assert_eq!(reply.message.content.as_deref(), Some("Hello"));
        assert_eq!(sent_at(&network), [0, 500, 1_500], "{trouble:?}");
        let told: Vec<_> = waits
            .borrow()
            .iter()
            .map(|it| (it.retry, it.max_retries, it.wait.as_millis()))
            .collect();
        assert_eq!(told, [(1, 2, 500), (2, 2, 1_000)]);
    }
}

#[test]
fn other_trouble_is_told_at_once() {
    for trouble in [
        Exchange::body(400, "{}"),
        Exchange::body(401, "{}"),
        Exchange::body(402, "{}"),
        Exchange::body(403, r#"{"error":{"code":"foreign_origin"}}"#),
        Exchange::body(404, "{}"),
        Exchange::body(422, "{}"),
        Exchange::body(501, "{}"),
        Exchange::body(307, "{}"),
        Exchange::body(429, r#"{"error":{"code":"insufficient_quota"}}"#),
        Exchange::body(
            429,
            r#"{"error":{"code":null,"type":"insufficient_quota"}}"#,
        ),
        Exchange::body(502, r#"{"error":{"code":"upstream_redirected"}}"#),
        Exchange::body(400, r#"{"error":{"code":"context_length_exceeded"}}"#),
        Exchange::body(200, "<html>Sign in</html>"),
        Exchange::body(200, r#"{"choices":[]}"#),
        in_stream(r#"{"message":"no","code":"insufficient_quota"}"#),
        in_stream(r#"{"message":"no","code":400}"#),
        in_stream(r#""no""#),
    ] {
        let clock = Clock::default();
        let network = Network::of(&clock, vec![trouble.clone(), good()]);
        let (client, waits) = retrying(&network);
        let outcome = clock.run(client.chat(hello(), &mut |_| {}));
        assert!(outcome.is_err(), "{trouble:?}");
        assert_eq!(sent_at(&network), [0], "{trouble:?}");
        assert!(waits.borrow().is_empty());
    }
}

#[test]
fn a_person_who_has_waited_out_a_limit_is_not_made_to_wait_again() {
    let clock = Clock::default();
    let silent = Exchange::stream(vec![Hang]);
    let network = Network::of(&clock, vec![silent, good()]);
    let (client, _) = retrying(&network);
    let outcome = clock.run(client.chat(hello(), &mut |_| {}));
    assert!(matches!(outcome, Err(LlmError::TimedOut { .. })));
    assert_eq!(sent_at(&network), [0]);
}

#[test]
fn the_third_failure_is_the_last() {
    let clock = Clock::default();
    let network = Network::of(&clock, vec![Exchange::body(503, "{}")]);
    let (client, _) = retrying(&network);
    let outcome = clock.run(client.chat(hello(), &mut |_| {}));
    assert!(matches!(outcome, Err(LlmError::Status { status: 503, .. })));
    assert_eq!(sent_at(&network), [0, 500, 1_500]);
    assert_eq!(network.open(), 0);
}

#[test]
fn what_has_been_shown_is_never_repeated() {
    let call = "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"ask\",\"arguments\":\"{\"}}]}}]}\n\n";
    for first in [word(), piece(call)] {
        for end in [vec![Break], vec![]] {
            let clock = Clock::default();
            let happens = [vec![Head(200), first.clone()], end].concat();
            let network = Network::of(&clock, vec![Exchange::stream(happens), good()]);
            let (client, _) = retrying(&network);
            let mut shown = Vec::new();
            let outcome = clock.run(client.chat(hello(), &mut |delta| shown.push(delta)));
            assert!(outcome.is_err());
            assert_eq!(shown.len(), 1);
            assert_eq!(sent_at(&network), [0]);
        }
    }
}

#[test]
fn retry_after_is_obeyed_up_to_a_minute_and_told_beyond() {
    for (asked_for, expected) in [
        ("0", vec![0, 500, 1_500]),
        ("1", vec![0, 1_000, 2_000]),
        ("7", vec![0, 7_000, 14_000]),
        ("Sat, 21 Nov 2026 00:00:30 GMT", vec![0, 30_000, 60_000]),
        ("Sat, 21 Nov 2026 00:01:30 GMT", vec![0]),
        ("61", vec![0]),
        ("not a time", vec![0, 500, 1_500]),
        // A second minute would go beyond what the whole call may take.
        ("60", vec![0, 60_000]),
    ] {
        let clock = Clock::default();
        let exchange = busy(asked_for).with_header("date", "Sat, 21 Nov 2026 00:00:00 GMT");
        let network = Network::of(&clock, vec![exchange]);
        let (client, _) = retrying(&network);
        let outcome = clock.run(client.chat(hello(), &mut |_| {}));
        assert!(matches!(outcome, Err(LlmError::Status { status: 429, .. })));
        assert_eq!(sent_at(&network), expected, "{asked_for}");
    }
}

#[test]
fn one_limit_holds_for_all_attempts_together() {
    let seconds = Duration::from_secs;
    let limits = TimeLimits {
        first_byte: seconds(60),
        idle: seconds(30),
        total: seconds(20),
    };
    let slow_failure = Exchange::stream(vec![Wait(9), Head(503)]);
    let clock = Clock::default();
    let network = Network::of(&clock, vec![slow_failure.clone()]);
    let (client, _) = retrying(&network);
    let outcome = clock.run(client.with_limits(limits).chat(hello(), &mut |_| {}));
    assert!(matches!(outcome, Err(LlmError::TimedOut { .. })));
    assert_eq!(clock.now(), seconds(20));
    assert_eq!(network.open(), 0);

    // Over during a wait: what failed before says more than that the time is over.
    let clock = Clock::default();
    let later = slow_failure.with_header("retry-after", "15");
    let network = Network::of(&clock, vec![later]);
    let (client, _) = retrying(&network);
    let outcome = clock.run(client.with_limits(limits).chat(hello(), &mut |_| {}));
    assert!(matches!(outcome, Err(LlmError::Status { status: 503, .. })));
    assert_eq!(clock.now(), seconds(20));
}

#[test]
fn a_call_that_is_dropped_while_it_waits_is_not_made_again() {
    let clock = Clock::default();
    let network = Network::of(&clock, vec![busy("30"), good()]);
    let (client, waits) = retrying(&network);
    let mut ignore = |_| {};
    let mut call = client.chat(hello(), &mut ignore);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(call.as_mut().poll(&mut context).is_pending());
    assert_eq!(waits.borrow().len(), 1);
    drop(call);
    assert_eq!((network.open(), network.sent().len()), (0, 1));
}

#[test]
fn the_list_of_models_is_retried_too() {
    let clock = Clock::default();
    let list = Exchange::body(200, r#"{"data":[{"id":"small"}]}"#);
    let network = Network::of(&clock, vec![refused(), list]);
    let (client, _) = retrying(&network);
    assert_eq!(clock.run(client.models()).unwrap().len(), 1);
}

#[test]
fn the_wait_is_the_jitters_and_never_beyond_its_bound() {
    struct Half;
    impl Jitter for Half {
        fn up_to(&self, longest: Duration) -> Duration {
            longest / 2
        }
    }
    struct Broken;
    impl Jitter for Broken {
        fn up_to(&self, _: Duration) -> Duration {
            Duration::MAX
        }
    }
    let many = RetryPolicy {
        max_retries: u32::MAX,
        ..RetryPolicy::default()
    };
    let failure = LlmError::Truncated {
        detail: String::new(),
    };
    let ms = |retries, jitter: &dyn Jitter| {
        let wait = many.wait(&failure, retries, jitter);
        wait.map(|it| it.as_millis())
    };
    for (retries, half, whole) in [
        (0, 250, 500),
        (1, 500, 1_000),
        (4, 4_000, 8_000),
        (u32::MAX - 1, 4_000, 8_000),
    ] {
        assert_eq!(ms(retries, &Half), Some(half));
        assert_eq!(ms(retries, &Broken), Some(whole));
    }
}
