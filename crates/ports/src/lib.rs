//! What every room here needs from the world and gets only from outside: bytes over the network,
//! time, waiting, chance, new names and locks. Nothing in this crate does any of it.

mod clock;
mod ids;
mod jitter;
mod locks;
mod timer;
mod transport;

pub use clock::Clock;
pub use ids::Ids;
pub use jitter::Jitter;
pub use locks::{Lock, Locks};
pub use timer::{NoTimer, Timer};
pub use transport::{ByteStream, HttpRequest, HttpResponse, Method, Transport, TransportError};
