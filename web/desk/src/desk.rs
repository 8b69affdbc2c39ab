//! The page's state: what the help desk's controller tells, as signals.

use std::rc::Rc;

use futures::future::join;
use kikitori_helpdesk::{ControllerEvent, Phase, RunBlocked, RunMode, RunProgress};
use kikitori_parts::dom;
use kikitori_parts::draft::QuestionBox;
use kikitori_parts::page::Page;
use kikitori_parts::part::{Missing, NotLoaded, why_missing};
use kikitori_parts::place::System;
use kikitori_store::Store;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::File;

use crate::controller::Controller;
use crate::documents::Library;
use crate::messages::Messages;
use crate::parts::answers::load_controller;

/// Under which it is kept what was typed and not asked.
const DRAFT: &str = "desk-draft";
/// Where somebody goes on whose button is gone, in this order.
const NEXT: [&str; 4] = [
    "[data-testid=stop]",
    "[data-testid=go-on]",
    "section:not([hidden]) > #answer-title",
    "#question",
];

/// What is tried once more.
pub type Again = fn(DeskPage);

/// The page's state. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct DeskPage {
    /// The page that it is on.
    pub page: Page,
    /// What the help desk is doing.
    pub phase: RwSignal<Phase>,
    /// Where the question is written.
    pub question: QuestionBox,
    /// The question at hand; empty where there is none.
    pub asked: RwSignal<String>,
    /// How the run goes.
    pub progress: RwSignal<RunProgress>,
    /// The documents that answers come from.
    pub library: Library,
    /// Why what works on questions did not come, and what is done once more.
    pub missing: RwSignal<Option<(Missing, Again)>>,
    /// The run to begin with, if it is not the last one.
    chosen: StoredValue<Option<String>>,
    controller: StoredValue<Option<Rc<dyn Controller>>, LocalStorage>,
    /// Whether the person has done something: a page that only goes on takes no focus.
    has_acted: StoredValue<bool>,
    /// Whether there are other documents than when the question at hand was asked: it is put back into
    /// its box once it is answered.
    offers_again: StoredValue<bool>,
}

impl DeskPage {
    /// Opens the store, and goes on with the question of the run `chosen`, or that was asked last.
    pub fn open(page: Page, chosen: Option<String>) -> Self {
        let question = QuestionBox::open(DRAFT);
        question.show_taken_along(page, System::HelpDesk);
        let desk = Self {
            page,
            phase: RwSignal::new(Phase::Idle),
            question,
            asked: RwSignal::new(String::new()),
            progress: RwSignal::new(RunProgress::default()),
            library: Library::new(page),
            missing: RwSignal::new(None),
            chosen: StoredValue::new(chosen),
            controller: StoredValue::new_local(None),
            has_acted: StoredValue::new(false),
            offers_again: StoredValue::new(false),
        };
        // The documents are those in the page's language.
        Effect::watch(
            move || page.language.get(),
            move |_, _, _| desk.look_again(),
            false,
        );
        spawn_local(async move {
            let store = desk.store().await;
            desk.library.list(&*store).await;
            desk.library.look(&*store).await;
        });
        desk.go_on_with_the_last();
        // What was deleted elsewhere on the page is shown no more.
        Effect::watch(
            move || page.deleted.get(),
            move |deleted, _, _| {
                if let (Some(run), Some(controller)) = (deleted, desk.controller.get_value()) {
                    controller.close(run);
                }
            },
            false,
        );
        desk
    }

    /// Shows the question of the run `run`, unless another one is worked on.
    pub fn choose(self, run: String) {
        self.chosen.set_value(Some(run.clone()));
        // Until it is there, it takes the one that is chosen then.
        if let Some(controller) = self.controller.get_value() {
            spawn_local(async move {
                if controller.choose(&run) {
                    controller.open().await;
                }
            });
        }
    }

    /// Whether a question is at hand here: one that is worked on, answered or to be gone on with.
    pub fn has_question(self) -> bool {
        let is_elsewhere = |phase: &Phase| {
            matches!(
                phase,
                Phase::Idle | Phase::Blocked(RunBlocked::NothingToSearch | RunBlocked::Elsewhere)
            )
        };
        !self.phase.with(is_elsewhere)
    }

