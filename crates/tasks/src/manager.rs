//! A chain with the driver that performs its steps, and those who watch it.

use std::cell::RefCell;
use std::rc::Rc;

use futures::StreamExt;
use futures::channel::mpsc::UnboundedReceiver;
use kikitori_engine::caller::{CallEvent, CallLimits, Caller, ContextWindow};
use kikitori_engine::{
    Action, Driver, DriverError, DriverEvent, DriverEvents, DriverPorts, Idle, SessionRecord,
    StepId,
};
use kikitori_journal::{Damage, JournalError, SessionKey};
use kikitori_llm::{Model, UsageTotals};
use kikitori_ports::{Clock, Ids};
use kikitori_store::{Store, StoreError};
use thiserror::Error;

use crate::chain::{
    ChainError, ChainLimits, ChainRequest, ChainState, Command, Pause, TrueReactAgent,
};
use crate::formatter::FORMATTER;
use crate::planner::ActionPlanner;
use crate::progress::{ChainProgress, ChainSubscriber, ProgressEvent, Told};
use crate::service::ServiceCoordinator;

/// What a chain needs from the world.
#[derive(Clone)]
pub struct ChainPorts {
    /// Answers model calls.
    pub model: Rc<dyn Model>,
    /// Keeps the chain.
    pub store: Rc<dyn Store>,
    /// Tells the time.
    pub clock: Rc<dyn Clock>,
    /// Makes ids.
    pub ids: Rc<dyn Ids>,
    /// The services that tasks call.
    pub services: Rc<ServiceCoordinator>,
    /// Those who watch.
    pub subscribers: Vec<Rc<dyn ChainSubscriber>>,
}

/// Bounds of a chain and of its model calls.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ManagerLimits {
    /// Bounds of the chain.
    pub chain: ChainLimits,
    /// What its model calls may use, and what they cost.
    pub calls: CallLimits,
    /// How long requests may be, in tokens.
    pub context_tokens: u64,
}

/// Why a chain stopped. It is as it was before that step.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ManagerError {
    /// The outcome could not be stored, so it was not shown either.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The chain goes on in another tab.
    #[error("this chain is open elsewhere, and goes on there")]
    Superseded,
    /// What the person did was refused.
    #[error(transparent)]
    Refused(#[from] ChainError),
    /// The chain is there and cannot be gone on with.
    #[error(transparent)]
    Damaged(JournalError),
    /// There is no such chain.
    #[error("there is no chain {0} on this device")]
    NoChain(String),
}

impl From<DriverError<ChainError>> for ManagerError {
    fn from(error: DriverError<ChainError>) -> Self {
        match error {
            DriverError::Store(error) => Self::Store(error),
            DriverError::Superseded => Self::Superseded,
            DriverError::Refused(refusal) => Self::Refused(refusal),
        }
    }
}

impl From<JournalError> for ManagerError {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::Store(StoreError::Superseded) => Self::Superseded,
            JournalError::Store(error) => Self::Store(error),
            damaged => Self::Damaged(damaged),
        }
    }
}

/// One chain at work: it performs what the chain names, stores what came of it, and then tells
/// those who watch.
pub struct TaskChainManager {
    driver: Driver<TrueReactAgent>,
    damage: Vec<Damage>,
}

impl TaskChainManager {
    /// Begins a chain and stores it.
    ///
    /// # Errors
    /// [`ManagerError`] when the request cannot be taken or stored.
    pub async fn begin(
        request: ChainRequest,
        ports: ChainPorts,
        limits: ManagerLimits,
    ) -> Result<Self, ManagerError> {
        let planner = planner(&ports, limits);
        let (id, now_ms) = (ports.ids.new_id(), ports.clock.now_ms());
        let agent = TrueReactAgent::start(id, request, planner, limits.chain, now_ms)?;
        let driver_ports = driver_ports(ports, limits, UsageTotals::default());
        let driver = Driver::begin(agent, driver_ports).await?;
        Ok(Self::of(driver, limits, Vec::new()))
    }

    /// Goes on with a chain from the store. Whoever had it open is refused from now on.
    ///
    /// # Errors
    /// [`ManagerError`] when it is not there or cannot be read.
    pub async fn resume(
        id: &str,
        ports: ChainPorts,
        limits: ManagerLimits,
    ) -> Result<Self, ManagerError> {
        let session = SessionKey::new(id);
        let writer = ports.ids.new_id();
        let opened = SessionRecord::<ChainState>::open(ports.store.clone(), &session, &writer);
        let opened = opened.await?;
        let mut opened = opened.ok_or_else(|| ManagerError::NoChain(id.to_owned()))?;
        // One that was imported may stand under another id than it had.
        opened.state.id = id.to_owned();
        let planner = planner(&ports, limits);
        let (spent, now_ms) = (opened.state.spent, ports.clock.now_ms());
        let agent = TrueReactAgent::resume(opened.state, planner, limits.chain, now_ms);
        let driver_ports = driver_ports(ports, limits, spent);
        let driver = Driver::resume(agent, driver_ports, opened.record);
        Ok(Self::of(driver, limits, opened.damage))
    }

