//! Chance, for waits between tries.

use std::time::Duration;

/// Spreads retries out, so that clients that failed together do not come back together.
pub trait Jitter {
    /// A time between zero and `longest`, each as likely as any other.
    fn up_to(&self, longest: Duration) -> Duration;
}
