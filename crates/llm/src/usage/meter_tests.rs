#![allow(clippy::unwrap_used, reason = "tests")]

use futures::FutureExt;

use super::*;
use kikitori_ports::TransportError;

use crate::protocol::message::AssistantMessage;
use crate::protocol::request::Usage;
use crate::usage::caps::{CapKind, LONGEST_REPLY};
use crate::usage::money::Money;

const PRICE: Price = Price {
    prompt: Money::from_millionths(1_000_000),
    completion: Money::from_millionths(10_000_000),
};

fn reply(usage: Option<(u64, u64)>) -> Completion {
    Completion {
        message: AssistantMessage {
            content: Some("four".repeat(50)),
            ..AssistantMessage::default()
        },
        usage: usage.map(|(prompt_tokens, completion_tokens)| Usage {
            prompt_tokens,
            completion_tokens,
            ..Usage::default()
        }),
        ..Completion::default()
    }
}

fn totals(calls: u64, prompt_tokens: u64, completion_tokens: u64, cost: u64) -> UsageTotals {
    UsageTotals {
        calls,
        prompt_tokens,
        completion_tokens,
        cost: Money::from_millionths(cost),
        estimated: false,
    }
}

#[test]
fn what_the_server_counted_counts_and_what_it_did_not_is_estimated() {
    let counted = totals(1, 900, 40, 900 + 400);
    let estimated = UsageTotals {
        estimated: true,
        ..totals(1, 1_000, 50, 1_000 + 500)
    };
    for (usage, expected) in [
        (Some((900, 40)), counted),
        (None, estimated),
        // Some servers send the field and count nothing, or half of it.
        (Some((0, 0)), estimated),
        (
            Some((900, 0)),
            UsageTotals {
                estimated: true,
                ..totals(1, 900, 50, 900 + 500)
            },
        ),
    ] {
        let now = UsageTotals::answered(&reply(usage), Some(PRICE), || 1_000);
        assert_eq!(now, expected, "{usage:?}");
    }
}

#[test]
fn a_call_that_failed_counts_as_read_once_the_server_worked_on_it() {
    let truncated = LlmError::Truncated {
        detail: String::new(),
    };
    let busy = LlmError::Status {
        status: 429,
        message: String::new(),
        code: None,
        retry_after: None,
    };
    let unreachable = TransportError::Unreachable {
        detail: String::new(),
    }
    .into();
    for (error, calls, prompt_tokens, completion_tokens) in [
        (Some(&truncated), 1, 1_000, 30),
        (Some(&LlmError::TokenLimit), 1, 1_000, 70),
        (None, 1, 1_000, 30),
        // An outage uses up no calls.
        (Some(&busy), 0, 0, 0),
        (Some(&unreachable), 0, 0, 0),
    ] {
        let now = given_up(error, None, 1_000, 30, 70);
        let counted = (now.calls, now.prompt_tokens, now.completion_tokens);
        assert_eq!(
            counted,
            (calls, prompt_tokens, completion_tokens),
            "{error:?}"
        );
    }
}

