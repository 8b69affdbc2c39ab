//! What asks, stops, resumes, forgets and lists conversations: the agent without its page.

mod phase;
mod ports;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
pub use kikitori_engine::caller::{ConnectedModel, ModelFactory, NoModel};
use kikitori_engine::controller::{self, ShownSession};
use kikitori_journal::SessionHead;
pub use kikitori_ports::{Lock, Locks};

use crate::agent::{Agent, AgentError, AgentEvent, AgentPorts};
use crate::command::Command;
use crate::head::SESSION_KIND;
use crate::settings::Settings;
use crate::state::AgentState;
pub use phase::{Phase, RunBlocked};
pub use ports::{ControllerPorts, ToolFactory};

/// What a page hears from the controller.
#[derive(Debug, Clone, PartialEq)]
pub enum ControllerEvent {
    /// It does something else now.
    Phase(Phase),
    /// The conversation at hand, with what is stored of it by now; an empty one when there is none.
    Conversation(Box<AgentState>),
    /// More of the reply that is under way.
    Draft {
        /// The piece.
        piece: String,
        /// Whether it begins a reply: what was shown before does not count.
        is_first: bool,
    },
}

type Listener = Rc<dyn Fn(ControllerEvent)>;

/// Runs the agent for one page: one conversation at a time, one question of it at a time.
pub struct AgentController {
    ports: ControllerPorts,
    listener: Listener,
    phase: RefCell<Phase>,
    /// The conversation at hand.
    shown: ShownSession,
    /// Stops the run that is under way.
    commands: RefCell<Option<UnboundedSender<Command>>>,
}

/// What a run begins with.
enum Begin {
    /// This question.
    Ask(String),
    /// The last question once more.
    AskAgain,
    /// What was under way.
    GoOn,
    /// The person's word for a call.
    Decide { sequence: u64, is_allowed: bool },
}

impl AgentController {
    /// One over these ports. `listener` hears each event.
    pub fn new(ports: ControllerPorts, listener: impl Fn(ControllerEvent) + 'static) -> Self {
        let (store, locks) = (ports.store.clone(), ports.locks.clone());
        Self {
            shown: ShownSession::new(SESSION_KIND, store, locks, ports.timer.clone()),
            ports,
            listener: Rc::new(listener),
            phase: RefCell::new(Phase::Idle),
            commands: RefCell::default(),
        }
    }

    /// What it is doing.
    pub fn phase(&self) -> Phase {
        self.phase.borrow().clone()
    }

    /// Shows the conversation `chosen`, or the last one. A question that was interrupted goes on;
    /// one that was stopped waits.
    pub async fn open(&self, chosen: Option<&str>) {
        if self.is_working() {
            return;
        }
        let id = match self.shown.choose(chosen).await {
            Ok(Some(id)) => id,
            Ok(None) => return,
            Err(error) => return self.enter(Phase::Blocked(error.into())),
        };
        match self.read(&id).await {
            Ok(state) => {
                let is_interrupted = state.current().is_some_and(|it| it.is_open());
                self.emit(ControllerEvent::Conversation(Box::new(state)));
                match is_interrupted {
                    true => self.run(Begin::GoOn).await,
                    false => self.enter(Phase::Ended),
                }
            }
            Err(error) => {
                // Where it is gone, what is asked next begins another one.
                if matches!(error, AgentError::NoSession(_)) {
                    self.show_nothing();
                }
                self.enter(Phase::Blocked(error.into()));
            }
        }
    }

    async fn read(&self, id: &str) -> Result<AgentState, AgentError> {
        let state = self.shown.read(id).await?;
        state.ok_or_else(|| AgentError::NoSession(id.to_owned()))
    }

    /// The agent's conversations, the last one first.
    ///
    /// # Errors
    /// [`AgentError::Store`] when the store cannot be read.
    pub async fn history(&self) -> Result<Vec<SessionHead>, AgentError> {
        Ok(self.shown.history().await?)
    }

    /// Asks `query`, as a follow-up where a conversation is at hand. Does nothing while it works.
    pub async fn ask(&self, query: String) {
        self.run(Begin::Ask(query)).await;
    }

    /// Asks the last question once more, in the place of what it came to without a tool. Does nothing
    /// while it works.
    pub async fn ask_again(&self) {
        self.run(Begin::AskAgain).await;
    }

    /// Goes on after a stop, a cap or trouble.
    pub async fn go_on(&self) {
        self.run(Begin::GoOn).await;
    }

    /// Takes the person's word for the call `sequence`, which waits for it.
    pub async fn decide(&self, sequence: u64, is_allowed: bool) {
        // Others may be under way.
        if let Some(commands) = &*self.commands.borrow() {
            let decision = Command::Decide {
                sequence,
                is_allowed,
            };
            // The run has just ended, and the person is asked again.
            let _ = commands.unbounded_send(decision);
            return;
        }
        let begin = Begin::Decide {
            sequence,
            is_allowed,
        };
        self.run(begin).await;
    }

