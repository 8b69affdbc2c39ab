//! The page's state: what the controller of chains tells, as signals.

use std::rc::Rc;

use kikitori_browser::{BrowserClock, BrowserIds, BrowserLocale, BrowserTimer};
use kikitori_browser::{preference, set_preference};
use kikitori_desk::controller::ports::{BrowserLocks, ChosenModel};
use kikitori_journal::SessionHead;
use kikitori_llm::{CallLimits, Caps};
use kikitori_parts::dom;
use kikitori_parts::page::Page;
use kikitori_ports::Clock;
use kikitori_tasks::controller::{
    ChainController, ControllerEvent, ControllerPhase, ControllerPorts,
};
use kikitori_tasks::kitchen::{Kitchen, Pantry, RecipeBook};
use kikitori_tasks::{
    ChainLimits, ChainProgress, ChainRequest, ChainState, Command, ConfirmationAnswer,
    ManagerLimits, Pause, Phase, ProgressEvent, TaskId,
};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::messages::{Messages, refused};
use crate::ports::{self, KITCHEN, OtherTabs, PageServices};
use crate::progress::Announcer;
use crate::view::{Chain, TaskView};

/// A request that was typed and not sent yet, kept over a reload.
const DRAFT: &str = "tasks-draft";
/// Where somebody goes on whose button is gone, in this order.
const NEXT: [&str; 6] = [
    "[data-testid=run]",
    "[data-testid=confirmation] button",
    "[data-testid=stop]",
    "[data-testid=go-on]",
    "#tasks-request",
    "h1",
];
/// What the calls of one chain may use where the person has set nothing.
const USUAL_CAPS: Caps = Caps {
    calls: Some(40),
    prompt_tokens: Some(1_000_000),
    completion_tokens: None,
    cost: None,
};
/// Tokens that one request may have, by estimate.
const CONTEXT_TOKENS: u64 = 100_000;

/// The page's state. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct TasksPage {
    /// The page that it is on.
    pub page: Page,
    /// What is being done.
    pub phase: RwSignal<ControllerPhase, LocalStorage>,
    /// The chain at hand.
    pub chain: RwSignal<Option<Chain>>,
    /// What of the answer under way has come.
    pub draft: RwSignal<String>,
    /// What stands in the request's box.
    pub request: RwSignal<String>,
    /// Why the last thing that the person did was not taken.
    pub refused: RwSignal<Option<String>>,
    /// Earlier chains.
    pub past: RwSignal<Vec<SessionHead>>,
    /// The task that a citation points to.
    pub marked: RwSignal<Option<usize>>,
    /// The task whose details are shown.
    pub opened: RwSignal<Option<usize>>,
    /// Tasks of the plan that are left out.
    pub left_out: RwSignal<Vec<usize>>,
    /// What is in the kitchen.
    pub pantry: RwSignal<Pantry>,
    /// The recipe book.
    pub book: RwSignal<RecipeBook>,
    announcer: Announcer,
    state: StoredValue<Option<Rc<ChainState>>, LocalStorage>,
    controller: StoredValue<Option<Rc<ChainController>>, LocalStorage>,
    others: StoredValue<Option<Rc<OtherTabs>>, LocalStorage>,
    /// Whether the person has done something: a page that only goes on takes no focus.
    has_acted: StoredValue<bool>,
}

