//! How a node and a run are bounded and retried.

use std::num::NonZeroUsize;
use std::time::Duration;

/// How often a node is tried, and how long is waited between.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RetryPolicy {
    /// Tries in all, the first included; at least one is made.
    pub attempts: u32,
    /// Before the second try.
    pub first_pause: Duration,
    /// How many times longer each further pause is.
    pub factor: u32,
    /// The longest pause.
    pub longest_pause: Duration,
}

impl RetryPolicy {
    /// One try.
    pub const NONE: Self = Self {
        attempts: 1,
        first_pause: Duration::ZERO,
        factor: 1,
        longest_pause: Duration::ZERO,
    };

    /// The pause after the try numbered `attempt`, from 1.
    pub fn pause_after(&self, attempt: u32) -> Duration {
        let times = self.factor.saturating_pow(attempt.saturating_sub(1));
        self.first_pause
            .saturating_mul(times)
            .min(self.longest_pause)
    }
}

/// How a node is run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodeOptions {
    /// How often it is tried when it fails in a way that may pass.
    pub retry: RetryPolicy,
    /// How long one try may take.
    pub time_limit: Option<Duration>,
}

impl Default for NodeOptions {
    fn default() -> Self {
        Self {
            retry: RetryPolicy::NONE,
            time_limit: None,
        }
    }
}

/// The bounds of a run.
///
/// A run in which no task may run would never end, so there is no such bound:
///
/// ```compile_fail
/// let limits = kikitori_graph::RunLimits { supersteps: 25, concurrent_tasks: 0 };
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunLimits {
    /// Supersteps in one [`Graph::start`](crate::Graph::start) or
    /// [`Graph::resume`](crate::Graph::resume), and in each subgraph.
    pub supersteps: u32,
    /// Tasks that run side by side, in each graph; the others of a superstep wait.
    pub concurrent_tasks: NonZeroUsize,
}

impl Default for RunLimits {
    fn default() -> Self {
        Self {
            supersteps: 25,
            concurrent_tasks: NonZeroUsize::MAX,
        }
    }
}
