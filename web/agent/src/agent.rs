//! The page's state: what the agent's controller tells, as signals.

use std::rc::Rc;

use kikitori_browser::{BrowserClock, BrowserIds, BrowserLocale, BrowserTimer};
use kikitori_desk::controller::ports::{BrowserLocks, ChosenModel};
use kikitori_desk::documents::Library;
use kikitori_desk::messages::phrases;
use kikitori_journal::SessionHead;
use kikitori_parts::components::formatted::fetch_ahead;
use kikitori_parts::dom;
use kikitori_parts::draft::QuestionBox;
use kikitori_parts::page::Page;
use kikitori_parts::place::System;
use kikitori_ports::Clock;
use kikitori_react::controller::{AgentController, ControllerEvent, ControllerPorts, Phase};
use kikitori_react::{AgentState, Settings};
use kikitori_tools::search::Citation;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::File;

use crate::database::{DatabaseShelf, is_for_database};
use crate::follow;
use crate::mcp::Heard;
use crate::messages::Messages;
use crate::ports::ChosenTools;
use crate::toolbox::{ToolKind, Toolbox};

/// Under which it is kept what was typed and not asked.
const DRAFT: &str = "agent-draft";
/// Where somebody goes on whose button is gone, in this order.
const NEXT: [&str; 4] = [
    "[data-testid=allow]",
    "[data-testid=stop]",
    "[data-testid=go-on]",
    "#agent-question",
];

/// The page's state. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct AgentPage {
    /// The page that it is on.
    pub page: Page,
    /// What the agent is doing.
    pub phase: RwSignal<Phase>,
    /// The conversation at hand.
    pub state: RwSignal<AgentState>,
    /// What of the reply under way has come.
    pub draft: RwSignal<String>,
    /// Where the question is written.
    pub question: QuestionBox,
    /// The passage that is shown over the page.
    pub source: RwSignal<Option<Citation>>,
    /// Conversations on this device.
    pub past: RwSignal<Vec<SessionHead>>,
    /// Which tools are on.
    pub toolbox: Toolbox,
    /// The documents that the search looks in.
    pub library: Library,
    /// The database that is asked.
    pub database: DatabaseShelf,
    /// What is last heard of calls that are under way.
    pub heard: Heard,
    controller: StoredValue<Option<Rc<AgentController>>, LocalStorage>,
    /// How many questions there were before the one that is not stored yet: that stands in its box.
    unstored_after: StoredValue<Option<usize>>,
    /// Whether the person has done something: a page that only goes on takes no focus.
    has_acted: StoredValue<bool>,
}

impl AgentPage {
    /// Opens the store, and goes on with the conversation `chosen`, or the last one.
    pub fn open(page: Page, chosen: Option<String>) -> Self {
        let agent = Self {
            page,
            phase: RwSignal::new(Phase::Idle),
            state: RwSignal::new(AgentState::default()),
            draft: RwSignal::new(String::new()),
            question: QuestionBox::open(DRAFT),
            source: RwSignal::new(None),
            past: RwSignal::new(Vec::new()),
            toolbox: Toolbox::of_browser(),
            library: Library::new(page),
            database: DatabaseShelf::new(page),
            heard: RwSignal::new(Vec::new()),
            controller: StoredValue::new_local(None),
            unstored_after: StoredValue::new(None),
            has_acted: StoredValue::new(false),
        };
        spawn_local(async move {
            let controller = agent.controller().await;
            agent.look_back().await;
            // Whoever has asked meanwhile wants something else.
            if agent.phase.with_untracked(|phase| *phase == Phase::Idle) {
                controller.open(chosen.as_deref()).await;
            }
        });
        spawn_local(async move {
            let store = page.store().await.store;
            agent.database.look(&*store).await;
            agent.open_database();
            agent.library.list(&*store).await;
            agent.library.look(&*store).await;
        });
        // The documents are those in the page's language.
        Effect::watch(
            move || page.language.get(),
            move |_, _, _| {
                spawn_local(async move {
                    let store = page.store().await.store;
                    agent.library.look(&*store).await;
                });
            },
            false,
        );
        // Whoever comes by an address that names another one, back and forward too, gets that.
        Effect::watch(
            move || page.location.with(|it| System::Agent.session_at(it)),
            move |named, _, _| {
                if let Some(id) = named.as_ref().filter(|id| agent.id() != **id) {
                    agent.open_session(id.clone());
                }
            },
            false,
        );
        // What was deleted elsewhere on the page is shown no more.
        Effect::watch(
            move || page.deleted.get(),
            move |deleted, _, _| {
                if let (Some(id), Some(controller)) = (deleted, agent.controller.get_value()) {
                    controller.close(id);
                    spawn_local(agent.look_back());
                }
            },
            false,
        );
        agent
    }

