//! Performs an engine's steps side by side, and stores each outcome before anyone sees it.

mod record;
mod under_way;

use std::fmt;
use std::rc::Rc;

use futures::channel::mpsc::UnboundedReceiver;
use futures::future::LocalBoxFuture;
use kikitori_agent::{FunctionCallResult, ToolOutput};
use kikitori_journal::{Journaled, Writer};
use kikitori_ports::{Clock, Ids};
use kikitori_store::{Store, StoreError};
use thiserror::Error;

use crate::caller::{CallEvent, Caller};
use crate::engine::{Action, Engine, StepId, ToolRequest};
pub use record::{OpenedSession, SessionRecord};
use under_way::{Happened, UnderWay};

/// Steps that are performed side by side unless told otherwise.
pub const DEFAULT_SIDE_BY_SIDE: usize = 8;

/// Runs tools that take their time.
pub trait ToolRunner {
    /// The tool's output. Dropping the future ends the tool, as far as that is possible.
    fn run(&self, request: ToolRequest) -> LocalBoxFuture<'static, ToolOutput>;
}

/// For engines whose tools all run within them.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoTools;

impl ToolRunner for NoTools {
    fn run(&self, request: ToolRequest) -> LocalBoxFuture<'static, ToolOutput> {
        let message = format!("There is no tool named {:?}.", request.tool);
        Box::pin(futures::future::ready(
            FunctionCallResult::error(message).into(),
        ))
    }
}

/// What happens while an engine's steps are performed.
pub enum DriverEvent<'a, E: Engine> {
    /// A step begins.
    Started {
        /// Which.
        id: StepId,
        /// What it does.
        action: &'a Action,
    },
    /// A model call goes on.
    Call {
        /// Of which step.
        id: StepId,
        /// How.
        event: CallEvent,
    },
    /// The engine has moved on, and what changed is stored.
    Stored {
        /// The engine, to be read.
        engine: &'a E,
    },
    /// An input was not taken.
    Refused {
        /// Why.
        refusal: &'a E::Refusal,
    },
}

/// Hears what happens, while it happens.
pub trait DriverEvents<E: Engine> {
    /// Called for each event, in order.
    fn on_event(&self, event: DriverEvent<'_, E>);
}

/// For tests and tools that only want the outcome.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoEvents;

impl<E: Engine> DriverEvents<E> for NoEvents {
    fn on_event(&self, _: DriverEvent<'_, E>) {}
}

/// What a driver needs from the world.
pub struct DriverPorts<E: Engine> {
    /// Calls the model.
    pub caller: Rc<Caller>,
    /// Runs tools that take their time.
    pub tools: Rc<dyn ToolRunner>,
    /// Keeps the session.
    pub store: Rc<dyn Store>,
    /// Tells the time.
    pub clock: Rc<dyn Clock>,
    /// Names this writer of the session.
    pub ids: Rc<dyn Ids>,
    /// Hears what happens.
    pub events: Rc<dyn DriverEvents<E>>,
}

impl<E: Engine> Clone for DriverPorts<E> {
    fn clone(&self) -> Self {
        Self {
            caller: self.caller.clone(),
            tools: self.tools.clone(),
            store: self.store.clone(),
            clock: self.clock.clone(),
            ids: self.ids.clone(),
            events: self.events.clone(),
        }
    }
}

/// Why a driver stopped.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DriverError<R: std::error::Error> {
    /// What changed could not be stored, so it was not shown either. It goes with the next batch.
    #[error(transparent)]
    Store(StoreError),
    /// Another page or tab writes this session now. Nothing of it was overwritten, and nothing
    /// more is stored from here.
    #[error("this session is open elsewhere, and goes on there")]
    Superseded,
    /// The engine refused what the person did.
    #[error(transparent)]
    Refused(R),
}

/// Why a driver has nothing to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Idle {
    /// The engine names no step: it waits for the person, or is done.
    NoSteps,
    /// Whoever sends inputs is gone.
    NoInputs,
}

/// One session with its engine.
pub struct Driver<E: Engine> {
    engine: E,
    ports: DriverPorts<E>,
    record: SessionRecord<E::State>,
    under_way: UnderWay,
    side_by_side: usize,
}

impl<E: Engine> fmt::Debug for Driver<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Driver")
            .field("under_way", &self.under_way.len())
            .finish_non_exhaustive()
    }
}

