//! Who hears of a call that is under way, and answers what its server asks.

use futures::future::{LocalBoxFuture, ready};
use kikitori_json::FromJson;

use crate::elicitation::{ElicitationAnswer, ElicitationRequest};

/// How far a call has come, as its server says.
#[derive(Debug, Clone, PartialEq, FromJson)]
pub struct Progress {
    /// A number that grows.
    pub progress: f64,
    /// What it grows to, where that is known.
    pub total: Option<f64>,
    /// What is being done.
    pub message: Option<String>,
}

/// Who hears of a call that is under way, and answers what its server asks.
pub trait CallHost {
    /// The call goes on.
    fn on_progress(&self, progress: Progress);

    /// The server asks the person something. It waits until there is an answer, and nothing limits
    /// how long that takes.
    fn elicit(&self, request: ElicitationRequest) -> LocalBoxFuture<'_, ElicitationAnswer>;

    /// What all tries of one intention have in common and no other call has, if somebody knows. The
    /// server is told it as [`IDEMPOTENCY_KEY`](crate::IDEMPOTENCY_KEY).
    fn idempotency_key(&self) -> Option<&str> {
        None
    }
}

/// The member of a call's `_meta` in which its idempotency key stands. The protocol has no name for
/// it, and a server that does not know this one passes it over.
pub const IDEMPOTENCY_KEY: &str = "kikitori/idempotencyKey";

/// Nobody: progress is not heard, and what is asked is not answered.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoHost;

impl CallHost for NoHost {
    fn on_progress(&self, _: Progress) {}

    fn elicit(&self, _: ElicitationRequest) -> LocalBoxFuture<'_, ElicitationAnswer> {
        Box::pin(ready(ElicitationAnswer::Cancel))
    }
}
