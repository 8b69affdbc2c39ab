//! A call is held to the caps, counted whatever becomes of it, and brings a reply in the form that
//! was asked for or an error of its own.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use crate::support;

use std::cell::Cell;

use futures::channel::oneshot;
use futures::executor::block_on;
use futures::future::{FutureExt, join};
use kikitori_engine::caller::{
    CallError, CallEvent, CallLimits, Caller, CapScope, Expect, ModelCall, ModelOutcome, Shown,
};
use kikitori_llm::{
    AssistantMessage, BudgetExceeded, Calls, CapKind, Caps, LlmError, Message, ToolChoice,
    UsageTotals,
};
use kikitori_ports::TransportError;
use serde_json::json;
use support::{Scripted, Turn, call};

fn made(caller: &Caller, call: ModelCall) -> ModelOutcome {
    block_on(caller.call(call, &mut |_| {}))
}

fn calls_search() -> Turn {
    Turn::Calls("search", r#"{"query":"Kyoto"}"#.to_owned())
}

fn calls(limit: u64) -> Caps {
    Caps {
        calls: Some(limit),
        ..Caps::default()
    }
}

fn reached(scope: CapScope, limit: u64, used: u64) -> CallError {
    let what = CapKind::Calls;
    CallError::BudgetExceeded {
        scope,
        reached: BudgetExceeded::Reached { what, limit, used },
    }
}

#[test]
fn what_no_record_could_hold_is_left_out_of_a_reply_whichever_engine_asked() {
    let deep = (0..200).fold(json!("end"), |inner, _| json!([inner]));
    let mut reply = AssistantMessage {
        content: Some("In Kyoto.".to_owned()),
        ..AssistantMessage::default()
    };
    reply.extra.insert("details".to_owned(), deep);
    reply.extra.insert("signature".to_owned(), json!("a1"));
    let model = Scripted::new([Turn::Replies(reply)]);
    let caller = model.caller(CallLimits::default());
    let message = made(&caller, call(Expect::Text, "Where?"))
        .result
        .unwrap()
        .message;
    assert_eq!(message.content.as_deref(), Some("In Kyoto."));
    assert_eq!(message.extra.keys().collect::<Vec<_>>(), ["signature"]);
}

#[test]
fn a_reply_in_another_form_is_asked_for_once_more_and_then_refused() {
    use Expect::{Call, Reply, Text};
    let says = || Turn::Says("In Kyoto.");
    let empty = || Turn::Says(" ");
    for (expected, turns, is_taken) in [
        (Call, vec![calls_search()], true),
        (Call, vec![says(), calls_search()], true),
        (Call, vec![empty(), calls_search()], true),
        (Call, vec![says(), says()], false),
        (Text, vec![says()], true),
        (Text, vec![calls_search(), says()], true),
        (Text, vec![calls_search(), calls_search()], false),
        (Reply, vec![says()], true),
        (Reply, vec![calls_search()], true),
        (Reply, vec![empty(), says()], true),
        (Reply, vec![empty(), empty()], false),
    ] {
        let requests = turns.len() as u64;
        let model = Scripted::new(turns);
        let caller = model.caller(CallLimits::default());
        let outcome = made(&caller, call(expected, "Where?"));
        match outcome.result {
            Ok(_) => assert!(is_taken, "{expected:?}"),
            Err(error) => {
                assert!(!is_taken, "{expected:?}");
                assert_eq!(error, CallError::UnexpectedForm { expected });
            }
        }
        assert!(model.is_over());
        assert_eq!(outcome.usage.calls, requests, "each request counts");
        assert_eq!(caller.used(), outcome.usage);
    }
}

#[test]
fn what_came_instead_is_shown_to_the_model_and_the_request_stays_well_formed() {
    let model = Scripted::new([Turn::Says("In Kyoto."), calls_search()]);
    let caller = model.caller(CallLimits::default());
    made(&caller, call(Expect::Call, "Where?")).result.unwrap();
    let sent = model.sent.borrow();
    assert_eq!(sent[0].tool_choice, Some(ToolChoice::Required));
    let calls = [Calls::Welcome, Calls::BySchema];
    assert_eq!(
        [sent[0].calls, sent[1].calls],
        calls,
        "a surer way is tried"
    );
    let roles: Vec<&str> = sent[1].messages.iter().map(role).collect();
    assert_eq!(roles, ["system", "user", "assistant", "user"]);

    // A call that nobody asked for has no outcome, so it is not sent back.
    let model = Scripted::new([calls_search(), Turn::Says("In Kyoto.")]);
    let caller = model.caller(CallLimits::default());
    made(&caller, call(Expect::Text, "Where?")).result.unwrap();
    let sent = model.sent.borrow();
    assert_eq!(sent[0].tool_choice, Some(ToolChoice::None));
    let roles: Vec<&str> = sent[1].messages.iter().map(role).collect();
    assert_eq!(roles, ["system", "user"]);
}

fn role(message: &Message) -> &'static str {
    match message {
        Message::System { .. } => "system",
        Message::User { .. } => "user",
        Message::Assistant(_) => "assistant",
        Message::Tool { .. } => "tool",
    }
}

