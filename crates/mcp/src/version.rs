//! The revisions of the protocol that are spoken here.

use crate::error::McpError;

/// A revision of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProtocolVersion(&'static str);

/// From the newest to the oldest with this transport.
const KNOWN: [&str; 3] = ["2025-11-25", "2025-06-18", "2025-03-26"];

impl ProtocolVersion {
    /// The newest that begins with a handshake; the one after it has none.
    pub const NEWEST: Self = Self("2025-11-25");

    /// Its date, which is its name.
    pub fn name(self) -> &'static str {
        self.0
    }

    /// The revision that a server has chosen.
    ///
    /// # Errors
    /// [`McpError::UnsupportedVersion`].
    pub fn chosen(name: &str) -> Result<Self, McpError> {
        let known = KNOWN.into_iter().find(|known| *known == name);
        known.map(Self).ok_or_else(|| McpError::UnsupportedVersion {
            version: name.chars().take(64).collect(),
        })
    }
}
