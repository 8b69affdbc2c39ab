//! A session with the driver that performs its steps.

use std::rc::Rc;

use futures::StreamExt;
use futures::channel::mpsc::UnboundedReceiver;
use kikitori_agent::RegistryError;
use kikitori_engine::caller::{CallError, CallLimits, Caller, ContextWindow};
use kikitori_engine::{Driver, DriverError, DriverPorts, Idle, NoTools, SessionRecord};
use kikitori_journal::{Journal, JournalError, SessionKey, StreamPath};
use kikitori_llm::{Caps, Model, UsageTotals};
use kikitori_ports::{Clock, Ids};
use kikitori_store::{Store, StoreError};
use thiserror::Error;

use crate::draft::{self, DraftKeeper, Unsent};
use crate::events::{Events, Translated};
use crate::legacy;
use crate::locale::Locale;
use crate::losses::Losses;
use crate::message::PageContext;
use crate::opening::{Opening, OpeningParts};
use crate::orchestrator::{Command, EngineError, Limits, LineEngine, Orchestrator, Pause};
use crate::state::{MainSessionState, SessionId};
use crate::tools::InterviewTools;
use kikitori_form::SessionForm;

/// What an interview needs from the world.
#[derive(Clone)]
pub struct Ports {
    /// Answers model calls.
    pub model: Rc<dyn Model>,
    /// Keeps the session.
    pub store: Rc<dyn Store>,
    /// Tells the time.
    pub clock: Rc<dyn Clock>,
    /// Makes session ids.
    pub ids: Rc<dyn Ids>,
    /// Knows languages and places.
    pub locale: Rc<dyn Locale>,
    /// Hears what happens.
    pub events: Rc<dyn Events>,
    /// Reads lines; none where a group is taken as one value.
    pub lines: Option<&'static LineEngine>,
}

/// Why an interview stopped. The session is as it was before that step, and performing it again
/// goes on from there.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum DriveError {
    /// The model call failed.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The outcome could not be stored, so it was not shown either.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The session goes on in another tab.
    #[error("this session is open elsewhere, and goes on there")]
    Superseded,
    /// The engine refused what the person did.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The interview's own tools do not fit together.
    #[error(transparent)]
    Tools(#[from] RegistryError),
    /// The session is there and cannot be gone on with.
    #[error(transparent)]
    Damaged(JournalError),
    /// There is no such session.
    #[error("there is no session {0} on this device")]
    NoSession(SessionId),
}

impl From<JournalError> for DriveError {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::Store(StoreError::Superseded) => Self::Superseded,
            JournalError::Store(error) => Self::Store(error),
            damaged => Self::Damaged(damaged),
        }
    }
}

impl From<DriverError<EngineError>> for DriveError {
    fn from(error: DriverError<EngineError>) -> Self {
        match error {
            DriverError::Store(error) => Self::Store(error),
            DriverError::Superseded => Self::Superseded,
            DriverError::Refused(refusal) => Self::Engine(refusal),
        }
    }
}

/// One session of an interview at work.
pub struct Interview {
    driver: Driver<Orchestrator>,
    caller: Rc<Caller>,
    losses: Losses,
}

/// Why [`Interview::run`] ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    /// Whoever sends commands is gone.
    Left,
    /// The session can only be read, and the person wants to go on: it is to be opened anew.
    OpenAnew,
}

impl Interview {
    /// Begins a session and stores it.
    ///
    /// # Errors
    /// [`DriveError::Store`] when it cannot be stored.
    pub async fn start(
        form: SessionForm,
        page: PageContext,
        ports: Ports,
        limits: Limits,
    ) -> Result<Self, DriveError> {
        let tools = Rc::new(InterviewTools::new()?.with_lines(ports.lines)?);
        let id = SessionId(ports.ids.new_id());
        let (locale, now_ms) = (ports.locale.clone(), ports.clock.now_ms());
        let orchestrator = Orchestrator::start(id, form, page, tools, locale, limits, now_ms);
        let caller = caller(&ports, &orchestrator, limits);
        let driver = Driver::begin(orchestrator, driver_ports(ports, &caller)).await?;
        Ok(Self {
            driver,
            caller,
            losses: Losses::default(),
        })
    }

