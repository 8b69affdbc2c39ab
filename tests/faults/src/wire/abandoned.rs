//! Calls that are dropped before their end.

use std::time::Duration;

use super::{Server, Step};
use crate::call::DropWhen;
use crate::exchange::{Exchange, Then};

/// A call that is dropped.
#[derive(Debug, Clone)]
pub struct Abandoned {
    /// Where the call stands by then.
    pub name: &'static str,
    pub server: Server,
    pub drop: DropWhen,
    /// Whether the server is in the middle of something.
    pub is_open: bool,
}

/// A call is dropped wherever it can stand.
pub fn abandoned() -> Vec<Abandoned> {
    let word = b"data: {\"choices\":[{\"delta\":{\"content\":\"so \"}}]}\n\n";
    let word = || Then::Piece(word.to_vec());
    let words = || [Then::Wait(1), word()].into_iter().cycle().take(2_000);
    let second = Duration::from_millis(10);
    let open = |name, happens: Vec<Then>, drop| Abandoned {
        name,
        server: Server::of(&[Exchange::stream(happens)], second),
        drop,
        is_open: true,
    };
    let soon = DropWhen::After(300);
    let mut failing = Server::of(
        &[Exchange::body(503, "{}").with_header("retry-after", "1")],
        second,
    );
    failing.scripts.push(vec![Step::Hang]);
    vec![
        open("before the head", vec![Then::Hang], soon),
        open("before the body", vec![Then::Head(200), Then::Hang], soon),
        open(
            "within the body of an error",
            vec![Then::Head(500), Then::Piece(b"{".to_vec()), Then::Hang],
            soon,
        ),
        open(
            "in a silence of the reply",
            vec![Then::Head(200), word(), Then::Hang],
            DropWhen::Shown,
        ),
        open(
            "while the reply is coming",
            [Then::Head(200)].into_iter().chain(words()).collect(),
            DropWhen::Shown,
        ),
        Abandoned {
            name: "before a retry",
            server: failing,
            drop: soon,
            is_open: false,
        },
    ]
}
