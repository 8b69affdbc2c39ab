//! How much of the server one side can take.

use std::{num::NonZeroU32, time::Duration};

/// Bounds on connections and requests, so that nobody keeps others out: neither by many nor by
/// slow ones. The defaults suit a page and its readers; who puts a reverse proxy in front, which
/// makes all readers one address, raises those that count by address.
///
/// ```
/// use kikitori_proxy::Limits;
/// let limits = Limits { connections_per_address: 500, ..Limits::default() };
/// assert!(limits.connections >= limits.connections_per_address);
/// ```
#[derive(Debug, Clone)]
pub struct Limits {
    /// Connections at a time; who comes then waits until one ends.
    pub connections: usize,
    /// Of these, from one address; further ones are closed at once. A network of 64 bits is one
    /// address in IPv6.
    pub connections_per_address: usize,
    /// Calls of the model and of MCP servers a second from one address, averaged. Of the page's own
    /// files it may have twenty times as many.
    pub requests_per_second: NonZeroU32,
    /// Calls that one address may send at once after a pause; of files, twenty times as many.
    pub request_burst: NonZeroU32,
    /// For the head of a request to arrive: the first on a connection, and the next one after an
    /// answer, so that this is also how long a connection may be idle.
    pub head_time: Duration,
    /// For the body of a request to arrive.
    pub body_time: Duration,
    /// For the other side to take something more of an answer.
    pub write_time: Duration,
    /// Lines in the head of a request.
    pub headers: usize,
    /// Bytes in the head of a request.
    pub header_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 512,
            connections_per_address: 64,
            requests_per_second: NonZeroU32::MIN.saturating_add(49),
            request_burst: NonZeroU32::MIN.saturating_add(199),
            head_time: Duration::from_secs(20),
            body_time: Duration::from_secs(60),
            write_time: Duration::from_secs(60),
            headers: 64,
            // Browsers send the cookies of every server on localhost to every other one.
            header_bytes: 32 * 1024,
        }
    }
}
