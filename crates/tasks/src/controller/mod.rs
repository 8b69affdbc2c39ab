//! What asks, runs, confirms, forgets and lists chains: the chains of one page without the page.

mod phase;
mod ports;
mod watch;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
pub use kikitori_engine::caller::{ConnectedModel, ModelFactory, NoModel};
use kikitori_engine::controller::{self, ShownSession};
use kikitori_journal::SessionHead;
use kikitori_llm::CallLimits;
pub use kikitori_ports::{Lock, Locks};

use crate::chain::{ChainError, ChainRequest, ChainState, Command, KIND, Pause};
use crate::manager::{ChainPorts, ManagerError, ManagerLimits, TaskChainManager};
use crate::progress::ChainProgress;
pub use phase::{ControllerPhase, RunBlocked};
pub use ports::{ControllerPorts, ServiceFactory};
use watch::Telling;

/// What a page hears from the controller.
#[derive(Debug, Clone, PartialEq)]
pub enum ControllerEvent {
    /// It does something else now.
    Phase(ControllerPhase),
    /// The chain at hand, with what is stored of it by now; none when there is none.
    Chain(Option<Rc<ChainState>>),
    /// Something happened in the chain at hand, here or in another tab.
    Progress(ChainProgress),
    /// What the person did was not taken.
    Refused(ChainError),
}

type Listener = Rc<dyn Fn(ControllerEvent)>;

/// Leads chains for one page, one at a time. It holds a chain's lock only while it works on it.
pub struct ChainController {
    ports: ControllerPorts,
    listener: Listener,
    phase: RefCell<ControllerPhase>,
    /// The chain at hand.
    shown: ShownSession,
    /// Takes what the person does meanwhile.
    commands: RefCell<Option<UnboundedSender<Command>>>,
    /// Whether what another tab did is being read, and whether there is more of it by now.
    is_reading: Cell<bool>,
    has_more: Cell<bool>,
}

/// What work begins with.
enum Begin {
    /// This request, as a new chain.
    Ask(ChainRequest),
    /// This command, to the chain at hand.
    Do(Command),
    /// What was under way.
    GoOn,
}

impl ChainController {
    /// One over these ports. `listener` hears each event.
    pub fn new(ports: ControllerPorts, listener: impl Fn(ControllerEvent) + 'static) -> Self {
        let (store, locks) = (ports.store.clone(), ports.locks.clone());
        Self {
            shown: ShownSession::new(KIND, store, locks, ports.timer.clone()),
            ports,
            listener: Rc::new(listener),
            phase: RefCell::new(ControllerPhase::Idle),
            commands: RefCell::default(),
            is_reading: Cell::default(),
            has_more: Cell::default(),
        }
    }

    /// What it is doing.
    pub fn phase(&self) -> ControllerPhase {
        self.phase.borrow().clone()
    }

    /// Shows the chain `chosen`, or the last one. One that was interrupted goes on; one that waits
    /// for the person waits.
    pub async fn open(&self, chosen: Option<&str>) {
        if self.is_working() {
            return;
        }
        let id = match self.shown.choose(chosen).await {
            Ok(Some(id)) => id,
            Ok(None) => return,
            Err(error) => return self.enter(ControllerPhase::Blocked(error.into())),
        };
        match self.read(&id).await {
            Ok(state) => {
                let phase = state.phase();
                self.emit(ControllerEvent::Chain(Some(Rc::new(state))));
                match phase.is_at_work() {
                    true => self.run(Begin::GoOn).await,
                    false => self.enter(ControllerPhase::Rests(Pause::At(phase))),
                }
            }
            Err(error) => {
                // Where it is gone, what is asked next begins another one.
                if matches!(error, ManagerError::NoChain(_)) {
                    self.show_nothing();
                }
                self.enter(ControllerPhase::Blocked(error.into()));
            }
        }
    }

    async fn read(&self, id: &str) -> Result<ChainState, ManagerError> {
        let state = self.shown.read(id).await?;
        state.ok_or_else(|| ManagerError::NoChain(id.to_owned()))
    }

    /// The chains, the last one first.
    ///
    /// # Errors
    /// [`ManagerError::Store`] when the store cannot be read.
    pub async fn history(&self) -> Result<Vec<SessionHead>, ManagerError> {
        Ok(self.shown.history().await?)
    }

    /// Begins a chain that does what `request` asks for. Does nothing while another one is at work.
    pub async fn ask(&self, request: ChainRequest) {
        if !self.is_working() {
            self.run(Begin::Ask(request)).await;
        }
    }

    /// Does something about the chain at hand, also while it is at work.
    pub async fn command(&self, command: Command) {
        if self.is_working() {
            if let Some(commands) = &*self.commands.borrow() {
                // A run that has just ended takes nothing any more, and its end is told.
                let _ = commands.unbounded_send(command);
            }
            return;
        }
        self.run(Begin::Do(command)).await;
    }

    /// Goes on after trouble.
    pub async fn go_on(&self) {
        self.run(Begin::GoOn).await;
    }

    /// Puts the chain at hand aside: the next request begins another one. `false` while it works.
    pub fn begin_anew(&self) -> bool {
        let is_free = !self.is_working();
        if is_free {
            self.show_none();
        }
        is_free
    }

    /// Shows nothing more of the chain `id`, which was deleted by somebody else.
    pub fn close(&self, id: &str) {
        if !self.is_working() && self.shown.is(id) {
            self.show_none();
        }
    }

