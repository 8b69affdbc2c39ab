//! What can go wrong only on a real connection, below what HTTP means.

mod bodies;
mod heads;

use super::{Server, Step, head};
use crate::faults::{Expect, Reply, replies};

/// A fault of the connection.
#[derive(Debug, Clone)]
pub struct WireFault {
    pub fault: &'static str,
    /// The reply that the server means to send.
    pub reply: Reply,
    pub server: Server,
    pub expect: Expect,
    /// How many requests reach the server.
    pub requests: usize,
}

const EVENTS: &str = "content-type: text/event-stream\r\n";
const JSON: &str = "content-type: application/json\r\n";
const CHUNKED: &str = "transfer-encoding: chunked\r\n";

/// Nothing was shown, and it may have passed: it is tried twice more.
const TRIED_AGAIN: usize = 3;
/// It was shown, or is not the kind that passes.
const ONCE: usize = 1;

fn send(bytes: impl Into<Vec<u8>>) -> Step {
    Step::Send(bytes.into())
}

fn length(bytes: usize) -> String {
    format!("content-length: {bytes}\r\n")
}

/// The head of a success and the empty line.
fn ok(headers: &[&str]) -> Step {
    send(head("200 OK", &format!("{}\r\n", headers.concat())))
}

/// Every one of them.
pub fn faults() -> Vec<WireFault> {
    [
        heads::before_the_body(),
        heads::otherwise(),
        bodies::with_a_length(),
        bodies::chunked(),
        bodies::until_closed(),
    ]
    .concat()
}

struct Told {
    /// A stream: reasoning first, which is not shown, then text.
    stream: Reply,
    bytes: Vec<u8>,
    /// Where nothing has been shown yet.
    unshown: usize,
    /// Where a word has been shown.
    shown: usize,
    /// Behind the finish reason.
    complete: usize,
}

fn told() -> Told {
    let stream = replies().remove(0);
    let boundaries = stream.boundaries();
    Told {
        bytes: stream.bytes(),
        unshown: boundaries[1] + 9,
        shown: boundaries[3] + 9,
        complete: stream.complete_at(),
        stream,
    }
}

fn whole() -> Reply {
    replies().pop().unwrap()
}

fn fault(
    fault: &'static str,
    reply: &Reply,
    steps: Vec<Step>,
    expect: Expect,
    requests: usize,
) -> WireFault {
    WireFault {
        fault,
        reply: reply.clone(),
        server: Server::new(vec![steps]),
        expect,
        requests,
    }
}
