//! A page without a browser: the controller over ports that tests steer.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::task::Poll;

use futures::FutureExt;
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, poll_fn, ready};
use kikitori_helpdesk::*;
use kikitori_llm::{Caps, Model};
use kikitori_ports::{Ids, Timer};
use kikitori_search::Index;
use kikitori_store::{RecordingStore, StoreError};

use super::{MANUAL, Seconds, index};

/// Locks that tabs of one browser share.
#[derive(Clone, Default)]
pub struct TabLocks {
    held: Rc<RefCell<BTreeSet<String>>>,
    /// Whether they lock nothing, as where a browser has no Web Locks.
    pub are_missing: Rc<Cell<bool>>,
}

struct Held(TabLocks, String);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.held.borrow_mut().remove(&self.1);
    }
}

impl Locks for TabLocks {
    fn try_acquire<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Option<Lock>> {
        let is_free = self.held.borrow_mut().insert(name.to_owned());
        let held = (is_free || self.are_missing.get())
            .then(|| Lock::new(Held(self.clone(), name.to_owned())));
        ready(held).boxed_local()
    }
}

/// A timer that lets others go first and then goes off.
struct SoonTimer;

impl Timer for SoonTimer {
    fn sleep(&self, _: std::time::Duration) -> LocalBoxFuture<'static, ()> {
        let mut has_waited = false;
        let wait = poll_fn(move |context| {
            if std::mem::replace(&mut has_waited, true) {
                return Poll::Ready(());
            }
            context.waker().wake_by_ref();
            Poll::Pending
        });
        wait.boxed_local()
    }
}

struct Numbers(Cell<u32>);

impl Ids for Numbers {
    fn new_id(&self) -> String {
        self.0.set(self.0.get() + 1);
        format!("run-{}", self.0.get())
    }
}

/// What a test can change while the page is open.
pub struct World {
    pub store: Rc<RecordingStore>,
    pub locks: TabLocks,
    pub model: RefCell<Result<Rc<dyn Model>, NoModel>>,
    pub caps: Cell<Caps>,
    pub has_documents: Cell<bool>,
    pub ids: Rc<dyn Ids>,
    clock: Rc<Seconds>,
}

impl World {
    pub fn new(model: Rc<dyn Model>, store: Rc<RecordingStore>) -> Rc<Self> {
        Rc::new(Self {
            store,
            locks: TabLocks::default(),
            model: RefCell::new(Ok(model)),
            caps: Cell::new(Caps::default()),
            has_documents: Cell::new(true),
            ids: Rc::new(Numbers(Cell::new(0))),
            clock: Rc::default(),
        })
    }
}

struct Ports(Rc<World>);

impl ModelFactory for Ports {
    fn connect(&self) -> LocalBoxFuture<'_, Result<ConnectedModel, NoModel>> {
        let model = self.0.model.borrow().clone();
        let connected = model.map(|model| ConnectedModel { model, price: None });
        ready(connected).boxed_local()
    }

    fn caps(&self) -> Caps {
        self.0.caps.get()
    }
}

impl Documents for Ports {
    fn index(&self) -> LocalBoxFuture<'_, Result<Index, StoreError>> {
        let index = match self.0.has_documents.get() {
            true => index(MANUAL),
            false => Index::new(),
        };
        ready(Ok(index)).boxed_local()
    }
}

/// What a page shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    pub phase: Phase,
    pub question: String,
    pub progress: RunProgress,
}

/// What a test does at an event, before it is shown.
pub type OnEvent = Rc<RefCell<Option<Box<dyn Fn(&ControllerEvent)>>>>;

/// One tab.
pub struct Tab {
    pub controller: HelpDeskController,
    pub on_event: OnEvent,
    pub shown: Rc<RefCell<Shown>>,
}

impl Tab {
    pub fn open(world: &Rc<World>) -> Self {
        let ports = ControllerPorts {
            store: world.store.clone(),
            locks: Rc::new(world.locks.clone()),
            timer: Rc::new(SoonTimer),
            clock: world.clock.clone(),
            local_time: Rc::new(|at| Some(format!("Friday, second {}", at / 1_000))),
            ids: world.ids.clone(),
            models: Rc::new(Ports(world.clone())),
            documents: Rc::new(Ports(world.clone())),
        };
        let shown = Rc::new(RefCell::new(Shown {
            phase: Phase::Idle,
            question: String::new(),
            progress: RunProgress::default(),
        }));
        let (shows, hears) = (shown.clone(), OnEvent::default());
        let on_event = hears.clone();
        let controller = HelpDeskController::new(ports, move |event, now| {
            if let Some(act) = &*hears.borrow() {
                act(&event);
            }
            let mut shown = shows.borrow_mut();
            match event {
                ControllerEvent::Phase(phase) => shown.phase = phase,
                ControllerEvent::Question(text) => shown.question = text,
                ControllerEvent::Cleared => shown.progress = RunProgress::default(),
                ControllerEvent::Run(event) => shown.progress.apply(&event, now),
            }
        });
        Self {
            controller,
            on_event,
            shown,
        }
    }

    /// The question that the page finds when it is opened.
    pub fn stored(&self) -> Option<Question> {
        block_on(self.controller.stored_question()).unwrap()
    }

    pub fn ask(&self, question: &str) -> Shown {
        block_on(self.controller.run(RunMode::New(question.to_owned())));
        self.shown()
    }

    pub fn resume(&self) -> Shown {
        block_on(self.controller.run(RunMode::Resume));
        self.shown()
    }

    /// What the page does when it is opened.
    pub fn begin(&self) -> Shown {
        block_on(self.controller.open());
        self.shown()
    }

    pub fn go_on(&self) -> Shown {
        block_on(self.controller.go_on());
        self.shown()
    }

    pub fn forget(&self) -> Shown {
        block_on(self.controller.forget());
        self.shown()
    }

    pub fn shown(&self) -> Shown {
        let shown = self.shown.borrow().clone();
        assert_eq!(shown.phase, self.controller.phase());
        shown
    }
}

impl Shown {
    /// The answer's text, if there is one.
    pub fn answer(&self) -> Option<String> {
        match &self.phase {
            Phase::Answered { result, .. } => Some(result.answer.text()),
            _ => None,
        }
    }
}