impl TasksPage {
    /// Opens the store, and goes on with the chain `chosen`, or the last one.
    pub fn open(page: Page, chosen: Option<String>) -> Self {
        let tasks = Self {
            page,
            phase: RwSignal::new_local(ControllerPhase::Idle),
            chain: RwSignal::new(None),
            draft: RwSignal::new(String::new()),
            request: RwSignal::new(preference(DRAFT).unwrap_or_default()),
            refused: RwSignal::new(None),
            past: RwSignal::new(Vec::new()),
            marked: RwSignal::new(None),
            opened: RwSignal::new(None),
            left_out: RwSignal::new(Vec::new()),
            pantry: RwSignal::new(Pantry::default()),
            book: RwSignal::new(RecipeBook::default()),
            announcer: Announcer::new(page),
            state: StoredValue::new_local(None),
            controller: StoredValue::new_local(None),
            others: StoredValue::new_local(None),
            has_acted: StoredValue::new(false),
        };
        tasks
            .others
            .set_value(Some(Rc::new(OtherTabs::open(tasks))));
        spawn_local(async move {
            let controller = tasks.controller().await;
            tasks.fill_kitchen().await;
            tasks.look_back().await;
            // Whoever has asked meanwhile wants something else.
            if tasks
                .phase
                .with_untracked(|it| *it == ControllerPhase::Idle)
            {
                controller.open(chosen.as_deref()).await;
            }
        });
        // What was deleted elsewhere on the page is shown no more.
        Effect::watch(
            move || page.deleted.get(),
            move |deleted, _, _| {
                if let (Some(id), Some(controller)) = (deleted, tasks.controller.get_value()) {
                    controller.close(id);
                    spawn_local(tasks.look_back());
                }
            },
            false,
        );
        tasks
    }