    /// Goes on with a session from the store. On a full device it can be read ([`Self::read_only`]).
    ///
    /// # Errors
    /// [`DriveError`] when it is not there or cannot be read.
    pub async fn resume(id: &SessionId, ports: Ports, limits: Limits) -> Result<Self, DriveError> {
        let tools = Rc::new(InterviewTools::new()?.with_lines(ports.lines)?);
        let session = SessionKey::new(id.0.as_str());
        let writer = ports.ids.new_id();
        let opening = OpeningParts::read(ports.store.clone(), &session, &writer).await?;
        if let Some(opening) = opening {
            return Self::from_opening(opening, ports, limits);
        }
        let opened = SessionRecord::open(ports.store.clone(), &session, &writer).await?;
        let opened = match opened {
            Some(opened) => Some(opened),
            None => legacy::open(ports.store.clone(), &session, &writer).await?,
        };
        let mut opened = opened.ok_or_else(|| DriveError::NoSession(id.clone()))?;
        let losses = match opened.is_whole {
            true => Losses::default(),
            false => Losses::of(&opened.damage),
        };
        // One that was imported may stand under another id than it had.
        opened.state.session_id = id.clone();
        let locale = ports.locale.clone();
        let orchestrator = Orchestrator::resume(opened.state, tools, locale, limits);
        let caller = caller(&ports, &orchestrator, limits);
        let driver = Driver::resume(orchestrator, driver_ports(ports, &caller), opened.record);
        Ok(Self {
            driver,
            caller,
            losses,
        })
    }

    /// Goes on with a session that has begun, with whatever the call for its first question has
    /// brought.
    ///
    /// # Errors
    /// [`DriveError::Tools`].
    pub fn take_over(opening: Opening, ports: Ports, limits: Limits) -> Result<Self, DriveError> {
        Self::from_opening(opening.into_parts(), ports, limits)
    }

    fn from_opening(
        opening: OpeningParts,
        ports: Ports,
        limits: Limits,
    ) -> Result<Self, DriveError> {
        let tools = Rc::new(InterviewTools::new()?.with_lines(ports.lines)?);
        let replaced = opening.replaced();
        let OpeningParts {
            id,
            form,
            begun,
            writer,
            failure,
        } = opening;
        let locale = ports.locale.clone();
        let (page, began_at) = (begun.page, begun.created_at);
        let mut orchestrator = Orchestrator::start(id, form, page, tools, locale, limits, began_at);
        let (outcome, at) = match (begun.reply, failure) {
            (Some(reply), _) => (Some(Ok(reply.message)), reply.at),
            (None, Some(failure)) => (Some(Err(failure)), ports.clock.now_ms()),
            (None, None) => (None, ports.clock.now_ms()),
        };
        orchestrator.take_first_call(outcome, begun.usage, at)?;
        let caller = caller(&ports, &orchestrator, limits);
        let record = SessionRecord::replacing(writer, replaced);
        let driver = Driver::resume(orchestrator, driver_ports(ports, &caller), record);
        Ok(Self {
            driver,
            caller,
            losses: Losses::default(),
        })
    }

    /// What of the session was lost to records that could not be read.
    pub fn losses(&self) -> Losses {
        self.losses
    }

    /// Why nothing of the session can be stored, if its device was full when it was opened.
    pub fn read_only(&self) -> Option<StoreError> {
        self.driver.writer().read_only()
    }

    /// The engine, to be read.
    pub fn orchestrator(&self) -> &Orchestrator {
        self.driver.engine()
    }

    /// Keeps what the person types.
    pub fn drafts(&self) -> DraftKeeper {
        DraftKeeper::new(self.driver.writer().clone())
    }

    /// What the person had written and not sent when the session was left.
    pub async fn unsent(&self) -> Unsent {
        let writer = self.driver.writer();
        let state = self.orchestrator().state();
        draft::unsent(&**writer.store(), writer.session(), state).await
    }

    /// Performs steps until the person is awaited. A call that failed is made again.
    ///
    /// # Errors
    /// [`DriveError`] at the first step that fails.
    pub async fn advance(&mut self) -> Result<Pause, DriveError> {
        let pause = self.orchestrator().pause();
        if matches!(pause, Some(Pause::CallFailed(_) | Pause::Stopped)) {
            self.retry().await?;
        }
        self.driver.run_alone().await?;
        self.paused()
    }

    /// Takes the respondent's answer. Call [`Self::advance`] next.
    ///
    /// # Errors
    /// [`DriveError`] when the engine refuses it or it cannot be stored.
    pub async fn answer(&mut self, text: &str, page: PageContext) -> Result<(), DriveError> {
        let text = text.to_owned();
        self.take(Command::Answer { text, page }).await
    }

    /// Takes the respondent's confirmation.
    ///
    /// # Errors
    /// [`DriveError`] when the engine refuses it or it cannot be stored.
    pub async fn confirm(&mut self, local_time: String) -> Result<(), DriveError> {
        self.take(Command::Confirm { local_time }).await
    }

