//! The agent without its page: asked, stopped, resumed, killed, forgotten, listed, and in two tabs.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;
#[path = "../../../tests/shared/tabs.rs"]
mod tabs;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::FutureExt;
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, join, ready};
use kikitori_llm::{Caps, LlmError, Message};
use kikitori_react::controller::*;
use kikitori_react::*;
use kikitori_scripted::{calls, says};
use kikitori_store::{RecordingStore, Store};
use serde_json::json;
use support::*;
use tabs::{SoonTimer, TabLocks};

/// What tabs share, and a test can change.
#[derive(Clone)]
struct Browser {
    store: Rc<RecordingStore>,
    locks: TabLocks,
    ids: Rc<Counts>,
    model: Rc<RefCell<Result<Rc<Plays>, NoModel>>>,
    caps: Rc<Cell<Caps>>,
    bench: Rc<Bench>,
    permissions: Rc<RefCell<ToolPermissions>>,
    /// What brings the tools that were chosen does not come.
    is_part_missing: Rc<Cell<bool>>,
}

impl ModelFactory for Browser {
    fn connect(&self) -> LocalBoxFuture<'_, Result<ConnectedModel, NoModel>> {
        let model = self.model.borrow().clone();
        let connected = model.map(|model| ConnectedModel { model, price: None });
        ready(connected).boxed_local()
    }

    fn caps(&self) -> Caps {
        self.caps.get()
    }
}

impl ToolFactory for Browser {
    fn tools(&self) -> LocalBoxFuture<'_, Result<AgentTools, RunBlocked>> {
        if self.is_part_missing.get() {
            return ready(Err(RunBlocked::PartMissing)).boxed_local();
        }
        let tools = tools(&self.bench);
        let tools = tools.with_permissions(self.permissions.borrow().clone());
        ready(Ok(tools)).boxed_local()
    }
}

#[derive(Debug, Clone, PartialEq)]
struct Shown {
    phases: Vec<&'static str>,
    state: AgentState,
    draft: String,
}

struct Tab {
    controller: Rc<AgentController>,
    shown: Rc<RefCell<Shown>>,
}

impl Browser {
    fn new(model: Rc<Plays>) -> Self {
        Self {
            store: Rc::default(),
            locks: TabLocks::default(),
            ids: Rc::default(),
            model: Rc::new(RefCell::new(Ok(model))),
            caps: Rc::default(),
            bench: Rc::default(),
            permissions: Rc::default(),
            is_part_missing: Rc::default(),
        }
    }

    fn tab(&self) -> Tab {
        let ports = ControllerPorts {
            store: self.store.clone(),
            locks: Rc::new(self.locks.clone()),
            timer: Rc::new(SoonTimer),
            clock: Rc::new(Counts::default()),
            local_time: Rc::new(|| None),
            ids: self.ids.clone(),
            models: Rc::new(self.clone()),
            tools: Rc::new(self.clone()),
            settings: Settings::default(),
        };
        let shown = Rc::new(RefCell::new(Shown {
            phases: Vec::new(),
            state: AgentState::default(),
            draft: String::new(),
        }));
        let shows = shown.clone();
        let controller = AgentController::new(ports, move |event| {
            let mut shown = shows.borrow_mut();
            match event {
                ControllerEvent::Phase(phase) => shown.phases.push(phase.name()),
                ControllerEvent::Conversation(state) => shown.state = *state,
                ControllerEvent::Draft { piece, is_first } => {
                    if is_first {
                        shown.draft.clear();
                    }
                    shown.draft.push_str(&piece);
                }
            }
        });
        Tab {
            controller: Rc::new(controller),
            shown,
        }
    }
}

impl Tab {
    fn ask(&self, query: &str) -> Shown {
        block_on(self.controller.ask(query.to_owned()));
        self.shown()
    }

    fn shown(&self) -> Shown {
        self.shown.borrow().clone()
    }

    fn answer(&self) -> Option<String> {
        self.shown().state.current()?.answer.clone()
    }

    fn open(&self) -> Shown {
        block_on(self.controller.open(None));
        self.shown()
    }
}

/// Reckons, then answers with how many questions it was asked.
fn model() -> Rc<Plays> {
    Plays::new(|request| {
        let has_seen = matches!(request.messages.last(), Some(Message::Tool { .. }));
        let questions = request.messages.iter();
        let questions = questions.filter(|it| matches!(it, Message::User { .. }));
        Ok(match has_seen {
            true => says(format!("Answer {}", questions.count())),
            false => calls("calculator", json!({"expression": "2+2"})),
        })
    })
}

