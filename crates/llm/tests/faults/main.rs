//! A server and a network with faults: whatever they do, no reply that was cut off is accepted,
//! no call comes twice, nothing hangs, and every failure has its type and its sentence.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

mod fault;
mod instead;
mod reply;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use fault::{Case, Expect, Split, at_byte, at_chunk};
use instead::instead;
use kikitori_llm::{
    AssistantMessage, Cause, Completion, Delta, Jitter, LlmError, Model, Retries, RetryPolicy,
};
use reply::{Reply, replies};
use serde_json::Value;
use support::{Clock, Exchange, Network, Then, hello};

/// The longest wait of all.
struct Longest;

impl Jitter for Longest {
    fn up_to(&self, longest: Duration) -> Duration {
        longest
    }
}

/// What became of one call.
struct Run {
    outcome: Result<Completion, LlmError>,
    shown: Vec<Delta>,
    requests: usize,
    open: usize,
    took: Duration,
}

fn run(exchanges: Vec<Exchange>) -> Run {
    let clock = Clock::default();
    let network = Network::of(&clock, exchanges);
    let retries = Retries::new(RetryPolicy::default(), Rc::new(Longest), |_| {});
    let client = network.client().with_retries(retries);
    let mut shown = Vec::new();
    let outcome = clock.run(client.chat(hello(), &mut |delta| shown.push(delta)));
    Run {
        outcome,
        shown,
        requests: network.sent().len(),
        open: network.open(),
        took: clock.now(),
    }
}

/// How many cases ran, and of which faults.
#[derive(Default)]
struct Tally {
    cases: usize,
    faults: BTreeSet<&'static str>,
}

impl Tally {
    /// Runs the case on a server that stays as it is, and on one that is well when it is asked
    /// again.
    fn check(&mut self, reply: &Reply, case: &Case, place: &str) {
        let name = format!("{}, {}, {place}", reply.name, case.fault);
        let lasting = run(vec![case.exchange.clone()]);
        holds_always(&lasting, reply, case, &name);
        is_as_expected(&lasting, reply, case, &name);
        let pieces = vec![Then::Head(200), Then::Piece(reply.bytes())];
        let well = Exchange::new(reply.content_type, pieces);
        let passing = run(vec![case.exchange.clone(), well]);
        holds_always(&passing, reply, case, &name);
        if passing.requests > 1 {
            let message = passing.outcome.map(|it| it.message);
            assert_eq!(message.as_ref(), Ok(&reply.message), "{name}");
        }
        self.cases += 2;
        self.faults.insert(case.fault);
    }

    fn add(&mut self, other: Self) {
        self.cases += other.cases;
        self.faults.extend(other.faults);
    }
}

/// What no fault may break.
fn holds_always(run: &Run, reply: &Reply, case: &Case, name: &str) {
    assert!(
        run.took <= Duration::from_secs(120),
        "{name}: {:?}",
        run.took
    );
    assert_eq!(run.open, 0, "{name}: an exchange is still open");
    assert!(run.requests <= 3, "{name}: {} requests", run.requests);
    match &run.outcome {
        Ok(completion) if matches!(case.expect, Expect::NoOtherCall) => {
            no_other_call(&completion.message, reply, name);
        }
        Ok(completion) => {
            assert_eq!(completion.message, reply.message, "{name}");
            shown_is_a_part(&run.shown, reply, name);
        }
        Err(error) => {
            assert!(error.advice().ends_with('.'), "{name}");
            assert!(!error.to_string().is_empty(), "{name}");
            if !matches!(case.expect, Expect::NoOtherCall) {
                shown_is_a_part(&run.shown, reply, name);
            }
        }
    }
}

/// Each call is one of those that were meant, in its place, or has arguments that do not parse.
fn no_other_call(message: &AssistantMessage, reply: &Reply, name: &str) {
    let mut meant = reply.message.tool_calls.clone();
    for call in &message.tool_calls {
        let function = &call.function;
        let place = meant.iter().position(|it| it.function == *function);
        if let Some(place) = place {
            meant.remove(place);
            continue;
        }
        // No arguments at all are as good as an empty object.
        let arguments = &function.arguments;
        let is_json = arguments.is_empty() || serde_json::from_str::<Value>(arguments).is_ok();
        let can_run = !function.name.is_empty() && is_json;
        assert!(!can_run, "{name}: {call:?}");
    }
}

