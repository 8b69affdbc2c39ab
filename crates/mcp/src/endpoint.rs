//! Where a server is, and how long it is waited for.

use std::fmt;
use std::time::Duration;

/// Where an MCP server is.
#[derive(Clone, PartialEq, Eq)]
pub struct McpEndpoint {
    /// The address that everything is sent to, absolute or relative to the page.
    pub url: String,
    /// Headers of every request, a key for example.
    pub headers: Vec<(String, String)>,
}

impl McpEndpoint {
    /// A server that asks for no key.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            headers: Vec::new(),
        }
    }
}

impl fmt::Debug for McpEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.headers.iter().map(|(name, _)| name);
        f.debug_struct("McpEndpoint")
            .field("url", &self.url)
            .field("headers", &names.collect::<Vec<_>>())
            .finish()
    }
}

/// How long a server is waited for. Nothing runs while the person is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct McpLimits {
    /// From one message to the next; each sign of progress begins it anew.
    pub idle: Duration,
    /// For a whole request.
    pub total: Duration,
}

impl Default for McpLimits {
    fn default() -> Self {
        Self {
            idle: Duration::from_secs(60),
            total: Duration::from_secs(10 * 60),
        }
    }
}
