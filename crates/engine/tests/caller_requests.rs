//! Every request that a call takes at its endpoint is a call on the meter: held to the caps before
//! it is sent, and counted with what it used.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use crate::support;

use std::cell::Cell;
use std::rc::Rc;

use futures::FutureExt;
use kikitori_engine::caller::{
    CallError, CallEvent, CallLimits, Caller, CapScope, ContextWindow, Expect, ModelOutcome,
};
use kikitori_faults::{Clock, Exchange, Longest, Network, Then};
use kikitori_llm::{
    BudgetExceeded, CapKind, Caps, ChatClient, Profile, Retries, RetryPolicy, UsageTotals,
};
use serde_json::json;
use support::call;

/// A reply in one piece, for ten tokens read and five written.
fn says(text: &str) -> Exchange {
    let choices = json!([{"message": {"content": text}, "finish_reason": "stop"}]);
    let usage = json!({"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15});
    Exchange::body(200, json!({"choices": choices, "usage": usage}).to_string())
}

/// A reply that is held to the schema of a call.
fn calls_by_schema() -> Exchange {
    says(r#"{"name":"search","arguments":{}}"#)
}

fn caller(client: ChatClient, calls: Option<u64>) -> Caller {
    let session_caps = Caps {
        calls,
        ..Caps::default()
    };
    let limits = CallLimits {
        session_caps,
        ..CallLimits::default()
    };
    let window = ContextWindow::new(32_000, None);
    Caller::new(Rc::new(client), limits, window, UsageTotals::default())
}

fn made(clock: &Clock, caller: &Caller, expect: Expect) -> (ModelOutcome, Vec<UsageTotals>) {
    let mut used = Vec::new();
    let mut on_event = |event| {
        if let CallEvent::Used(usage) = event {
            used.push(usage);
        }
    };
    let outcome = clock.run(caller.call(call(expect, "Where?"), &mut on_event));
    (outcome, used)
}

fn reached(limit: u64) -> CallError {
    CallError::BudgetExceeded {
        scope: CapScope::Session,
        reached: BudgetExceeded::Reached {
            what: CapKind::Calls,
            limit,
            used: limit,
        },
    }
}

fn counted(calls: u64) -> UsageTotals {
    UsageTotals {
        calls,
        prompt_tokens: 10 * calls,
        completion_tokens: 5 * calls,
        ..UsageTotals::default()
    }
}

#[test]
fn each_request_that_a_trial_of_an_endpoint_takes_is_a_call_with_its_own_usage() {
    let clock = Clock::default();
    // Words where a call may come: one is required to see whether it comes, and then asked for by
    // a schema.
    let network = Network::of(
        &clock,
        vec![says("I would."), says("I would."), calls_by_schema()],
    );
    let caller = caller(network.client(), None);
    let (outcome, used) = made(&clock, &caller, Expect::Reply);
    assert_eq!(outcome.result.unwrap().message.tool_calls.len(), 1);
    assert_eq!(network.sent().len(), 3);
    assert_eq!(outcome.usage, counted(3));
    assert_eq!(caller.used(), counted(3));
    assert_eq!(used, [counted(1), counted(1), counted(1)]);
}

#[test]
fn a_request_that_a_server_refuses_is_none_of_the_calls_and_the_one_after_it_is() {
    let busy = Exchange::body(503, "");
    let refused = Exchange::body(
        400,
        r#"{"error":{"message":"stream_options is not supported"}}"#,
    );
    for first in [busy, refused] {
        let clock = Clock::default();
        let network = Network::of(&clock, vec![first, says("In Kyoto.")]);
        let retries = Retries::new(RetryPolicy::default(), Rc::new(Longest), |_| {});
        let caller = caller(network.client().with_retries(retries), None);
        let (outcome, used) = made(&clock, &caller, Expect::Text);
        assert!(outcome.result.is_ok());
        assert_eq!(network.sent().len(), 2);
        assert_eq!(outcome.usage.calls, 1);
        assert_eq!((used.len(), used[0].prompt_tokens), (2, 0));
    }
}

#[test]
fn a_cap_of_so_many_calls_lets_so_many_requests_out() {
    for limit in 1..=4 {
        let clock = Clock::default();
        let network = Network::of(&clock, vec![says("I would.")]);
        let caller = caller(network.client(), Some(limit));
        let mut errors = Vec::new();
        for _ in 0..3 {
            errors.extend(made(&clock, &caller, Expect::Call).0.result.err());
        }
        assert_eq!(network.sent().len() as u64, limit);
        assert_eq!(caller.used().calls, limit);
        assert_eq!(errors.last(), Some(&reached(limit)));
    }
}

#[test]
fn words_that_may_be_meant_are_taken_when_a_cap_ends_the_trial() {
    let clock = Clock::default();
    let network = Network::of(&clock, vec![says("In Kyoto.")]);
    let caller = caller(network.client(), Some(1));
    let (outcome, _) = made(&clock, &caller, Expect::Reply);
    let message = outcome.result.unwrap().message;
    assert_eq!(message.content.as_deref(), Some("In Kyoto."));
    assert_eq!(network.sent().len(), 1);
}

#[test]
fn a_call_that_is_dropped_during_its_second_request_counts_both() {
    let clock = Clock::default();
    let hangs = Exchange::stream(vec![Then::Head(200), Then::Hang]);
    let network = Network::of(&clock, vec![says("I would."), hangs]);
    let caller = caller(network.client(), None);
    let used = Cell::new(UsageTotals::default());
    let mut ignore = |_| {};
    let mut under_way =
        Box::pin(caller.call_counted(call(Expect::Call, "Where?"), &used, &mut ignore));
    assert!(under_way.as_mut().now_or_never().is_none());
    assert_eq!(used.get(), counted(1), "the first one has ended");
    drop(under_way);
    let used = used.get();
    assert_eq!((used.calls, used.estimated), (2, true));
    assert!(used.prompt_tokens > 10, "what was sent counts as read");
    assert_eq!(caller.used(), used);
}

#[test]
fn what_is_held_back_of_a_reply_counts_when_the_call_is_dropped() {
    let clock = Clock::default();
    let chunk = json!({"choices": [{"delta": {"content": "word ".repeat(80)}}]});
    let piece = Then::Piece(format!("data: {chunk}\n\n").into_bytes());
    let begins = Exchange::stream(vec![Then::Head(200), piece, Then::Hang]);
    let network = Network::of(&clock, vec![begins]);
    let caller = caller(network.client(), None);
    let used = Cell::new(UsageTotals::default());
    let mut ignore = |_| panic!("nothing is shown");
    let mut under_way =
        Box::pin(caller.call_counted(call(Expect::Call, "Where?"), &used, &mut ignore));
    assert!(under_way.as_mut().now_or_never().is_none());
    drop(under_way);
    assert_eq!(used.get().completion_tokens, 100);
}

/// An endpoint may write objects of its own, or nothing in time, where a schema holds it to a call.
#[test]
fn a_trial_that_shows_nothing_is_not_paid_for_again() {
    let object = || says(r#"{"city":"Kyoto"}"#);
    let cut_off = Exchange::body(
        200,
        json!({"choices": [{"message": {"content": "{"}, "finish_reason": "length"}]}).to_string(),
    );
    for inconclusive in [object(), cut_off] {
        let clock = Clock::default();
        let network = Network::of(
            &clock,
            vec![says("One."), says("One."), inconclusive, says("Two.")],
        );
        let learnt = Rc::new(Cell::new(Profile::default()));
        let keeps = Rc::clone(&learnt);
        let client = network
            .client()
            .on_learnt(move |profile| keeps.set(profile));
        let first = caller(client, None);
        let (outcome, _) = made(&clock, &first, Expect::Reply);
        assert_eq!(
            outcome.result.unwrap().message.content.as_deref(),
            Some("One.")
        );
        assert_eq!(network.sent().len(), 3);
        // Another client that knows what this one has learnt.
        let next = caller(network.client().with_profile(learnt.get()), None);
        let (outcome, _) = made(&clock, &next, Expect::Reply);
        assert_eq!(
            outcome.result.unwrap().message.content.as_deref(),
            Some("Two.")
        );
        assert_eq!(network.sent().len(), 4, "it is known by now");
    }
}