    /// The texts.
    pub fn messages(self) -> &'static Messages {
        Messages::of(self.page.language.get())
    }

    /// Whether the agent is at work.
    pub fn is_working(self) -> bool {
        self.phase.with(|phase| *phase == Phase::Working)
    }

    async fn controller(self) -> Rc<AgentController> {
        let store = self.page.store().await.store;
        if let Some(controller) = self.controller.get_value() {
            return controller;
        }
        let tools = ChosenTools {
            page: self.page,
            toolbox: self.toolbox,
            library: self.library,
            database: self.database,
            heard: self.heard,
            store: store.clone(),
        };
        let ports = ControllerPorts {
            store,
            locks: Rc::new(BrowserLocks),
            timer: Rc::new(BrowserTimer),
            clock: Rc::new(BrowserClock),
            local_time: Rc::new(|| BrowserLocale.own_local_time(BrowserClock.now_ms())),
            ids: Rc::new(BrowserIds),
            models: Rc::new(ChosenModel { page: self.page }),
            tools: Rc::new(tools),
            settings: Settings::default(),
        };
        let controller = Rc::new(AgentController::new(ports, move |event| self.show(event)));
        self.controller.set_value(Some(controller.clone()));
        controller
    }

    /// Takes what the controller tells.
    fn show(self, event: ControllerEvent) {
        match event {
            ControllerEvent::Phase(phase) => {
                if phase != Phase::Working {
                    self.draft.set(String::new());
                    spawn_local(self.look_back());
                }
                self.phase.set(phase);
                // Buttons go with their phase.
                if self.has_acted.get_value() {
                    dom::keep_focus_soon(&NEXT);
                }
            }
            ControllerEvent::Conversation(state) => {
                self.draft.set(String::new());
                self.heard.set(Vec::new());
                let questions = state.exchanges.len();
                let is_stored = |before: &Option<usize>| before.is_some_and(|it| it < questions);
                if self.unstored_after.with_value(is_stored) {
                    self.unstored_after.set_value(None);
                }
                if let Some(asked) = state.current() {
                    self.question.taken(&asked.query);
                }
                let session = state.session_id.clone();
                self.page.has_at_hand(System::Agent, &session);
                // What is stored first is the conversation, without a question.
                let is_new = match state.exchanges.as_slice() {
                    [] => true,
                    [first] => first.is_open(),
                    _ => false,
                };
                self.set_in_sight(*state, is_new);
                spawn_local(async move {
                    let store = self.page.store().await.store;
                    self.database.follow(&*store, &session, is_new).await;
                    self.open_database();
                });
            }
            ControllerEvent::Draft { piece, is_first } => {
                let follows = follow::is_end_in_sight();
                self.draft.update(|draft| {
                    if is_first {
                        draft.clear();
                    }
                    draft.push_str(&piece);
                });
                if follows {
                    follow::end_soon();
                }
            }
        }
    }

    /// Shows the conversation, where it goes on: a question that was asked now, and what comes of it
    /// while the person has not scrolled up; of one that is opened, the last turn.
    fn set_in_sight(self, state: AgentState, is_new: bool) {
        let turns = |it: &AgentState| {
            let is_answered = it.current().is_some_and(|it| it.answer.is_some());
            (it.exchanges.len(), is_answered)
        };
        let (is_same, before) = self
            .state
            .with_untracked(|it| (it.session_id == state.session_id, turns(it)));
        let (now, follows) = (turns(&state), follow::is_end_in_sight());
        self.state.set(state);
        match now {
            _ if !is_same && !is_new => follow::last_turn_soon(),
            (questions, _) if questions > before.0 => follow::question_soon(),
            (_, true) if follows && !before.1 => follow::last_turn_soon(),
            _ if follows => follow::end_soon(),
            _ => {}
        }
    }

    /// Looks which conversations there are.
    async fn look_back(self) {
        if let Some(controller) = self.controller.get_value() {
            // What cannot be read is told where it is opened.
            let heads = controller.history().await.unwrap_or_default();
            self.past.set(heads);
        }
    }

    /// Asks the question that stands in the box.
    pub fn ask(self) {
        let is_working = self.phase.with_untracked(|phase| *phase == Phase::Working);
        if self.question.is_empty() || is_working {
            return;
        }
        self.has_acted.set_value(true);
        let questions = self.state.with_untracked(|it| it.exchanges.len());
        self.unstored_after.set_value(Some(questions));
        let text = self.question.ask();
        spawn_local(fetch_ahead());
        spawn_local(async move { self.controller().await.ask(text).await });
    }

    /// Asks the last question once more, with these tools switched on.
    pub fn ask_again(self, with: &[ToolKind]) {
        self.has_acted.set_value(true);
        for kind in with {
            self.switch(*kind, true);
        }
        spawn_local(async move { self.controller().await.ask_again().await });
    }

    /// Goes on with what was stopped, or is in trouble.
    pub fn go_on(self) {
        self.has_acted.set_value(true);
        // A question that could not even be stored still stands in its box.
        let has_none = self
            .state
            .with_untracked(|state| state.exchanges.is_empty());
        let is_unstored = self.unstored_after.with_value(Option::is_some);
        if (has_none || is_unstored) && !self.question.is_empty() {
            return self.ask();
        }
        spawn_local(async move { self.controller().await.go_on().await });
    }

    /// Stops what is under way; what was finished is kept.
    pub fn stop(self) {
        self.has_acted.set_value(true);
        if let Some(controller) = self.controller.get_value() {
            controller.stop();
        }
    }

    /// Takes the person's word for the call `sequence`, which waits for it.
    pub fn decide(self, sequence: u64, is_allowed: bool) {
        self.has_acted.set_value(true);
        spawn_local(async move { self.controller().await.decide(sequence, is_allowed).await });
    }

    /// Puts the conversation aside.
    pub fn begin_anew(self) {
        self.has_acted.set_value(true);
        if let Some(controller) = self.controller.get_value()
            && controller.begin_anew()
        {
            // Files of the visitor's are meant for what is asked next, too.
            self.database.carry();
            dom::focus_soon("#agent-question");
        }
    }

    /// Shows the conversation `id`.
    pub fn choose(self, id: String) {
        if self.phase.with_untracked(|phase| *phase == Phase::Working) {
            return;
        }
        self.page.goes_over(System::Agent, &self.id(), &id);
        self.open_session(id);
    }

    /// The conversation at hand; empty where there is none.
    fn id(self) -> String {
        self.state.with_untracked(|it| it.session_id.clone())
    }

    fn open_session(self, id: String) {
        spawn_local(async move { self.controller().await.open(Some(&id)).await });
    }

    /// Deletes the conversation at hand and everything that was stored with it.
    pub fn forget(self) {
        self.has_acted.set_value(true);
        spawn_local(async move { self.controller().await.forget().await });
    }

    /// Switches a tool on or off.
    pub fn switch(self, kind: ToolKind, is_on: bool) {
        self.toolbox.switch(kind, is_on);
        self.open_database();
    }

    /// Opens the database if it is on, so that nobody waits for it later.
    fn open_database(self) {
        if self.toolbox.is_on(ToolKind::Database).get_untracked() {
            // What goes wrong is shown beside it.
            spawn_local(async move { drop(self.database.opened().await) });
        }
    }

    /// Takes files of the visitor's and switches on the tool that they fit: databases and tables go
    /// to the one, documents to the other.
    pub fn add(self, files: Vec<File>) {
        let (tables, documents): (Vec<File>, Vec<File>) = files
            .into_iter()
            .partition(|file| is_for_database(&file.name()));
        spawn_local(async move {
            let store = self.page.store().await.store;
            let names: Vec<String> = tables.iter().map(File::name).collect();
            if !tables.is_empty() && self.database.take(&*store, tables).await {
                self.toolbox.switch_on_for_file(ToolKind::Database);
                let language = self.page.language.get_untracked();
                self.page.announcement.set(phrases::added(language, &names));
            }
            if documents.is_empty() {
                return;
            }
            self.library.add(&*store, documents).await;
            if self.library.searchable() > 0 {
                self.toolbox.switch_on_for_file(ToolKind::Search);
            }
        });
    }

    /// Removes a file of the visitor's database.
    pub fn remove_table_file(self, name: String) {
        spawn_local(async move {
            let store = self.page.store().await.store;
            self.database.remove(&*store, &name).await;
            if self.database.names.with_untracked(Vec::is_empty) {
                self.toolbox.last_file_removed(ToolKind::Database);
            }
            let language = self.page.language.get_untracked();
            self.page
                .announcement
                .set(phrases::removed(language, &name));
            dom::keep_focus_soon(&["[data-testid=remove-database]", "#agent-file"]);
            self.open_database();
        });
    }

    /// Removes a document of the visitor's.
    pub fn remove(self, name: String) {
        spawn_local(async move {
            let store = self.page.store().await.store;
            self.library.remove(&*store, &name).await;
            if self.library.own.with_untracked(Vec::is_empty) {
                self.toolbox.last_file_removed(ToolKind::Search);
            }
            dom::keep_focus_soon(&["[data-testid=remove-document]", "#agent-file"]);
            self.library.look(&*store).await;
        });
    }
}
