//! What the controller needs from the world.

use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_engine::caller::ModelFactory;
use kikitori_ports::{Clock, Ids, Locks, Timer};
use kikitori_store::Store;

use super::phase::RunBlocked;
use crate::manager::ManagerLimits;
use crate::progress::ChainSubscriber;
use crate::service::ServiceCoordinator;

/// What the controller needs from the world.
#[derive(Clone)]
pub struct ControllerPorts {
    /// Where chains are kept.
    pub store: Rc<dyn Store>,
    /// Keeps tabs apart.
    pub locks: Rc<dyn Locks>,
    /// Waits for a lock.
    pub timer: Rc<dyn Timer>,
    /// The time.
    pub clock: Rc<dyn Clock>,
    /// Names for chains and their writers.
    pub ids: Rc<dyn Ids>,
    /// Finds the model.
    pub models: Rc<dyn ModelFactory>,
    /// Finds the services.
    pub services: Rc<dyn ServiceFactory>,
    /// The other tabs, and whoever else wants to know.
    pub others: Rc<dyn ChainSubscriber>,
    /// The bounds; what the model may use and costs is the model factory's to say.
    pub limits: ManagerLimits,
}

/// Finds the services that there are, anew each time that a chain is begun or gone on with.
pub trait ServiceFactory {
    /// The services.
    fn services(&self) -> LocalBoxFuture<'_, Result<Rc<ServiceCoordinator>, RunBlocked>>;
}
