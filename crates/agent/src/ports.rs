//! Time and chance, which engines take only from outside.

/// Tells the time.
pub trait Clock {
    /// Milliseconds since 1970-01-01T00:00Z.
    fn now_ms(&self) -> u64;
}

/// Makes names that no one else makes.
pub trait Ids {
    /// A new id of letters, digits and hyphens.
    fn new_id(&self) -> String;
}
