//! Which model is called.

use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_llm::{Caps, Model, Price};

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
    /// The caps on calls cannot be read, so that none may be made.
    LimitsUnreadable,
}
