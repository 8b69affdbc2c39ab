//! Where model calls go: through the page's own server, or straight to an endpoint.

mod address;
mod choice;
mod link;
mod network_probe;
mod profiles;

pub use address::{AddressError, EndpointAddress, LocalServer};
pub use choice::{ConnectionChoice, Patience, Way};
pub use link::{Link, NoLink};
pub use network_probe::{BrowserNetworkProbe, local_network_permission, page_origin};
pub use profiles::{EndpointProfile, Profiles};
