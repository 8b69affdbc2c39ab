//! Performs the engine's steps through the ports, and stores each outcome before anyone sees it.

mod call;

use std::rc::Rc;

use call::{call_model, until_stopped};
use futures::StreamExt;
use futures::channel::mpsc::UnboundedReceiver;
use kikitori_agent::RegistryError;
use kikitori_llm::{LlmError, Model, UsageTotals};
use kikitori_ports::{Clock, Ids};
use kikitori_store::{Batch, Store, StoreError};
use thiserror::Error;

use crate::form::SessionForm;
use crate::locale::Locale;
use crate::orchestrator::{EngineError, Environment, Failure, Limits, Next, Orchestrator};
use crate::records::load_session;
use crate::state::{AgentKind, PageContext, SessionId};
use crate::tools::InterviewTools;

/// What the driver needs from the world.
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
}

/// Hears what happens in a session, while it happens.
pub trait Events {
    /// Called for each event, in order.
    fn event(&self, event: Event<'_>);
}

/// What happens in a session.
pub enum Event<'a> {
    /// An agent's model is being called.
    Thinking {
        /// Which agent.
        agent: AgentKind,
    },
    /// The question that is being written, as far as it has come. It is not stored yet, and
    /// only counts once it is in the state.
    Draft {
        /// All of it so far.
        text: String,
    },
    /// A model call has ended, with a reply or without one, and what it came to is stored.
    UsageTotals {
        /// Whose call it was.
        agent: AgentKind,
        /// What the calls of this run of the agent came to by now.
        run: UsageTotals,
        /// What all calls of the session came to by now.
        session: UsageTotals,
    },
    /// The state has moved on, and what moved is stored.
    Stored {
        /// The engine, to be read.
        orchestrator: &'a Orchestrator,
    },
}

/// Why the driver stopped performing steps.
#[derive(Debug, Clone, PartialEq)]
pub enum Pause {
    /// The respondent is to answer.
    Answer,
    /// The respondent is to confirm.
    Confirm,
    /// The form is confirmed.
    Done,
    /// The engine stands still until a retry.
    Failed(Failure),
    /// The person stopped the model's reply; the same call is made again on a retry.
    Stopped,
}

/// Why a step could not be performed. The session is as it was before that step, and performing
/// it again goes on from there.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DriveError {
    /// The model call failed.
    #[error(transparent)]
    Model(#[from] LlmError),
    /// The outcome could not be stored, so it was not shown either.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The engine refused what the person did.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The interview's own tools do not fit together.
    #[error(transparent)]
    Tools(#[from] RegistryError),
    /// There is no such session.
    #[error("there is no session {0} on this device")]
    NoSession(SessionId),
}

/// What the person does.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Answers the question.
    Answer {
        /// The text as typed.
        text: String,
        /// What the page sends with it.
        page: PageContext,
    },
    /// Confirms the form.
    Confirm {
        /// The local time.
        local_time: String,
    },
    /// Stops the model's reply.
    Stop,
    /// Goes on after an error, a stop or a failure.
    Retry,
    /// Sets other bounds, from the next step on.
    Limit(Limits),
}

/// One session with its engine.
pub struct Driver {
    orchestrator: Orchestrator,
    ports: Ports,
    /// Changes that the store has refused so far; they go with the next batch.
    unstored: Batch,
}