    /// Stops what is under way; what was finished is kept.
    pub fn stop(&self) {
        if let Some(commands) = &*self.commands.borrow() {
            // Without a run there is nothing to stop.
            let _ = commands.unbounded_send(Command::Stop);
        }
    }

    /// Puts the conversation at hand aside: the next question begins another one. `false` while
    /// it works.
    pub fn begin_anew(&self) -> bool {
        let is_free = !self.is_working();
        if is_free {
            self.show_none();
        }
        is_free
    }

    /// Shows nothing more of the conversation `id`, which was deleted by somebody else.
    pub fn close(&self, id: &str) {
        if !self.is_working() && self.shown.is(id) {
            self.show_none();
        }
    }

    /// Deletes the conversation at hand and everything that was stored with it. Does nothing while
    /// it works.
    pub async fn forget(&self) {
        if self.is_working() {
            return;
        }
        let Some(id) = self.shown.id() else {
            return self.show_none();
        };
        self.enter(Phase::Working);
        match self.shown.delete(&id).await {
            Ok(true) => self.show_none(),
            Ok(false) => self.enter(Phase::Blocked(RunBlocked::Elsewhere)),
            Err(error) => self.enter(Phase::Blocked(error.into())),
        }
    }

    fn show_none(&self) {
        self.show_nothing();
        self.enter(Phase::Idle);
    }

    fn show_nothing(&self) {
        self.shown.set(None);
        self.emit(ControllerEvent::Conversation(Box::default()));
    }

    async fn run(&self, begin: Begin) {
        if self.is_working() {
            return;
        }
        let (person, mut commands) = unbounded();
        self.commands.replace(Some(person));
        self.enter(Phase::Working);
        let outcome = self.worked(begin, &mut commands).await;
        self.commands.take();
        self.enter(match outcome {
            Ok(true) => Phase::Waiting,
            Ok(false) => Phase::Ended,
            Err(blocked) => Phase::Blocked(blocked),
        });
    }

    /// Works until there is nothing to do; whether a call waits for the person's word then.
    async fn worked(
        &self,
        begin: Begin,
        commands: &mut UnboundedReceiver<Command>,
    ) -> Result<bool, RunBlocked> {
        let shown = self.shown.id();
        let id = shown.clone().unwrap_or_else(|| self.ports.ids.new_id());
        let lock = self.shown.lock(&id).await;
        let _lock = lock.ok_or(RunBlocked::Elsewhere)?;
        let connected = self.ports.models.connect().await;
        let connected = connected.map_err(RunBlocked::NoModel)?;
        let caps = self.ports.models.caps();
        let usual = self.ports.settings.run_caps;
        let settings = Settings {
            run_caps: controller::caps_or_usual(caps, usual),
            price: connected.price,
            ..self.ports.settings.clone()
        };
        let ports = AgentPorts {
            model: connected.model,
            tools: self.ports.tools.tools().await?,
            store: self.ports.store.clone(),
            clock: self.ports.clock.clone(),
            ids: self.ports.ids.clone(),
            events: self.events(),
        };
        let mut agent = match &shown {
            Some(id) => Agent::resume(id, ports, settings).await?,
            None => Agent::begin(&id, ports, settings).await?,
        };
        self.shown.set(Some(id));
        match begin {
            Begin::Ask(query) => {
                let local_time = (self.ports.local_time)();
                agent.take(Command::Ask { query, local_time }).await?;
            }
            Begin::AskAgain => {
                let local_time = (self.ports.local_time)();
                agent.take(Command::AskAgain { local_time }).await?;
            }
            Begin::GoOn => {
                let stopped = agent.state().current().and_then(|it| it.stopped);
                if stopped.is_some_and(|it| it.can_go_on()) {
                    agent.take(Command::GoOn).await?;
                }
            }
            Begin::Decide {
                sequence,
                is_allowed,
            } => {
                let decision = Command::Decide {
                    sequence,
                    is_allowed,
                };
                agent.take(decision).await?;
            }
        }
        agent.run(commands).await?;
        let exchange = agent.state().current();
        Ok(exchange.is_some_and(|it| it.is_open() && it.waiting_actions().next().is_some()))
    }

    fn events(&self) -> Rc<dyn Fn(AgentEvent<'_>)> {
        let listener = self.listener.clone();
        let is_first = Cell::new(true);
        Rc::new(move |event| match event {
            AgentEvent::Stored(state) => {
                listener(ControllerEvent::Conversation(Box::new(state.clone())));
            }
            AgentEvent::Asking | AgentEvent::Again => is_first.set(true),
            AgentEvent::Text(piece) => listener(ControllerEvent::Draft {
                piece: piece.to_owned(),
                is_first: is_first.replace(false),
            }),
            AgentEvent::Used(_) => {}
        })
    }

    fn is_working(&self) -> bool {
        *self.phase.borrow() == Phase::Working
    }

    fn enter(&self, phase: Phase) {
        self.phase.replace(phase.clone());
        self.emit(ControllerEvent::Phase(phase));
    }

    fn emit(&self, event: ControllerEvent) {
        (self.listener)(event);
    }
}
