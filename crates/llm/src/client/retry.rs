//! Whether, and after how long, a call that failed is made again.

use std::fmt;
use std::rc::Rc;
use std::time::Duration;

use crate::client::time::Deadline;
use crate::protocol::error::LlmError;
use crate::protocol::error_kind::ErrorKind;
use kikitori_ports::{Jitter, Timer, TransportError};

/// How often and how soon a failed call is made again.
///
/// ```
/// use std::time::Duration;
/// use kikitori_llm::{LlmError, RetryPolicy};
/// use kikitori_ports::Jitter;
/// struct Longest;
/// impl Jitter for Longest {
///     fn up_to(&self, longest: Duration) -> Duration { longest }
/// }
/// let busy = |retry_after| LlmError::Status {
///     status: 429, message: "busy".into(), code: None, retry_after,
/// };
/// let policy = RetryPolicy::default();
/// assert_eq!(policy.wait(&busy(None), 0, &Longest), Some(Duration::from_millis(500)));
/// assert_eq!(policy.wait(&busy(Some(7)), 0, &Longest), Some(Duration::from_secs(7)));
/// // What asks for more patience than a person has is told to the person.
/// assert_eq!(policy.wait(&busy(Some(3600)), 0, &Longest), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryPolicy {
    /// How many times, after the first.
    pub max_retries: u32,
    /// The longest wait before the first retry; it doubles with each further one.
    pub first_backoff: Duration,
    /// What it does not grow beyond.
    pub longest_backoff: Duration,
    /// The longest `Retry-After` that is waited out.
    pub longest_retry_after: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            max_retries: 2,
            first_backoff: Duration::from_millis(500),
            longest_backoff: Duration::from_secs(8),
            longest_retry_after: Duration::from_secs(60),
        }
    }
}

impl RetryPolicy {
    /// How long to wait before a call that has been retried `retries` times is made again;
    /// `None` when it is not.
    ///
    /// The endpoint's `Retry-After` is obeyed, and the backoff counts where it is shorter: "0"
    /// is no reason to ask at once.
    pub fn wait(&self, failure: &LlmError, retries: u32, jitter: &dyn Jitter) -> Option<Duration> {
        if retries >= self.max_retries || !failure.is_transient() {
            return None;
        }
        let factor = 2_u32.saturating_pow(retries);
        let longest = self
            .first_backoff
            .saturating_mul(factor)
            .min(self.longest_backoff);
        let backoff = jitter.up_to(longest).min(longest);
        let asked_for = failure.retry_after().unwrap_or_default();
        (asked_for <= self.longest_retry_after).then(|| backoff.max(asked_for))
    }
}

/// A call failed and is made again after a wait: what a page needs for a countdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetryWait {
    /// Why it failed.
    pub failure: LlmError,
    /// How long is waited.
    pub wait: Duration,
    /// Which retry comes then, from 1.
    pub retry: u32,
    /// How many there are at most.
    pub max_retries: u32,
}

/// What a client needs to make failed calls again.
#[derive(Clone)]
pub struct Retries {
    policy: RetryPolicy,
    jitter: Rc<dyn Jitter>,
    on_wait: Rc<dyn Fn(&RetryWait)>,
}

impl fmt::Debug for Retries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Retries").field(&self.policy).finish()
    }
}

impl Retries {
    /// Retries by `policy`. `on_wait` hears of each wait as it begins.
    pub fn new(
        policy: RetryPolicy,
        jitter: Rc<dyn Jitter>,
        on_wait: impl Fn(&RetryWait) + 'static,
    ) -> Self {
        Self {
            policy,
            jitter,
            on_wait: Rc::new(on_wait),
        }
    }
}

/// Makes an attempt, and further ones as `retries` and `may_retry` allow, until `whole` is over.
pub(crate) async fn with_retries<T>(
    retries: Option<&Retries>,
    timer: &dyn Timer,
    whole: &Deadline,
    may_retry: impl Fn(&LlmError) -> bool,
    mut attempt: impl AsyncFnMut() -> Result<T, LlmError>,
) -> Result<T, LlmError> {
    let mut made = 0;
    let mut waited = Duration::ZERO;
    loop {
        let failure = match attempt().await {
            Ok(outcome) => return Ok(outcome),
            Err(failure) => failure,
        };
        let Some(retries) = retries.filter(|_| may_retry(&failure)) else {
            return Err(failure);
        };
        let Some(wait) = retries.policy.wait(&failure, made, &*retries.jitter) else {
            return Err(failure);
        };
        waited = waited.saturating_add(wait);
        // Nobody waits for a call that could not be made any more.
        if waited >= whole.limit() {
            return Err(failure);
        }
        made += 1;
        (retries.on_wait)(&RetryWait {
            failure: failure.clone(),
            wait,
            retry: made,
            max_retries: retries.policy.max_retries,
        });
        if whole.clone().cuts_off(timer.sleep(wait)).await {
            return Err(failure);
        }
    }
}

impl LlmError {
    /// Whether the same call may well succeed a little later.
    ///
    /// A call that ran out of time is none of these: the person has waited long enough to be
    /// asked, and a server that is slow would do the same work twice.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Transport(
                TransportError::Unreachable { .. }
                | TransportError::NotLoaded { .. }
                | TransportError::Broken { .. },
            )
            | Self::Truncated { .. } => true,
            Self::Status { status, code, .. } => match code.as_deref().and_then(ErrorKind::of_code)
            {
                Some(kind) => kind.passes(),
                None => passes(*status),
            },
            Self::InReply { code, .. } => {
                code.as_deref()
                    .is_some_and(|code| match (ErrorKind::of_code(code), code.parse()) {
                        (Some(kind), _) => kind.passes(),
                        (None, Ok(status)) => passes(status),
                        (None, Err(_)) => false,
                    })
            }
            Self::Transport(TransportError::Redirected)
            | Self::TimedOut { .. }
            | Self::TokenLimit
            | Self::Malformed { .. }
            | Self::Filtered
            | Self::BudgetExceeded { .. } => false,
        }
    }

    /// How long the endpoint wants to be left alone.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Status { retry_after, .. } => retry_after.map(Duration::from_secs),
            _ => None,
        }
    }
}

impl ErrorKind {
    /// Whether it may be gone a little later.
    fn passes(self) -> bool {
        matches!(
            self,
            Self::TooOften
                | Self::ServerTrouble
                | Self::EndpointUnreachable
                | Self::EndpointTooSlow
        )
    }
}

/// Whether a status stands for trouble that may be gone a little later. 501 says that the
/// endpoint cannot do it at all.
fn passes(status: u16) -> bool {
    matches!(status, 408 | 409 | 429 | 500 | 502..=599)
}