    /// The texts.
    pub fn messages(self) -> &'static Messages {
        Messages::of(self.page.language.get())
    }

    /// Whether the chain at hand is at work in this tab.
    pub fn is_working(self) -> bool {
        self.phase.with(|phase| *phase == ControllerPhase::Working)
    }

    /// What the chain at hand does or waits for.
    pub fn chain_phase(self) -> Option<Phase> {
        let stored = self.chain.with(|chain| chain.as_ref().map(|it| it.phase))?;
        let has_failed = self
            .phase
            .with(|it| matches!(it, ControllerPhase::Rests(Pause::CallFailed(_))));
        Some(if has_failed {
            Phase::CallFailed
        } else {
            stored
        })
    }

    /// What `read` makes of the task at this place, if there is one.
    pub fn of_task<T>(
        self,
        position: usize,
        read: impl FnOnce(&Chain, &TaskView) -> T,
    ) -> Option<T> {
        self.chain.with(|chain| {
            let chain = chain.as_ref()?;
            Some(read(chain, chain.tasks.get(position)?))
        })
    }

    async fn controller(self) -> Rc<ChainController> {
        let store = self.page.store().await.store;
        if let Some(controller) = self.controller.get_value() {
            return controller;
        }
        let others = self.others.get_value();
        let ports = ControllerPorts {
            store: store.clone(),
            locks: Rc::new(BrowserLocks),
            timer: Rc::new(BrowserTimer),
            clock: Rc::new(BrowserClock),
            ids: Rc::new(BrowserIds),
            models: Rc::new(ChosenModel { page: self.page }),
            services: Rc::new(PageServices { tasks: self, store }),
            others: others.unwrap_or_else(|| Rc::new(OtherTabs::open(self))),
            limits: ManagerLimits {
                chain: ChainLimits::default(),
                calls: CallLimits {
                    session_caps: USUAL_CAPS,
                    ..CallLimits::default()
                },
                context_tokens: CONTEXT_TOKENS,
            },
        };
        let controller = Rc::new(ChainController::new(ports, move |event| self.show(event)));
        self.controller.set_value(Some(controller.clone()));
        controller
    }

    /// Takes what the controller tells.
    fn show(self, event: ControllerEvent) {
        match event {
            ControllerEvent::Phase(phase) => {
                if phase != ControllerPhase::Working {
                    self.draft.set(String::new());
                    spawn_local(self.look_back());
                }
                self.phase.set(phase);
                self.keep_focus();
            }
            ControllerEvent::Chain(None) => {
                self.state.set_value(None);
                self.chain.set(None);
                self.marked.set(None);
                self.opened.set(None);
            }
            ControllerEvent::Chain(Some(state)) => {
                // What was typed is stored now.
                if preference(DRAFT).as_deref() == Some(state.request.text.as_str()) {
                    self.typed(String::new());
                }
                self.state.set_value(Some(state));
                spawn_local(self.show_chain());
            }
            ControllerEvent::Progress(progress) => self.progressed(progress),
            ControllerEvent::Refused(refusal) => {
                let language = self.page.language.get_untracked();
                self.refused
                    .set(Some(refused(language, &refusal).to_owned()));
            }
        }
    }

    /// Shows the chain at hand as it is now.
    async fn show_chain(self) {
        let store = self.page.store().await.store;
        let directory = ports::directory(store, self.page.language.get_untracked());
        let Some(state) = self.state.get_value() else {
            return;
        };
        let chain = Chain::of(&state, &directory);
        let had_plan = self
            .chain
            .with_untracked(|it| it.as_ref().map(|it| (it.id.clone(), it.tasks.len())));
        if had_plan != Some((chain.id.clone(), chain.tasks.len())) {
            self.left_out.set(Vec::new());
            self.marked.set(None);
            self.opened.set(None);
        }
        self.announcer.chain(self, &chain);
        self.chain.set(Some(chain));
        self.keep_focus();
    }

    fn progressed(self, progress: ChainProgress) {
        match progress.event {
            ProgressEvent::Draft { text } => self.draft.update(|draft| draft.push_str(&text)),
            ProgressEvent::DraftDropped => self.draft.set(String::new()),
            ProgressEvent::Refused { reason } => {
                tracing::info!(%reason, "not taken");
                let language = self.page.language.get_untracked();
                self.refused
                    .set(Some(Messages::of(language).moved_on.to_owned()));
            }
            ProgressEvent::Task { .. } => spawn_local(self.look_into_kitchen()),
            ProgressEvent::Planned { .. } | ProgressEvent::Phase(_) => {}
        }
    }

    /// Hears what another tab tells.
    pub fn heard(self, text: &str) {
        if text == KITCHEN {
            return spawn_local(self.look_into_kitchen());
        }
        // Another version of the page may tell what this one does not know.
        let Ok(progress) = kikitori_json::from_str::<ChainProgress>(text) else {
            return;
        };
        if let Some(controller) = self.controller.get_value() {
            spawn_local(async move { controller.heard(progress).await });
        }
    }

    fn keep_focus(self) {
        // Buttons go with their phase.
        if self.has_acted.get_value() {
            dom::keep_focus_soon(&NEXT);
        }
    }

    /// Looks which chains there are.
    async fn look_back(self) {
        if let Some(controller) = self.controller.get_value() {
            // What cannot be read is told where it is opened.
            let heads = controller.history().await.unwrap_or_default();
            self.past.set(heads);
        }
    }

    /// Takes what is typed, and keeps it until it is sent.
    pub fn typed(self, text: String) {
        set_preference(DRAFT, &text);
        self.request.set(text);
    }

    /// Asks for what stands in the box: another plan of a chain that has not begun, or a new chain.
    pub fn ask(self) {
        let text = self.request.get_untracked();
        let is_working = untrack(|| self.is_working());
        if text.trim().is_empty() || is_working {
            return;
        }
        self.acted();
        // Until it is stored, also of an example that nobody typed.
        self.typed(text.clone());
        let request = ChainRequest {
            text,
            local_time: BrowserLocale
                .own_local_time(BrowserClock.now_ms())
                .unwrap_or_default(),
            language: Some(self.page.language.get_untracked().tag().to_owned()),
        };
        let phase = untrack(|| self.chain_phase());
        let is_open = self
            .chain
            .with_untracked(|chain| chain.as_ref().is_some_and(|it| !it.is_started));
        spawn_local(async move {
            let controller = self.controller().await;
            match phase {
                Some(Phase::Review | Phase::Failed | Phase::CallFailed) if is_open => {
                    self.left_out.set(Vec::new());
                    controller.command(Command::Request(request)).await;
                }
                _ => controller.ask(request).await,
            }
        });
    }

    /// Does something about the chain at hand.
    pub fn command(self, command: Command) {
        self.acted();
        spawn_local(async move { self.controller().await.command(command).await });
    }

    /// Lets the plan run without what is left out.
    pub fn start(self) {
        let left_out = self.left_out.get_untracked();
        let ids = self.ids(&left_out);
        self.command(Command::Start { leave_out: ids });
    }

    fn ids(self, positions: &[usize]) -> Vec<TaskId> {
        self.chain.with_untracked(|chain| {
            let tasks = chain
                .as_ref()
                .map(|it| it.tasks.as_slice())
                .unwrap_or_default();
            let ids = positions.iter().filter_map(|it| tasks.get(*it));
            ids.map(|it| TaskId::new(&it.id)).collect()
        })
    }

    /// Answers what is asked about a task.
    pub fn confirm(self, position: usize, answer: ConfirmationAnswer) {
        if let Some(task) = self.ids(&[position]).pop() {
            self.command(Command::Confirm { task, answer });
        }
    }

    /// Goes on with what is in trouble.
    pub fn go_on(self) {
        let has_none = self.chain.with_untracked(Option::is_none);
        // A request that could not even be stored still stands in its box.
        if has_none {
            return self.ask();
        }
        let failed = self
            .chain
            .with_untracked(|it| it.as_ref().is_some_and(|it| it.problems.is_some()));
        if failed {
            return self.command(Command::Retry);
        }
        self.acted();
        spawn_local(async move { self.controller().await.go_on().await });
    }

    /// Puts the chain aside.
    pub fn begin_anew(self) {
        self.acted();
        if let Some(controller) = self.controller.get_value()
            && controller.begin_anew()
        {
            dom::focus_soon("#tasks-request");
        }
    }

    /// Shows the chain `id`.
    pub fn choose(self, id: String) {
        spawn_local(async move { self.controller().await.open(Some(&id)).await });
    }

    /// Deletes the chain at hand and everything that was stored with it.
    pub fn forget(self) {
        self.acted();
        spawn_local(async move { self.controller().await.forget().await });
    }

    fn acted(self) {
        self.has_acted.set_value(true);
        self.refused.set(None);
    }

    /// The kitchen, in the language of the page.
    pub async fn kitchen(self) -> Kitchen {
        let store = self.page.store().await.store;
        ports::kitchen(store, self.page.language.get_untracked())
    }

    async fn fill_kitchen(self) {
        // Where nothing can be stored the tables stay empty, and a notice says why.
        if let Err(error) = self.kitchen().await.fill_with_sample().await {
            tracing::warn!(%error, "the kitchen has no sample");
        }
        self.look_into_kitchen().await;
    }

    /// Looks what is in the kitchen now.
    pub async fn look_into_kitchen(self) {
        let kitchen = self.kitchen().await;
        if let Ok(pantry) = kitchen.pantry().await {
            kikitori_parts::signals::set_if_new(self.pantry, pantry);
        }
        if let Ok(book) = kitchen.recipe_book().await {
            kikitori_parts::signals::set_if_new(self.book, book);
        }
    }

    /// Tells the other tabs that the person has changed the kitchen.
    pub fn kitchen_changed(self) {
        if let Some(others) = self.others.get_value() {
            others.kitchen_changed();
        }
    }

    /// Takes back what the task of this key changed.
    pub fn undo(self, key: String) {
        self.acted();
        spawn_local(async move {
            if let Err(error) = self.kitchen().await.undo(&key).await {
                self.refused.set(Some(error.to_string()));
            }
            self.look_into_kitchen().await;
            self.kitchen_changed();
        });
    }

    /// Whether what the task of this key changed was taken back, if it changed something that this
    /// page remembers.
    pub fn is_undone(self, key: &str) -> Option<bool> {
        let of = |changes: &[kikitori_tasks::kitchen::Change]| {
            let change = changes.iter().find(|it| it.key == key)?;
            Some(change.undo.is_none())
        };
        self.pantry
            .with(|it| of(&it.changes))
            .or_else(|| self.book.with(|it| of(&it.changes)))
    }
}
