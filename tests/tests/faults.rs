//! The model client in Chromium, over real connections to servers that misbehave in every way:
//! no reply that was cut off is accepted, no call comes twice, nothing hangs, every failure has
//! its type and its sentence, and what is dropped reaches the server.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use kikitori_e2e::{Client, FaultServer, Log, ServedFrom};
use kikitori_faults::call::{Ask, Limits, Order, Report, Seen};
use kikitori_faults::check::{
    Wrong, asks_no_more_than_thrice, holds_always, is_as_expected, message,
};
use kikitori_faults::faults::{Case, Expect, once, replies};
use kikitori_faults::wire::{Abandoned, Server, WireFault, abandoned, faults};
use kikitori_faults::{hello, quirks, simulate, tell};

/// Short, and far from the pauses that have to be within them, however busy the machine is.
const LIMITS: Limits = Limits {
    first_byte: 4_000,
    idle: 4_000,
    total: 10_000,
};
/// How long a second of the data is: the longest pause within the limits is 29 of them, and what
/// has no end lasts 200.
const SECOND: Duration = Duration::from_millis(60);
/// The longest that a call may take: its limit, and what a busy machine needs to notice.
const TOTAL: Duration = Duration::from_secs(15);
/// How soon a server sees that a call was dropped, however busy the machine is. What it is writing
/// then would go on six times as long.
const SOON: Duration = Duration::from_secs(2);

fn order() -> Order {
    Order {
        limits: LIMITS,
        first_backoff_ms: Some(100),
        ..Order::new(Ask::Chat(hello()))
    }
}

