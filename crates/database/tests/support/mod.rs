//! What several files of tests need.
#![allow(clippy::unwrap_used)]

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// A clock that goes ten times as fast, and a millisecond further with every look at it, so that
/// what never ends ends soon.
pub fn fast_clock() -> u64 {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    static LOOKS: AtomicU64 = AtomicU64::new(0);
    let elapsed = BEGUN.get_or_init(Instant::now).elapsed().as_millis();
    let elapsed = u64::try_from(elapsed).unwrap();
    elapsed * 10 + LOOKS.fetch_add(1, Ordering::Relaxed)
}
