//! What is behind a failed call, in terms a person can act on.

use crate::protocol::error::LlmError;
use crate::protocol::error::Wait;
use kikitori_ports::TransportError;

/// What kind of error an [`LlmError`] is, as far as it makes a difference to what can be done about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The request did not get out, or nothing answers there.
    Unreachable,
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
    /// The account has nothing left to spend.
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
    /// What the person in front of the page can do about it, as one to three sentences.
    pub fn advice(self) -> &'static str {
        match self {
            Self::Unreachable => {
                "This page's server does not answer. Check that you are online and that it is still running, then try again. An endpoint that the page talks to directly must also allow this page's address (CORS), and one on your own device or network needs your browser's permission."
            }
            Self::BrokeOff => {
                "The model's reply broke off on the way. Try again: the same step is repeated."
            }
            Self::SlowToBegin => {
                "The model did not begin to reply in time. It may still be loading, or be busy with others. Try again: the same step is repeated."
            }
            Self::WentSilent => {
                "The model's reply stopped half-way. Check that you are still online, then try again: the same step is repeated."
            }
            Self::TookTooLong => {
                "The model's reply took too long and was stopped. Try again; if it stays so, whoever runs this page may need a faster model."
            }
            Self::ForeignOrigin => {
                "The server answers its own page only, and this page came from another address. Open the page at the server's own address."
            }
            Self::UnknownHost => {
                "The server does not know the name in this page's address. Open the page as localhost, or ask whoever runs it to allow this name (--host NAME)."
            }
            Self::UnknownAddress => {
                "There is no model at the address that was asked. Reload the page; if it stays so, whoever runs it needs to check the endpoint's URL."
            }
            Self::EndpointUnreachable => {
                "This page's server cannot reach the model. Whoever runs the page needs to check that the model's server is running and that its URL is right; then try again."
            }
            Self::EndpointTooSlow => {
                "The model's server did not answer this page's server in time. It may still be loading the model. Try again in a moment."
            }
            Self::EndpointRedirects => {
                "The model's server sends requests to another address, which is not followed so that the key goes nowhere else. Whoever runs this page needs to set the endpoint's URL to that address."
            }
            Self::WrongKey => {
                "The endpoint refused the key. Whoever runs this page needs to check the API key and start it again; then try again."
            }
            Self::UnknownModel => {
                "The endpoint does not know this model or address. Whoever runs this page needs to check the model's name and the endpoint's URL."
            }
            Self::NoQuota => {
                "The endpoint's account has no quota left. Whoever runs this page needs to top it up."
            }
            Self::TooOften => {
                "The endpoint is asked too often just now. Wait a little, then try again."
            }
            Self::TooLong => {
                "The conversation is too long for this endpoint. Whoever runs this page can choose a model with a larger context."
            }
            Self::ServerTrouble => "The model's server is having trouble. Try again in a moment.",
            Self::Refused => {
                "The endpoint refused the request. Whoever runs this page can find the reason in the details."
            }
            Self::Reported => "The model's server reported a problem. Try again in a moment.",
            Self::TokenLimit => {
                "The model ran out of room before its reply was complete. Try again; if it stays so, whoever runs this page needs to give the model a larger context or a higher output limit."
            }
            Self::NotChat => {
                "The model's server sent something that is not a chat reply. Check that the endpoint's URL ends in /v1 and speaks the OpenAI protocol."
            }
            Self::Filtered => {
                "The endpoint withheld its reply. Try again, or say it in other words."
            }
        }
    }

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
        }
    }

    /// What the person in front of the page can do about it, in English.
    ///
    /// ```
    /// use kikitori_llm::LlmError;
    /// let wrong_key = LlmError::Status { status: 401, message: "no".into(), code: None, retry_after: None };
    /// assert!(wrong_key.advice().contains("key"));
    /// ```
    pub fn advice(&self) -> &'static str {
        self.kind().advice()
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
