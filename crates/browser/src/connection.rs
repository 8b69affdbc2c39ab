//! Where model calls go: through the page's own server, or straight to an endpoint.

mod address;
mod choice;
mod network_probe;
mod profiles;
mod usable;

pub use address::{AddressError, EndpointAddress, LocalServer};
pub use choice::{ConnectionChoice, ConnectionMode, Patience};
pub use network_probe::{BrowserNetworkProbe, local_network_permission, page_origin};
pub use profiles::{EndpointProfile, Profiles};
pub use usable::{Connection, NoConnection};
