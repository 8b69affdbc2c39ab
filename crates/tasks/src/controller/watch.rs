//! From a chain's events to the page that leads it, and on to other tabs.

use std::rc::Rc;

use super::{ControllerEvent, Listener};
use crate::chain::TrueReactAgent;
use crate::progress::{ChainProgress, ChainSubscriber};

pub(super) struct Telling {
    pub listener: Listener,
    pub others: Rc<dyn ChainSubscriber>,
}

impl ChainSubscriber for Telling {
    fn on_progress(&self, progress: &ChainProgress) {
        (self.listener)(ControllerEvent::Progress(progress.clone()));
        self.others.on_progress(progress);
    }

    fn on_stored(&self, agent: &TrueReactAgent) {
        let state = Rc::new(agent.state().clone());
        (self.listener)(ControllerEvent::Chain(Some(state)));
        self.others.on_stored(agent);
    }
}
