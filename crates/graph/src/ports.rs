//! What a run needs from the world.

use std::rc::Rc;

use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::Shared;
use kikitori_journal::Writer;
use kikitori_ports::{Ids, Timer};
use kikitori_store::Store;

use crate::event::Event;

/// What a run needs from the world. All of it but the resources may be left away.
pub struct Ports<R> {
    /// What nodes work with: a model, tools, settings.
    pub resources: Rc<R>,
    /// Keeps checkpoints. Without one, a run cannot be resumed.
    pub checkpointer: Option<Checkpointer>,
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
            checkpointer: None,
            timer: None,
            events: None,
            cancelled: None,
        }
    }

    /// The same with checkpoints in `store`, in sessions that are claimed under names from `ids`.
    #[must_use]
    pub fn with_store(mut self, store: Rc<dyn Store>, ids: Rc<dyn Ids>) -> Self {
        self.checkpointer = Some(Checkpointer::Store { store, ids });
        self
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
            checkpointer: self.checkpointer.clone(),
            timer: self.timer.clone(),
            events: self.events.clone(),
            cancelled: self.cancelled.clone(),
        }
    }
}

/// Where a run is kept, and who writes it.
#[derive(Clone)]
pub enum Checkpointer {
    /// In this store. The run claims its session for itself, under a fresh name.
    Store {
        /// The store.
        store: Rc<dyn Store>,
        /// Makes names that no other writer has.
        ids: Rc<dyn Ids>,
    },
    /// In the session of this writer, which others write to as well.
    Writer(Rc<Writer>),
}

impl Checkpointer {
    pub(crate) fn store(&self) -> &Rc<dyn Store> {
        match self {
            Self::Store { store, .. } => store,
            Self::Writer(writer) => writer.store(),
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
