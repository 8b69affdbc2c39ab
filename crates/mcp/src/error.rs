//! Why nothing came of a request.

use std::time::Duration;

use kikitori_llm::LlmError;
use kikitori_ports::TransportError;
use thiserror::Error;

/// Why nothing came of a request to an MCP server.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum McpError {
    /// There is no session, so what was asked for was never sent.
    #[error("the MCP server could not be connected to: {0}")]
    NotConnected(Box<McpError>),
    /// Bytes did not make it.
    #[error(transparent)]
    Transport(#[from] TransportError),
    /// The server did not take the request.
    #[error("the MCP server answered with status {status}: {message}")]
    Status {
        /// The HTTP status.
        status: u16,
        /// What it said.
        message: String,
    },
    /// The server asks for a key or a login.
    #[error("the MCP server asks for a key (status {status}); give it one, or use its proxy")]
    Unauthorized {
        /// The HTTP status.
        status: u16,
    },
    /// The server answered the request with an error.
    #[error("{message} (error {code} of the MCP server)")]
    Rpc {
        /// Its code, by JSON-RPC.
        code: i64,
        /// What it said.
        message: String,
    },
    /// The server speaks only revisions of the protocol that are not known here.
    #[error("the MCP server speaks the protocol of {version:?}, which is not known here")]
    UnsupportedVersion {
        /// The revision that it named.
        version: String,
    },
    /// What came is not the protocol.
    #[error("the MCP server sent something else than its protocol says: {detail}")]
    Malformed {
        /// What.
        detail: String,
    },
    /// More came than is taken.
    #[error("the MCP server sent more than {most} {what}")]
    TooMuch {
        /// Of what.
        what: &'static str,
        /// How many are taken.
        most: usize,
    },
    /// It took too long.
    #[error("the MCP server did not answer within {} seconds", .limit.as_secs())]
    TimedOut {
        /// The limit.
        limit: Duration,
    },
    /// The session ended, and so did the one that was begun in its place.
    #[error("the MCP server ended the session again and again")]
    SessionExpired,
    /// The reply broke off and could not be taken up again.
    #[error("the connection to the MCP server broke before it had answered")]
    BrokenOff,
}

impl McpError {
    /// Whether it is certain that the server has done nothing of what it was asked for.
    pub fn is_undone(&self) -> bool {
        match self {
            Self::NotConnected(_) | Self::Unauthorized { .. } | Self::SessionExpired => true,
            Self::Status { status, .. } => (400..500).contains(status),
            // What the request named is not there, or was not what it takes.
            Self::Rpc { code, .. } => matches!(code, -32_602..=-32_600 | -32_700),
            Self::Transport(error) => matches!(error, TransportError::Redirected),
            _ => false,
        }
    }

    pub(crate) fn malformed(detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self::Malformed { detail }
    }
}

impl From<LlmError> for McpError {
    fn from(error: LlmError) -> Self {
        match error {
            LlmError::Transport(error) => Self::Transport(error),
            other => Self::malformed(other.to_string()),
        }
    }
}
