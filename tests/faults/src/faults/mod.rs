//! What can go wrong with a reply, at each place where it can.

mod at;
mod instead;
mod reply;

use kikitori_llm::ErrorKind;

use crate::exchange::{Exchange, Then};

pub use at::{at_byte, at_chunk, pieces};
pub use instead::instead;
pub use reply::{Reply, replies};

/// What a client must make of a fault.
#[derive(Debug, Clone, Copy)]
pub enum Expect {
    /// The reply, as if nothing had happened.
    Reply,
    /// The reply if all that matters of it came before this byte; else one of these causes.
    CutAt(usize, &'static [ErrorKind]),
    /// No reply, and this cause.
    ErrorKind(ErrorKind),
    /// The pieces of a reply are not what the server meant, which nobody can see in text. A call
    /// is the one that was meant, or cannot be run.
    NoOtherCall,
}

/// How bytes arrive.
#[derive(Debug, Clone, Copy)]
pub enum Split {
    AtOnce,
    ByChunk,
    ByByte,
    At(usize),
}

/// One fault at one place.
#[derive(Debug, Clone)]
pub struct Case {
    pub fault: &'static str,
    pub exchange: Exchange,
    pub expect: Expect,
}

impl Case {
    /// The exchange with a server that is well.
    pub fn well(reply: &Reply) -> Exchange {
        let pieces = vec![Then::Head(200), Then::Piece(reply.bytes())];
        Exchange::new(reply.content_type, pieces)
    }
}

/// A fault of one reply.
#[derive(Debug, Clone)]
pub struct Placed {
    pub reply: Reply,
    pub case: Case,
    /// Where in the reply.
    pub place: String,
    /// Whether each byte is sent by itself.
    pub is_byte_by_byte: bool,
}

/// Every fault in every reply that it can happen to, but only at one or two places of it.
pub fn once() -> Vec<Placed> {
    let replies = replies();
    let mut all = Vec::new();
    let mut add = |reply: &Reply, place: String, split: Split, cases: Vec<Case>| {
        all.extend(cases.into_iter().map(|case| Placed {
            reply: reply.clone(),
            case,
            place: place.clone(),
            is_byte_by_byte: matches!(split, Split::ByByte),
        }));
    };
    for (number, reply) in replies.iter().enumerate() {
        let bytes = reply.bytes().len();
        // Within a chunk in the middle, and behind the finish reason.
        let (within, behind) = (bytes / 2, reply.complete_at().min(bytes - 1));
        let split = match number {
            0 => Split::ByByte,
            _ => Split::ByChunk,
        };
        for at in [within, behind] {
            let place = format!("byte {at}, {split:?}");
            add(reply, place, split, at_byte(reply, at, split));
        }
        if reply.is_stream() {
            let (at, split) = (reply.complete_after / 2, Split::ByChunk);
            let place = format!("chunk {at}, {split:?}");
            add(reply, place, split, at_chunk(reply, at, split));
        }
    }
    let in_place = instead(|_| vec![Split::AtOnce]);
    add(&replies[0], "instead".to_owned(), Split::AtOnce, in_place);
    all
}
