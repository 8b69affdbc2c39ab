//! A question's run: begun, stopped, resumed, and heard.

mod phase;
mod question;

use std::rc::Rc;

use futures::future::join;
use kikitori_browser::{
    BrowserClock, BrowserIds, BrowserJitter, BrowserTimer, ConnectionChoice, Link, NoLink,
    Profiles, ServerAnswer, Way, open_store, own_budget, server_settings,
};
use kikitori_graph::{Cancel, Event, Outcome, Ports, RunError, deletion_of};
use kikitori_helpdesk::{
    AgentState, DefaultPrompts, Desk, DeskError, DocumentSearch, HelpDeskAgent, Settings,
};
use kikitori_llm::{Budget, Caps, Retries, RetryPolicy};
use kikitori_parts::advice::model_advice;
use kikitori_ports::{Clock, Ids};
use kikitori_search::Index;
use kikitori_store::{Batch, Store};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::File;

use crate::documents::Library;
use crate::progress::Progress;
use crate::words::Lang;
pub use phase::Phase;
use phase::{RunBlocked, failed, unless_explained};
use question::{CURRENT, Current, current, lock};

/// The model's address, from this page's own.
const ENDPOINT: &str = "../v1";
/// What the server says about it.
const SETTINGS: &str = "../config.json";
/// The page's state. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct HelpDesk {
    /// The language of the page and of the sample.
    pub lang: RwSignal<Lang>,
    /// What it is doing.
    pub phase: RwSignal<Phase>,
    /// The question at hand.
    pub question: RwSignal<String>,
    /// How the run goes.
    pub progress: RwSignal<Progress>,
    /// The documents that answers come from.
    pub library: Library,
    /// Where model calls go; none while the page's server is asked.
    pub link: RwSignal<Option<Result<Link, NoLink>>>,
    budget: StoredValue<Budget>,
    /// The run that this page shows.
    shown: StoredValue<Option<String>>,
    /// Whether the question that was asked last is not the stored one, because that failed.
    is_unkept: StoredValue<bool>,
    cancel: StoredValue<Option<Cancel>, LocalStorage>,
    store: StoredValue<Option<Rc<dyn Store>>, LocalStorage>,
}

impl HelpDesk {
    /// Opens the store, and goes on with the question that was asked last.
    pub fn open(lang: Lang) -> Self {
        let lang = RwSignal::new(lang);
        let desk = Self {
            lang,
            phase: RwSignal::new(Phase::Idle),
            question: RwSignal::new(String::new()),
            progress: RwSignal::new(Progress::default()),
            library: Library::new(lang),
            link: RwSignal::new(None),
            budget: StoredValue::new(Budget::default()),
            shown: StoredValue::new(None),
            is_unkept: StoredValue::new(false),
            cancel: StoredValue::new_local(None),
            store: StoredValue::new_local(None),
        };
        spawn_local(async move {
            // It is shown from then on.
            let _ = desk.find_link().await;
        });
        spawn_local(async move {
            let store = desk.store().await;
            desk.library.list(&*store).await;
            let current = current(&*store).await.ok().flatten();
            // Whoever has begun to type wants something else.
            let is_free = desk.question.with_untracked(String::is_empty);
            if let Some(current) = current.filter(|_| is_free) {
                desk.question.set(current.question);
                join(desk.run(false), desk.library.look(&*store)).await;
            } else {
                desk.library.look(&*store).await;
            }
        });
        desk
    }

    async fn store(self) -> Rc<dyn Store> {
        if let Some(store) = self.store.get_value() {
            return store;
        }
        let store = open_store().await.store;
        self.store.set_value(Some(store.clone()));
        store
    }

    /// Where model calls go, as it was chosen on the interview's page.
    async fn find_link(self) -> Result<Link, NoLink> {
        let choice = ConnectionChoice::stored();
        let answer = match choice.way {
            Some(Way::Direct) => ServerAnswer::NoServer,
            Some(Way::Server) | None => server_settings(SETTINGS).await,
        };
        let link = Link::new(&choice, &answer, ENDPOINT);
        let site = match answer {
            ServerAnswer::Settings(settings) => settings.budget,
            _ => Budget::default(),
        };
        self.budget.set_value(own_budget().within(site));
        self.link.set(Some(link.clone()));
        link
    }

    /// Asks the question that stands in the box.
    pub fn ask(self) {
        if self.question.with_untracked(|text| text.trim().is_empty()) {
            return;
        }
        spawn_local(self.run(true));
    }

    /// Goes on with the question at hand.
    pub fn go_on(self) {
        spawn_local(self.run(self.is_unkept.get_value()));
    }

