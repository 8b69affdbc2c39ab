//! The chains of a page without the page: asked, run, confirmed, interrupted, forgotten, listed, and
//! in two tabs.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use crate::support;
#[path = "../../../tests/shared/tabs.rs"]
mod tabs;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::FutureExt;
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use kikitori_llm::Caps;
use kikitori_store::{MemoryStore, RecordingStore, Store};
use kikitori_tasks::controller::*;
use kikitori_tasks::kitchen::{Kitchen, KitchenLanguage};
use kikitori_tasks::{
    ChainProgress, ChainSubscriber, Command, ConfirmationAnswer, Pause, Phase, ServiceCoordinator,
    TaskId,
};
use serde_json::json;
use support::{Counting, coordinator, limits, plan, player, request};
use tabs::{SoonTimer, TabLocks};

struct Models(Result<(), NoModel>);

impl ModelFactory for Models {
    fn connect(&self) -> LocalBoxFuture<'_, Result<ConnectedModel, NoModel>> {
        let connected = self.0.map(|()| ConnectedModel {
            model: Rc::new(player(|_| shopping())),
            price: None,
        });
        ready(connected).boxed_local()
    }

    fn caps(&self) -> Caps {
        Caps::default()
    }
}

fn shopping() -> serde_json::Value {
    plan(&json!([
        ["eggs", "inventory.find", {"name": "Eggs"}, []],
        ["list", "shopping.save", {"items": [{"name": "Tea", "amount": 1, "unit": "piece"}]}, ["eggs"]],
    ]))
}

/// The kitchen's, unless a part that brings others is missing.
struct Services {
    store: Rc<dyn Store>,
    is_part_missing: Rc<Cell<bool>>,
}

impl ServiceFactory for Services {
    fn services(&self) -> LocalBoxFuture<'_, Result<Rc<ServiceCoordinator>, RunBlocked>> {
        if self.is_part_missing.get() {
            return ready(Err(RunBlocked::PartMissing)).boxed_local();
        }
        let kitchen = Kitchen::new(self.store.clone(), KitchenLanguage::English);
        ready(Ok(coordinator(
            kitchen.services(),
            Rc::new(kikitori_ports::NoTimer),
        )))
        .boxed_local()
    }
}

/// Keeps what is told to other tabs.
#[derive(Default)]
struct Others(RefCell<Vec<ChainProgress>>);

impl ChainSubscriber for Others {
    fn on_progress(&self, progress: &ChainProgress) {
        self.0.borrow_mut().push(progress.clone());
    }
}

/// What tabs share.
#[derive(Clone)]
struct Browser {
    store: Rc<dyn Store>,
    locks: TabLocks,
    ids: Rc<Counting>,
    is_part_missing: Rc<Cell<bool>>,
}

impl Browser {
    fn new(store: Rc<dyn Store>, first_id: u64) -> Self {
        let kitchen = Kitchen::new(store.clone(), KitchenLanguage::English);
        block_on(kitchen.fill_with_sample(&|_| None)).unwrap();
        Self {
            store,
            locks: TabLocks::default(),
            ids: Rc::new(Counting::from(first_id)),
            is_part_missing: Rc::default(),
        }
    }

    fn tab(&self, model: Result<(), NoModel>) -> Tab {
        let others = Rc::new(Others::default());
        let ports = ControllerPorts {
            store: self.store.clone(),
            locks: Rc::new(self.locks.clone()),
            timer: Rc::new(SoonTimer),
            clock: self.ids.clone(),
            ids: self.ids.clone(),
            models: Rc::new(Models(model)),
            services: Rc::new(Services {
                store: self.store.clone(),
                is_part_missing: self.is_part_missing.clone(),
            }),
            others: others.clone(),
            limits: limits(),
        };
        let events: Rc<RefCell<Vec<ControllerEvent>>> = Rc::default();
        let heard = events.clone();
        let controller = ChainController::new(ports, move |event| heard.borrow_mut().push(event));
        Tab {
            controller,
            events,
            others,
        }
    }
}

struct Tab {
    controller: ChainController,
    events: Rc<RefCell<Vec<ControllerEvent>>>,
    others: Rc<Others>,
}

impl Tab {
    /// The chain that is shown: its phase, and the states of its tasks.
    fn shown(&self) -> Option<Phase> {
        let events = self.events.borrow();
        let mut chains = events.iter().rev().filter_map(|it| match it {
            ControllerEvent::Chain(chain) => Some(chain.as_ref().map(|it| it.phase())),
            _ => None,
        });
        chains.next().flatten()
    }

    fn command(&self, command: Command) {
        block_on(self.controller.command(command));
    }

    fn approve(&self) {
        self.command(Command::Confirm {
            task: TaskId::new("list"),
            answer: ConfirmationAnswer::Approve,
        });
    }
}

fn rests(phase: Phase) -> ControllerPhase {
    ControllerPhase::Rests(Pause::At(phase))
}

fn memory() -> Rc<dyn Store> {
    Rc::new(MemoryStore::new())
}

