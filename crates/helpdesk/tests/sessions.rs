//! A question as a session in the store: listed, exported, taken over by another tab, damaged,
//! evicted, and as an older page left it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;
use std::rc::Rc;
use std::task::Poll;

use futures::executor::block_on;
use futures::future::{join, poll_fn};
use kikitori_fixtures::StoredPage;
use kikitori_helpdesk::*;
use kikitori_journal::{Entry, Progress, SessionKey, SessionStatus, Sessions};
use kikitori_ports::Ids;
use kikitori_store::{Batch, Record, RecordingStore, Store, StoreError, Stored};
use serde_json::json;
use support::page::{Tab, World};
use support::*;

fn list(world: &World) -> Vec<Entry> {
    block_on(Sessions::new(world.store.clone()).list()).unwrap()
}

struct OneId;

impl Ids for OneId {
    fn new_id(&self) -> String {
        "imported".to_owned()
    }
}

#[test]
fn a_question_is_listed_exported_imported_and_deleted_like_any_session() {
    let world = World::new(counted().0, Rc::default());
    let answer = Tab::open(&world).ask(QUESTION).answer().unwrap();
    let [Entry::Session(head)] = &list(&world)[..] else {
        panic!("{:?}", list(&world))
    };
    assert_eq!(
        (head.kind.as_str(), head.title.as_str()),
        ("helpdesk", QUESTION)
    );
    assert_eq!(head.status, SessionStatus::Done);
    assert_eq!(head.progress, Progress { done: 2, of: 2 });
    assert!(head.updated_at > head.created_at && head.created_at > 0);

    let sessions = Sessions::new(world.store.clone());
    let file = block_on(sessions.export(&SessionKey::new(&head.id)));
    let file = file.unwrap().unwrap();
    block_on(sessions.delete(&SessionKey::new(&head.id))).unwrap();
    assert_eq!(Tab::open(&world).resume().phase, Phase::Idle);

    let elsewhere = World::new(counted().0, Rc::default());
    let sessions = Sessions::new(elsewhere.store.clone());
    block_on(sessions.import(&file, &OneId)).unwrap();
    let shown = Tab::open(&elsewhere).resume();
    assert_eq!(
        (shown.question.as_str(), shown.answer()),
        (QUESTION, Some(answer))
    );
    // Its tool calls came with it.
    let [Entry::Session(head)] = &list(&elsewhere)[..] else {
        panic!("{:?}", list(&elsewhere))
    };
    let session = block_on(HelpDeskSession::stored(&*elsewhere.store, &head.id));
    let session = session.unwrap().unwrap();
    assert_eq!((session.run_steps.len(), session.usage.calls), (2, 8));
}

#[test]
fn a_question_under_way_is_listed_with_how_far_it_has_come() {
    let model = faulty(|request| {
        let dies = is_about_tab(request) && is_reflection(request);
        dies.then(|| Err(unreachable()))
    });
    let world = World::new(model, Rc::default());
    Tab::open(&world).ask(QUESTION);
    let [Entry::Session(head)] = &list(&world)[..] else {
        panic!("{:?}", list(&world))
    };
    assert_eq!(head.status, SessionStatus::Open);
    assert_eq!(head.progress, Progress { done: 1, of: 2 });
}