    /// The texts.
    pub fn messages(self) -> &'static Messages {
        Messages::of(self.page.language.get())
    }

    /// The same now, for what is made once.
    pub fn messages_now(self) -> &'static Messages {
        Messages::of(self.page.language.get_untracked())
    }

    /// Once what works on questions is there.
    fn go_on_with_the_last(self) {
        let draft = self.question.text.get_untracked();
        spawn_local(async move {
            let Some(controller) = self.controller(Self::go_on_with_the_last).await else {
                return;
            };
            if let Some(run) = self.chosen.get_value() {
                controller.choose(&run);
            }
            // Whoever has begun to type or has asked wants something else.
            let is_free = || self.question.text.with_untracked(|text| *text == draft);
            if !is_free() || self.phase.with_untracked(|phase| *phase != Phase::Idle) {
                return;
            }
            // What cannot be read is told.
            if !matches!(controller.stored_question().await, Ok(None)) {
                controller.open().await;
            }
        });
    }

    async fn store(self) -> Rc<dyn Store> {
        self.page.store().await.store
    }

    /// What works on questions; when it does not come, that is said, and `again` tries once more.
    async fn controller(self, again: Again) -> Option<Rc<dyn Controller>> {
        if let Some(controller) = self.controller.get_value() {
            return Some(controller);
        }
        let (store, made) = join(self.store(), load_controller()).await;
        // Whoever waited for it as well may have been first.
        if let Some(controller) = self.controller.get_value() {
            return Some(controller);
        }
        match made {
            Ok(make) => {
                self.missing.set(None);
                let listener = Box::new(move |event, now| self.show(event, now));
                let controller = make(self.page, self.library, store, listener);
                self.controller.set_value(Some(controller.clone()));
                Some(controller)
            }
            Err(NotLoaded) => {
                let why = why_missing(self.page).await;
                self.missing.set(Some((why, again)));
                None
            }
        }
    }

    /// Takes what the controller tells.
    fn show(self, event: ControllerEvent, now: u64) {
        match event {
            ControllerEvent::Phase(phase) => {
                // It may be asked in other words, or again with documents.
                if let Phase::Stopped | Phase::Blocked(RunBlocked::NothingToSearch) = phase {
                    self.question.give_back(self.asked.get_untracked());
                }
                self.phase.set(phase);
                if self.offers_again.get_value() {
                    self.offer_again();
                }
                // Buttons go with their phase.
                if self.has_acted.get_value() {
                    dom::keep_focus_soon(&NEXT);
                }
            }
            ControllerEvent::Question(text) => {
                match text.is_empty() {
                    true => self.question.stored(String::new()),
                    false => self.question.taken(&text),
                }
                self.asked.set(text);
            }
            ControllerEvent::Cleared => self.progress.set(RunProgress::default()),
            ControllerEvent::Run(event) => {
                self.progress.update(|progress| progress.apply(&event, now));
            }
        }
    }

    /// Asks the question that stands in the box.
    pub fn ask(self) {
        if self.question.is_empty() {
            return;
        }
        self.has_acted.set_value(true);
        let text = self.question.ask();
        self.offers_again.set_value(false);
        self.asked.set(text.clone());
        // A reload shows this one.
        self.page.has_at_hand(System::HelpDesk, "");
        if let Some(controller) = self.controller.get_value() {
            spawn_local(async move { controller.run(RunMode::New(text)).await });
            return;
        }
        self.phase.set(Phase::Working);
        spawn_local(async move {
            let is_there = self.controller(Self::ask).await.is_some();
            // Unless it was stopped meanwhile.
            if self.phase.with_untracked(|phase| *phase == Phase::Working) {
                self.phase.set(Phase::Idle);
                if is_there {
                    self.ask();
                }
            }
        });
    }

    /// Goes on with the question at hand.
    pub fn go_on(self) {
        self.has_acted.set_value(true);
        if let Some(controller) = self.controller.get_value() {
            spawn_local(async move { controller.go_on().await });
        }
    }

    /// Deletes the question at hand, its answer and everything that was stored on the way. What was typed
    /// and not asked stays.
    pub fn forget(self) {
        spawn_local(async move {
            if let Some(controller) = self.controller.get_value() {
                controller.forget().await;
            }
            self.library.look(&*self.store().await).await;
        });
    }

    /// Stops the agents; what was finished is kept.
    pub fn stop(self) {
        self.has_acted.set_value(true);
        match self.controller.get_value() {
            Some(controller) => controller.stop(),
            None => self.phase.set(Phase::Idle),
        }
    }

    /// Puts the question that was answered back into its box, or once it is answered: it may be asked
    /// of other documents.
    pub fn offer_again(self) {
        let is_answered = |phase: &Phase| matches!(phase, Phase::Answered { .. });
        let is_answered = self.phase.with_untracked(is_answered);
        self.offers_again.set_value(!is_answered);
        if is_answered {
            self.question.give_back(self.asked.get_untracked());
        }
    }

    /// Reads files of the visitor's and keeps what they say.
    pub fn add(self, files: Vec<File>) {
        self.offer_again();
        spawn_local(async move {
            let store = self.store().await;
            self.library.add(&*store, files).await;
        });
    }

    /// Removes a document of the visitor's.
    pub fn remove(self, name: String) {
        self.offer_again();
        spawn_local(async move {
            let store = self.store().await;
            self.library.remove(&*store, &name).await;
            dom::keep_focus_soon(&["[data-testid=remove-document]", "#document-file"]);
            self.library.look(&*store).await;
        });
    }

    /// Looks again for what could not be had of the site's documents.
    pub fn ask_site_again(self) {
        spawn_local(async move {
            let store = self.store().await;
            self.library.look(&*store).await;
            // The button is gone if it was of use.
            self.page.keep_focus_soon(&[".documents h2"]);
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
