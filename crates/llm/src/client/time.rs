//! How long a model is waited for.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use futures::FutureExt;
use futures::future::{Either, LocalBoxFuture, Shared, select};

use kikitori_ports::Timer;

use crate::protocol::error::{LlmError, Wait};

/// The longest that each part of a call may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLimits {
    /// From sending the request to the first byte of the reply's body. Many servers send the head
    /// at once and then read the whole conversation in silence.
    pub first_byte: Duration,
    /// Between two pieces of the reply.
    pub idle: Duration,
    /// For the whole reply, with all attempts at it and the waits between them. A call that has to
    /// be asked for in another form has as long again.
    pub total: Duration,
}

impl TimeLimits {
    /// For a model that takes minutes to load and read: five to begin, ten for the whole reply.
    pub const PATIENT: Self = Self {
        first_byte: Duration::from_secs(5 * 60),
        idle: Duration::from_secs(2 * 60),
        total: Duration::from_secs(10 * 60),
    };
}

impl Default for TimeLimits {
    fn default() -> Self {
        Self {
            first_byte: Duration::from_secs(60),
            idle: Duration::from_secs(30),
            total: Duration::from_secs(120),
        }
    }
}

/// A limit that is running. Its copies run out together.
#[derive(Clone)]
pub(crate) struct Deadline {
    sleep: Shared<LocalBoxFuture<'static, ()>>,
    what: Wait,
    limit: Duration,
}

impl Deadline {
    pub(crate) fn new(timer: &dyn Timer, what: Wait, limit: Duration) -> Self {
        Self {
            sleep: timer.sleep(limit).shared(),
            what,
            limit,
        }
    }

    pub(crate) fn limit(&self) -> Duration {
        self.limit
    }

    /// Waits for `work`; whether the limit was over first.
    pub(crate) async fn cuts_off(self, work: LocalBoxFuture<'static, ()>) -> bool {
        matches!(select(work, self.sleep).await, Either::Right(_))
    }
}

/// The outcome of `work`, unless one of `deadlines` is over first. `work` is dropped either way.
pub(crate) async fn before<T>(
    deadlines: [&mut Deadline; 2],
    work: impl Future<Output = T>,
) -> Result<T, LlmError> {
    let mut work = pin!(work);
    let mut deadlines = deadlines;
    poll_fn(move |context| {
        // What is there is taken, even if it came late.
        if let Poll::Ready(outcome) = work.as_mut().poll(context) {
            return Poll::Ready(Ok(outcome));
        }
        for deadline in &mut deadlines {
            if deadline.sleep.poll_unpin(context).is_ready() {
                return Poll::Ready(Err(LlmError::TimedOut {
                    what: deadline.what,
                    limit: deadline.limit,
                }));
            }
        }
        Poll::Pending
    })
    .await
}