#[test]
fn text_that_comes_with_a_call_is_taken_without_it() {
    let model = Scripted::new([Turn::SaysAndCalls("In Kyoto.", "search")]);
    let caller = model.caller(CallLimits::default());
    let reply = made(&caller, call(Expect::Text, "Where?")).result.unwrap();
    let expected = AssistantMessage {
        content: Some("In Kyoto.".to_owned()),
        ..AssistantMessage::default()
    };
    assert_eq!(reply.message, expected);
}

#[test]
fn a_cap_that_is_reached_is_told_with_its_scope_and_nothing_is_sent() {
    let limits = CallLimits {
        session_caps: calls(2),
        run_caps: calls(1),
        price: None,
    };
    let model = Scripted::new([Turn::Says("One."), Turn::Says("Two.")]);
    let caller = model.caller(limits);
    let first = made(&caller, call(Expect::Text, "1"));
    assert!(first.result.is_ok());
    let same_run = ModelCall {
        run: first.usage,
        ..call(Expect::Text, "2")
    };
    let outcome = made(&caller, same_run);
    assert_eq!(outcome.result, Err(reached(CapScope::Run, 1, 1)));
    assert_eq!(outcome.usage, UsageTotals::default());
    assert!(made(&caller, call(Expect::Text, "3")).result.is_ok());
    let outcome = made(&caller, call(Expect::Text, "4"));
    assert_eq!(outcome.result, Err(reached(CapScope::Session, 2, 2)));
    assert_eq!(model.sent.borrow().len(), 2);
}

#[test]
fn asking_once_more_counts_against_the_cap_of_the_run() {
    let limits = CallLimits {
        run_caps: calls(1),
        ..CallLimits::default()
    };
    let model = Scripted::new([Turn::Says("In Kyoto.")]);
    let outcome = made(&model.caller(limits), call(Expect::Call, "Where?"));
    assert_eq!(outcome.result, Err(reached(CapScope::Run, 1, 1)));
    assert_eq!(outcome.usage.calls, 1);
}

#[test]
fn a_cap_lowered_during_a_call_lets_it_end_and_holds_for_what_comes_after() {
    let (end, ends) = oneshot::channel();
    let model = Scripted::new([Turn::Waits("In Kyoto.", ends), Turn::Says("More.")]);
    let caller = model.caller(CallLimits::default());
    let under_way = async {
        let outcome = caller.call(call(Expect::Text, "Where?"), &mut |_| {}).await;
        assert!(outcome.result.is_ok(), "it was begun under the old cap");
    };
    let lowers = async {
        caller.set_limits(CallLimits {
            session_caps: calls(1),
            ..CallLimits::default()
        });
        end.send(Ok(())).unwrap();
    };
    block_on(join(under_way, lowers));
    let outcome = made(&caller, call(Expect::Text, "More?"));
    assert_eq!(outcome.result, Err(reached(CapScope::Session, 1, 1)));
    // Raised again, the same call can be made.
    caller.set_limits(CallLimits::default());
    assert!(made(&caller, call(Expect::Text, "More?")).result.is_ok());
}

#[test]
fn a_cap_lowered_during_a_call_is_told_by_that_call_if_it_would_send_more() {
    let (end, ends) = oneshot::channel();
    let model = Scripted::new([Turn::Waits("In Kyoto.", ends)]);
    let caller = model.caller(CallLimits::default());
    let mut ignore = |_| {};
    let under_way = caller.call(call(Expect::Call, "Where?"), &mut ignore);
    let lowers = async {
        caller.set_limits(CallLimits {
            session_caps: calls(1),
            ..CallLimits::default()
        });
        end.send(Ok(())).unwrap();
    };
    let (outcome, ()) = block_on(join(under_way, lowers));
    assert_eq!(outcome.result, Err(reached(CapScope::Session, 1, 1)));
    assert_eq!(outcome.usage.calls, 1);
}

#[test]
fn calls_of_one_run_side_by_side_share_what_its_caps_leave() {
    let (end, ends) = oneshot::channel();
    let model = Scripted::new([Turn::Waits("In Kyoto.", ends), Turn::Says("In Nara.")]);
    let caller = model.caller(CallLimits {
        run_caps: calls(1),
        ..CallLimits::default()
    });
    let (mut ignore, mut ignore_too) = (|_| {}, |_| {});
    let both = join(
        caller.call(call(Expect::Text, "1"), &mut ignore),
        caller.call(call(Expect::Text, "2"), &mut ignore_too),
    );
    let ends = async { end.send(Ok(())).unwrap() };
    let ((first, second), ()) = block_on(join(both, ends));
    assert!(first.result.is_ok());
    assert_eq!(second.result, Err(reached(CapScope::Run, 1, 1)));
    assert_eq!(model.sent.borrow().len(), 1);
}