impl Driver {
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
        let tools = Rc::new(InterviewTools::new()?);
        let id = SessionId(ports.ids.new_id());
        let environment = environment(&ports);
        let orchestrator = Orchestrator::start(id, form, page, tools, limits, &environment);
        let mut driver = Self::around(orchestrator, ports);
        driver.store().await?;
        Ok(driver)
    }

    /// Goes on with a session from the store.
    ///
    /// # Errors
    /// [`DriveError`] when it is not there or cannot be read.
    pub async fn resume(id: &SessionId, ports: Ports, limits: Limits) -> Result<Self, DriveError> {
        let tools = Rc::new(InterviewTools::new()?);
        let state = load_session(&*ports.store, id)
            .await?
            .ok_or_else(|| DriveError::NoSession(id.clone()))?;
        let driver = Self::around(Orchestrator::resume(state, tools, limits), ports);
        driver.tell();
        Ok(driver)
    }

    fn around(orchestrator: Orchestrator, ports: Ports) -> Self {
        Self {
            orchestrator,
            ports,
            unstored: Batch::new(),
        }
    }

    /// The engine, to be read.
    pub fn orchestrator(&self) -> &Orchestrator {
        &self.orchestrator
    }

    /// Performs steps until the person has the word.
    ///
    /// # Errors
    /// [`DriveError`] at the first step that fails.
    pub async fn advance(&mut self) -> Result<Pause, DriveError> {
        let (_never, mut commands) = futures::channel::mpsc::unbounded();
        self.advance_until_stopped(&mut commands).await
    }

    /// Takes the respondent's answer. Call [`Self::advance`] next.
    ///
    /// # Errors
    /// [`DriveError`] when the engine refuses it or it cannot be stored.
    pub async fn answer(&mut self, text: &str, page: PageContext) -> Result<(), DriveError> {
        let step = match self.orchestrator.next() {
            Next::Answer { step } => step,
            _ => return Err(EngineError::NotExpected { what: "an answer" }.into()),
        };
        let environment = environment(&self.ports);
        self.orchestrator.answered(step, text, page, &environment)?;
        self.store().await
    }

    /// Takes the respondent's confirmation.
    ///
    /// # Errors
    /// [`DriveError`] when the engine refuses it or it cannot be stored.
    pub async fn confirm(&mut self, local_time: String) -> Result<(), DriveError> {
        let step = match self.orchestrator.next() {
            Next::Confirm { step } => step,
            _ => {
                return Err(EngineError::NotExpected {
                    what: "a confirmation",
                }
                .into());
            }
        };
        let environment = environment(&self.ports);
        self.orchestrator
            .confirmed(step, local_time, &environment)?;
        self.store().await
    }

    /// Goes on after a failure of the engine; after any other error, [`Self::advance`] alone
    /// does.
    ///
    /// # Errors
    /// [`DriveError`] when it cannot be stored.
    pub async fn retry(&mut self) -> Result<(), DriveError> {
        if let Next::Retry { step, .. } = self.orchestrator.next() {
            let environment = environment(&self.ports);
            self.orchestrator.retry(step, &environment)?;
        }
        self.store().await
    }

    async fn advance_until_stopped(
        &mut self,
        commands: &mut UnboundedReceiver<Command>,
    ) -> Result<Pause, DriveError> {
        if !self.unstored.is_empty() {
            self.store().await?;
        }
        let session = self.orchestrator.state().session_id.clone();
        loop {
            match self.orchestrator.next() {
                Next::Answer { .. } => return Ok(Pause::Answer),
                Next::Confirm { .. } => return Ok(Pause::Confirm),
                Next::Done => return Ok(Pause::Done),
                Next::Retry { failure, .. } => return Ok(Pause::Failed(failure)),
                Next::RunTool { step, agent, call } => {
                    tracing::debug!(%session, agent = agent.name(), tool = call.function.name, "tool call");
                    self.orchestrator
                        .run_tool(step, &environment(&self.ports))?;
                }
                Next::CallModel {
                    step,
                    agent,
                    request,
                } => {
                    self.ports.events.event(Event::Thinking { agent });
                    let (mut written, mut limits) = (0, None);
                    let called = call_model(&self.ports, agent, request, &mut written);
                    let reply = until_stopped(called, commands, &mut limits).await;
                    if let Some(limits) = limits {
                        self.orchestrator.set_limits(limits);
                    }
                    let run = self.spent_in_run();
                    let outcome = match reply {
                        Some(Ok(reply)) => {
                            let environment = environment(&self.ports);
                            let call =
                                self.orchestrator.model_replied(step, reply, &environment)?;
                            self.store().await?;
                            self.tell_spent(agent, run.plus(call));
                            continue;
                        }
                        Some(Err(error)) => Err(error),
                        None => Ok(Pause::Stopped),
                    };
                    let again =
                        self.orchestrator
                            .model_failed(step, outcome.as_ref().err(), written)?;
                    if let Err(error) = &outcome {
                        tracing::warn!(%session, agent = agent.name(), %error, "model call failed");
                    }
                    if let Err(error) = self.store().await {
                        // What it came to goes with the next batch; why it failed says more.
                        tracing::warn!(%session, %error, "what a failed call came to was not stored");
                    }
                    self.tell_spent(agent, self.spent_in_run());
                    if again {
                        continue;
                    }
                    return match self.orchestrator.next() {
                        Next::Retry { failure, .. } if outcome.is_err() => {
                            Ok(Pause::Failed(failure))
                        }
                        _ => Ok(outcome?),
                    };
                }
            }
            self.store().await?;
        }
    }

    /// Writes what changed, then tells.
    async fn store(&mut self) -> Result<(), DriveError> {
        self.unstored.extend(self.orchestrator.take_changes()?);
        self.ports.store.commit(self.unstored.clone()).await?;
        self.unstored = Batch::new();
        self.tell();
        Ok(())
    }

    /// What the run with the word came to so far.
    fn spent_in_run(&self) -> UsageTotals {
        let entry = self.orchestrator.state().agent_stack.last();
        entry.map(|entry| entry.run.spent()).unwrap_or_default()
    }

    fn tell_spent(&self, agent: AgentKind, run: UsageTotals) {
        let session = self.orchestrator.state().spent;
        let event = Event::UsageTotals {
            agent,
            run,
            session,
        };
        self.ports.events.event(event);
    }

    fn tell(&self) {
        self.ports.events.event(Event::Stored {
            orchestrator: &self.orchestrator,
        });
    }
}

fn environment(ports: &Ports) -> Environment {
    Environment {
        now_ms: ports.clock.now_ms(),
        locale: ports.locale.clone(),
    }
}

/// Runs a session by the person's commands until their sender is gone. `on_pause` hears, each
/// time the person has the word, why.
pub async fn run_session(
    mut driver: Driver,
    mut commands: UnboundedReceiver<Command>,
    mut on_pause: impl FnMut(Result<Pause, DriveError>),
) {
    let mut outcome = driver.advance_until_stopped(&mut commands).await;
    loop {
        let mut at_a_cap = matches!(&outcome, Ok(Pause::Failed(Failure::BudgetExceeded { .. })));
        on_pause(outcome);
        let taken = loop {
            break match commands.next().await {
                None => return,
                // The person has the word: there is no reply to stop, and nothing to go on with.
                Some(Command::Stop) => continue,
                Some(Command::Answer { text, page }) => driver.answer(&text, page).await,
                Some(Command::Confirm { local_time }) => driver.confirm(local_time).await,
                Some(Command::Retry) => driver.retry().await,
                Some(Command::Limit(limits)) => {
                    driver.orchestrator.set_limits(limits);
                    // What stood still at a cap can go on; anything else waits as before.
                    if !std::mem::take(&mut at_a_cap) {
                        continue;
                    }
                    Ok(())
                }
            };
        };
        outcome = match taken {
            Ok(()) => driver.advance_until_stopped(&mut commands).await,
            Err(error) => Err(error),
        };
    }
}