#[test]
fn a_call_passes_while_it_fits_and_its_reply_is_held_to_what_is_left() {
    let none = Caps::default();
    let calls = Caps {
        calls: Some(3),
        ..none
    };
    let prompt = Caps {
        prompt_tokens: Some(3_000),
        ..none
    };
    let completion = Caps {
        completion_tokens: Some(300),
        ..none
    };
    let both = Caps {
        tokens: Some(3_000),
        ..none
    };
    let cost = Caps {
        cost: Some(Money::from_millionths(10_000)),
        ..none
    };
    let reached = |what, limit, used| Err(BudgetExceeded::Reached { what, limit, used });
    let cases = [
        (none, totals(9, 9, 9, 9), Ok(None)),
        (calls, totals(2, 0, 0, 0), Ok(None)),
        (calls, totals(3, 0, 0, 0), reached(CapKind::Calls, 3, 3)),
        (prompt, totals(2, 2_000, 0, 0), Ok(None)),
        (
            prompt,
            totals(2, 2_001, 0, 0),
            reached(CapKind::PromptTokens, 3_000, 2_001),
        ),
        (completion, totals(1, 0, 0, 0), Ok(Some(300))),
        (completion, totals(1, 0, 236, 0), Ok(Some(64))),
        (
            completion,
            totals(1, 0, 237, 0),
            reached(CapKind::CompletionTokens, 300, 237),
        ),
        (both, totals(0, 0, 0, 0), Ok(Some(2_000))),
        (both, totals(2, 1_500, 436, 0), Ok(Some(64))),
        (
            both,
            totals(2, 1_500, 437, 0),
            reached(CapKind::Tokens, 3_000, 1_937),
        ),
        (completion.and(both), totals(1, 0, 0, 0), Ok(Some(300))),
        (completion.and(both), totals(1, 1_900, 0, 0), Ok(Some(100))),
        // 1,000 millionths for the request leave 9,000, or 900 tokens.
        (cost, totals(0, 0, 0, 0), Ok(Some(900))),
        (cost, totals(1, 0, 0, 8_360), Ok(Some(64))),
        (
            cost,
            totals(1, 0, 0, 8_361),
            reached(CapKind::Cost, 10_000, 8_361),
        ),
        (completion.and(cost), totals(1, 0, 0, 0), Ok(Some(300))),
        (completion.and(cost), totals(1, 0, 0, 8_000), Ok(Some(100))),
    ];
    for (caps, used, expected) in cases {
        let passed = caps.admit(used, Some(PRICE), 1_000, None);
        assert_eq!(passed, expected, "{caps:?} {used:?}");
    }
}

#[test]
fn money_cannot_be_held_without_a_price() {
    let caps = Caps {
        cost: Some(Money::from_millionths(1)),
        ..Caps::default()
    };
    let passed = caps.admit(UsageTotals::default(), None, 1_000, None);
    assert_eq!(passed, Err(BudgetExceeded::NoPrice));
}

#[test]
fn a_shorter_reply_that_was_asked_for_stays_shorter() {
    let caps = Caps {
        completion_tokens: Some(1_000_000),
        ..Caps::default()
    };
    for (asked, expected) in [(None, LONGEST_REPLY), (Some(5), 5)] {
        let passed = caps.admit(UsageTotals::default(), None, 1_000, asked);
        assert_eq!(passed, Ok(Some(expected)));
    }
}

fn session(session_caps: Caps) -> CallLimits {
    CallLimits {
        session_caps,
        ..CallLimits::default()
    }
}

fn run_of(run_caps: Caps) -> CallLimits {
    CallLimits {
        run_caps,
        ..CallLimits::default()
    }
}

fn meter(limits: CallLimits) -> Meter {
    Meter::new(limits, UsageTotals::default())
}

/// A request of 1,000 tokens; none while it waits.
fn reserved<'a>(meter: &'a Meter, run: &Rc<Account>) -> Option<Result<Reservation<'a>, LlmError>> {
    meter.reserve(run, 1_000, None).now_or_never()
}

fn over(scope: CapScope, what: CapKind, limit: u64, used: u64) -> LlmError {
    let reached = BudgetExceeded::Reached { what, limit, used };
    LlmError::BudgetExceeded { scope, reached }
}

