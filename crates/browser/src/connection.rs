//! Where model calls go: through the page's own server, or straight to an endpoint.

mod address;
mod choice;
mod link;
mod profiles;
mod vantage;

pub use address::{AddressError, EndpointAddress, LocalServer};
pub use choice::{ConnectionChoice, Patience, Way};
pub use link::{Link, NoLink};
pub use profiles::{EndpointProfile, Profiles};
pub use vantage::{BrowserVantage, local_network_permission, page_origin};
