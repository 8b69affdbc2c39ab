//! What runs, stores, resumes, forgets and reports: the help desk without its page.

mod legacy;
mod opened;
mod phase;
mod ports;
mod question;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::channel::oneshot;
use futures::future::{Either, select};
use futures::pin_mut;
use kikitori_engine::controller::caps_or_usual;
use kikitori_graph::{Cancel, Cancelled, Ports};
use kikitori_llm::Caps;

use crate::agent::HelpDeskAgent;
use crate::error::HelpDeskError;
use crate::event::HelpDeskEvent;
use crate::prompts::DefaultPrompts;
use crate::resources::HelpDeskResources;
use crate::session::{SessionRecord, SessionUpdate};
use crate::settings::Settings;
use crate::tools::DocumentSearch;
use phase::phase_of;
pub use phase::{Phase, RunBlocked};
pub use ports::{ConnectedModel, ControllerPorts, Documents, Lock, Locks, ModelFactory, NoModel};
pub use question::{QUESTION_LOCK, Question};

/// What a page hears from the controller.
#[derive(Debug, Clone, PartialEq)]
pub enum ControllerEvent {
    /// It does something else now.
    Phase(Phase),
    /// Another question is at hand; an empty one when there is none.
    Question(String),
    /// Nothing of an earlier run is to be shown any more.
    Cleared,
    /// Something happened in the run.
    Run(HelpDeskEvent),
}

/// Whether a run answers another question than the one at hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunMode {
    /// It answers this question, which is the one at hand then.
    New(String),
    /// It goes on with the question at hand.
    Resume,
}

type Listener = Rc<dyn Fn(ControllerEvent, u64)>;

/// Runs the help desk for one page: at most one run at a time, of at most one question, which is
/// kept before anything is done for it.
pub struct HelpDeskController {
    ports: ControllerPorts,
    listener: Listener,
    phase: RefCell<Phase>,
    stop: RefCell<Option<Stop>>,
    /// The run that was shown last.
    shown: RefCell<Option<String>>,
    /// The run that is at hand in place of the newest, because somebody chose it.
    chosen: RefCell<Option<String>>,
    /// The question that was asked last and is not the stored one, because that failed.
    unkept: RefCell<Option<String>>,
    /// The run of which nothing is left to go on with, and its question.
    lost: RefCell<Option<(String, String)>>,
    /// Whether it only reads what became of the question at hand, which may be answered already.
    is_reading: Cell<bool>,
    /// What was asked meanwhile, and comes next.
    asked: RefCell<Option<String>>,
}

/// Ends a run that is under way.
struct Stop {
    /// Before the agents are at work.
    early: oneshot::Sender<()>,
    agents: Cancel,
}

impl HelpDeskController {
    /// One over these ports. `listener` hears each event with the time at which it happened.
    pub fn new(ports: ControllerPorts, listener: impl Fn(ControllerEvent, u64) + 'static) -> Self {
        Self {
            ports,
            listener: Rc::new(listener),
            phase: RefCell::new(Phase::Idle),
            stop: RefCell::default(),
            shown: RefCell::default(),
            chosen: RefCell::default(),
            unkept: RefCell::default(),
            lost: RefCell::default(),
            is_reading: Cell::default(),
            asked: RefCell::default(),
        }
    }

    /// What it is doing.
    pub fn phase(&self) -> Phase {
        self.phase.borrow().clone()
    }

    /// The question at hand, if one is stored. Whoever asks is taken to show it: the next question
    /// may lean on it.
    ///
    /// # Errors
    /// [`HelpDeskError`] when it cannot be read, or the store fails.
    pub async fn stored_question(&self) -> Result<Option<Question>, HelpDeskError> {
        let question = self.at_hand().await?;
        if let Some(question) = &question {
            self.shown.replace(Some(question.run.clone()));
        }
        Ok(question)
    }

    async fn at_hand(&self) -> Result<Option<Question>, HelpDeskError> {
        let chosen = self.chosen.borrow().clone();
        question::stored(&self.ports, chosen.as_deref()).await
    }

    /// Takes the run `run` for the question at hand, to be opened. `false` when it is shown
    /// already, or while another one is worked on.
    pub fn choose(&self, run: &str) -> bool {
        if self.is_working() || self.shown.borrow().as_deref() == Some(run) {
            return false;
        }
        self.chosen.replace(Some(run.to_owned()));
        self.unkept.take();
        self.emit(ControllerEvent::Cleared);
        true
    }

    /// Shows nothing more of the run `run`, which was deleted by somebody else.
    pub fn close(&self, run: &str) {
        if !self.is_working() && self.shown.borrow().as_deref() == Some(run) {
            self.show_none();
            self.enter(Phase::Idle);
        }
    }

