//! How much is taken of a server. What has more is refused with
//! [`McpError::TooMuch`](crate::McpError::TooMuch).

/// Bytes of one reply, with everything that the server sends before it.
pub const MAX_REPLY_BYTES: usize = 4 * 1024 * 1024;
/// Messages of one reply, progress included.
pub const MAX_MESSAGES: usize = 10_000;
/// What a server may ask of the client during one call.
pub const MAX_QUESTIONS: usize = 16;
/// Pages of a list of tools.
pub const MAX_PAGES: usize = 64;
/// Tools of a server.
pub const MAX_TOOLS: usize = 512;
/// Bytes of a tool's name.
pub const MAX_NAME_BYTES: usize = 128;
/// Bytes of a tool's schema, as JSON.
pub const MAX_SCHEMA_BYTES: usize = 64 * 1024;
/// Characters that are kept of a tool's description.
pub const MAX_DESCRIPTION_CHARACTERS: usize = 4_000;
/// Fields of a form that a server asks to be filled in.
pub const MAX_FIELDS: usize = 64;
/// Values that a field offers.
pub const MAX_VALUES: usize = 256;
/// Bytes of a session's name.
pub const MAX_SESSION_BYTES: usize = 1_024;
/// How often in a row a reply that broke off is taken up again without anything new.
pub const MAX_RESUMPTIONS: u32 = 5;
