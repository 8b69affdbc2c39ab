//! The page's state: what the help desk's controller tells, as signals.

mod ports;

use std::rc::Rc;

use futures::future::join;
use kikitori_browser::{BrowserClock, BrowserIds, BrowserLocale, BrowserTimer};
use kikitori_helpdesk::{
    ControllerEvent, ControllerPorts, HelpDeskController, Phase, RunMode, RunProgress,
};
use kikitori_parts::dom;
use kikitori_parts::page::Page;
use kikitori_store::Store;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::File;

use crate::documents::Library;
use crate::draft::{draft, keep_draft};
use crate::messages::Messages;
use ports::{BrowserLocks, ChosenModel, LibraryDocuments};

/// Where somebody goes on whose button is gone, in this order.
const NEXT: [&str; 4] = [
    "[data-testid=stop]",
    "[data-testid=go-on]",
    "section:not([hidden]) > #answer-title",
    "#question",
];

/// The page's state. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct DeskPage {
    /// The page that it is on.
    pub page: Page,
    /// What the help desk is doing.
    pub phase: RwSignal<Phase>,
    /// What stands in the question's box.
    pub question: RwSignal<String>,
    /// How the run goes.
    pub progress: RwSignal<RunProgress>,
    /// The documents that answers come from.
    pub library: Library,
    controller: StoredValue<Option<Rc<HelpDeskController>>, LocalStorage>,
    /// Whether the person has done something: a page that only goes on takes no focus.
    has_acted: StoredValue<bool>,
}

impl DeskPage {
    /// Opens the store, and goes on with the question of the run `chosen`, or that was asked last.
    pub fn open(page: Page, chosen: Option<String>) -> Self {
        let desk = Self {
            page,
            phase: RwSignal::new(Phase::Idle),
            question: RwSignal::new(String::new()),
            progress: RwSignal::new(RunProgress::default()),
            library: Library::new(page),
            controller: StoredValue::new_local(None),
            has_acted: StoredValue::new(false),
        };
        // The documents are those in the page's language.
        Effect::watch(
            move || page.language.get(),
            move |_, _, _| desk.look_again(),
            false,
        );
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
        spawn_local(desk.go_on_with_the_last(chosen));
        desk
    }

    /// Shows the question of the run `run`, unless another one is worked on.
    pub fn choose(self, run: String) {
        spawn_local(async move {
            let controller = self.controller().await;
            if controller.choose(&run) {
                controller.open().await;
            }
        });
    }

    /// The texts.
    pub fn messages(self) -> &'static Messages {
        Messages::of(self.page.language.get())
    }

    /// The same now, for what is made once.
    pub fn messages_now(self) -> &'static Messages {
        Messages::of(self.page.language.get_untracked())
    }

    async fn go_on_with_the_last(self, chosen: Option<String>) {
        let (store, controller) = join(self.store(), self.controller()).await;
        if let Some(run) = chosen {
            controller.choose(&run);
        }
        self.library.list(&*store).await;
        // Whoever has begun to type wants something else.
        let is_free = self.question.with_untracked(String::is_empty);
        let stored = match is_free {
            true => controller.stored_question().await,
            false => Ok(None),
        };
        if is_free {
            let asked = stored.as_ref().ok().and_then(Option::as_ref);
            let asked = asked.map(|stored| stored.text.clone());
            self.question.set(draft().or(asked).unwrap_or_default());
        }
        let looking = self.library.look(&*store);
        match stored {
            // What cannot be read is told.
            Ok(Some(_)) | Err(_) => {
                join(controller.open(), looking).await;
            }
            Ok(None) => looking.await,
        }
    }

    async fn store(self) -> Rc<dyn Store> {
        self.page.store().await.store
    }

    async fn controller(self) -> Rc<HelpDeskController> {
        let store = self.store().await;
        if let Some(controller) = self.controller.get_value() {
            return controller;
        }
        let ports = ControllerPorts {
            store: store.clone(),
            locks: Rc::new(BrowserLocks),
            timer: Rc::new(BrowserTimer),
            clock: Rc::new(BrowserClock),
            local_time: Rc::new(|at| BrowserLocale.own_local_time(at)),
            ids: Rc::new(BrowserIds),
            models: Rc::new(ChosenModel { page: self.page }),
            documents: Rc::new(LibraryDocuments {
                library: self.library,
                store,
            }),
        };
        let controller = Rc::new(HelpDeskController::new(ports, move |event, now| {
            self.show(event, now);
        }));
        self.controller.set_value(Some(controller.clone()));
        controller
    }

    fn show(self, event: ControllerEvent, now: u64) {
        match event {
            ControllerEvent::Phase(phase) => {
                self.phase.set(phase);
                // Buttons go with their phase.
                if self.has_acted.get_value() {
                    dom::keep_focus_soon(&NEXT);
                }
            }
            ControllerEvent::Question(text) => {
                // It is stored now.
                if draft().as_ref() == Some(&text) {
                    keep_draft("");
                }
                self.question.set(draft().unwrap_or(text));
            }
            ControllerEvent::Cleared => self.progress.set(RunProgress::default()),
            ControllerEvent::Run(event) => {
                self.progress.update(|progress| progress.apply(&event, now));
            }
        }
    }

    /// Shows what was typed on another screen.
    pub fn show_draft(self) {
        if let Some(text) = draft() {
            self.question.set(text);
        }
    }

    /// Takes what is typed in the question's box, and keeps it until it is asked.
    pub fn typed(self, text: String) {
        keep_draft(&text);
        self.question.set(text);
    }

    /// Asks the question that stands in the box.
    pub fn ask(self) {
        let text = self.question.get_untracked();
        if text.trim().is_empty() {
            return;
        }
        self.has_acted.set_value(true);
        // Until it is stored, also of an example that nobody typed.
        keep_draft(&text);
        spawn_local(async move {
            self.controller().await.run(RunMode::New(text)).await;
        });
    }

    /// Goes on with the question at hand.
    pub fn go_on(self) {
        self.has_acted.set_value(true);
        spawn_local(async move { self.controller().await.go_on().await });
    }

    /// Deletes the question at hand, its answer and everything that was stored on the way.
    pub fn forget(self) {
        keep_draft("");
        spawn_local(async move {
            self.controller().await.forget().await;
            self.library.look(&*self.store().await).await;
        });
    }

    /// Stops the agents; what was finished is kept.
    pub fn stop(self) {
        self.has_acted.set_value(true);
        if let Some(controller) = self.controller.get_value() {
            controller.stop();
        }
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
            dom::keep_focus_soon(&["[data-testid=remove-document]", "#document-file"]);
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
