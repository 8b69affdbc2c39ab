//! Chance, as the browser has it.

use std::time::Duration;

use js_sys::Math;
use kikitori_ports::Jitter;

/// Spreads waits with `Math.random`.
#[derive(Debug, Clone, Copy, Default)]
pub struct BrowserJitter;

impl Jitter for BrowserJitter {
    fn up_to(&self, longest: Duration) -> Duration {
        longest.mul_f64(Math::random().clamp(0.0, 1.0))
    }
}
