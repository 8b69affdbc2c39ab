//! What kind of error a failed call ended with, in terms a person can act on. What they can do about
//! it is said by the pages.

use crate::protocol::error::LlmError;
use crate::protocol::error::Wait;
use kikitori_ports::TransportError;

/// What kind of error an [`LlmError`] is, as far as it makes a difference to what can be done about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The request did not get out, or nothing answers there.
    Unreachable,
    /// The program that answers in an endpoint's place did not come.
    NotLoaded,
    /// The connection or the stream ended too early.
    BrokeOff,
    /// The reply did not begin in time.
    SlowToBegin,
    /// The reply began and then stopped coming.
    WentSilent,
    /// The reply kept coming for too long.
    TookTooLong,
    /// The proxy takes no requests from a page of another site.
    ForeignOrigin,
    /// The proxy does not know the host name in the page's address.
    UnknownHost,
    /// There is nothing at the address that was asked.
    UnknownAddress,
    /// The proxy does not reach the endpoint.
    EndpointUnreachable,
    /// The proxy gave up waiting for the endpoint.
    EndpointTooSlow,
    /// The endpoint sends requests elsewhere, which the proxy does not follow.
    EndpointRedirects,
    /// The endpoint refused the key.
    WrongKey,
    /// The endpoint does not know the model, or its own address.
    UnknownModel,
    /// The account, or the budget that a person set, has nothing left to spend.
    NoQuota,
    /// Too many requests.
    TooOften,
    /// The conversation does not fit.
    TooLong,
    /// The endpoint has trouble of its own.
    ServerTrouble,
    /// The endpoint refused the request for another reason.
    Refused,
    /// The endpoint said in its reply that something went wrong.
    Reported,
    /// The reply ran into a limit on tokens.
    TokenLimit,
    /// The reply is not a chat reply.
    NotChat,
    /// The endpoint withheld the reply.
    Filtered,
}

impl ErrorKind {
    /// All of them.
    pub const ALL: [Self; 23] = [
        Self::Unreachable,
        Self::NotLoaded,
        Self::BrokeOff,
        Self::SlowToBegin,
        Self::WentSilent,
        Self::TookTooLong,
        Self::ForeignOrigin,
        Self::UnknownHost,
        Self::UnknownAddress,
        Self::EndpointUnreachable,
        Self::EndpointTooSlow,
        Self::EndpointRedirects,
        Self::WrongKey,
        Self::UnknownModel,
        Self::NoQuota,
        Self::TooOften,
        Self::TooLong,
        Self::ServerTrouble,
        Self::Refused,
        Self::Reported,
        Self::TokenLimit,
        Self::NotChat,
        Self::Filtered,
    ];

    /// What a code in an error's body means. It says more than the status does: a proxy between
    /// the page and the endpoint uses the same statuses for reasons of its own.
    pub(crate) fn of_code(code: &str) -> Option<Self> {
        Some(match code {
            "foreign_origin" => Self::ForeignOrigin,
            "unknown_host" => Self::UnknownHost,
            "not_found" => Self::UnknownAddress,
            "upstream_unreachable" => Self::EndpointUnreachable,
            "upstream_timeout" => Self::EndpointTooSlow,
            "upstream_redirected" => Self::EndpointRedirects,
            "upstream_not_json" => Self::NotChat,
            "invalid_api_key" => Self::WrongKey,
            "model_not_found" => Self::UnknownModel,
            "insufficient_quota"
            | "insufficient_balance"
            | "billing_hard_limit_reached"
            | "billing_not_active"
            | "budget_exceeded"
            | "quota_exceeded" => Self::NoQuota,
            "rate_limit_exceeded" | "rate_limit_error" => Self::TooOften,
            "too_large" | "context_length_exceeded" | "exceed_context_size_error" => Self::TooLong,
            "server_error" | "overloaded_error" => Self::ServerTrouble,
            _ => return None,
        })
    }

    fn of_status(status: u16) -> Self {
        match status {
            301..=303 | 307 | 308 => Self::EndpointRedirects,
            401 | 403 => Self::WrongKey,
            402 => Self::NoQuota,
            404 => Self::UnknownModel,
            408 | 504 => Self::EndpointTooSlow,
            413 => Self::TooLong,
            429 => Self::TooOften,
            500.. => Self::ServerTrouble,
            _ => Self::Refused,
        }
    }
}

impl LlmError {
    /// What is behind it.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Transport(TransportError::Unreachable { .. }) => ErrorKind::Unreachable,
            Self::Transport(TransportError::NotLoaded { .. }) => ErrorKind::NotLoaded,
            Self::Transport(TransportError::Redirected) => ErrorKind::EndpointRedirects,
            Self::Transport(TransportError::Broken { .. }) | Self::Truncated { .. } => {
                ErrorKind::BrokeOff
            }
            Self::Status {
                status,
                code,
                message,
                ..
            } => {
                let named = code.as_deref().and_then(ErrorKind::of_code);
                let says = || says_too_long(message).then_some(ErrorKind::TooLong);
                let may_be = matches!(status, 400 | 422 | 500);
                named
                    .or_else(|| says().filter(|_| may_be))
                    .unwrap_or_else(|| ErrorKind::of_status(*status))
            }
            Self::InReply { code, message } => {
                let named = code.as_deref().and_then(ErrorKind::of_code);
                let says = || says_too_long(message).then_some(ErrorKind::TooLong);
                named.or_else(says).unwrap_or(ErrorKind::Reported)
            }
            Self::TimedOut { what, .. } => match what {
                Wait::FirstByte => ErrorKind::SlowToBegin,
                Wait::NextPiece => ErrorKind::WentSilent,
                Wait::WholeReply => ErrorKind::TookTooLong,
            },
            Self::TokenLimit => ErrorKind::TokenLimit,
            Self::Malformed { .. } => ErrorKind::NotChat,
            Self::Filtered => ErrorKind::Filtered,
            Self::BudgetExceeded { .. } => ErrorKind::NoQuota,
        }
    }
}

/// Words by which servers that send no code say that a conversation does not fit.
const TOO_LONG: [&str; 7] = [
    "context length",
    "context window",
    "context size",
    "context the overflows",
    "prompt is too long",
    "maximum number of tokens",
    "too many tokens",
];

impl LlmError {
    /// Whether the endpoint refuses how many tokens a reply may have, for being more than its
    /// model can write.
    pub(crate) fn says_bound_is_too_large(&self) -> bool {
        let Self::Status {
            status: 400 | 422,
            message,
            ..
        } = self
        else {
            return false;
        };
        let message = message.to_ascii_lowercase();
        let says = |words: &[&str]| words.iter().any(|words| message.contains(words));
        says(&["max_tokens", "max_completion_tokens"])
            && says(&[
                "too large",
                "at most",
                "less than or equal",
                "valid range",
                "exceed",
                "cannot be greater",
            ])
    }
}

fn says_too_long(message: &str) -> bool {
    let message = message.to_ascii_lowercase();
    TOO_LONG.iter().any(|words| message.contains(words))
}

#[cfg(test)]
#[path = "error_kind_tests.rs"]
mod tests;
