//! What the controller needs from the world.

use std::rc::Rc;

use futures::future::LocalBoxFuture;
pub use kikitori_engine::caller::{ConnectedModel, ModelFactory, NoModel};
use kikitori_ports::{Clock, Ids, Timer};
pub use kikitori_ports::{Lock, Locks};
use kikitori_search::Index;
use kikitori_store::{Store, StoreError};

/// What the controller needs from the world.
#[derive(Clone)]
pub struct ControllerPorts {
    /// Where the question at hand and its run are kept.
    pub store: Rc<dyn Store>,
    /// Keeps tabs apart.
    pub locks: Rc<dyn Locks>,
    /// Waits for a lock, and for what a graph waits for.
    pub timer: Rc<dyn Timer>,
    /// The time, for the record of tool calls and for events.
    pub clock: Rc<dyn Clock>,
    /// What the visitor's clock says at a time in milliseconds since 1970, where that is known.
    pub local_time: Rc<dyn Fn(u64) -> Option<String>>,
    /// Names for runs.
    pub ids: Rc<dyn Ids>,
    /// Finds the model.
    pub models: Rc<dyn ModelFactory>,
    /// What is searched.
    pub documents: Rc<dyn Documents>,
}

/// The documents that answers come from.
pub trait Documents {
    /// The index over them, as they are now.
    fn index(&self) -> LocalBoxFuture<'_, Result<Index, StoreError>>;
}
