//! Faults at a place within a reply.

use kikitori_llm::ErrorKind;

use super::{Case, Expect, Reply, Split};
use crate::exchange::{Exchange, Then};

use Then::{Break, Hang, Head, Wait};

const ENDED: &[ErrorKind] = &[ErrorKind::BrokeOff];
const NOT_WHOLE: &[ErrorKind] = &[ErrorKind::NotChat];
const SILENT: &[ErrorKind] = &[ErrorKind::SlowToBegin, ErrorKind::WentSilent];
const ENDLESS: &[ErrorKind] = &[ErrorKind::TookTooLong];

pub fn pieces(bytes: &[u8], boundaries: &[usize], split: Split) -> Vec<Then> {
    let cuts = match split {
        Split::AtOnce => Vec::new(),
        Split::ByChunk => boundaries.to_vec(),
        Split::ByByte => (0..bytes.len()).collect(),
        Split::At(at) => vec![at],
    };
    let mut pieces = Vec::new();
    let mut rest = bytes;
    let mut begun = 0;
    for cut in cuts {
        let Some((piece, after)) = rest.split_at_checked(cut.saturating_sub(begun)) else {
            break;
        };
        pieces.push(Then::Piece(piece.to_vec()));
        (rest, begun) = (after, cut.max(begun));
    }
    pieces.push(Then::Piece(rest.to_vec()));
    pieces
}

/// Faults of the network after byte `at` of a reply.
pub fn at_byte(reply: &Reply, at: usize, split: Split) -> Vec<Case> {
    let bytes = reply.bytes();
    let (before, after) = bytes.split_at(at);
    let boundaries = reply.boundaries();
    let happens = |then: Vec<Then>| {
        let pieces = pieces(before, &boundaries, split);
        Exchange::new(reply.content_type, [vec![Head(200)], pieces, then].concat())
    };
    let rest = Then::Piece(after.to_vec());
    let case = |fault, then, expect| Case {
        fault,
        exchange: happens(then),
        expect,
    };
    let ended = if reply.is_stream() { ENDED } else { NOT_WHOLE };
    let mut wrong = after.to_vec();
    if let Some(byte) = wrong.first_mut() {
        *byte = 0xff;
    }
    let mut cases = vec![
        case(
            "the connection is reset",
            vec![Break],
            Expect::CutAt(at, ENDED),
        ),
        case("the stream ends early", vec![], Expect::CutAt(at, ended)),
        case("nothing more comes", vec![Hang], Expect::CutAt(at, SILENT)),
        case(
            "a pause within the limit",
            vec![Wait(29), rest.clone()],
            Expect::Reply,
        ),
        case(
            "an empty piece",
            vec![Then::Piece(Vec::new()), rest],
            Expect::Reply,
        ),
    ];
    if at < bytes.len() {
        cases.push(case(
            "a byte that is not UTF-8",
            vec![Then::Piece(wrong)],
            Expect::CutAt(at, NOT_WHOLE),
        ));
    }
    cases
}

/// Faults of the server between the chunks of a stream, before the chunk `at`.
pub fn at_chunk(reply: &Reply, at: usize, split: Split) -> Vec<Case> {
    let with = |fault, inserted: &str, expect| {
        let (before, after) = reply.chunks.split_at(at);
        let chunks = [before, &[inserted.to_owned()], after].concat();
        Case {
            fault,
            exchange: stream(&chunks, split),
            expect,
        }
    };
    // Only the first finish reason counts.
    let unless_finished = |cause| {
        if at < reply.complete_after {
            Expect::ErrorKind(cause)
        } else {
            Expect::Reply
        }
    };
    let mut cases = vec![
        with(
            "an error object",
            "data: {\"error\":{\"message\":\"no\"}}\n\n",
            Expect::ErrorKind(ErrorKind::Reported),
        ),
        with(
            "an error text",
            "data: {\"error\":\"no\"}\n\n",
            Expect::ErrorKind(ErrorKind::Reported),
        ),
        with(
            "an error at the top",
            "data: {\"object\":\"error\",\"message\":\"no\"}\n\n",
            Expect::ErrorKind(ErrorKind::Reported),
        ),
        with(
            "no quota in the stream",
            "data: {\"error\":{\"message\":\"no\",\"code\":\"insufficient_quota\"}}\n\n",
            Expect::ErrorKind(ErrorKind::NoQuota),
        ),
        with(
            "busy in the stream",
            "data: {\"error\":{\"message\":\"no\",\"code\":503}}\n\n",
            Expect::ErrorKind(ErrorKind::Reported),
        ),
        with(
            "truncated JSON",
            "data: {\"choices\":[{\"delta\":{\"cont\n\n",
            Expect::ErrorKind(ErrorKind::NotChat),
        ),
        with(
            "HTML",
            "data: <html>Bad gateway</html>\n\n",
            Expect::ErrorKind(ErrorKind::NotChat),
        ),
        with(
            "another type",
            "data: {\"choices\":[{\"delta\":{\"content\":7}}]}\n\n",
            Expect::ErrorKind(ErrorKind::NotChat),
        ),
        with(
            "a content filter",
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"content_filter\"}]}\n\n",
            unless_finished(ErrorKind::Filtered),
        ),
        with(
            "a token limit",
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}\n\n",
            unless_finished(ErrorKind::TokenLimit),
        ),
        with("empty choices", "data: {\"choices\":[]}\n\n", Expect::Reply),
        with(
            "null choices",
            "data: {\"choices\":null,\"error\":null}\n\n",
            Expect::Reply,
        ),
        with(
            "a choice without a delta",
            "data: {\"choices\":[{\"index\":0}]}\n\n",
            Expect::Reply,
        ),
        with(
            "comments and empty events",
            ": busy\n\ndata:\n\nevent: ping\n\n",
            Expect::Reply,
        ),
    ];
    if let Some(chunk) = reply.chunks.get(at) {
        cases.push(with("a chunk twice", chunk, Expect::NoOtherCall));
    }
    if at + 1 < reply.complete_after {
        let mut chunks = reply.chunks.clone();
        chunks.swap(at, at + 1);
        let exchange = stream(&chunks, split);
        cases.push(Case {
            fault: "two chunks in the wrong order",
            exchange,
            expect: Expect::NoOtherCall,
        });
    }
    if at + 1 < reply.complete_after {
        let mut chunks = reply.chunks.clone();
        chunks.truncate(at + 1);
        let mut exchange = stream(&chunks, split);
        let comment = Then::Piece(b": busy\n\n".to_vec());
        exchange
            .happens
            .extend([Wait(20), comment].iter().cycle().take(20).cloned());
        let expect = Expect::CutAt(reply.boundaries()[at + 1], ENDLESS);
        cases.push(Case {
            fault: "comments without end",
            exchange,
            expect,
        });
    }
    cases
}

fn stream(chunks: &[String], split: Split) -> Exchange {
    let mut at = 0;
    let boundaries: Vec<_> = chunks
        .iter()
        .map(|chunk| {
            at += chunk.len();
            at
        })
        .collect();
    let pieces = pieces(chunks.concat().as_bytes(), &boundaries, split);
    Exchange::stream([vec![Head(200)], pieces].concat())
}