#[test]
fn a_request_is_planned_run_confirmed_and_answered_and_its_lock_is_free_meanwhile() {
    let browser = Browser::new(memory(), 1);
    let tab = browser.tab(Ok(()));
    block_on(tab.controller.ask(request("Tea")));
    assert_eq!(tab.controller.phase(), rests(Phase::Review));
    assert!(browser.locks.are_free());
    tab.command(Command::Start { leave_out: vec![] });
    assert_eq!(tab.controller.phase(), rests(Phase::NeedsConfirmation));
    tab.approve();
    assert_eq!(tab.controller.phase(), rests(Phase::Done));
    assert_eq!(tab.shown(), Some(Phase::Done));
    assert_eq!(block_on(tab.controller.history()).unwrap().len(), 1);
    // What does not fit is told, and changes nothing.
    tab.command(Command::Start { leave_out: vec![] });
    let refused = |it: &ControllerEvent| matches!(it, ControllerEvent::Refused(_));
    assert!(tab.events.borrow().iter().any(refused));
    assert_eq!(tab.controller.phase(), rests(Phase::Done));
    block_on(tab.controller.forget());
    assert_eq!(
        (tab.controller.phase(), tab.shown()),
        (ControllerPhase::Idle, None)
    );
    assert!(block_on(tab.controller.history()).unwrap().is_empty());
}

#[test]
fn a_chain_that_is_cut_off_after_any_batch_goes_on_when_it_is_opened() {
    let recording = Rc::new(RecordingStore::new());
    let tab = Browser::new(recording.clone(), 1).tab(Ok(()));
    block_on(tab.controller.ask(request("Tea")));
    tab.command(Command::Start { leave_out: vec![] });
    tab.approve();
    let batches = recording.batches().len();
    for killed in 1..=batches {
        let store: Rc<dyn Store> = Rc::new(recording.after(killed));
        let tab = Browser::new(store.clone(), 1_000).tab(Ok(()));
        block_on(tab.controller.open(None));
        if tab.controller.phase() == ControllerPhase::Idle {
            // Nothing of the chain was stored by then.
            continue;
        }
        if tab.controller.phase() == rests(Phase::Review) {
            tab.command(Command::Start { leave_out: vec![] });
        }
        if tab.controller.phase() == rests(Phase::NeedsConfirmation) {
            tab.approve();
        }
        assert_eq!(
            tab.controller.phase(),
            rests(Phase::Done),
            "after batch {killed}"
        );
        let kitchen = Kitchen::new(store, KitchenLanguage::English);
        let list = block_on(kitchen.pantry()).unwrap().shopping;
        assert_eq!(list.len(), 1, "after batch {killed}");
    }
}

#[test]
fn another_tab_shows_what_happens_and_can_go_on_with_it() {
    let browser = Browser::new(memory(), 1);
    let (one, other) = (browser.tab(Ok(())), browser.tab(Ok(())));
    block_on(one.controller.ask(request("Tea")));
    block_on(other.controller.open(None));
    assert_eq!(other.controller.phase(), rests(Phase::Review));
    one.command(Command::Start { leave_out: vec![] });
    for progress in one.others.0.borrow().iter() {
        block_on(other.controller.heard(progress.clone()));
    }
    assert_eq!(other.shown(), Some(Phase::NeedsConfirmation));
    assert_eq!(other.controller.phase(), rests(Phase::NeedsConfirmation));
    other.approve();
    assert_eq!(other.controller.phase(), rests(Phase::Done));
    for progress in other.others.0.borrow().iter() {
        block_on(one.controller.heard(progress.clone()));
    }
    assert_eq!(
        (one.controller.phase(), one.shown()),
        (rests(Phase::Done), Some(Phase::Done))
    );
}

#[test]
fn whoever_does_not_get_the_lock_is_told_and_changes_nothing() {
    let browser = Browser::new(memory(), 1);
    let tab = browser.tab(Ok(()));
    block_on(tab.controller.ask(request("Tea")));
    let id = block_on(tab.controller.history()).unwrap()[0].id.clone();
    let held = block_on(browser.locks.try_acquire(&format!("kikitori/session/{id}"))).unwrap();
    tab.command(Command::Start { leave_out: vec![] });
    assert_eq!(
        tab.controller.phase(),
        ControllerPhase::Blocked(RunBlocked::Elsewhere)
    );
    assert_eq!(tab.shown(), Some(Phase::Review));
    drop(held);
    block_on(tab.controller.go_on());
    assert_eq!(tab.controller.phase(), rests(Phase::Review));
}

#[test]
fn without_a_model_nothing_begins_and_it_is_said_why() {
    let browser = Browser::new(memory(), 1);
    let tab = browser.tab(Err(NoModel::ServerAway));
    block_on(tab.controller.ask(request("Tea")));
    let why = RunBlocked::NoModel(NoModel::ServerAway);
    assert_eq!(tab.controller.phase(), ControllerPhase::Blocked(why));
    assert!(block_on(tab.controller.history()).unwrap().is_empty());
}

#[test]
fn nothing_is_planned_without_the_services_that_were_chosen() {
    let browser = Browser::new(memory(), 1);
    browser.is_part_missing.set(true);
    let tab = browser.tab(Ok(()));
    block_on(tab.controller.ask(request("Tea")));
    let why = RunBlocked::PartMissing;
    assert_eq!(tab.controller.phase(), ControllerPhase::Blocked(why));
    assert!(block_on(tab.controller.history()).unwrap().is_empty());
    browser.is_part_missing.set(false);
    block_on(tab.controller.ask(request("Tea")));
    assert_eq!(tab.controller.phase(), rests(Phase::Review));
}

#[test]
fn a_chain_that_is_gone_is_told_and_the_next_request_begins_another_one() {
    let browser = Browser::new(memory(), 1);
    let tab = browser.tab(Ok(()));
    block_on(tab.controller.open(Some("gone")));
    assert!(matches!(
        tab.controller.phase(),
        ControllerPhase::Blocked(RunBlocked::Lost(_))
    ));
    assert_eq!(
        tab.events.borrow().first(),
        Some(&ControllerEvent::Chain(None))
    );
    block_on(tab.controller.ask(request("Tea")));
    assert_eq!(tab.controller.phase(), rests(Phase::Review));
}