    /// Deletes the chain at hand and everything that was stored with it. Does nothing while it
    /// works. What its tasks changed stays changed.
    pub async fn forget(&self) {
        if self.is_working() {
            return;
        }
        let Some(id) = self.shown.id() else {
            return self.show_none();
        };
        self.enter(ControllerPhase::Working);
        match self.shown.delete(&id).await {
            Ok(true) => self.show_none(),
            Ok(false) => self.enter(ControllerPhase::Blocked(RunBlocked::Elsewhere)),
            Err(error) => self.enter(ControllerPhase::Blocked(error.into())),
        }
    }

    /// Takes what another tab tells of its chain: if it is the one at hand, what is stored of it is
    /// shown.
    pub async fn heard(&self, progress: ChainProgress) {
        if !self.shown.is(&progress.chain) || self.is_working() {
            return;
        }
        let is_stored = progress.event.is_stored();
        self.emit(ControllerEvent::Progress(progress));
        if !is_stored {
            return;
        }
        self.has_more.set(true);
        if self.is_reading.replace(true) {
            return;
        }
        while self.has_more.replace(false) {
            let Some(id) = self.shown.id() else { break };
            let Ok(state) = self.read(&id).await else {
                // It may be gone by now; whoever goes on with it is told so.
                break;
            };
            if self.is_working() || !self.shown.is(&id) {
                break;
            }
            let phase = state.phase();
            self.emit(ControllerEvent::Chain(Some(Rc::new(state))));
            self.enter(match phase.is_at_work() {
                true => ControllerPhase::Blocked(RunBlocked::Elsewhere),
                false => ControllerPhase::Rests(Pause::At(phase)),
            });
        }
        self.is_reading.set(false);
    }

    fn show_none(&self) {
        self.show_nothing();
        self.enter(ControllerPhase::Idle);
    }

    fn show_nothing(&self) {
        self.shown.set(None);
        self.emit(ControllerEvent::Chain(None));
    }

    async fn run(&self, begin: Begin) {
        if self.is_working() {
            return;
        }
        let (person, mut commands) = unbounded();
        self.commands.replace(Some(person));
        self.enter(ControllerPhase::Working);
        let outcome = self.worked(begin, &mut commands).await;
        self.commands.take();
        self.enter(match outcome {
            Ok(pause) => ControllerPhase::Rests(pause),
            Err(blocked) => ControllerPhase::Blocked(blocked),
        });
    }

    async fn worked(
        &self,
        begin: Begin,
        commands: &mut UnboundedReceiver<Command>,
    ) -> Result<Pause, RunBlocked> {
        let shown = self.shown.id();
        let _lock = match (&begin, &shown) {
            // Nobody else knows of a chain that is only begun.
            (Begin::Ask(_), _) | (_, None) => None,
            (_, Some(id)) => Some(self.shown.lock(id).await.ok_or(RunBlocked::Elsewhere)?),
        };
        let connected = self.ports.models.connect().await;
        let connected = connected.map_err(RunBlocked::NoModel)?;
        let ports = ChainPorts {
            model: connected.model,
            store: self.ports.store.clone(),
            clock: self.ports.clock.clone(),
            ids: self.ports.ids.clone(),
            services: self.ports.services.services().await?,
            subscribers: vec![Rc::new(Telling {
                listener: self.listener.clone(),
                others: self.ports.others.clone(),
            })],
        };
        let limits = self.limits(connected.price);
        let (mut manager, _new_lock) = match begin {
            Begin::Ask(request) => {
                let manager = TaskChainManager::begin(request, ports, limits).await?;
                let id = manager.agent().state().id.clone();
                let lock = self.shown.lock(&id).await.ok_or(RunBlocked::Elsewhere)?;
                self.shown.set(Some(id));
                (manager, Some(lock))
            }
            Begin::Do(command) => {
                let mut manager = self.resumed(shown, ports, limits).await?;
                match manager.take(command).await {
                    Err(ManagerError::Refused(refusal)) => {
                        self.emit(ControllerEvent::Refused(refusal));
                    }
                    taken => taken?,
                }
                (manager, None)
            }
            Begin::GoOn => (self.resumed(shown, ports, limits).await?, None),
        };
        Ok(manager.work(commands).await?)
    }

    async fn resumed(
        &self,
        shown: Option<String>,
        ports: ChainPorts,
        limits: ManagerLimits,
    ) -> Result<TaskChainManager, ManagerError> {
        let id = shown.unwrap_or_default();
        TaskChainManager::resume(&id, ports, limits).await
    }

    fn limits(&self, price: Option<kikitori_llm::Price>) -> ManagerLimits {
        let (caps, usual) = (
            self.ports.models.caps(),
            self.ports.limits.calls.session_caps,
        );
        ManagerLimits {
            calls: CallLimits {
                session_caps: controller::caps_or_usual(caps, usual),
                price,
                ..self.ports.limits.calls
            },
            ..self.ports.limits
        }
    }

    fn is_working(&self) -> bool {
        *self.phase.borrow() == ControllerPhase::Working
    }

    fn enter(&self, phase: ControllerPhase) {
        self.phase.replace(phase.clone());
        self.emit(ControllerEvent::Phase(phase));
    }

    fn emit(&self, event: ControllerEvent) {
        (self.listener)(event);
    }
}
