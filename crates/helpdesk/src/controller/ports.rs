//! What the controller needs from the world.

use std::any::Any;
use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_llm::{Caps, Model, Price};
use kikitori_ports::{Clock, Ids, Timer};
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

/// Gives out locks that at most one tab of a site holds at a time.
pub trait Locks {
    /// The lock `name`, unless somebody holds it. Dropping it, like the end of the tab, gives it
    /// back.
    fn try_acquire<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Option<Lock>>;
}

/// A lock that is held until this is dropped.
pub struct Lock(#[allow(dead_code, reason = "it only has to live")] Box<dyn Any>);

impl Lock {
    /// One that is given back by dropping `held`.
    pub fn new(held: impl Any) -> Self {
        Self(Box::new(held))
    }
}

/// Finds the model that answers, anew for each run: it may have been changed in the settings.
pub trait ModelFactory {
    /// The model, or why there is none.
    fn connect(&self) -> LocalBoxFuture<'_, Result<ConnectedModel, NoModel>>;

    /// Caps on the calls of one question, as they are now: somebody may change them during a run.
    fn caps(&self) -> Caps;
}

/// A model, and its price.
#[derive(Clone)]
pub struct ConnectedModel {
    /// The model.
    pub model: Rc<dyn Model>,
    /// What its tokens cost, where that is known.
    pub price: Option<Price>,
}

/// Why there is no model to ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoModel {
    /// The page's server does not answer.
    ServerAway,
    /// None was chosen, and there is no server that has one.
    NoneChosen,
}

/// The documents that answers come from.
pub trait Documents {
    /// The index over them, as they are now.
    fn index(&self) -> LocalBoxFuture<'_, Result<Index, StoreError>>;
}
