//! The time of day.

/// Tells the time.
pub trait Clock {
    /// Milliseconds since 1970-01-01T00:00Z.
    fn now_ms(&self) -> u64;
}