#[test]
fn calls_side_by_side_are_held_to_the_caps_together() {
    let caps = Caps {
        calls: Some(3),
        completion_tokens: Some(20_000),
        ..Caps::default()
    };
    // Of one run, or of several in one session.
    for (limits, scope) in [
        (session(caps), CapScope::Session),
        (run_of(caps), CapScope::Run),
    ] {
        let meter = meter(limits);
        let run = meter.run("searcher", UsageTotals::default());
        let first = reserved(&meter, &run).unwrap().unwrap();
        let mut second = reserved(&meter, &run).unwrap().unwrap();
        let third = reserved(&meter, &run).unwrap().unwrap();
        let lengths = [&first, &second, &third].map(|it| it.max_tokens());
        assert_eq!(lengths, [Some(8_192), Some(8_192), Some(3_616)]);
        assert_eq!(meter.used(), UsageTotals::default());

        first.settle(Ok(&reply(Some((900, 40)))));
        second.arrived(&Delta::Text("four".repeat(9)));
        second.settle(Err(&LlmError::Filtered));
        drop(third);
        let expected = UsageTotals {
            estimated: true,
            ..totals(3, 2_900, 49, 0)
        };
        assert_eq!(meter.used(), expected);
        let refused = reserved(&meter, &run).unwrap().map(drop);
        assert_eq!(refused, Err(over(scope, CapKind::Calls, 3, 3)));
    }
}

#[test]
fn what_one_call_of_a_run_used_counts_for_the_others_and_for_no_other_run() {
    let meter = meter(run_of(Caps {
        calls: Some(2),
        ..Caps::default()
    }));
    let first = meter.run("searcher", totals(1, 0, 0, 0));
    let beside = meter.run("searcher", totals(1, 0, 0, 0));
    drop(reserved(&meter, &first).unwrap().unwrap());
    let refused = reserved(&meter, &beside).unwrap().map(drop);
    assert_eq!(refused, Err(over(CapScope::Run, CapKind::Calls, 2, 2)));
    let other = meter.run("writer", UsageTotals::default());
    assert!(reserved(&meter, &other).unwrap().is_ok());
    // The next run of the same name begins anew.
    drop((first, beside));
    let next = meter.run("searcher", UsageTotals::default());
    assert!(reserved(&meter, &next).unwrap().is_ok());
}

#[test]
fn a_call_that_would_fit_but_for_those_under_way_waits_for_them() {
    let caps = Caps {
        completion_tokens: Some(9_000),
        ..Caps::default()
    };
    for limits in [session(caps), run_of(caps)] {
        let meter = meter(limits);
        let run = meter.run("searcher", UsageTotals::default());
        let first = reserved(&meter, &run).unwrap().unwrap();
        let second = reserved(&meter, &run).unwrap().unwrap();
        let mut waiting = Box::pin(meter.reserve(&run, 1_000, None));
        assert!(waiting.as_mut().now_or_never().is_none());
        second.settle(Ok(&reply(Some((900, 40)))));
        let third = waiting.as_mut().now_or_never().unwrap().unwrap();
        assert_eq!(third.max_tokens(), Some(9_000 - 8_192 - 40));
        drop(first);
    }
}

#[test]
fn caps_that_change_during_a_call_hold_for_the_next_one_and_for_those_that_wait() {
    let narrow = Caps {
        completion_tokens: Some(9_000),
        ..Caps::default()
    };
    let none = Caps {
        calls: Some(0),
        ..narrow
    };
    for (scope, lowered) in [
        (CapScope::Session, session(none)),
        (
            CapScope::Run,
            CallLimits {
                run_caps: none,
                ..session(narrow)
            },
        ),
    ] {
        let meter = meter(session(narrow));
        let run = meter.run("searcher", UsageTotals::default());
        let first = reserved(&meter, &run).unwrap().unwrap();
        let second = reserved(&meter, &run).unwrap().unwrap();
        let mut waiting = Box::pin(meter.reserve(&run, 1_000, None));
        assert!(waiting.as_mut().now_or_never().is_none());
        meter.set_limits(lowered);
        let refused = waiting.as_mut().now_or_never().unwrap().map(drop);
        assert_eq!(refused, Err(over(scope, CapKind::Calls, 0, 0)));
        // What is under way goes on and counts.
        first.settle(Ok(&reply(Some((900, 40)))));
        assert_eq!(second.stop().calls, 1);
        assert_eq!(meter.used().calls, 2);
        meter.set_limits(CallLimits::default());
        assert!(reserved(&meter, &run).unwrap().is_ok());
    }
}