impl<E: Engine + 'static> Driver<E>
where
    E::State: Journaled,
{
    /// Begins a session and stores it.
    ///
    /// # Errors
    /// [`DriverError::Store`] when it cannot be stored.
    pub async fn begin(
        mut engine: E,
        ports: DriverPorts<E>,
    ) -> Result<Self, DriverError<E::Refusal>> {
        // The first record holds the whole state.
        engine.take_updates();
        let head = engine.head();
        let (store, writer) = (ports.store.clone(), ports.ids.new_id());
        let record = SessionRecord::begin(store, &writer, &head, engine.state())
            .await
            .map_err(stored)?;
        let driver = Self::new(engine, ports, record);
        driver.tell();
        Ok(driver)
    }

    /// Goes on with a session that was read from the store; `record` is what it was read as.
    pub fn resume(engine: E, ports: DriverPorts<E>, record: SessionRecord<E::State>) -> Self {
        let driver = Self::new(engine, ports, record);
        driver.tell();
        driver
    }

    fn new(engine: E, ports: DriverPorts<E>, record: SessionRecord<E::State>) -> Self {
        Self {
            engine,
            ports,
            record,
            under_way: UnderWay::default(),
            side_by_side: DEFAULT_SIDE_BY_SIDE,
        }
    }

    /// The same driver, performing so many steps side by side at most, and one at least.
    #[must_use]
    pub fn side_by_side(mut self, steps: usize) -> Self {
        self.side_by_side = steps.max(1);
        self
    }

    /// The engine, to be read.
    pub fn engine(&self) -> &E {
        &self.engine
    }

    /// The right to write the session, for what is stored beside the engine's state.
    pub fn writer(&self) -> &Rc<Writer> {
        self.record.writer()
    }

    /// Takes what the person does, and stores what it changes. Call [`Self::run`] next.
    ///
    /// # Errors
    /// [`DriverError`] when the engine refuses it or it cannot be stored.
    pub async fn input(&mut self, input: E::Input) -> Result<(), DriverError<E::Refusal>> {
        let now_ms = self.ports.clock.now_ms();
        self.engine
            .input(input, now_ms)
            .map_err(DriverError::Refused)?;
        if self.under_way.is_empty() {
            return self.store().await;
        }
        self.settle().await
    }

    /// Performs steps until the engine names none, and takes inputs meanwhile. Steps that are under
    /// way when this returns an error go on with the next call.
    ///
    /// # Errors
    /// [`DriverError`] when something cannot be stored.
    pub async fn run(
        &mut self,
        inputs: &mut UnboundedReceiver<E::Input>,
    ) -> Result<Idle, DriverError<E::Refusal>> {
        loop {
            self.settle().await?;
            self.start();
            if self.under_way.is_empty() {
                return Ok(Idle::NoSteps);
            }
            match self.under_way.next(inputs).await {
                Happened::Ended { id, outcome, usage } => {
                    let now_ms = self.ports.clock.now_ms();
                    if let Err(refusal) = self.engine.told(id, *outcome, now_ms) {
                        tracing::warn!(%id, %refusal, "an outcome nobody waits for");
                        self.engine.abandoned(id, usage, now_ms);
                    }
                }
                Happened::Input(Some(input)) => {
                    let now_ms = self.ports.clock.now_ms();
                    if let Err(refusal) = self.engine.input(input, now_ms) {
                        let refusal = &refusal;
                        self.ports.events.on_event(DriverEvent::Refused { refusal });
                    }
                }
                Happened::Input(None) => {
                    self.abandon_all().await?;
                    return Ok(Idle::NoInputs);
                }
            }
        }
    }

    /// Performs steps until the engine names none, without inputs.
    ///
    /// # Errors
    /// [`DriverError`] when something cannot be stored.
    pub async fn run_alone(&mut self) -> Result<(), DriverError<E::Refusal>> {
        let (_never, mut inputs) = futures::channel::mpsc::unbounded();
        self.run(&mut inputs).await?;
        Ok(())
    }

    /// Ends every step that is under way, and stores what they used.
    ///
    /// # Errors
    /// [`DriverError`] when that cannot be stored.
    pub async fn abandon_all(&mut self) -> Result<(), DriverError<E::Refusal>> {
        let now_ms = self.ports.clock.now_ms();
        for (id, usage) in self.under_way.drop_all_but(&[]) {
            self.engine.abandoned(id, usage, now_ms);
        }
        self.store().await
    }

    /// Ends the steps that the engine no longer names, and stores what changed.
    async fn settle(&mut self) -> Result<(), DriverError<E::Refusal>> {
        let named = self.engine.step_ids();
        let now_ms = self.ports.clock.now_ms();
        for (id, usage) in self.under_way.drop_all_but(&named) {
            self.engine.abandoned(id, usage, now_ms);
        }
        self.store().await
    }

    /// Begins the steps that the engine names and that are not under way.
    fn start(&mut self) {
        for step in self.engine.steps_besides(&self.under_way.ids()) {
            if self.under_way.len() >= self.side_by_side {
                return;
            }
            self.ports.events.on_event(DriverEvent::Started {
                id: step.id,
                action: &step.action,
            });
            self.under_way.start(step, &self.ports);
        }
    }

    /// Writes what changed in one batch, then tells.
    async fn store(&mut self) -> Result<(), DriverError<E::Refusal>> {
        self.record.add(self.engine.take_updates());
        let head = self.engine.head();
        let state = self.engine.state();
        let written = self.record.write(&head, state).await;
        if written.map_err(stored)? {
            self.tell();
        }
        Ok(())
    }

    fn tell(&self) {
        let engine = &self.engine;
        self.ports.events.on_event(DriverEvent::Stored { engine });
    }
}

fn stored<R: std::error::Error>(error: StoreError) -> DriverError<R> {
    match error {
        StoreError::Superseded => DriverError::Superseded,
        error => DriverError::Store(error),
    }
}
