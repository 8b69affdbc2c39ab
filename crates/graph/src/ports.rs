//! What a run needs from the world.

use std::rc::Rc;

use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::Shared;
use kikitori_journal::Writer;
use kikitori_ports::Timer;
use kikitori_store::Store;

use crate::event::Event;

/// What a run needs from the world. All of it but the resources may be left away.
pub struct Ports<R> {
    /// What nodes work with: a model, tools, settings.
    pub resources: Rc<R>,
    /// Where checkpoints are kept. Without one, a run cannot be resumed.
    pub store: Option<Rc<dyn Store>>,
    /// The right to write the run's session, where others write to it too; then the run is kept in
    /// the writer's store. Otherwise a run claims it for itself.
    pub writer: Option<Rc<Writer>>,
    /// Waits, for time limits and between tries. Without one, there are neither.
    pub timer: Option<Rc<dyn Timer>>,
    /// Hears what happens.
    pub events: Option<Rc<dyn Fn(Event)>>,
    /// Ends the run early.
    pub cancelled: Option<Cancelled>,
}

impl<R> Ports<R> {
    /// These resources and nothing else.
    pub fn new(resources: R) -> Self {
        Self {
            resources: Rc::new(resources),
            store: None,
            writer: None,
            timer: None,
            events: None,
            cancelled: None,
        }
    }

    /// The same with a store.
    #[must_use]
    pub fn with_store(mut self, store: Rc<dyn Store>) -> Self {
        self.store = Some(store);
        self
    }

    /// Where the run is kept.
    pub(crate) fn kept_in(&self) -> Option<Rc<dyn Store>> {
        let writers = self.writer.as_ref().map(|writer| writer.store().clone());
        writers.or_else(|| self.store.clone())
    }

    pub(crate) fn emit(&self, event: impl FnOnce() -> Event) {
        if let Some(events) = &self.events {
            events(event());
        }
    }
}

impl<R> Clone for Ports<R> {
    fn clone(&self) -> Self {
        Self {
            resources: self.resources.clone(),
            store: self.store.clone(),
            writer: self.writer.clone(),
            timer: self.timer.clone(),
            events: self.events.clone(),
            cancelled: self.cancelled.clone(),
        }
    }
}

/// Cancels runs when it is told to, or dropped.
pub struct Cancel(oneshot::Sender<()>);

/// Resolves once its [`Cancel`] says so.
#[derive(Clone)]
pub struct Cancelled(pub(crate) Shared<oneshot::Receiver<()>>);

impl Cancel {
    /// One to keep, and one for [`Ports::cancelled`].
    pub fn new() -> (Self, Cancelled) {
        let (sender, receiver) = oneshot::channel();
        (Self(sender), Cancelled(receiver.shared()))
    }

    /// Ends the runs. Tasks that are under way are dropped; those that are finished stay so.
    pub fn cancel(self) {
        // Nobody listens when no run is under way.
        let _ = self.0.send(());
    }
}
