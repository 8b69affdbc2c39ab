//! The page's state: what the controller of chains tells, as signals.

use std::rc::Rc;

use kikitori_browser::{BrowserClock, BrowserIds, BrowserTimer};
use kikitori_desk::controller::ports::{BrowserLocks, ChosenModel};
use kikitori_journal::SessionHead;
use kikitori_llm::{CallLimits, Caps};
use kikitori_parts::dom;
use kikitori_parts::draft::QuestionBox;
use kikitori_parts::page::Page;
use kikitori_parts::place::System;
use kikitori_tasks::controller::{
    ChainController, ControllerEvent, ControllerPhase, ControllerPorts,
};
use kikitori_tasks::kitchen::{Pantry, RecipeBook};
use kikitori_tasks::{
    ChainLimits, ChainProgress, ChainState, ManagerLimits, Pause, Phase, ProgressEvent, Service,
};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::host::tell_around;
use crate::messages::{Messages, refused};
use crate::ports::{self, KITCHEN, OtherTabs, PageServices};
use crate::progress::Announcer;
use crate::unsent;
use crate::view::{Chain, TaskView};

/// Under which it is kept what was typed and not asked.
const DRAFT: &str = "tasks-draft";
/// Where somebody goes on whose button is gone, in this order: never on a button that changes or
/// stops something.
const NEXT: [&str; 6] = [
    "#plan-title",
    "[data-testid=confirmation] h2",
    "section.desk-answer",
    "#chain-title",
    "#tasks-request",
    "h1",
];
/// What the calls of one chain may use where the person has set nothing.
const USUAL_CAPS: Caps = Caps {
    calls: Some(40),
    prompt_tokens: Some(1_000_000),
    completion_tokens: None,
    tokens: None,
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
    /// Where the request is written.
    pub request: QuestionBox,
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
    /// Tasks whose question is ticked to be asked no more, once it is approved.
    pub always: RwSignal<Vec<usize>>,
    /// What is in the kitchen.
    pub pantry: RwSignal<Pantry>,
    /// The recipe book.
    pub book: RwSignal<RecipeBook>,
    /// What is last heard of calls that are under way, by their keys.
    pub heard: RwSignal<Vec<(String, String)>>,
    announcer: Announcer,
    /// The chain at hand, as it is stored.
    pub state: StoredValue<Option<Rc<ChainState>>, LocalStorage>,
    pub controller: StoredValue<Option<Rc<ChainController>>, LocalStorage>,
    /// The services that are not the kitchen's, as the chain at hand got them.
    pub outside: StoredValue<Vec<Rc<dyn Service>>, LocalStorage>,
    /// The other tabs of this site.
    pub others: StoredValue<Option<Rc<OtherTabs>>, LocalStorage>,
    /// When something was last let run, in milliseconds since 1970.
    pub approved_at: StoredValue<u64>,
    /// Whether they have stopped the plan that was being made, to say it otherwise.
    pub has_stopped_plan: StoredValue<bool>,
    /// Whether what was asked for last is not stored yet: it stands in its box.
    pub is_unstored: StoredValue<bool>,
    /// Whether the person has done something: a page that only goes on takes no focus.
    pub has_acted: StoredValue<bool>,
}

