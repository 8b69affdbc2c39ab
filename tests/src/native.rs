//! Requests of a client that runs in the test itself.

use kikitori_native::Http;

/// What talks to servers on this machine, without a connection yet.
pub fn http() -> Http {
    Http::new(kikitori_native::loopback().build().unwrap())
}