#[test]
fn a_question_is_answered_followed_up_and_there_when_the_page_is_opened_again() {
    let browser = Browser::new(model());
    let tab = browser.tab();
    let shown = tab.ask("2+2?");
    assert_eq!(shown.phases, ["working", "ended"]);
    assert_eq!(tab.answer().as_deref(), Some("Answer 1"));
    assert_eq!(shown.draft, "Answer 1");
    tab.ask("And again?");
    assert_eq!(tab.answer().as_deref(), Some("Answer 2"));

    let batches = browser.store.batches().len();
    let again = browser.tab();
    let opened = again.open();
    assert_eq!(opened.phases, ["ended"]);
    assert_eq!(opened.state, tab.shown().state);
    assert_eq!(
        browser.store.batches().len(),
        batches,
        "nothing is written again"
    );
    again.ask("Once more?");
    assert_eq!(again.answer().as_deref(), Some("Answer 3"));
}

#[test]
fn a_question_that_is_asked_again_takes_the_place_of_an_answer_without_tools() {
    // The first reply says what will be done and does nothing.
    let asked = Cell::new(0);
    let model = Plays::new(move |request| {
        let has_seen = matches!(request.messages.last(), Some(Message::Tool { .. }));
        asked.set(asked.get() + 1);
        let text = format!("{:?}", request.messages);
        assert!(asked.get() == 1 || !text.contains("of no use"), "{text}");
        Ok(match (asked.get(), has_seen) {
            (1, _) => says("This is of no use."),
            (_, true) => says("Four."),
            (_, false) => calls("calculator", json!({"expression": "2+2"})),
        })
    });
    let browser = Browser::new(model);
    let tab = browser.tab();
    tab.ask("2+2?");
    assert_eq!(tab.answer().as_deref(), Some("This is of no use."));
    block_on(tab.controller.ask_again());
    assert_eq!(tab.answer().as_deref(), Some("Four."));
    assert_eq!(tab.shown().state.exchanges.len(), 1);
    assert_eq!(browser.tab().open().state, tab.shown().state);
    // What tools were called with stays, and so does what came of it.
    block_on(tab.controller.ask_again());
    let state = tab.shown().state;
    assert_eq!(state.exchanges.len(), 2);
    assert_eq!(state.exchanges[1].query, "2+2?");
    assert_eq!(state.all_run_steps().count(), 2);
}

#[test]
fn another_conversation_begins_anew_and_both_are_listed() {
    let browser = Browser::new(model());
    let tab = browser.tab();
    tab.ask("First?");
    assert!(tab.controller.begin_anew());
    assert_eq!(tab.shown().state, AgentState::default());
    tab.ask("Second?");
    assert_eq!(tab.answer().as_deref(), Some("Answer 1"));
    let heads = block_on(tab.controller.history()).unwrap();
    let titles: Vec<&str> = heads.iter().map(|it| it.title.as_str()).collect();
    assert!(titles.contains(&"First?") && titles.contains(&"Second?"));
    let first = heads.iter().find(|it| it.title == "First?").unwrap();
    block_on(tab.controller.open(Some(&first.id)));
    assert_eq!(tab.shown().state.current().unwrap().query, "First?");
}

#[test]
fn a_conversation_that_is_gone_is_told_and_the_next_question_begins_another_one() {
    let browser = Browser::new(model());
    let tab = browser.tab();
    tab.ask("2+2?");
    block_on(tab.controller.open(Some("gone")));
    assert!(matches!(
        tab.controller.phase(),
        Phase::Blocked(RunBlocked::Lost(_))
    ));
    assert_eq!(tab.shown().state, AgentState::default());
    tab.ask("And 3+3?");
    assert_eq!(tab.controller.phase(), Phase::Ended);
    assert_eq!(tab.answer().as_deref(), Some("Answer 1"));
    assert_eq!(block_on(tab.controller.history()).unwrap().len(), 2);
}

#[test]
fn a_page_that_is_killed_after_any_batch_goes_on_by_itself() {
    let browser = Browser::new(model());
    browser.tab().ask("2+2?");
    let batches: Vec<_> = browser.store.after_each().collect();
    assert!(batches.len() >= 5);
    for (number, killed) in batches.into_iter().enumerate() {
        let again = Browser {
            store: Rc::new(killed),
            ids: Rc::new(Counts(Cell::new(100))),
            ..Browser::new(model())
        };
        let tab = again.tab();
        let shown = tab.open();
        // Before the question was stored there is nothing to go on with.
        if shown.state.exchanges.is_empty() {
            tab.ask("2+2?");
        }
        assert_eq!(
            tab.answer().as_deref(),
            Some("Answer 1"),
            "after batch {number}"
        );
    }
}

#[test]
fn a_stop_at_any_call_waits_until_the_person_goes_on() {
    for stop_at in 1..=2 {
        let controller: Rc<RefCell<Option<Rc<AgentController>>>> = Rc::default();
        let (stops, calls_made) = (controller.clone(), Cell::new(0));
        let plays = model();
        let stopping = Plays::new(move |request| {
            calls_made.set(calls_made.get() + 1);
            if calls_made.get() == stop_at
                && let Some(controller) = &*stops.borrow()
            {
                controller.stop();
            }
            plays.reply(request)
        });
        let browser = Browser::new(stopping);
        let tab = browser.tab();
        controller.replace(Some(tab.controller.clone()));
        tab.ask("2+2?");
        let stopped = tab.shown().state.current().unwrap().stopped;
        controller.take();
        if stop_at == 2 {
            assert_eq!(
                tab.answer().as_deref(),
                Some("Answer 1"),
                "it comes before the stop"
            );
            continue;
        }
        assert_eq!(stopped, Some(StoppedReason::Cancelled));
        // A page that is opened again waits as well.
        let again = browser.tab();
        assert_eq!(again.open().phases, ["ended"]);
        assert_eq!(again.answer(), None);
        block_on(again.controller.go_on());
        assert_eq!(again.answer().as_deref(), Some("Answer 1"), "{stop_at}");
    }
}

