//! Errors of model calls.

use std::fmt;
use std::time::Duration;

use thiserror::Error;

use crate::usage::caps::{BudgetExceeded, CapScope};
use kikitori_ports::TransportError;

/// A failed model call. Every variant leaves the caller free to make the same call again.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LlmError {
    /// The endpoint was not reached, or the connection broke.
    #[error(transparent)]
    Transport(#[from] TransportError),
    /// The endpoint answered with an HTTP error.
    #[error("the endpoint answered {status}: {message}")]
    Status {
        /// HTTP status code.
        status: u16,
        /// What the body said, shortened.
        message: String,
        /// The error code in the body, where there is one.
        code: Option<String>,
        /// Seconds after which the endpoint wants to be asked again.
        retry_after: Option<u64>,
    },
    /// An error object inside a successful response.
    #[error("the endpoint reported an error: {message}")]
    InReply {
        /// What it said.
        message: String,
        /// The error code in it, where there is one.
        code: Option<String>,
    },
    /// The call took longer than it may; it was ended.
    #[error("{what} within {} seconds", limit.as_secs())]
    TimedOut {
        /// What was waited for.
        what: Wait,
        /// How long.
        limit: Duration,
    },
    /// The reply ended before it was complete; nothing of it is used.
    #[error("the reply was cut off before it was complete ({detail})")]
    Truncated {
        /// Where it ended.
        detail: String,
    },
    /// The reply ran into a limit on tokens, the context's or the output's; nothing of it is used.
    #[error("the reply ran into the endpoint's token limit (finish_reason \"length\")")]
    TokenLimit,
    /// The reply is not in the protocol.
    #[error("the reply could not be read: {detail}")]
    Malformed {
        /// What was wrong.
        detail: String,
    },
    /// The server withheld the reply.
    #[error("the endpoint's content filter withheld the reply (finish_reason \"content_filter\")")]
    Filtered,
    /// A request of the call would have gone over a cap and was not sent.
    #[error("{reached}")]
    BudgetExceeded {
        /// What the cap holds for.
        scope: CapScope,
        /// Which cap.
        reached: BudgetExceeded,
    },
}

/// What was waited for in vain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// The first byte of the reply.
    FirstByte,
    /// The next piece of a reply that had begun.
    NextPiece,
    /// The end of the reply.
    WholeReply,
}

impl fmt::Display for Wait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FirstByte => "the reply did not begin",
            Self::NextPiece => "nothing more of the reply came",
            Self::WholeReply => "the reply did not end",
        })
    }
}
