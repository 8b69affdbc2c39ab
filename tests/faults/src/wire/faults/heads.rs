//! Connections that break before the body, and responses without the body that was asked for.

use std::time::Duration;

use kikitori_llm::ErrorKind;

use super::{
    CHUNKED, EVENTS, JSON, ONCE, TRIED_AGAIN, Told, WireFault, fault, length, ok, send, told, whole,
};
use crate::faults::Expect;
use crate::wire::{LAST_CHUNK, Server, Step, chunk, head};

pub(super) fn before_the_body() -> Vec<WireFault> {
    let Told { stream, bytes, .. } = told();
    let unreachable = Expect::ErrorKind(ErrorKind::Unreachable);
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
            Expect::ErrorKind(ErrorKind::SlowToBegin),
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
        none(
            "leave to ask, and none to read",
            vec![send(format!(
                "HTTP/1.1 200 OK\r\n{EVENTS}{}\r\n",
                length(0)
            ))],
            unreachable,
            TRIED_AGAIN,
        ),
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

pub(super) fn otherwise() -> Vec<WireFault> {
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
            Expect::ErrorKind(ErrorKind::BrokeOff),
            TRIED_AGAIN,
        ),
        fault(
            "no content",
            &whole,
            vec![send(head("204 No Content", "\r\n"))],
            Expect::ErrorKind(ErrorKind::NotChat),
            ONCE,
        ),
        fault(
            "moved for now",
            &whole,
            moved("307 Temporary Redirect"),
            Expect::ErrorKind(ErrorKind::EndpointRedirects),
            ONCE,
        ),
        fault(
            "found elsewhere",
            &whole,
            moved("302 Found"),
            Expect::ErrorKind(ErrorKind::EndpointRedirects),
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
                Expect::ErrorKind(ErrorKind::Unreachable),
                // Chromium takes it for a connection that had timed out before, and sends the
                // first request again by itself. So one attempt can reach a server twice.
                TRIED_AGAIN + 1,
            )
        },
        fault(
            "a wait that the page may read",
            &whole,
            vec![send(head("429 X", &busy))],
            Expect::ErrorKind(ErrorKind::TooOften),
            ONCE,
        ),
        fault(
            "a wait that the page may not read",
            &whole,
            vec![send(format!(
                "HTTP/1.1 429 X\r\naccess-control-allow-origin: *\r\nconnection: close\r\n{busy}"
            ))],
            Expect::ErrorKind(ErrorKind::TooOften),
            TRIED_AGAIN,
        ),
        fault(
            "a password that is asked for",
            &whole,
            vec![send(head(
                "401 X",
                &format!("www-authenticate: Basic realm=\"x\"\r\n{}\r\n", length(0)),
            ))],
            Expect::ErrorKind(ErrorKind::WrongKey),
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