impl TasksPage {
    /// Opens the store, and goes on with the chain `chosen`, or the last one.
    pub fn open(page: Page, chosen: Option<String>) -> Self {
        let tasks = Self {
            page,
            phase: RwSignal::new_local(ControllerPhase::Idle),
            chain: RwSignal::new(None),
            draft: RwSignal::new(String::new()),
            request: QuestionBox::open(DRAFT),
            refused: RwSignal::new(None),
            past: RwSignal::new(Vec::new()),
            marked: RwSignal::new(None),
            opened: RwSignal::new(None),
            left_out: RwSignal::new(Vec::new()),
            always: RwSignal::new(Vec::new()),
            pantry: RwSignal::new(Pantry::default()),
            book: RwSignal::new(RecipeBook::default()),
            heard: RwSignal::new(Vec::new()),
            announcer: Announcer::new(page),
            state: StoredValue::new_local(None),
            controller: StoredValue::new_local(None),
            outside: StoredValue::new_local(Vec::new()),
            others: StoredValue::new_local(None),
            approved_at: StoredValue::new(0),
            has_stopped_plan: StoredValue::new(false),
            is_unstored: StoredValue::new(false),
            has_acted: StoredValue::new(false),
        };
        tasks
            .others
            .set_value(Some(Rc::new(OtherTabs::open(tasks))));
        tell_around(tasks);
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
        // Whoever comes by an address that names another one, back and forward too, gets that.
        Effect::watch(
            move || page.location.with(|it| System::Tasks.session_at(it)),
            move |named, _, _| {
                if let Some(id) = named.as_ref().filter(|id| tasks.id() != **id) {
                    tasks.open_chain(id.clone());
                }
            },
            false,
        );
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

    /// What leads the chains.
    pub async fn controller(self) -> Rc<ChainController> {
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
                self.page.has_at_hand(System::Tasks, "");
                self.forget_unsent();
                self.take_back_request(None);
                self.state.set_value(None);
                self.chain.set(None);
                self.marked.set(None);
                self.opened.set(None);
            }
            ControllerEvent::Chain(Some(state)) => {
                let is_at_hand = |it: &Option<Rc<ChainState>>| {
                    it.as_ref().is_some_and(|known| known.id == state.id)
                };
                // The one at hand may be told of once more, where another cannot be stored.
                if !self.state.with_value(is_at_hand) {
                    self.is_unstored.set_value(false);
                }
                self.page.has_at_hand(System::Tasks, &state.id);
                self.take_back_request(Some(&state));
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

    /// Keeps in the box what is still to be asked for, now that the chain at hand is `state`: the
    /// request itself where no plan was made of it before it was stopped, so that it can be said
    /// otherwise, also after a reload.
    fn take_back_request(self, state: Option<&ChainState>) {
        let before = self.state.get_value();
        let left = before.filter(|before| state.is_none_or(|it| it.id != before.id));
        if let Some(left) = left {
            self.request.take_away(&left.request.text);
        }
        let Some(state) = state else { return };
        let has_no_plan = state.phase() == Phase::Cancelled && state.executor.is_none();
        match (has_no_plan, self.has_stopped_plan.get_value()) {
            (false, _) => self.request.taken(&state.request.text),
            (true, true) if self.request.is_empty() => {
                self.request.type_in(state.request.text.clone());
            }
            (true, true) => {}
            (true, false) => self.request.give_back(state.request.text.clone()),
        }
    }

    /// Shows the chain at hand as it is now.
    async fn show_chain(self) {
        let store = self.page.store().await.store;
        let directory = ports::directory(self, store);
        let Some(state) = self.state.get_value() else {
            return;
        };
        let chain = Chain::of(&state, &directory);
        let had_plan = self
            .chain
            .with_untracked(|it| it.as_ref().map(|it| (it.id.clone(), it.tasks.len())));
        if had_plan != Some((chain.id.clone(), chain.tasks.len())) {
            self.left_out.set(unsent::left_out(&chain));
            self.always.set(Vec::new());
            self.marked.set(None);
            self.opened.set(None);
            self.heard.set(Vec::new());
        }
        let had_answer = self
            .chain
            .with_untracked(|it| it.as_ref().is_some_and(|it| it.answer.is_some()));
        let has_ended = chain.answer.is_some() && !had_answer;
        self.announcer.chain(self, &chain);
        self.chain.set(Some(chain));
        self.keep_focus();
        if self.has_acted.get_value() && self.chain.with_untracked(has_questions) {
            come_to_question();
        }
        if has_ended && self.has_acted.get_value() {
            bring_into_sight("section.desk-answer");
        }
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

    /// The call of this key has come further.
    pub fn goes_on(self, key: &str, text: String) {
        self.heard.update(|heard| {
            heard.retain(|it| it.0 != key);
            heard.push((key.to_owned(), text));
        });
    }

    /// What was last heard of the call of this key.
    pub fn heard_of(self, key: &str) -> Option<String> {
        self.heard.with(|heard| {
            let last = heard.iter().find(|it| it.0 == key);
            last.map(|it| it.1.clone()).filter(|it| !it.is_empty())
        })
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
        // A chain that is shown there may have changed the kitchen that is shown here.
        if matches!(progress.event, ProgressEvent::Task { .. }) {
            spawn_local(self.look_into_kitchen());
        }
        if let Some(controller) = self.controller.get_value() {
            spawn_local(async move { controller.heard(progress).await });
        }
    }

    /// Whoever had the focus on a button that is gone gets it to where they go on.
    pub fn keep_focus(self) {
        // Buttons go with their phase.
        if self.has_acted.get_value() {
            dom::keep_focus_soon(&NEXT);
        }
    }

    /// Looks which chains there are.
    async fn look_back(self) {
        if let Some(controller) = self.controller.get_value() {
            // What cannot be read is told where it is opened.
            let heads = controller.history().await;
            if let Ok(heads) = &heads {
                self.forget_deleted(heads);
            }
            self.past.set(heads.unwrap_or_default());
        }
    }
}

fn has_questions(chain: &Option<Chain>) -> bool {
    chain.as_ref().is_some_and(|it| !it.asked.is_empty())
}

/// Whoever waits at the chain's heading is brought to the first question, once it is on the page.
fn come_to_question() {
    request_animation_frame(move || {
        if dom::focused().is_none_or(|it| it.id() == "chain-title") {
            dom::focus("[data-testid=confirmation] h2");
        }
    });
}

/// Brings the top of what `selector` finds into sight, once it is on the page.
pub fn bring_into_sight(selector: &'static str) {
    request_animation_frame(move || {
        if let Some(element) = dom::find(selector) {
            element.scroll_into_view();
        }
    });
}
