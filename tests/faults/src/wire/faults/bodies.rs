//! Bodies that are not what their head says, however their end is marked.

use kikitori_llm::ErrorKind;

use super::{
    CHUNKED, EVENTS, JSON, ONCE, TRIED_AGAIN, Told, WireFault, fault, length, ok, send, told, whole,
};
use crate::faults::Expect;
use crate::wire::{BEFORE_A_BREAK, CORS, Step, chunk};

pub(super) fn with_a_length() -> Vec<WireFault> {
    let told = told();
    let Told { stream, bytes, .. } = &told;
    let whole = whole();
    let json = whole.bytes();
    let broke_off = Expect::ErrorKind(ErrorKind::BrokeOff);
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
            Expect::ErrorKind(ErrorKind::NotChat),
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

pub(super) fn chunked() -> Vec<WireFault> {
    let told = told();
    let Told { stream, bytes, .. } = &told;
    let whole = whole();
    let broke_off = Expect::ErrorKind(ErrorKind::BrokeOff);
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
            Expect::ErrorKind(ErrorKind::WentSilent),
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
pub(super) fn until_closed() -> Vec<WireFault> {
    let told = told();
    let Told { stream, bytes, .. } = &told;
    let whole = whole();
    let json = whole.bytes();
    let broke_off = Expect::ErrorKind(ErrorKind::BrokeOff);
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
            Expect::ErrorKind(ErrorKind::NotChat),
            ONCE,
        ),
        fault(
            "HTTP/1.0",
            &whole,
            vec![
                send(format!("HTTP/1.0 200 OK\r\n{}{JSON}\r\n", CORS)),
                send(json),
            ],
            Expect::Reply,
            ONCE,
        ),
    ]
}