    fn show_none(&self) {
        self.shown.take();
        self.chosen.take();
        self.unkept.take();
        self.emit(ControllerEvent::Question(String::new()));
        self.emit(ControllerEvent::Cleared);
    }

    /// Works until there is an answer, or something is in the way; [`Self::phase`] says which.
    /// Does nothing while it works already. A question that is asked while it only reads what became
    /// of the last one is answered after that, and in place of one that is to be gone on with.
    pub async fn run(&self, mode: RunMode) {
        if self.is_working() {
            if let (true, RunMode::New(text)) = (self.is_reading.get(), mode) {
                self.asked.replace(Some(text));
            }
            return;
        }
        self.is_reading.set(mode == RunMode::Resume);
        self.work(mode).await;
        self.is_reading.set(false);
        let asked = self.asked.take();
        if let Some(text) = asked {
            self.work(RunMode::New(text)).await;
        }
    }

    async fn work(&self, mode: RunMode) {
        let (early, stopped) = oneshot::channel();
        let (agents, cancelled) = Cancel::new();
        self.stop.replace(Some(Stop { early, agents }));
        self.enter(Phase::Working);
        let phase = match self.outcome(mode, stopped, cancelled).await {
            Ok(phase) => phase,
            Err(blocked) => Phase::Blocked(blocked),
        };
        self.stop.take();
        self.emit(ControllerEvent::Run(match &phase {
            Phase::Answered { result, .. } => HelpDeskEvent::Answered(result.clone()),
            _ => HelpDeskEvent::RunEnded,
        }));
        self.enter(phase);
    }

    /// Goes on after a stop or trouble: with the question that was asked last, also when it could
    /// not be kept.
    pub async fn go_on(&self) {
        let unkept = self.unkept.borrow().clone();
        self.run(unkept.map_or(RunMode::Resume, RunMode::New)).await;
    }

    /// Stops what is under way; what was finished is kept.
    pub fn stop(&self) {
        self.asked.take();
        if let Some(Stop { early, agents }) = self.stop.take() {
            agents.cancel();
            // Nobody waits for it once the agents are at work.
            let _ = early.send(());
        }
    }

    /// Deletes the question that was shown last, its answer and everything that was stored on the
    /// way. Does nothing while it works.
    pub async fn forget(&self) {
        if self.is_working() {
            return;
        }
        self.enter(Phase::Working);
        let phase = match self.forgotten().await {
            Ok(()) => {
                self.show_none();
                Phase::Idle
            }
            Err(blocked) => Phase::Blocked(blocked),
        };
        self.enter(phase);
    }

    async fn forgotten(&self) -> Result<(), RunBlocked> {
        let lock = question::lock(&self.ports).await;
        let _lock = lock.ok_or(RunBlocked::Elsewhere)?;
        let shown = self.shown.borrow().clone();
        match shown {
            Some(shown) => question::delete(&self.ports, &shown).await?,
            None => legacy::delete_unreadable(&*self.ports.store).await?,
        }
        Ok(())
    }

    async fn outcome(
        &self,
        mode: RunMode,
        stopped: oneshot::Receiver<()>,
        cancelled: Cancelled,
    ) -> Result<Phase, RunBlocked> {
        if let RunMode::New(text) = &mode {
            self.unkept.replace(Some(text.clone()));
        } else if let Some(answered) = self.answered().await? {
            return Ok(answered);
        } else if self.asked.borrow().is_some() {
            return Ok(Phase::Idle);
        }
        self.is_reading.set(false);
        let lock = question::lock(&self.ports).await;
        let _lock = lock.ok_or(RunBlocked::Elsewhere)?;
        let Some(record) = self.taken(mode).await? else {
            return Ok(Phase::Idle);
        };
        self.unkept.take();
        let text = record.state().question;
        self.show(record.run(), &text);
        let worked = self.worked(record, &text, stopped, cancelled).await;
        if let Ok(Phase::Blocked(blocked)) | Err(blocked) = &worked {
            self.keep_if_lost(blocked, &text);
        }
        worked
    }

    /// Where nothing is left to go on with, the question itself is not lost.
    fn keep_if_lost(&self, blocked: &RunBlocked, text: &str) {
        if let RunBlocked::Lost(_) = blocked {
            self.unkept.replace(Some(text.to_owned()));
            let run = self.shown.borrow().clone();
            self.lost.replace(run.map(|run| (run, text.to_owned())));
        }
    }

    /// Shows the question of a run.
    fn show(&self, run: &str, text: &str) {
        self.shown.replace(Some(run.to_owned()));
        self.emit(ControllerEvent::Question(text.to_owned()));
    }

