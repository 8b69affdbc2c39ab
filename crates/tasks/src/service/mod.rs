//! Services: what tasks call.

mod coordinator;
mod info;
mod local;

pub(crate) use coordinator::{CallRequest, from_output};
pub use coordinator::{RegisterError, Service, ServiceCall, ServiceCoordinator};
pub use info::{MethodInfo, ServiceDirectory, ServiceInfo};
pub use local::LocalService;
