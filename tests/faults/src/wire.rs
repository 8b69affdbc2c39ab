//! The same as bytes on a connection, and what can go wrong only there.

mod abandoned;
mod faults;

use std::time::Duration;

use crate::exchange::{Exchange, Then};

pub use abandoned::{Abandoned, abandoned};
pub use faults::{WireFault, faults};

/// What a server does once it has read a request. Behind the last step it closes its side of the
/// connection.
#[derive(Debug, Clone)]
pub enum Step {
    /// Sends these bytes, and nothing else together with them.
    Send(Vec<u8>),
    /// Waits.
    Wait(Duration),
    /// Breaks the connection off (RST).
    Reset,
    /// Does nothing more, and keeps the connection open.
    Hang,
}

/// How a server behaves.
#[derive(Debug, Clone)]
pub struct Server {
    /// What it does for the first request, and so on; the last one for all that follow.
    pub scripts: Vec<Vec<Step>>,
    /// Whether anybody is there.
    pub listens: bool,
    /// Whether it answers the preflight with leave to ask.
    pub allows_origin: bool,
    /// Whether the connection of the preflight is there for the request too.
    pub keeps_connection: bool,
}

impl Server {
    pub fn new(scripts: Vec<Vec<Step>>) -> Self {
        Self {
            scripts,
            listens: true,
            allows_origin: true,
            keeps_connection: false,
        }
    }

    /// One that does on a connection what `exchanges` say, with seconds as long as `second`.
    pub fn of(exchanges: &[Exchange], second: Duration) -> Self {
        let scripts = exchanges.iter().map(|it| steps(it, second)).collect();
        let allows_origin = exchanges.iter().all(|it| it.allows_origin);
        Self {
            allows_origin,
            ..Self::new(scripts)
        }
    }
}

/// A browser hands over what it has received with some delay, and drops what it has not handed
/// over yet when the connection breaks. So what was sent before is given time to be read: what
/// happens else is chance, and safe, as less is accepted.
const BEFORE_A_BREAK: Duration = Duration::from_millis(1_500);

/// Lets a page of any origin read the reply and the two headers about waiting.
pub const CORS: &str = "access-control-allow-origin: *\r\n\
    access-control-expose-headers: retry-after, date\r\n";

/// The head of a response that a page of any origin may read, without the empty line.
pub fn head(status: &str, headers: &str) -> String {
    format!("HTTP/1.1 {status}\r\n{CORS}connection: close\r\n{headers}")
}

/// A chunk of a chunked body.
pub fn chunk(bytes: &[u8]) -> Vec<u8> {
    let size = format!("{:x}\r\n", bytes.len());
    [size.as_bytes(), bytes, b"\r\n"].concat()
}

/// The end of a chunked body.
pub const LAST_CHUNK: &[u8] = b"0\r\n\r\n";

/// What a server sends for an exchange: a chunk for each piece.
fn steps(exchange: &Exchange, second: Duration) -> Vec<Step> {
    let headers = exchange.headers.iter();
    let headers: String = headers
        .map(|(name, value)| format!("{name}: {value}\r\n"))
        .collect();
    let mut steps = Vec::new();
    let mut has_body = false;
    for then in &exchange.happens {
        steps.push(match then {
            Then::Wait(seconds) => Step::Wait(second * u32::try_from(*seconds).unwrap()),
            Then::Head(status) => {
                has_body = true;
                let chunked = format!("{headers}transfer-encoding: chunked\r\n\r\n");
                Step::Send(head(&format!("{status} X"), &chunked).into_bytes())
            }
            // An empty chunk would be the last one.
            Then::Piece(bytes) if bytes.is_empty() => Step::Wait(Duration::ZERO),
            Then::Piece(bytes) => Step::Send(chunk(bytes)),
            Then::Break => {
                steps.extend([Step::Wait(BEFORE_A_BREAK), Step::Reset]);
                return steps;
            }
            Then::Hang => {
                steps.push(Step::Hang);
                return steps;
            }
        });
    }
    if has_body {
        steps.push(Step::Send(LAST_CHUNK.to_vec()));
    }
    steps
}