    /// Shows a question that cannot be gone on with, for this reason.
    fn show_blocked(&self, question: &Question, error: HelpDeskError) -> RunBlocked {
        let blocked = error.into();
        self.show(&question.run, &question.text);
        self.keep_if_lost(&blocked, &question.text);
        blocked
    }

    /// The session that is to be worked on; none when there is none to go on with.
    async fn taken(&self, mode: RunMode) -> Result<Option<SessionRecord>, RunBlocked> {
        Ok(match mode {
            RunMode::New(text) => {
                self.emit(ControllerEvent::Cleared);
                let shown = self.shown.borrow().clone();
                self.chosen.take();
                let record = question::ask(&self.ports, &text, shown).await?;
                let lost = self.lost.take();
                if let Some((run, _)) = lost.filter(|(_, question)| *question == text) {
                    // It is asked anew. What could not be deleted is in the list of sessions.
                    let _ = question::delete(&self.ports, &run).await;
                }
                Some(record)
            }
            RunMode::Resume => match self.at_hand().await? {
                Some(question) => {
                    let resumed = question::resume(&self.ports, &question.run).await;
                    let record = resumed.map_err(|error| self.show_blocked(&question, error))?;
                    if record.state().is_stopped {
                        // It is stored with whatever comes next.
                        record.change(vec![SessionUpdate::Stopped(false)])?;
                    }
                    Some(record)
                }
                None => None,
            },
        })
    }

    async fn resources(&self, record: SessionRecord) -> Result<HelpDeskResources, RunBlocked> {
        let connected = self.ports.models.connect().await;
        let connected = connected.map_err(RunBlocked::NoModel)?;
        let index = self.ports.documents.index().await?;
        if index.is_empty() {
            return Err(RunBlocked::NothingToSearch);
        }
        let models = self.ports.models.clone();
        let caps = move || with_usual(models.caps());
        let settings = Settings {
            caps: caps(),
            price: connected.price,
            ..Settings::default()
        };
        let search = DocumentSearch::new(Rc::new(index), settings.passages);
        let local_time = (self.ports.local_time)(record.state().asked_at);
        let (listener, clock) = (self.listener.clone(), self.ports.clock.clone());
        let resources = HelpDeskResources::new(
            connected.model,
            search.only_tool()?,
            Rc::new(DefaultPrompts),
            settings,
            self.ports.clock.clone(),
        );
        Ok(resources
            .searching(search.index())
            .asked_at(local_time)
            .recorded(record)
            .capped_by(caps)
            .heard_by(move |event| listener(ControllerEvent::Run(event), clock.now_ms())))
    }

    async fn worked(
        &self,
        record: SessionRecord,
        text: &str,
        stopped: oneshot::Receiver<()>,
        cancelled: Cancelled,
    ) -> Result<Phase, RunBlocked> {
        let run = record.run().to_owned();
        let nodes = record.state().nodes;
        let resources = {
            let prepared = self.resources(record);
            pin_mut!(prepared);
            match select(prepared, stopped).await {
                Either::Left((resources, _)) => resources?,
                Either::Right(_) => {
                    self.note(&run, SessionUpdate::Stopped(true)).await;
                    return Ok(Phase::Stopped);
                }
            }
        };
        let agent = HelpDeskAgent::new()?;
        let usage = resources.usage();
        let ports = Ports {
            timer: Some(self.ports.timer.clone()),
            cancelled: Some(cancelled),
            ..Ports::new(resources)
        };
        self.emit(ControllerEvent::Run(HelpDeskEvent::RunStarted { usage }));
        // For the picture only: what is wrong with the run is told when it is resumed.
        let stored = agent.stored(&*self.ports.store, &run).await;
        let stored = stored.unwrap_or_default().unwrap_or_default();
        if !stored.plan.is_empty() {
            ports.resources.note_plan(&stored.plan);
        }
        self.show_done(&nodes, &stored);
        let outcome = match agent.resume(&run, &ports).await {
            // The question was kept, and the run has not begun.
            Err(error) if RunBlocked::is_no_run(&error) => {
                agent.run_agent(&run, text, &ports).await?
            }
            outcome => outcome?,
        };
        Ok(match phase_of(outcome, &ports.resources) {
            // The run is stored, and with it the answer.
            Phase::Answered { result, .. } => Phase::Answered {
                result,
                store_error: ports.resources.keep_answered().await.err().map(Into::into),
            },
            Phase::Stopped => {
                ports.resources.keep_stopped().await?;
                Phase::Stopped
            }
            phase => {
                // What calls that were stopped used.
                ports.resources.keep_usage().await?;
                phase
            }
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
        (self.listener)(event, self.ports.clock.now_ms());
    }
}

/// The caps, and the usual ones where there is none.
fn with_usual(caps: Caps) -> Caps {
    caps_or_usual(caps, Settings::default().caps)
}
