//! A server and a network with faults: whatever they do, no reply that was cut off is accepted,
//! no call comes twice, nothing hangs, and every failure has its type and its sentence.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use kikitori_faults::call::{Ask, Order, Seen};
use kikitori_faults::check::{asks_no_more_than_thrice, holds_always, is_as_expected, message};
use kikitori_faults::faults::{Case, Reply, Split, at_byte, at_chunk, instead, once, replies};
use kikitori_faults::{Exchange, hello, simulate, tell};

fn run(exchanges: Vec<Exchange>) -> Seen {
    let order = Order::new(Ask::Chat(hello()));
    simulate(&order, exchanges, Duration::from_secs(1))
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
        let holds = |seen: &Seen| {
            holds_always(seen, reply, case.expect, Duration::from_secs(120))
                .and_then(|()| asks_no_more_than_thrice(seen))
                .unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        };
        let lasting = run(vec![case.exchange.clone()]);
        holds(&lasting);
        is_as_expected(&lasting, reply, case.expect)
            .unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        let passing = run(vec![case.exchange.clone(), Case::well(reply)]);
        holds(&passing);
        if passing.requests.len() > 1 {
            assert_eq!(message(&passing.outcome), Some(&reply.message), "{name}");
        }
        self.cases += 2;
        self.faults.insert(case.fault);
    }

    fn add(&mut self, other: Self) {
        self.cases += other.cases;
        self.faults.extend(other.faults);
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
    let begun = Instant::now();
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
    let took = begun.elapsed().as_secs_f32();
    let kinds = faults.len();
    tell(&format!("{cases} cases of {kinds} faults in {took:.1} s"));
    assert!(faults.len() >= 25, "{faults:?}");
    assert!(cases >= 100_000, "{cases} cases");
    let in_the_browser: BTreeSet<_> = once().iter().map(|it| it.case.fault).collect();
    assert_eq!(in_the_browser, faults);
}