    /// Deletes the question at hand, its answer and everything that was stored on the way.
    pub fn forget(self) {
        if self.phase.with_untracked(|phase| *phase == Phase::Working) {
            return;
        }
        self.phase.set(Phase::Working);
        spawn_local(async move {
            let store = self.store().await;
            let phase = match self.forgotten(&*store).await {
                Ok(()) => {
                    self.question.set(String::new());
                    self.progress.set(Progress::default());
                    self.library.look(&*store).await;
                    Phase::Idle
                }
                Err(blocked) => self.phase_without_outcome(blocked),
            };
            self.phase.set(phase);
        });
    }

    async fn forgotten(self, store: &dyn Store) -> Result<(), RunBlocked> {
        let _lock = lock().await.ok_or(RunBlocked::Elsewhere)?;
        // Another tab may have asked something else since, which stays.
        let stored = current(store).await.unwrap_or_default().map(|it| it.run);
        let shown = self.shown.get_value().or_else(|| stored.clone());
        let mut batch = Batch::new();
        if let Some(run) = &shown {
            batch = deletion_of(store, run).await?;
        }
        if stored == shown {
            batch.delete(CURRENT);
        }
        if !batch.is_empty() {
            store.commit(batch).await.map_err(failed)?;
        }
        self.shown.set_value(None);
        self.is_unkept.set_value(false);
        Ok(())
    }

    /// Stops the agents; what was finished is kept.
    pub fn stop(self) {
        let cancel = self.cancel.try_update_value(Option::take).flatten();
        if let Some(cancel) = cancel {
            cancel.cancel();
        }
    }

    async fn run(self, anew: bool) {
        if self.phase.with_untracked(|phase| *phase == Phase::Working) {
            return;
        }
        self.phase.set(Phase::Working);
        let phase = match self.outcome(anew).await {
            Ok(Outcome::Done { state }) => {
                self.progress.update(|progress| finished(progress, &state));
                match state.into_result() {
                    Some(result) => Phase::Answered(Box::new(result)),
                    None => Phase::Trouble("the run ended without an answer".to_owned()),
                }
            }
            Ok(Outcome::Cancelled { .. }) => Phase::Stopped,
            Ok(Outcome::Failed { failures, .. }) => {
                let reasons = failures.iter().map(|failure| failure.error.to_string());
                Phase::Trouble(reasons.collect::<Vec<_>>().join("; "))
            }
            Ok(Outcome::RecursionLimit { limit, .. }) => {
                Phase::Trouble(format!("not done after {limit} supersteps"))
            }
            Ok(Outcome::Interrupted { .. }) => Phase::Stopped,
            Err(blocked) => self.phase_without_outcome(blocked),
        };
        self.phase.set(phase);
    }

    fn phase_without_outcome(self, blocked: RunBlocked) -> Phase {
        let lang = self.lang.get_untracked();
        match blocked {
            RunBlocked::Elsewhere => Phase::Elsewhere,
            RunBlocked::Forgotten => Phase::Idle,
            RunBlocked::NoLink(none) => Phase::Trouble(lang.no_link(none).to_owned()),
            RunBlocked::NothingToSearch => Phase::NothingToSearch,
            RunBlocked::BudgetExceeded(reached) => Phase::Trouble(lang.cap(reached)),
            RunBlocked::Model(error) => {
                Phase::Trouble(model_advice(lang.tongue(), error.kind()).to_owned())
            }
            RunBlocked::Failed(error) => Phase::Trouble(error.to_string()),
        }
    }

    /// Takes the question as the one at hand, in the place of the one before.
    async fn begun(self, store: &dyn Store, question: String) -> Result<Current, RunBlocked> {
        let new = Current {
            run: BrowserIds.new_id(),
            question,
        };
        // One that cannot be read is replaced.
        let mut batch = match current(store).await {
            Ok(Some(old)) => deletion_of(store, &old.run).await?,
            _ => Batch::new(),
        };
        batch.put_value(CURRENT, &new).map_err(failed)?;
        store.commit(batch).await.map_err(failed)?;
        Ok(new)
    }

