//! What the controller needs from the world.

use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_engine::caller::ModelFactory;
use kikitori_ports::{Clock, Ids, Locks, Timer};
use kikitori_store::Store;

use super::phase::RunBlocked;
use crate::settings::Settings;
use crate::tools::AgentTools;

/// What the controller needs from the world.
#[derive(Clone)]
pub struct ControllerPorts {
    /// Where conversations are kept.
    pub store: Rc<dyn Store>,
    /// Keeps tabs apart.
    pub locks: Rc<dyn Locks>,
    /// Waits for a lock.
    pub timer: Rc<dyn Timer>,
    /// The time.
    pub clock: Rc<dyn Clock>,
    /// What the person's clock says now, where that is known.
    pub local_time: Rc<dyn Fn() -> Option<String>>,
    /// Names for conversations and their writers.
    pub ids: Rc<dyn Ids>,
    /// Finds the model.
    pub models: Rc<dyn ModelFactory>,
    /// Finds the tools.
    pub tools: Rc<dyn ToolFactory>,
    /// The bounds; what the model may use and costs is the model factory's to say.
    pub settings: Settings,
}

/// Finds the tools that the person has switched on, anew for each question.
pub trait ToolFactory {
    /// The tools.
    fn tools(&self) -> LocalBoxFuture<'_, Result<AgentTools, RunBlocked>>;
}
