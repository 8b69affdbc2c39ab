//! Services: what tasks call.

mod coordinator;
mod info;
mod local;
mod mcp;

pub(crate) use coordinator::{CallRequest, from_output};
pub use coordinator::{RegisterError, Service, ServiceCall, ServiceCoordinator};
pub use info::{MethodInfo, ServiceDirectory, ServiceInfo};
pub use local::LocalService;
pub use mcp::{ANSWERS, McpService, OnProgress, QuestionTexts};