#[test]
fn trouble_is_told_and_goes_on_when_it_is_over() {
    let browser = Browser::new(model());
    *browser.model.borrow_mut() = Err(NoModel::NoneChosen);
    let tab = browser.tab();
    tab.ask("2+2?");
    let blocked = Phase::Blocked(RunBlocked::NoModel(NoModel::NoneChosen));
    assert_eq!(tab.controller.phase(), blocked);
    let silent = Plays::new(|_| Err(LlmError::TokenLimit));
    *browser.model.borrow_mut() = Ok(silent);
    tab.ask("2+2?");
    assert!(matches!(
        tab.controller.phase(),
        Phase::Blocked(RunBlocked::Error(AgentError::Call(_)))
    ));
    *browser.model.borrow_mut() = Ok(model());
    block_on(tab.controller.go_on());
    assert_eq!(tab.answer().as_deref(), Some("Answer 1"));
}

#[test]
fn nothing_is_asked_without_the_tools_that_were_chosen() {
    let browser = Browser::new(model());
    browser.is_part_missing.set(true);
    let tab = browser.tab();
    tab.ask("2+2?");
    assert_eq!(
        tab.controller.phase(),
        Phase::Blocked(RunBlocked::PartMissing)
    );
    assert!(tab.shown().state.exchanges.is_empty());
    browser.is_part_missing.set(false);
    tab.ask("2+2?");
    assert_eq!(tab.answer().as_deref(), Some("Answer 1"));
}

#[test]
fn two_tabs_keep_out_of_each_others_way() {
    let browser = Browser::new(model());
    let tab = browser.tab();
    tab.ask("2+2?");
    let id = tab.shown().state.session_id;
    let held = block_on(browser.locks.try_acquire(&format!("kikitori/session/{id}")));
    tab.ask("And again?");
    assert_eq!(
        tab.controller.phase(),
        Phase::Blocked(RunBlocked::Elsewhere)
    );
    drop(held);
    let other = browser.tab();
    other.open();
    // Both ask at once; one of them is told.
    let both = join(
        tab.controller.ask("Mine?".to_owned()),
        other.controller.ask("Yours?".to_owned()),
    );
    block_on(both);
    let phases = [tab.controller.phase(), other.controller.phase()];
    assert!(phases.contains(&Phase::Ended), "{phases:?}");
}

#[test]
fn a_conversation_that_is_forgotten_leaves_nothing_behind() {
    let browser = Browser::new(model());
    let tab = browser.tab();
    tab.ask("2+2?");
    block_on(tab.controller.forget());
    assert_eq!(tab.controller.phase(), Phase::Idle);
    let keys = block_on(browser.store.keys("")).unwrap();
    let left: Vec<_> = keys.iter().filter(|key| *key != "database").collect();
    assert!(left.is_empty(), "{left:?}");
    // Where somebody else deletes it, it is shown no more, and cannot be gone on with.
    tab.ask("2+2?");
    let id = tab.shown().state.session_id;
    let other = browser.tab();
    other.open();
    block_on(other.controller.forget());
    tab.ask("Still there?");
    assert!(matches!(
        tab.controller.phase(),
        Phase::Blocked(RunBlocked::Lost(_))
    ));
    tab.controller.close(&id);
    assert_eq!(tab.controller.phase(), Phase::Idle);
}

#[test]
fn a_call_that_changes_something_waits_for_the_person_also_over_a_reload() {
    let model = Plays::turns([
        Ok(calls("search", json!({"query": "a"}))),
        Ok(says("Done.")),
    ]);
    let browser = Browser::new(model);
    let asked = ToolPermissions::default().with("search", ToolPermission::Ask);
    browser.permissions.replace(asked);
    let tab = browser.tab();
    block_on(tab.controller.ask("Do it.".to_owned()));
    assert_eq!(tab.controller.phase(), Phase::Waiting);
    // Another tab, after a reload: it waits there as well.
    let tab = browser.tab();
    block_on(tab.controller.open(None));
    assert_eq!(tab.controller.phase(), Phase::Waiting);
    assert_eq!(browser.bench.searches.get(), 0);
    block_on(tab.controller.decide(0, true));
    assert_eq!(tab.controller.phase(), Phase::Ended);
    assert_eq!(browser.bench.searches.get(), 1);
    let answer = tab.shown.borrow().state.current().unwrap().answer.clone();
    assert_eq!(answer.as_deref(), Some("Done."));
}
