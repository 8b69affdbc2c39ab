//! Services: what tasks call.

mod info;

pub use info::{MethodInfo, ServiceDirectory, ServiceInfo};