/// Nothing was shown that is not in the reply, and nothing twice.
fn shown_is_a_part(shown: &[Delta], reply: &Reply, name: &str) {
    let mut text = String::new();
    let mut arguments = vec![String::new(); reply.message.tool_calls.len()];
    for delta in shown {
        match delta {
            Delta::Text(piece) => text.push_str(piece),
            Delta::Arguments {
                position, piece, ..
            } => arguments[*position].push_str(piece),
        }
    }
    let whole = reply.message.content.as_deref().unwrap_or_default();
    assert!(whole.starts_with(&text), "{name}: {text}");
    for (call, arguments) in reply.message.tool_calls.iter().zip(&arguments) {
        assert!(
            call.function.arguments.starts_with(arguments),
            "{name}: {arguments}"
        );
    }
}

fn is_as_expected(run: &Run, reply: &Reply, case: &Case, name: &str) {
    let cause = run.outcome.as_ref().err().map(LlmError::cause);
    match case.expect {
        Expect::Reply => assert_eq!(cause, None, "{name}: {:?}", run.outcome),
        Expect::Cause(expected) => assert_eq!(cause, Some(expected), "{name}"),
        Expect::CutAt(at, causes) => match cause {
            // An event counts from the first byte of its last line end.
            None => assert!(at + 2 >= reply.complete_at(), "{name}: accepted"),
            Some(cause) => {
                assert!(causes.contains(&cause), "{name}: {cause:?}");
                // Only a stream says itself that it is complete.
                let was_complete = reply.is_stream() && at >= reply.complete_at();
                let is_loss = was_complete && !causes.contains(&Cause::NotChat);
                assert!(!is_loss, "{name}: refused");
            }
        },
        Expect::NoOtherCall => {}
    }
}

fn network_faults(reply: &Reply) -> Tally {
    let mut tally = Tally::default();
    let boundaries = reply.boundaries();
    for at in 0..=reply.bytes().len() {
        let mut splits = vec![Split::AtOnce, Split::ByChunk, Split::At(at / 2)];
        if boundaries.contains(&at) {
            splits.push(Split::ByByte);
        }
        for split in splits {
            for case in at_byte(reply, at, split) {
                tally.check(reply, &case, &format!("byte {at}, {split:?}"));
            }
        }
    }
    tally
}

fn server_faults(reply: &Reply) -> Tally {
    let mut tally = Tally::default();
    // Before [DONE]: nothing behind it is read.
    for at in 0..reply.chunks.len() {
        let cuts = (0..reply.bytes().len()).step_by(29).map(Split::At);
        for split in [Split::AtOnce, Split::ByChunk, Split::ByByte]
            .into_iter()
            .chain(cuts)
        {
            for case in at_chunk(reply, at, split) {
                tally.check(reply, &case, &format!("chunk {at}, {split:?}"));
            }
        }
    }
    tally
}

fn faults_instead(reply: &Reply) -> Tally {
    let mut tally = Tally::default();
    let splits = |body: &[u8]| {
        let cuts = (0..body.len()).map(Split::At);
        [Split::AtOnce, Split::ByByte]
            .into_iter()
            .chain(cuts)
            .collect()
    };
    for case in instead(splits) {
        tally.check(reply, &case, "instead");
    }
    tally
}

#[test]
fn no_fault_is_taken_for_a_reply_and_none_goes_without_its_sentence() {
    let begun = std::time::Instant::now();
    let replies = replies();
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        let mut running = vec![scope.spawn(|| faults_instead(&replies[0]))];
        for reply in &replies {
            running.push(scope.spawn(|| network_faults(reply)));
            if reply.is_stream() {
                running.push(scope.spawn(|| server_faults(reply)));
            }
        }
        for part in running {
            tally.add(part.join().unwrap());
        }
    });
    let Tally { cases, faults } = tally;
    println!(
        "{cases} cases of {} faults in {:.1} s",
        faults.len(),
        begun.elapsed().as_secs_f32()
    );
    assert!(faults.len() >= 25, "{faults:?}");
    assert!(cases >= 100_000, "{cases} cases");
}
