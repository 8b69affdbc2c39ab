//! Why a model call came to nothing, in terms a person can act on.

use thiserror::Error;

use crate::transport::TransportError;

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
    },
    /// The reply ended before it was complete; nothing of it is used.
    #[error("the reply was cut off before it was complete ({detail})")]
    Truncated {
        /// Where it ended.
        detail: String,
    },
    /// The reply is not in the protocol.
    #[error("the reply could not be read: {detail}")]
    Malformed {
        /// What was wrong.
        detail: String,
    },
    /// The server withheld the reply.
    #[error("the endpoint's content filter withheld the reply")]
    Filtered,
}

impl LlmError {
    /// What the person in front of the page can do about it, as one or two sentences.
    ///
    /// ```
    /// use kikitori_llm::LlmError;
    /// let wrong_key = LlmError::Status { status: 401, message: "no".into(), code: None, retry_after: None };
    /// assert!(wrong_key.advice().contains("key"));
    /// ```
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Transport(TransportError::Unreachable { .. }) => {
                "The model could not be reached. Check that you are online and that the endpoint is running; if this page talks to it directly, it must also allow this page's address (CORS). Then try again."
            }
            Self::Transport(TransportError::Broken { .. }) | Self::Truncated { .. } => {
                "The model's reply broke off on the way. Try again: the same step is repeated."
            }
            Self::Status { status, code, .. } => match (status, code.as_deref()) {
                (401 | 403, _) => {
                    "The endpoint refused the key. Whoever runs this page needs to check the API key and start it again; then try again."
                }
                (404, _) | (_, Some("model_not_found")) => {
                    "The endpoint does not know this model or address. Whoever runs this page needs to check the model's name and the endpoint's URL."
                }
                (_, Some("insufficient_quota")) => {
                    "The endpoint's account has no quota left. Whoever runs this page needs to top it up."
                }
                (429, _) => {
                    "The endpoint is asked too often just now. Wait a little, then try again."
                }
                (413, _) => "The conversation is too long for this endpoint.",
                (500.., _) => "The model's server is having trouble. Try again in a moment.",
                _ => {
                    "The endpoint refused the request. Whoever runs this page can find the reason in the details."
                }
            },
            Self::InReply { .. } => "The model's server reported a problem. Try again in a moment.",
            Self::Malformed { .. } => {
                "The model's server sent something that is not a chat reply. Check that the endpoint's URL ends in /v1 and speaks the OpenAI protocol."
            }
            Self::Filtered => {
                "The endpoint withheld its reply. Try again, or say it in other words."
            }
        }
    }
}
