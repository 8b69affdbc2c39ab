//! Waiting, by the browser's own timers.

use std::time::Duration;

use futures::FutureExt;
use futures::future::LocalBoxFuture;
use gloo_timers::future::TimeoutFuture;
use kikitori_ports::Timer;

/// The longest that a browser's timer can wait, some 24 days: it takes more for zero.
const LONGEST_MS: u32 = i32::MAX.unsigned_abs();

/// Waits with `setTimeout`.
#[derive(Debug, Clone, Copy, Default)]
pub struct BrowserTimer;

impl Timer for BrowserTimer {
    fn sleep(&self, time: Duration) -> LocalBoxFuture<'static, ()> {
        let ms = u32::try_from(time.as_millis()).unwrap_or(LONGEST_MS);
        // Set when it is first waited for: most limits of a call are never reached that far, as
        // what they limit is there already.
        async move { TimeoutFuture::new(ms.min(LONGEST_MS)).await }.boxed_local()
    }
}