    /// Goes on after a failure, an error or a stop.
    ///
    /// # Errors
    /// [`DriveError`] when it cannot be stored.
    pub async fn retry(&mut self) -> Result<(), DriveError> {
        self.take(Command::Retry).await
    }

    /// Takes what the person does.
    ///
    /// # Errors
    /// [`DriveError`] when the engine refuses it or it cannot be stored.
    pub async fn take(&mut self, command: Command) -> Result<(), DriveError> {
        if let Command::Limit(limits) = &command {
            let form = &self.orchestrator().state().form;
            self.caller.set_limits(call_limits(*limits, form));
        }
        Ok(self.driver.input(command).await?)
    }

    fn paused(&self) -> Result<Pause, DriveError> {
        match self.orchestrator().pause() {
            Some(Pause::CallFailed(error)) => Err(DriveError::Call(error)),
            Some(pause) => Ok(pause),
            None => Ok(Pause::Stopped),
        }
    }

    /// Runs the session by the person's commands until their sender is gone. `on_pause` hears, each
    /// time no agent is at work, why. One that can only be read asks no model: what it said could
    /// not be kept.
    pub async fn run(
        mut self,
        mut commands: UnboundedReceiver<Command>,
        mut on_pause: impl FnMut(Result<Pause, DriveError>),
    ) -> RunEnd {
        let is_done = self.orchestrator().pause() == Some(Pause::Done);
        if let Some(full) = self.read_only().filter(|_| !is_done) {
            on_pause(Err(full.into()));
            while let Some(command) = commands.next().await {
                if command == Command::Retry {
                    return RunEnd::OpenAnew;
                }
            }
            return RunEnd::Left;
        }
        'at_work: loop {
            match self.driver.run(&mut commands).await {
                Ok(Idle::NoInputs) => {
                    on_pause(Ok(Pause::Stopped));
                    return RunEnd::Left;
                }
                Ok(Idle::NoSteps) => on_pause(self.paused()),
                Err(error) => on_pause(Err(error.into())),
            }
            while let Some(command) = commands.next().await {
                // These mostly change nothing for who waits for the person.
                let is_quiet = matches!(command, Command::Stop | Command::Limit(_));
                let before = self.orchestrator().pause();
                let taken = self.take(command).await;
                let has_steps = self.orchestrator().has_calls();
                if taken.is_ok() && (has_steps || self.orchestrator().pause().is_none()) {
                    continue 'at_work;
                }
                let is_as_before = self.orchestrator().pause() == before;
                match taken {
                    Ok(()) if is_quiet && is_as_before => {}
                    Ok(()) => on_pause(self.paused()),
                    Err(error) => on_pause(Err(error)),
                }
            }
            return RunEnd::Left;
        }
    }
}

/// The caps of the page, and those of the form where they are lower.
pub(crate) fn call_limits(limits: Limits, form: &SessionForm) -> CallLimits {
    let budget = form.budget.as_ref();
    let of_form = Caps {
        calls: budget.and_then(|it| it.calls).map(|it| it.0.into()),
        tokens: budget.and_then(|it| it.tokens).map(|it| it.0.into()),
        cost: budget.and_then(|it| it.cost?.to_string().parse().ok()),
        ..Caps::default()
    };
    CallLimits {
        session_caps: limits.session_caps.and(of_form),
        run_caps: limits.run_caps,
        price: limits.price,
    }
}

fn caller(ports: &Ports, orchestrator: &Orchestrator, limits: Limits) -> Rc<Caller> {
    let spent: UsageTotals = orchestrator.state().spent;
    // How long requests may be is the engine's own, and stored with it.
    let window = ContextWindow::new(limits.context_tokens, None);
    Rc::new(Caller::new(
        ports.model.clone(),
        call_limits(limits, &orchestrator.state().form),
        window,
        spent,
    ))
}

fn driver_ports(ports: Ports, caller: &Rc<Caller>) -> DriverPorts<Orchestrator> {
    DriverPorts {
        caller: caller.clone(),
        tools: Rc::new(NoTools),
        store: ports.store,
        clock: ports.clock,
        ids: ports.ids,
        events: Rc::new(Translated::new(ports.events)),
    }
}

/// Reads a session without taking it over; `None` when there is none of that id.
///
/// # Errors
/// [`DriveError`] when it cannot be read.
pub async fn load_session(
    store: &dyn Store,
    id: &SessionId,
) -> Result<Option<MainSessionState>, DriveError> {
    let session = SessionKey::new(id.0.as_str());
    let loaded = Journal::load(store, &session, &StreamPath::main(), None).await?;
    if let Some(loaded) = loaded {
        return Ok(Some(loaded.state));
    }
    let old = legacy::read(store, &session).await?;
    Ok(old.map(|old| old.state))
}
