//! What can go wrong only on a real connection, below HTTP's meaning.

use std::time::Duration;

use kikitori_llm::Cause;

use super::{BEFORE_A_BREAK, LAST_CHUNK, Server, Step, chunk, head};
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

pub fn faults() -> Vec<WireFault> {
    [
        before_the_body(),
        with_a_length(),
        chunked(),
        until_closed(),
        otherwise(),
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

fn before_the_body() -> Vec<WireFault> {
    let Told { stream, bytes, .. } = told();
    let unreachable = Expect::Cause(Cause::Unreachable);
    let none = |name, steps, expect, requests| fault(name, &stream, steps, expect, requests);
    let mut refused = none("nobody listens", Vec::new(), unreachable, 0);
    refused.server.listens = false;
    let reply = chunk(&bytes);
    let good = || {
        [
            ok(&[EVENTS, CHUNKED]),
            send(reply.clone()),
            send(LAST_CHUNK),
        ]
    };
    let interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n";
    let Step::Send(good_head) = ok(&[EVENTS, CHUNKED]) else {
        panic!("a head is sent");
    };
    let drip = good_head.iter().map(|byte| send([*byte]));
    let mut only_on_the_preflight = none(
        "leave to ask, and none to read",
        vec![send(format!(
            "HTTP/1.1 200 OK\r\n{EVENTS}{}\r\n",
            length(0)
        ))],
        unreachable,
        TRIED_AGAIN,
    );
    only_on_the_preflight.server.keeps_connection = false;
    vec![
        refused,
        none("closed without a byte", vec![], unreachable, TRIED_AGAIN),
        none(
            "reset without a byte",
            vec![Step::Reset],
            unreachable,
            TRIED_AGAIN,
        ),
        none(
            "what is not HTTP",
            vec![send("SSH-2.0-OpenSSH_9.2\r\n")],
            unreachable,
            TRIED_AGAIN,
        ),
        none(
            "a head that breaks off",
            vec![send("HTTP/1.1 200 OK\r\ncontent-ty")],
            unreachable,
            TRIED_AGAIN,
        ),
        none(
            "a head that stops",
            vec![send("HTTP/1.1 200 OK\r\ncontent-ty"), Step::Hang],
            Expect::Cause(Cause::SlowToBegin),
            ONCE,
        ),
        none(
            "two lengths that contradict each other",
            vec![ok(&[JSON, &length(5), &length(7)]), send("{\"a\":1}")],
            unreachable,
            TRIED_AGAIN,
        ),
        none(
            "a head without end",
            vec![send(head(
                "200 OK",
                &format!("x: {}\r\n", "x".repeat(400_000)),
            ))],
            unreachable,
            TRIED_AGAIN,
        ),
        only_on_the_preflight,
        none(
            "interim responses",
            [send(interim)].into_iter().chain(good()).collect(),
            Expect::Reply,
            ONCE,
        ),
        none(
            "a head byte by byte",
            drip.chain([send(reply.clone()), send(LAST_CHUNK)])
                .collect(),
            Expect::Reply,
            ONCE,
        ),
    ]
}

fn with_a_length() -> Vec<WireFault> {
    let told = told();
    let Told { stream, bytes, .. } = &told;
    let whole = whole();
    let json = whole.bytes();
    let broke_off = Expect::Cause(Cause::BrokeOff);
    let says = |headers: &str, says: usize, sent: &[u8]| {
        vec![
            ok(&[headers, &length(says)]),
            send(sent),
            Step::Wait(BEFORE_A_BREAK),
        ]
    };
    let all = bytes.len();
    vec![
        fault(
            "shorter than its length, nothing shown",
            stream,
            says(EVENTS, all, &bytes[..told.unshown]),
            broke_off,
            TRIED_AGAIN,
        ),
        fault(
            "shorter than its length, a word shown",
            stream,
            says(EVENTS, all, &bytes[..told.shown]),
            broke_off,
            ONCE,
        ),
        fault(
            "shorter than its length, complete",
            stream,
            says(EVENTS, all, &bytes[..told.complete]),
            Expect::Reply,
            ONCE,
        ),
        fault(
            "shorter than its length, in one piece",
            &whole,
            says(JSON, json.len(), &json[..json.len() / 2]),
            broke_off,
            TRIED_AGAIN,
        ),
        fault(
            "longer than its length",
            stream,
            says(EVENTS, told.shown, bytes),
            broke_off,
            ONCE,
        ),
        fault(
            "longer than its length, in one piece",
            &whole,
            says(JSON, json.len() / 2, &json),
            Expect::Cause(Cause::NotChat),
            ONCE,
        ),
        fault(
            "something behind its length",
            &whole,
            says(
                JSON,
                json.len(),
                &[&json, b"HTTP/1.1 500 X\r\n\r\n".as_slice()].concat(),
            ),
            Expect::Reply,
            ONCE,
        ),
    ]
}

fn chunked() -> Vec<WireFault> {
    let told = told();
    let Told { stream, bytes, .. } = &told;
    let whole = whole();
    let broke_off = Expect::Cause(Cause::BrokeOff);
    let then = |end: usize, then: Vec<Step>| {
        let begin = [
            ok(&[EVENTS, CHUNKED]),
            send(chunk(&bytes[..end])),
            Step::Wait(BEFORE_A_BREAK),
        ];
        begin.into_iter().chain(then).collect::<Vec<_>>()
    };
    let half_a_chunk = [
        format!("{:x}\r\n", bytes.len()).as_bytes(),
        &bytes[..told.shown],
    ]
    .concat();
    let odd = [
        send("1;name=value\r\nd\r\n"),
        send(chunk(&bytes[1..])),
        send("0\r\nx-trailer: 1\r\n\r\n"),
    ];
    vec![
        fault(
            "closed in the middle of a chunk",
            stream,
            vec![
                ok(&[EVENTS, CHUNKED]),
                send(half_a_chunk),
                Step::Wait(BEFORE_A_BREAK),
            ],
            broke_off,
            ONCE,
        ),
        fault(
            "closed between chunks",
            stream,
            then(told.shown, vec![]),
            broke_off,
            ONCE,
        ),
        fault(
            "closed between chunks, nothing shown",
            stream,
            then(told.unshown, vec![]),
            broke_off,
            TRIED_AGAIN,
        ),
        fault(
            "closed between chunks, complete",
            stream,
            then(told.complete, vec![]),
            Expect::Reply,
            ONCE,
        ),
        fault(
            "closed in the middle of a chunk's size",
            stream,
            then(told.shown, vec![send("1f")]),
            broke_off,
            ONCE,
        ),
        fault(
            "a chunk's size that is no number",
            stream,
            then(told.shown, vec![send("zz\r\n")]),
            broke_off,
            ONCE,
        ),
        fault(
            "silence in the middle of a chunk's size",
            stream,
            then(told.shown, vec![send("1f"), Step::Hang]),
            Expect::Cause(Cause::WentSilent),
            ONCE,
        ),
        fault(
            "a whole reply without its last chunk",
            &whole,
            vec![ok(&[JSON, CHUNKED]), send(chunk(&whole.bytes()))],
            broke_off,
            TRIED_AGAIN,
        ),
        fault(
            "extensions and trailers",
            stream,
            [ok(&[EVENTS, CHUNKED])].into_iter().chain(odd).collect(),
            Expect::Reply,
            ONCE,
        ),
    ]
}

/// Where the end of the connection is the end of the body, only the protocol says what is whole.
fn until_closed() -> Vec<WireFault> {
    let told = told();
    let Told { stream, bytes, .. } = &told;
    let whole = whole();
    let json = whole.bytes();
    let broke_off = Expect::Cause(Cause::BrokeOff);
    let up_to = |end: usize| vec![ok(&[EVENTS]), send(&bytes[..end])];
    let reset = |end| [up_to(end), vec![Step::Wait(BEFORE_A_BREAK), Step::Reset]].concat();
    vec![
        fault(
            "closed, nothing shown",
            stream,
            up_to(told.unshown),
            broke_off,
            TRIED_AGAIN,
        ),
        fault(
            "closed, a word shown",
            stream,
            up_to(told.shown),
            broke_off,
            ONCE,
        ),
        fault(
            "closed, complete",
            stream,
            up_to(told.complete),
            Expect::Reply,
            ONCE,
        ),
        fault(
            "reset, a word shown",
            stream,
            reset(told.shown),
            broke_off,
            ONCE,
        ),
        fault(
            "reset, complete",
            stream,
            reset(told.complete),
            Expect::Reply,
            ONCE,
        ),
        fault(
            "closed, in one piece",
            &whole,
            vec![ok(&[JSON]), send(&json[..json.len() / 2])],
            Expect::Cause(Cause::NotChat),
            ONCE,
        ),
        fault(
            "HTTP/1.0",
            &whole,
            vec![
                send(format!("HTTP/1.0 200 OK\r\n{}{JSON}\r\n", super::CORS)),
                send(json),
            ],
            Expect::Reply,
            ONCE,
        ),
    ]
}

fn otherwise() -> Vec<WireFault> {
    let Told { stream, bytes, .. } = told();
    let whole = whole();
    let busy = format!("retry-after: 61\r\n{}\r\n", length(0));
    let moved = |status: &str| {
        let to = format!("location: /elsewhere\r\n{}\r\n", length(0));
        vec![send(head(status, &to))]
    };
    vec![
        fault(
            "compressed, it says",
            &stream,
            vec![
                ok(&[EVENTS, "content-encoding: gzip\r\n", CHUNKED]),
                send(chunk(&bytes)),
                send(LAST_CHUNK),
            ],
            Expect::Cause(Cause::BrokeOff),
            TRIED_AGAIN,
        ),
        fault(
            "no content",
            &whole,
            vec![send(head("204 No Content", "\r\n"))],
            Expect::Cause(Cause::NotChat),
            ONCE,
        ),
        fault(
            "moved for now",
            &whole,
            moved("307 Temporary Redirect"),
            Expect::Cause(Cause::EndpointRedirects),
            ONCE,
        ),
        fault(
            "found elsewhere",
            &whole,
            moved("302 Found"),
            Expect::Cause(Cause::EndpointRedirects),
            ONCE,
        ),
        WireFault {
            server: Server {
                keeps_connection: true,
                ..Server::new(vec![Vec::new()])
            },
            ..fault(
                "closed without a byte, where the browser had a connection already",
                &stream,
                Vec::new(),
                Expect::Cause(Cause::Unreachable),
                // Chromium takes it for a connection that had timed out before, and sends the
                // first request again by itself. So one attempt can reach a server twice.
                TRIED_AGAIN + 1,
            )
        },
        fault(
            "a wait that the page may read",
            &whole,
            vec![send(head("429 X", &busy))],
            Expect::Cause(Cause::TooOften),
            ONCE,
        ),
        fault(
            "a wait that the page may not read",
            &whole,
            vec![send(format!(
                "HTTP/1.1 429 X\r\naccess-control-allow-origin: *\r\nconnection: close\r\n{busy}"
            ))],
            Expect::Cause(Cause::TooOften),
            TRIED_AGAIN,
        ),
        fault(
            "a password that is asked for",
            &whole,
            vec![send(head(
                "401 X",
                &format!("www-authenticate: Basic realm=\"x\"\r\n{}\r\n", length(0)),
            ))],
            Expect::Cause(Cause::WrongKey),
            ONCE,
        ),
        fault(
            "a silence that is within the limit",
            &whole,
            vec![
                Step::Wait(Duration::from_millis(800)),
                ok(&[JSON, CHUNKED]),
                Step::Wait(Duration::from_millis(800)),
                send(chunk(&whole.bytes())),
                Step::Wait(Duration::from_millis(800)),
                send(LAST_CHUNK),
            ],
            Expect::Reply,
            ONCE,
        ),
    ]
}