#[test]
fn a_call_that_waits_is_held_to_a_cap_of_its_run_that_is_lowered_meanwhile() {
    let (end, ends) = oneshot::channel();
    let model = Scripted::new([Turn::Waits("In Kyoto.", ends), Turn::Says("In Nara.")]);
    let tokens = Caps {
        completion_tokens: Some(8_192),
        ..Caps::default()
    };
    let caller = model.caller(CallLimits {
        session_caps: tokens,
        ..CallLimits::default()
    });
    let other_run = ModelCall {
        agent: "writer".to_owned(),
        ..call(Expect::Text, "2")
    };
    let (mut ignore, mut ignore_too) = (|_| {}, |_| {});
    let both = join(
        caller.call(call(Expect::Text, "1"), &mut ignore),
        caller.call(other_run, &mut ignore_too),
    );
    let lowers = async {
        caller.set_limits(CallLimits {
            session_caps: tokens,
            run_caps: calls(0),
            price: None,
        });
        end.send(Ok(())).unwrap();
    };
    let ((first, second), ()) = block_on(join(both, lowers));
    assert!(first.result.is_ok());
    assert_eq!(second.result, Err(reached(CapScope::Run, 0, 0)));
    assert_eq!(model.sent.borrow().len(), 1);
}

#[test]
fn two_calls_that_fail_at_once_fail_each_with_its_own_error() {
    let (end_first, first) = oneshot::channel();
    let (end_second, second) = oneshot::channel();
    let model = Scripted::new([Turn::Waits("", first), Turn::Waits("", second)]);
    let caller = model.caller(CallLimits::default());
    let broken = LlmError::Transport(TransportError::Broken {
        detail: "gone".to_owned(),
    });
    let fails = async {
        end_second.send(Err(broken.clone())).unwrap();
        end_first.send(Err(LlmError::Filtered)).unwrap();
    };
    let (mut ignore, mut ignore_too) = (|_| {}, |_| {});
    let both = join(
        caller.call(call(Expect::Text, "1"), &mut ignore),
        caller.call(call(Expect::Text, "2"), &mut ignore_too),
    );
    let ((first, second), ()) = block_on(join(both, fails));
    assert_eq!(first.result, Err(CallError::Model(LlmError::Filtered)));
    assert_eq!(second.result, Err(CallError::Model(broken)));
    assert_eq!((first.usage.calls, second.usage.calls), (1, 1));
}

#[test]
fn a_call_that_is_dropped_counts_for_its_step_and_for_the_session() {
    let (_end, ends) = oneshot::channel();
    let model = Scripted::new([Turn::Waits("twelve chars", ends)]);
    let caller = model.caller(CallLimits::default());
    let used = Cell::new(UsageTotals::default());
    let mut ignore = |_| {};
    let mut under_way =
        Box::pin(caller.call_counted(call(Expect::Text, "Where?"), &used, &mut ignore));
    assert!(under_way.as_mut().now_or_never().is_none());
    assert_eq!(used.get(), UsageTotals::default());
    drop(under_way);
    let used = used.get();
    assert_eq!((used.calls, used.estimated), (1, true));
    assert!(
        used.prompt_tokens > 0 && used.completion_tokens >= 3,
        "{used:?}"
    );
    assert_eq!(caller.used(), used);
}

#[test]
fn the_shown_text_of_the_first_such_call_is_told_as_it_comes_and_again_tells_that_it_is_void() {
    let asks = r#"{"message":"Where \"is\" it?","n":1}"#;
    let model = Scripted::new([Turn::Says("Hm."), Turn::Calls("ask", asks.to_owned())]);
    let caller = model.caller(CallLimits::default());
    let shown = ModelCall {
        show: Some(Shown {
            gate: None,
            tool: "ask".to_owned(),
            path: "message".to_owned(),
        }),
        ..call(Expect::Call, "Ask.")
    };
    let mut events = Vec::new();
    let outcome = block_on(caller.call(shown, &mut |event| events.push(event)));
    assert!(outcome.result.is_ok());
    let again = events
        .iter()
        .position(|it| *it == CallEvent::Again)
        .unwrap();
    let (first, second) = events.split_at(again);
    assert!(matches!(first, [CallEvent::Text(_), CallEvent::Used(_)]));
    let text: String = second
        .iter()
        .filter_map(|event| match event {
            CallEvent::Shown(piece) => Some(piece.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(text, "Where \"is\" it?");
    assert!(second.len() > 4, "piece by piece: {second:?}");
}