/// Lets others go first so many times.
async fn after(polls: u32) {
    let mut left = polls;
    poll_fn(|context| {
        context.waker().wake_by_ref();
        left = left.saturating_sub(1);
        if left == 0 {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
}

#[test]
fn where_there_are_no_locks_the_tab_that_was_taken_over_is_told_and_writes_nothing_more() {
    let mut taken_over = 0;
    for polls in 1..60 {
        let world = World::new(counted().0, Rc::default());
        world.locks.are_missing.set(true);
        let (one, other) = (Tab::open(&world), Tab::open(&world));
        let asks = one.controller.run(RunMode::New(QUESTION.to_owned()));
        let goes_on = async {
            after(polls).await;
            other.controller.run(RunMode::Resume).await;
        };
        block_on(join(asks, goes_on));
        let told = one.shown();
        let shown = match other.shown() {
            // Nothing was stored yet.
            shown if shown.phase == Phase::Idle => other.resume(),
            shown => shown,
        };
        let answer = shown
            .answer()
            .unwrap_or_else(|| panic!("{polls}: {:?}", shown.phase));
        match told.phase {
            Phase::Answered { .. } => assert_eq!(told.answer(), Some(answer)),
            Phase::Blocked(RunBlocked::Elsewhere) => taken_over += 1,
            other => panic!("{polls}: {other:?}"),
        }
        // What is stored is one run's, which any tab reads.
        let again = Tab::open(&world).resume();
        assert_eq!(again.answer(), shown.answer(), "{polls}");
        assert_eq!(list(&world).len(), 1);
    }
    assert!(taken_over > 5, "{taken_over}");
}

#[test]
fn where_there_are_no_locks_two_questions_are_each_answered_and_not_mixed() {
    for polls in 1..60 {
        let world = World::new(counted().0, Rc::default());
        world.locks.are_missing.set(true);
        let (one, other) = (Tab::open(&world), Tab::open(&world));
        let asks = one.controller.run(RunMode::New(QUESTION.to_owned()));
        let asks_too = async {
            after(polls).await;
            let question = "Are there cookies?".to_owned();
            other.controller.run(RunMode::New(question)).await;
        };
        block_on(join(asks, asks_too));
        assert!(one.shown().answer().unwrap().contains("JSON file"));
        assert!(other.shown().answer().unwrap().contains("no cookies"));
        assert_eq!(list(&world).len(), 2, "{polls}");
        one.forget();
        let left = Tab::open(&world).resume();
        assert!(left.answer().unwrap().contains("no cookies"), "{polls}");
        other.forget();
        assert_eq!(block_on(world.store.keys("")).unwrap(), ["database"]);
    }
}

#[test]
fn an_evicted_database_is_told_at_the_next_write_and_the_question_asked_anew() {
    for at in 2..8 {
        let store: Rc<RecordingStore> = Rc::default();
        let (evicts, count) = (store.clone(), Rc::new(Cell::new(0)));
        let model = faulty(move |_| {
            count.set(count.get() + 1);
            if count.get() == at {
                evicts.evict();
            }
            None
        });
        let world = World::new(model, store);
        let tab = Tab::open(&world);
        let shown = tab.ask(QUESTION);
        let vanished = HelpDeskError::Store(StoreError::Vanished);
        assert_eq!(
            shown.phase,
            Phase::Blocked(RunBlocked::Lost(vanished)),
            "{at}"
        );
        let shown = tab.go_on();
        assert_eq!(shown.question, QUESTION);
        assert!(shown.answer().unwrap().contains("JSON file"), "{at}");
        assert_eq!(Tab::open(&world).resume().answer(), shown.answer());
    }
}

#[test]
fn a_damaged_record_of_the_session_costs_that_record() {
    let world = World::new(counted().0, Rc::default());
    let answer = Tab::open(&world).ask(QUESTION).answer();
    let keys = block_on(world.store.keys("session/run-1/journal/main/update/")).unwrap();
    assert!(keys.len() > 4);
    for key in keys {
        let mut batch = Batch::new();
        batch.put(key, Record::damaged("?"));
        block_on(world.store.commit(batch)).unwrap();
        let shown = Tab::open(&world).resume();
        assert_eq!(
            (shown.question.as_str(), shown.answer()),
            (QUESTION, answer.clone())
        );
    }
    let session = block_on(HelpDeskSession::stored(&*world.store, "run-1"));
    assert_eq!(session.unwrap().unwrap().question, QUESTION);
}

#[test]
fn a_question_of_which_nothing_else_can_be_read_is_asked_anew() {
    for (stream, is_answered) in [("main", false), ("main:graph", false), ("main:graph", true)] {
        let dies = Rc::new(Cell::new(!is_answered));
        let away = dies.clone();
        let model = faulty(move |request| {
            (away.get() && is_about_tab(request)).then(|| Err(unreachable()))
        });
        let world = World::new(model, Rc::default());
        Tab::open(&world).ask(QUESTION);
        dies.set(false);
        let prefix = format!("session/run-1/journal/{stream}/snapshot/");
        for key in block_on(world.store.keys(&prefix)).unwrap() {
            let mut batch = Batch::new();
            batch.put(key, Record::damaged("?"));
            block_on(world.store.commit(batch)).unwrap();
        }
        let tab = Tab::open(&world);
        let shown = tab.resume();
        let is_lost = matches!(shown.phase, Phase::Blocked(RunBlocked::Lost(_)));
        assert!(is_lost, "{stream}: {:?}", shown.phase);
        assert_eq!(shown.question, QUESTION);
        let shown = tab.go_on();
        assert_eq!(shown.question, QUESTION);
        assert!(shown.answer().is_some(), "{stream}: {:?}", shown.phase);
        assert_eq!(list(&world).len(), 1);
    }
}

#[test]
fn a_question_that_an_older_page_stored_goes_on_and_becomes_a_session() {
    let page = StoredPage::of("desk_under_way");
    let store = Rc::new(RecordingStore::new());
    let mut batch = Batch::new();
    for (key, record) in page.records {
        let (version, body) = (record.version, record.body);
        batch.put(key, Record { version, body });
    }
    block_on(store.commit(batch)).unwrap();
    let (model, count) = counted();
    let world = World::new(model, store);
    let tab = Tab::open(&world);
    let question = "How do I download the result? Can I use it without a mouse?";
    let stored = tab.stored().unwrap();
    assert_eq!(stored.text, question);
    let shown = tab.resume();
    assert_eq!(shown.question, question);
    assert!(shown.answer().unwrap().contains("JSON file"), "{shown:?}");
    // One subtask was finished, and what that used is counted.
    let used = shown.progress.usage.calls;
    assert!(count.get() == 4 && used >= 8, "{} of {used}", count.get());
    let [Entry::Session(head)] = &list(&world)[..] else {
        panic!("{:?}", list(&world))
    };
    assert_eq!(
        (head.title.as_str(), head.status),
        (question, SessionStatus::Done)
    );
    let left = block_on(world.store.keys("")).unwrap();
    let old = |key: &&String| key.starts_with("graph/") || *key == "desk/current";
    assert_eq!(
        left.iter().filter(old).collect::<Vec<_>>(),
        Vec::<&String>::new()
    );
    tab.forget();
    assert!(list(&world).is_empty());
}

#[test]
fn a_question_that_an_older_page_stored_can_be_forgotten_and_stays_when_another_is_asked() {
    for asks_another in [true, false] {
        let page = StoredPage::of("desk_under_way");
        let memory = block_on(page.in_memory());
        let mut batch = Batch::new();
        for (key, record) in block_on(memory.list("")).unwrap() {
            batch.put(key, record);
        }
        let store = Rc::new(RecordingStore::new());
        block_on(store.commit(batch)).unwrap();
        let world = World::new(counted().0, store);
        let tab = Tab::open(&world);
        assert!(tab.stored().is_some());
        let left = if asks_another {
            assert!(tab.ask("Are there cookies?").answer().is_some());
            2
        } else {
            assert_eq!(tab.forget().phase, Phase::Idle);
            let graph = block_on(world.store.keys("graph/")).unwrap();
            assert_eq!(graph, Vec::<String>::new());
            0
        };
        assert_eq!(list(&world).len(), left);
        assert_eq!(block_on(world.store.get("desk/current")).unwrap(), None);
    }
}

#[test]
fn a_store_that_is_full_keeps_the_old_question_and_the_new_one_is_asked_later() {
    let world = World::new(counted().0, Rc::default());
    let tab = Tab::open(&world);
    tab.ask("Are there cookies?");
    world.store.refuse(true);
    let shown = tab.ask(QUESTION);
    let full = |blocked: &RunBlocked| match blocked {
        RunBlocked::Error(HelpDeskError::Store(StoreError::Full { .. })) => true,
        other => panic!("{other:?}"),
    };
    assert!(matches!(&shown.phase, Phase::Blocked(blocked) if full(blocked)));
    let stored = tab.stored().unwrap();
    assert_eq!(stored.text, "Are there cookies?");
    world.store.refuse(false);
    let shown = tab.go_on();
    assert_eq!(shown.question, QUESTION);
    assert!(shown.answer().unwrap().contains("JSON file"));
}

#[test]
fn a_stored_question_that_cannot_be_read_is_told_and_another_one_can_be_asked() {
    let world = World::new(counted().0, Rc::default());
    let mut batch = Batch::new();
    batch
        .put_value("desk/current", &NotAQuestion(json!({"run": 1})))
        .unwrap();
    block_on(world.store.commit(batch)).unwrap();
    let tab = Tab::open(&world);
    assert!(block_on(tab.controller.stored_question()).is_err());
    let shown = tab.resume();
    assert!(matches!(
        shown.phase,
        Phase::Blocked(RunBlocked::Error(HelpDeskError::Store(
            StoreError::Unreadable { .. }
        )))
    ));
    assert!(tab.ask(QUESTION).answer().is_some());
    // It hides no other one, and can be deleted.
    let tab = Tab::open(&world);
    assert_eq!(tab.stored().unwrap().text, QUESTION);
    Tab::open(&world).forget();
    assert_eq!(block_on(world.store.get("desk/current")), Ok(None));
    assert_eq!(list(&world).len(), 1);
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
struct NotAQuestion(serde_json::Value);

impl Stored for NotAQuestion {
    const KIND: &'static str = "no question";
    const VERSION: u32 = 1;
}