/// What became of each order, and how its server saw it.
async fn perform(from: ServedFrom, visits: Vec<(Order, Server)>) -> Vec<(Report, Log)> {
    let visits = visits.into_iter().map(|(order, server)| {
        let server = FaultServer::start(server);
        let base_url = server.url();
        (Order { base_url, ..order }, server)
    });
    let (orders, servers): (Vec<_>, Vec<_>) = visits.unzip();
    let client = Client::open(from).await;
    let reports = client.perform(&orders).await;
    // What was dropped last takes a moment to arrive.
    let is_busy = |server: &FaultServer| server.log().open > 0;
    let begun = Instant::now();
    while servers.iter().any(is_busy) && begun.elapsed() < SOON {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // Taken before the browser ends, as that ends everything.
    let logs: Vec<_> = servers.iter().map(FaultServer::log).collect();
    client.close().await;
    reports.into_iter().zip(logs).collect()
}

fn seen((report, log): (Report, Log)) -> Seen {
    Seen {
        outcome: report.outcome.unwrap(),
        requests: log.requests,
        headers: log.headers,
        open: log.open,
        took: Duration::from_secs_f64(report.took_ms / 1_000.0),
    }
}

/// Says what ran, and fails with all that is wrong.
fn conclude(what: &str, begun: Instant, wrongs: &[Wrong]) {
    let took = begun.elapsed().as_secs_f32();
    tell(&format!("in Chromium: {what} in {took:.1} s"));
    assert!(wrongs.is_empty(), "{}", wrongs.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_quirk_is_read_as_it_was_meant() {
    let begun = Instant::now();
    let quirks: Vec<_> = quirks::all()
        .into_iter()
        .map(|mut quirk| {
            quirk.order.limits = LIMITS;
            quirk
        })
        .collect();
    let visits = quirks.iter().map(|quirk| {
        let server = Server::of(&quirk.exchanges, SECOND);
        (quirk.order.clone(), server)
    });
    let done = perform(ServedFrom::Here, visits.collect()).await;
    let wrongs: Vec<_> = quirks
        .iter()
        .zip(done)
        .filter_map(|(quirk, done)| {
            let wrong = quirk.holds(&seen(done)).err()?;
            Some(format!("{:?}, {}: {wrong}", quirk.row, quirk.name))
        })
        .collect();
    let rows: BTreeSet<_> = quirks.iter().map(|quirk| quirk.row).collect();
    let what = format!("{} cases of {} quirks", quirks.len(), rows.len());
    conclude(&what, begun, &wrongs);
}

/// Where the client in Chromium came to something else than the one on the simulated network.
fn difference(here: &Seen, simulated: &Seen) -> Result<(), Wrong> {
    let cause = |seen: &Seen| seen.outcome.result.as_ref().err().map(|it| it.kind.clone());
    let told = |seen: &Seen| {
        (
            message(&seen.outcome).cloned(),
            cause(seen),
            seen.requests.len(),
        )
    };
    let (told_here, told_there) = (told(here), told(simulated));
    // Chromium joins pieces that come close together. One that cannot be read takes those with it
    // that came just before, so that less was shown of a reply that is refused.
    let (shown_here, shown_there) = (&here.outcome.shown, &simulated.outcome.shown);
    let is_reply = told_here.0.is_some();
    let shows_the_same =
        shown_here.is_part_of(shown_there) && (!is_reply || shown_there.is_part_of(shown_here));
    if told_here == told_there && shows_the_same {
        return Ok(());
    }
    Err(format!(
        "{told_here:?} and {shown_here:?} instead of {told_there:?} and {shown_there:?}"
    ))
}

#[tokio::test(flavor = "multi_thread")]
async fn no_fault_is_taken_for_a_reply_and_none_goes_without_its_sentence() {
    let begun = Instant::now();
    let placed = once();
    // Each on a server that stays as it is, and on one that is well when it is asked again.
    let exchanges: Vec<_> = placed
        .iter()
        .flat_map(|it| {
            let (fault, well) = (it.case.exchange.clone(), Case::well(&it.reply));
            [vec![fault.clone()], vec![fault, well]]
        })
        .collect();
    let visits = exchanges.iter().map(|it| (order(), Server::of(it, SECOND)));
    let done = perform(ServedFrom::Here, visits.collect()).await;
    let mut wrongs = Vec::new();
    let mut most_pieces = 0;
    let cases = placed.iter().flat_map(|it| [(it, true), (it, false)]);
    for (((placed, is_lasting), exchanges), done) in cases.zip(exchanges).zip(done) {
        let (reply, case) = (&placed.reply, &placed.case);
        let pieces = done.0.pieces;
        let here = seen(done);
        let simulated = simulate(&order(), exchanges, SECOND);
        let mut checks = vec![
            holds_always(&here, reply, case.expect, TOTAL),
            asks_no_more_than_thrice(&here),
            difference(&here, &simulated),
        ];
        if placed.is_byte_by_byte {
            most_pieces = most_pieces.max(pieces);
        }
        if is_lasting {
            checks.push(is_as_expected(&here, reply, case.expect));
        }
        wrongs.extend(checks.into_iter().filter_map(|check| {
            let wrong = check.err()?;
            let (fault, place) = (case.fault, &placed.place);
            Some(format!("{}, {fault}, {place}: {wrong}", reply.name))
        }));
    }
    // The busier the machine, the more bytes come together.
    if most_pieces < 4 {
        wrongs.push(format!("no body came in more than {most_pieces} pieces"));
    }
    let faults: BTreeSet<_> = placed.iter().map(|it| it.case.fault).collect();
    let what = format!("{} cases of {} faults", 2 * placed.len(), faults.len());
    conclude(&what, begun, &wrongs);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_breaks_below_http_is_as_little_taken_for_a_reply() {
    let begun = Instant::now();
    let lasting = faults();
    let well = |fault: &WireFault| {
        let mut server = Server::of(&[Case::well(&fault.reply)], SECOND);
        server.scripts.splice(0..0, fault.server.scripts.clone());
        WireFault {
            server: Server {
                scripts: server.scripts,
                ..fault.server.clone()
            },
            expect: Expect::Reply,
            requests: 2,
            ..fault.clone()
        }
    };
    // What is tried again comes right once the server is well.
    let passing: Vec<_> = lasting
        .iter()
        .filter(|it| it.requests > 1)
        .map(well)
        .collect();
    let all = [lasting.clone(), passing].concat();
    let visits = all.iter().map(|it| (order(), it.server.clone()));
    let done = perform(ServedFrom::Here, visits.collect()).await;
    let mut wrongs = Vec::new();
    for (fault, done) in all.iter().zip(done) {
        let seen = seen(done);
        let asked = match seen.requests.len() {
            asked if asked == fault.requests => Ok(()),
            asked => Err(format!("{asked} requests, expected {}", fault.requests)),
        };
        let checks = [
            holds_always(&seen, &fault.reply, fault.expect, TOTAL),
            is_as_expected(&seen, &fault.reply, fault.expect),
            asked,
        ];
        let wrong = checks.into_iter().filter_map(Result::err);
        wrongs.extend(wrong.map(|wrong| format!("{}: {wrong}", fault.fault)));
    }
    let what = format!(
        "{} cases of {} faults of connections",
        all.len(),
        lasting.len()
    );
    conclude(&what, begun, &wrongs);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_is_dropped_ends_at_the_server_wherever_it_stands() {
    let begun = Instant::now();
    let abandoned = abandoned();
    let visit = |it: &Abandoned| {
        let order = Order {
            drop: Some(it.drop),
            ..order()
        };
        (order, it.server.clone())
    };
    let done = perform(ServedFrom::Here, abandoned.iter().map(visit).collect()).await;
    let mut wrongs = Vec::new();
    let mut latest: f64 = 0.0;
    for (it, (report, log)) in abandoned.iter().zip(done) {
        let after: Vec<_> = log.left_at.iter().map(|at| at - report.over_at).collect();
        latest = after.iter().copied().fold(latest, f64::max);
        let is_right = report.outcome.is_none()
            && log.requests.len() == 1
            && log.open == 0
            && after.len() == usize::from(it.is_open)
            && after.iter().all(|ms| *ms < SOON.as_secs_f64() * 1_000.0);
        if !is_right {
            wrongs.push(format!(
                "{}: {report:?}, {log:?}, seen after {after:?} ms",
                it.name
            ));
        }
    }
    let what = format!(
        "{} dropped calls, seen by the server within {latest:.0} ms,",
        abandoned.len()
    );
    conclude(&what, begun, &wrongs);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_local_network_that_the_browser_keeps_from_the_page_is_not_reached() {
    let well = Server::of(&[Case::well(&replies()[0])], SECOND);
    let done = perform(ServedFrom::Elsewhere, vec![(order(), well)]).await;
    let seen = done.into_iter().map(seen).next().unwrap();
    assert!(seen.requests.is_empty(), "{seen:?}");
    let failure = seen.outcome.result.unwrap_err();
    assert_eq!(failure.kind, "Unreachable");
}
