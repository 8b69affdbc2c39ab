//! What endpoints and networks do to a reply, and what a client must make of it, as data: once on
//! a network and a clock that exist only in a test ([`Network`]), and once as bytes for a server
//! of flesh and blood ([`wire`]), which Chromium talks to.
//!
//! | | |
//! | --- | --- |
//! | [`quirks`] | what servers were seen to send, and must be understood |
//! | [`faults`] | what can go wrong, at each place where it can |
//! | [`wire`] | what can go wrong only on a real connection |
//! | [`check`] | what holds whatever happens |
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    missing_docs,
    reason = "a test's support fails by panicking"
)]

pub mod call;
pub mod check;
mod exchange;
pub mod faults;
pub mod quirks;
mod simulated;
pub mod wire;

use std::io::Write;

pub use exchange::{Exchange, Then};
pub use simulated::{Clock, Longest, Network, Sent, hello, simulate, streamed, whole};

/// Prints how much ran. What `println` prints is seen only of tests that fail.
pub fn tell(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").unwrap();
}
