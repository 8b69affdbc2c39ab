//! A session with the driver that performs its steps.

use std::rc::Rc;

use futures::channel::mpsc::UnboundedReceiver;
use kikitori_engine::caller::{CallError, CallEvent, CallLimits, Caller, ContextWindow};
use kikitori_engine::{
    Action, Driver, DriverError, DriverEvent, DriverEvents, DriverPorts, Engine, SessionRecord,
    StepId,
};
use kikitori_journal::{JournalError, SessionKey};
use kikitori_llm::{Model, UsageTotals};
use kikitori_ports::{Clock, Ids};
use kikitori_store::{Store, StoreError};
use thiserror::Error;

use crate::command::{Command, NotExpected};
use crate::fallback::FallbackStrategy;
use crate::guardrails::GuardrailError;
use crate::planner::ReActPlanner;
use crate::runtime::AgentRuntime;
use crate::settings::Settings;
use crate::state::AgentState;
use crate::tools::AgentTools;

/// What an agent needs from the world.
#[derive(Clone)]
pub struct AgentPorts {
    /// Answers model calls.
    pub model: Rc<dyn Model>,
    /// What it may use.
    pub tools: AgentTools,
    /// Keeps the session.
    pub store: Rc<dyn Store>,
    /// Tells the time.
    pub clock: Rc<dyn Clock>,
    /// Names the session's writers.
    pub ids: Rc<dyn Ids>,
    /// Hears what happens.
    pub events: Rc<dyn Fn(AgentEvent<'_>)>,
}

/// What happens while an agent works.
#[derive(Debug)]
pub enum AgentEvent<'a> {
    /// The conversation has changed, and what changed is stored.
    Stored(&'a AgentState),
    /// The model is asked.
    Asking,
    /// More of its reply, which is neither whole nor looked at yet.
    Text(&'a str),
    /// What was shown of the reply does not count: the model is asked again.
    Again,
    /// A request of the model ended and used this.
    Used(UsageTotals),
}

/// Why an agent stopped. The session is as it was before that step, and can be gone on with.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum AgentError {
    /// The model call failed.
    #[error(transparent)]
    Call(#[from] CallError),
    /// What changed could not be stored, so it was not shown either.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The session goes on in another tab.
    #[error("this session is open elsewhere, and goes on there")]
    Superseded,
    /// What the person did cannot be done now.
    #[error(transparent)]
    NotExpected(#[from] NotExpected),
    /// A guardrail of the settings cannot be made.
    #[error(transparent)]
    Guardrail(#[from] GuardrailError),
    /// The session is there and cannot be read.
    #[error(transparent)]
    Damaged(JournalError),
    /// There is no such session.
    #[error("there is no session {0:?} on this device")]
    NoSession(String),
}

impl From<JournalError> for AgentError {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::Store(StoreError::Superseded) => Self::Superseded,
            JournalError::Store(error) => Self::Store(error),
            damaged => Self::Damaged(damaged),
        }
    }
}

impl From<DriverError<NotExpected>> for AgentError {
    fn from(error: DriverError<NotExpected>) -> Self {
        match error {
            DriverError::Store(error) => Self::Store(error),
            DriverError::Superseded => Self::Superseded,
            DriverError::Refused(refusal) => Self::NotExpected(refusal),
        }
    }
}

/// One conversation at work.
pub struct Agent {
    driver: Driver<AgentRuntime>,
}

impl Agent {
    /// Begins the conversation `id` and stores it. Its first question comes by [`Self::take`].
    ///
    /// # Errors
    /// [`AgentError`] when it cannot be stored, or the settings have a pattern that is none.
    pub async fn begin(
        id: &str,
        ports: AgentPorts,
        settings: Settings,
    ) -> Result<Self, AgentError> {
        let now = ports.clock.now_ms();
        let state = AgentState {
            session_id: id.to_owned(),
            created_at: now,
            updated_at: now,
            ..AgentState::default()
        };
        let runtime = runtime(state, &ports, &settings)?;
        let driver_ports = driver_ports(ports, &runtime, &settings);
        let driver = Driver::begin(runtime, driver_ports).await?;
        Ok(Self {
            driver: driver.side_by_side(settings.side_by_side),
        })
    }

    /// Goes on with the conversation `id` from the store. Whoever wrote it before cannot any more.
    ///
    /// # Errors
    /// [`AgentError`] when it is not there or cannot be read.
    pub async fn resume(
        id: &str,
        ports: AgentPorts,
        settings: Settings,
    ) -> Result<Self, AgentError> {
        let (session, writer) = (SessionKey::new(id), ports.ids.new_id());
        let opened = SessionRecord::open(ports.store.clone(), &session, &writer).await?;
        let opened = opened.ok_or_else(|| AgentError::NoSession(id.to_owned()))?;
        let state = AgentState {
            // One that was imported may stand under another id than it had.
            session_id: id.to_owned(),
            ..opened.state
        };
        let runtime = runtime(state, &ports, &settings)?;
        let driver_ports = driver_ports(ports, &runtime, &settings);
        let driver = Driver::resume(runtime, driver_ports, opened.record);
        Ok(Self {
            driver: driver.side_by_side(settings.side_by_side),
        })
    }

    /// The conversation.
    pub fn state(&self) -> &AgentState {
        self.driver.engine().state()
    }

    /// Takes what the person does. Call [`Self::run`] next.
    ///
    /// # Errors
    /// [`AgentError`] when that is not possible now, or cannot be stored.
    pub async fn take(&mut self, command: Command) -> Result<(), AgentError> {
        Ok(self.driver.input(command).await?)
    }

    /// Works until the question at hand has ended; takes `commands` meanwhile.
    ///
    /// # Errors
    /// [`AgentError`] when a model call failed or something could not be stored.
    pub async fn run(
        &mut self,
        commands: &mut UnboundedReceiver<Command>,
    ) -> Result<(), AgentError> {
        self.driver.run(commands).await?;
        self.outcome()
    }

    /// The same without commands.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub async fn run_alone(&mut self) -> Result<(), AgentError> {
        self.driver.run_alone().await?;
        self.outcome()
    }

    fn outcome(&self) -> Result<(), AgentError> {
        match self.driver.engine().failure() {
            Some(error) => Err(error.clone().into()),
            None => Ok(()),
        }
    }
}

fn runtime(
    state: AgentState,
    ports: &AgentPorts,
    settings: &Settings,
) -> Result<AgentRuntime, AgentError> {
    let planner = ReActPlanner::new(
        ports.model.clone(),
        ports.tools.definitions().clone(),
        settings.max_history,
        settings.max_observation_tokens,
    )
    .with_switched_off(ports.tools.switched_off().to_vec());
    Ok(AgentRuntime::new(
        state,
        planner,
        settings.guardrails()?,
        FallbackStrategy::new(settings.max_retries),
        settings.max_steps,
        settings.context_tokens,
    )
    .with_permissions(ports.tools.permissions().clone(), ports.clock.now_ms()))
}

fn driver_ports(
    ports: AgentPorts,
    runtime: &AgentRuntime,
    settings: &Settings,
) -> DriverPorts<AgentRuntime> {
    // How long requests may be is the engine's own, and stored with the session.
    let window = ContextWindow::new(settings.context_tokens, None);
    let used = runtime.state().usage;
    let caller = Caller::new(ports.model, call_limits(settings), window, used);
    DriverPorts {
        caller: Rc::new(caller),
        tools: ports.tools.runner(),
        store: ports.store,
        clock: ports.clock,
        ids: ports.ids,
        events: Rc::new(Translated {
            events: ports.events,
            may_show_drafts: runtime.may_show_drafts(),
        }),
    }
}

fn call_limits(settings: &Settings) -> CallLimits {
    CallLimits {
        session_caps: settings.session_caps,
        run_caps: settings.run_caps,
        price: settings.price,
    }
}

/// Tells the agent's events as the driver's come.
struct Translated {
    events: Rc<dyn Fn(AgentEvent<'_>)>,
    may_show_drafts: bool,
}

impl DriverEvents<AgentRuntime> for Translated {
    fn on_event(&self, event: DriverEvent<'_, AgentRuntime>) {
        let tell = &self.events;
        match event {
            DriverEvent::Stored { engine } => tell(AgentEvent::Stored(engine.state())),
            DriverEvent::Started {
                id: StepId(_),
                action: Action::CallModel(_),
            } => tell(AgentEvent::Asking),
            DriverEvent::Call { event, .. } => match event {
                CallEvent::Text(text) | CallEvent::Shown(text) if self.may_show_drafts => {
                    tell(AgentEvent::Text(&text));
                }
                CallEvent::Text(_) | CallEvent::Shown(_) => {}
                CallEvent::Again => tell(AgentEvent::Again),
                CallEvent::Used(usage) => tell(AgentEvent::Used(usage)),
            },
            DriverEvent::Started { .. } | DriverEvent::Refused { .. } => {}
        }
    }
}