    async fn outcome(self, anew: bool) -> Result<Outcome<AgentState>, RunBlocked> {
        let store = self.store().await;
        self.is_unkept.set_value(anew);
        let _lock = lock().await.ok_or(RunBlocked::Elsewhere)?;
        let current = if anew {
            self.progress.set(Progress::default());
            self.begun(&*store, self.question.get_untracked()).await?
        } else {
            let current = current(&*store).await.map_err(failed)?;
            let current = current.ok_or(RunBlocked::Forgotten)?;
            self.question.set(current.question.clone());
            current
        };
        self.is_unkept.set_value(false);
        self.shown.set_value(Some(current.run.clone()));
        let (cancel, cancelled) = Cancel::new();
        self.cancel.set_value(Some(cancel));
        let link = self.find_link().await.map_err(RunBlocked::NoLink)?;
        let index = self.library.index(&*store).await.map_err(failed)?;
        if index.is_empty() {
            return Err(RunBlocked::NothingToSearch);
        }
        let desk = self.desk(&store, index, &link).await?;
        let desk = desk.recorded(store.clone(), &current.run).await;
        let desk = desk.map_err(failed)?;
        let spent = desk.spent();
        let agent = Rc::new(HelpDeskAgent::new()?);
        let (heard, kept, run) = (agent.clone(), store.clone(), current.run.clone());
        let ports = Ports {
            store: Some(store.clone()),
            timer: Some(Rc::new(BrowserTimer)),
            events: Some(Rc::new(move |event| {
                self.hear(&event);
                if is_planned(&event) {
                    let (agent, store, run) = (heard.clone(), kept.clone(), run.clone());
                    spawn_local(async move {
                        // The picture shows the plan's words a moment later if this fails.
                        let _ = self.show_what_is_stored(&agent, &*store, &run).await;
                    });
                }
            })),
            cancelled: Some(cancelled),
            ..Ports::new(desk)
        };
        self.progress.update(|progress| progress.spent = spent);
        self.show_what_is_stored(&agent, &*store, &current.run)
            .await?;
        let outcome = match agent.resume(&current.run, &ports).await {
            // The question was kept, and the run has not begun.
            Err(DeskError::Run(RunError::NoRun(_))) => {
                agent
                    .run_agent(&current.run, &current.question, &ports)
                    .await?
            }
            outcome => outcome?,
        };
        unless_explained(outcome, &ports)
    }

    async fn desk(
        self,
        store: &Rc<dyn Store>,
        index: Index,
        link: &Link,
    ) -> Result<Desk, DeskError> {
        // The picture shows the node at work meanwhile.
        let retries = Retries::new(RetryPolicy::default(), Rc::new(BrowserJitter), |_| {});
        let profiles = Profiles::new(store.clone());
        let client = link.client(&profiles).await.with_retries(retries);
        let budget = self.budget.get_value();
        let usual = Settings::default();
        let settings = Settings {
            caps: Caps {
                calls: budget.caps.calls.or(usual.caps.calls),
                prompt_tokens: budget.caps.prompt_tokens.or(usual.caps.prompt_tokens),
                ..budget.caps
            },
            price: budget.price_of(link.model()),
            ..usual
        };
        let search = DocumentSearch::new(Rc::new(index), settings.passages)?;
        let tools: Vec<Rc<dyn kikitori_helpdesk::SearchTool>> = vec![Rc::new(search)];
        Ok(Desk::new(
            Rc::new(client),
            tools,
            Rc::new(DefaultPrompts),
            settings,
        ))
    }

    async fn show_what_is_stored(
        self,
        agent: &HelpDeskAgent,
        store: &dyn Store,
        run: &str,
    ) -> Result<(), DeskError> {
        let history = agent.graph().history(store, run).await?;
        if let Some((superstep, _)) = history.last() {
            let state = agent.graph().state_at(store, run, *superstep).await?;
            if !state.plan.is_empty() {
                self.progress
                    .update(|progress| progress.planned(&state.plan));
            }
        }
        Ok(())
    }

    fn hear(self, event: &Event) {
        let now = BrowserClock.now_ms();
        self.progress.update(|progress| progress.hear(event, now));
    }

    /// Reads files of the visitor's and keeps what they say.
    pub fn add(self, files: Vec<File>) {
        spawn_local(async move {
            let store = self.store().await;
            self.library.add(&*store, files).await;
        });
    }

    /// Removes a document of the visitor's.
    pub fn remove(self, name: String) {
        spawn_local(async move {
            let store = self.store().await;
            self.library.remove(&*store, &name).await;
            self.library.look(&*store).await;
        });
    }

    /// Looks at the documents again, after another choice of what is searched.
    pub fn look_again(self) {
        spawn_local(async move {
            let store = self.store().await;
            self.library.look(&*store).await;
        });
    }
}

/// Whether the plan is in the store now.
fn is_planned(event: &Event) -> bool {
    matches!(event, Event::Checkpoint { path, superstep: 1 } if path.is_empty())
}

/// Shows a finished run as finished, also what was finished before the page was loaded.
fn finished(progress: &mut Progress, state: &AgentState) {
    use crate::progress::State;
    progress.planned(&state.plan);
    for (branch, subtask) in progress.branches.iter_mut().zip(&state.subtask_results) {
        let state = match subtask.failure {
            Some(_) => State::Failed,
            None => State::Done,
        };
        branch.work.state = state;
        branch.nodes = [state; 4];
        branch.tries = subtask.challenge_count.max(1);
    }
    progress.write.state = State::Done;
}
