//! A client of MCP servers over Streamable HTTP, revisions 2025-03-26 to 2025-11-25 of the
//! protocol.
//!
//! It does no I/O: requests go through [`kikitori_ports::Transport`], and
//! [`kikitori_ports::Timer`] ends what takes too long. A [`McpClient`] begins a session, lists tools
//! and calls them; a [`CallHost`] hears how far a call is, and answers what its server asks the
//! person. Everything that a server sends is read into types, within [`bounds`].
//!
//! What a server says is data: no address in it is followed, and nothing in it is run.

mod background;
pub mod bounds;
mod client;
mod elicitation;
mod endpoint;
mod error;
mod exchange;
mod host;
mod link;
mod message;
mod offered;
mod reply;
mod tool;
mod version;

pub use client::{McpClient, ServerInfo};
pub use elicitation::{Choice, ElicitationAnswer, ElicitationField, ElicitationRequest, FieldKind};
pub use endpoint::{McpEndpoint, McpLimits};
pub use error::McpError;
pub use host::{CallHost, IDEMPOTENCY_KEY, NoHost, Progress};
pub use offered::{OfferedTool, OnToolProgress, offered_tools};
pub use tool::{Content, RefusedTool, ToolAnnotations, ToolInfo, ToolList, ToolResult};
pub use version::ProtocolVersion;
