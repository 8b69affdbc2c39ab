//! Waiting.

use std::future::pending;
use std::time::Duration;

use futures::FutureExt;
use futures::future::LocalBoxFuture;

/// Waits. Dropping the returned future ends the waiting.
pub trait Timer {
    /// Resolves once `time` has passed.
    fn sleep(&self, time: Duration) -> LocalBoxFuture<'static, ()>;
}

/// A timer that never goes off, for transports that always answer at once.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoTimer;

impl Timer for NoTimer {
    fn sleep(&self, _: Duration) -> LocalBoxFuture<'static, ()> {
        pending().boxed_local()
    }
}