    fn of(driver: Driver<TrueReactAgent>, limits: ManagerLimits, damage: Vec<Damage>) -> Self {
        // What is begun is started at once: the driver has room for all of it.
        let side_by_side = limits.chain.execution.side_by_side.max(1);
        Self {
            driver: driver.side_by_side(side_by_side),
            damage,
        }
    }

    /// The chain, to be read.
    pub fn agent(&self) -> &TrueReactAgent {
        self.driver.engine()
    }

    /// What of the stored chain could not be read.
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// Why nothing can be stored, if its device was full when the chain was opened.
    pub fn read_only(&self) -> Option<StoreError> {
        self.driver.writer().read_only()
    }

    /// Takes what the person does. Call [`Self::advance`] next.
    ///
    /// # Errors
    /// [`ManagerError`] when it is refused or cannot be stored.
    pub async fn take(&mut self, command: Command) -> Result<(), ManagerError> {
        Ok(self.driver.input(command).await?)
    }

    /// Performs steps until the person is awaited, or all is done.
    ///
    /// # Errors
    /// [`ManagerError`] when something cannot be stored.
    pub async fn advance(&mut self) -> Result<Pause, ManagerError> {
        self.driver.run_alone().await?;
        Ok(self.agent().pause())
    }

    /// Performs steps until the person is awaited, or all is done, and takes what they do meanwhile.
    /// A command that is refused is told of, and changes nothing.
    ///
    /// # Errors
    /// [`ManagerError`] when something cannot be stored.
    pub async fn work(
        &mut self,
        commands: &mut UnboundedReceiver<Command>,
    ) -> Result<Pause, ManagerError> {
        loop {
            self.driver.run(commands).await?;
            // What came while the last step was stored.
            let Ok(command) = commands.try_recv() else {
                return Ok(self.agent().pause());
            };
            match self.take(command).await {
                Err(ManagerError::Refused(refusal)) => {
                    tracing::info!(%refusal, "the chain has ended by then");
                }
                taken => taken?,
            }
        }
    }

    /// Runs the chain by the person's commands until their sender is gone. `on_pause` hears, each
    /// time nothing is at work, why.
    pub async fn run(
        mut self,
        mut commands: UnboundedReceiver<Command>,
        mut on_pause: impl FnMut(Result<Pause, ManagerError>),
    ) {
        loop {
            match self.driver.run(&mut commands).await {
                Ok(Idle::NoInputs) => return,
                Ok(Idle::NoSteps) => on_pause(Ok(self.agent().pause())),
                Err(error) => on_pause(Err(error.into())),
            }
            let Some(command) = commands.next().await else {
                return;
            };
            if let Err(error) = self.take(command).await {
                on_pause(Err(error));
            }
        }
    }
}

fn planner(ports: &ChainPorts, limits: ManagerLimits) -> Rc<ActionPlanner> {
    let directory = ports.services.directory();
    Rc::new(ActionPlanner::new(directory, limits.chain.max_tasks))
}

fn driver_ports(
    ports: ChainPorts,
    limits: ManagerLimits,
    spent: UsageTotals,
) -> DriverPorts<TrueReactAgent> {
    let window = ContextWindow::new(limits.context_tokens, None);
    DriverPorts {
        caller: Rc::new(Caller::new(ports.model, limits.calls, window, spent)),
        tools: ports.services,
        store: ports.store,
        clock: ports.clock,
        ids: ports.ids,
        events: Rc::new(Hub {
            subscribers: ports.subscribers,
            told: RefCell::default(),
            chain: RefCell::default(),
            writes: RefCell::default(),
        }),
    }
}

/// From the driver's events to those of the subscribers.
struct Hub {
    subscribers: Vec<Rc<dyn ChainSubscriber>>,
    told: RefCell<Told>,
    chain: RefCell<String>,
    /// The step in which the answer is written.
    writes: RefCell<Option<StepId>>,
}

impl Hub {
    fn tell(&self, event: ProgressEvent) {
        let chain = self.chain.borrow().clone();
        let progress = ChainProgress { chain, event };
        for subscriber in &self.subscribers {
            subscriber.on_progress(&progress);
        }
    }
}

impl DriverEvents<TrueReactAgent> for Hub {
    fn on_event(&self, event: DriverEvent<'_, TrueReactAgent>) {
        match event {
            DriverEvent::Stored { engine } => {
                self.chain.replace(engine.state().id.clone());
                for subscriber in &self.subscribers {
                    subscriber.on_stored(engine);
                }
                let news = self.told.borrow_mut().news(engine);
                news.into_iter().for_each(|event| self.tell(event));
            }
            DriverEvent::Started { id, action } => {
                let writes = matches!(action, Action::CallModel(call) if call.agent == FORMATTER);
                if writes && self.writes.replace(Some(id)).is_some() {
                    self.tell(ProgressEvent::DraftDropped);
                }
            }
            DriverEvent::Call { id, event } if *self.writes.borrow() == Some(id) => match event {
                CallEvent::Text(text) => self.tell(ProgressEvent::Draft { text }),
                CallEvent::Again => self.tell(ProgressEvent::DraftDropped),
                CallEvent::Shown(_) | CallEvent::Used(_) => {}
            },
            DriverEvent::Call { .. } => {}
            DriverEvent::Refused { refusal } => self.tell(ProgressEvent::Refused {
                reason: refusal.to_string(),
            }),
        }
    }
}
