//! The help desk's controller, for whoever does not bring it along.

pub mod ports;

use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_browser::{BrowserClock, BrowserIds, BrowserLocale, BrowserTimer};
pub use kikitori_helpdesk::QUESTION_LOCK;
use kikitori_helpdesk::{
    ControllerEvent, ControllerPorts, HelpDeskController, HelpDeskError, Question, RunMode,
};
use kikitori_parts::page::Page;
use kikitori_store::Store;

use crate::documents::Library;
use ports::{BrowserLocks, ChosenModel, LibraryDocuments};

/// What hears what the controller tells, with when it happened.
pub type Listener = Box<dyn Fn(ControllerEvent, u64)>;
/// Makes what works on the questions of a page, about its documents.
pub type MakeController = fn(Page, Library, Rc<dyn Store>, Listener) -> Rc<dyn Controller>;

/// What [`HelpDeskController`] does for a page.
pub trait Controller {
    /// See [`HelpDeskController::stored_question`].
    fn stored_question(&self) -> LocalBoxFuture<'_, Result<Option<Question>, HelpDeskError>>;
    /// See [`HelpDeskController::choose`].
    fn choose(&self, run: &str) -> bool;
    /// See [`HelpDeskController::close`].
    fn close(&self, run: &str);
    /// See [`HelpDeskController::open`].
    fn open(&self) -> LocalBoxFuture<'_, ()>;
    /// See [`HelpDeskController::run`].
    fn run(&self, mode: RunMode) -> LocalBoxFuture<'_, ()>;
    /// See [`HelpDeskController::go_on`].
    fn go_on(&self) -> LocalBoxFuture<'_, ()>;
    /// See [`HelpDeskController::forget`].
    fn forget(&self) -> LocalBoxFuture<'_, ()>;
    /// See [`HelpDeskController::stop`].
    fn stop(&self);
}

impl Controller for HelpDeskController {
    fn stored_question(&self) -> LocalBoxFuture<'_, Result<Option<Question>, HelpDeskError>> {
        Box::pin(self.stored_question())
    }

    fn choose(&self, run: &str) -> bool {
        self.choose(run)
    }

    fn close(&self, run: &str) {
        self.close(run);
    }

    fn open(&self) -> LocalBoxFuture<'_, ()> {
        Box::pin(self.open())
    }

    fn run(&self, mode: RunMode) -> LocalBoxFuture<'_, ()> {
        Box::pin(self.run(mode))
    }

    fn go_on(&self) -> LocalBoxFuture<'_, ()> {
        Box::pin(self.go_on())
    }

    fn forget(&self) -> LocalBoxFuture<'_, ()> {
        Box::pin(self.forget())
    }

    fn stop(&self) {
        self.stop();
    }
}

/// See [`MakeController`].
pub fn controller(
    page: Page,
    library: Library,
    store: Rc<dyn Store>,
    listener: Listener,
) -> Rc<dyn Controller> {
    let ports = ControllerPorts {
        store: store.clone(),
        locks: Rc::new(BrowserLocks),
        timer: Rc::new(BrowserTimer),
        clock: Rc::new(BrowserClock),
        local_time: Rc::new(|at| BrowserLocale.own_local_time(at)),
        ids: Rc::new(BrowserIds),
        models: Rc::new(ChosenModel { page }),
        documents: Rc::new(LibraryDocuments { library, store }),
    };
    Rc::new(HelpDeskController::new(ports, listener))
}
