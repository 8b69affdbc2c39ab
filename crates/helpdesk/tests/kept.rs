//! What was asked and answered stays, whatever the store does and whichever tab asks next.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;
use std::rc::Rc;

use futures::FutureExt;
use futures::executor::block_on;
use kikitori_fixtures::StoredPage;
use kikitori_helpdesk::*;
use kikitori_journal::{Entry, SessionKey, SessionStatus, Sessions};
use kikitori_ports::Ids;
use kikitori_scripted::offers;
use kikitori_store::{Batch, Record, RecordingStore, Store, StoreError};
use support::page::{Tab, World};
use support::*;

const OTHER: &str = "Are there cookies?";

fn world() -> Rc<World> {
    World::new(counted().0, Rc::default())
}

fn titles(world: &World) -> Vec<String> {
    let entries = block_on(Sessions::new(world.store.clone()).list()).unwrap();
    let mut titles: Vec<String> = entries
        .into_iter()
        .map(|entry| match entry {
            Entry::Session(head) => head.title,
            Entry::Unreadable { .. } => "?".to_owned(),
        })
        .collect();
    titles.sort();
    titles
}

struct OneId;

impl Ids for OneId {
    fn new_id(&self) -> String {
        "imported".to_owned()
    }
}

/// A question of another device, answered there, as a file.
fn exported() -> String {
    let elsewhere = world();
    Tab::open(&elsewhere).ask(QUESTION);
    let sessions = Sessions::new(elsewhere.store.clone());
    let session = SessionKey::new("run-1");
    block_on(sessions.export(&session)).unwrap().unwrap()
}

fn put(world: &World, key: &str, record: Record) {
    let mut batch = Batch::new();
    batch.put(key, record);
    block_on(world.store.commit(batch)).unwrap();
}

/// A question that is finished up to its last call, which does not come.
fn waits_for_the_answer(world_store: Rc<RecordingStore>) -> (Rc<World>, Rc<Cell<bool>>) {
    let is_away = Rc::new(Cell::new(true));
    let away = is_away.clone();
    let model = faulty(move |request| {
        (away.get() && offers(request, "answer")).then(|| Err(unreachable()))
    });
    (World::new(model, world_store), is_away)
}

#[test]
fn questions_stay_when_another_one_is_asked_shown_or_not() {
    let world = world();
    let tab = Tab::open(&world);
    assert!(tab.ask(OTHER).answer().is_some());
    let sessions = Sessions::new(world.store.clone());
    block_on(sessions.import(&exported(), &OneId)).unwrap();
    let other = "Can all of it be used without a mouse?";
    assert!(tab.ask(other).answer().is_some());
    assert_eq!(titles(&world), [OTHER, other, QUESTION]);
}

#[test]
fn a_question_that_another_tab_asked_stays_when_a_tab_that_never_saw_it_asks() {
    let world = world();
    let (one, other) = (Tab::open(&world), Tab::open(&world));
    assert!(one.ask(QUESTION).answer().is_some());
    assert!(other.ask(OTHER).answer().is_some());
    assert_eq!(titles(&world), [OTHER, QUESTION]);
    // And so does what a page was told of when it was opened.
    let later = Tab::open(&world);
    assert_eq!(later.stored().unwrap().text, OTHER);
    assert!(later.ask(QUESTION).answer().is_some());
    assert_eq!(titles(&world), [OTHER, QUESTION, QUESTION]);
}

#[test]
fn a_question_of_an_older_page_that_was_not_shown_becomes_a_session_when_another_is_asked() {
    let page = StoredPage::of("desk_under_way");
    let memory = block_on(page.in_memory());
    let mut batch = Batch::new();
    for (key, record) in block_on(memory.list("")).unwrap() {
        batch.put(key, record);
    }
    let world = world();
    block_on(world.store.commit(batch)).unwrap();
    let tab = Tab::open(&world);
    assert!(tab.ask(OTHER).answer().is_some());
    let older = "How do I download the result? Can I use it without a mouse?";
    assert_eq!(titles(&world), [OTHER, older]);
    assert_eq!(Tab::open(&world).stored().unwrap().text, OTHER);
    // With what was finished of it.
    tab.forget();
    let shown = Tab::open(&world).resume();
    assert_eq!(shown.question, older);
    assert!(shown.answer().is_some(), "{:?}", shown.phase);
}

#[test]
fn forgetting_without_having_seen_a_question_deletes_none() {
    let world = world();
    Tab::open(&world).ask(QUESTION);
    Tab::open(&world).forget();
    assert_eq!(titles(&world), [QUESTION]);
}

#[test]
fn a_head_without_anything_behind_it_is_told_as_lost_and_asked_anew() {
    let world = world();
    Tab::open(&world).ask(QUESTION);
    let mut batch = Batch::new();
    for key in block_on(world.store.keys("session/run-1/journal/")).unwrap() {
        batch.delete(key);
    }
    block_on(world.store.commit(batch)).unwrap();
    let tab = Tab::open(&world);
    assert_eq!(tab.stored().unwrap().text, QUESTION);
    let shown = tab.resume();
    let is_lost = matches!(shown.phase, Phase::Blocked(RunBlocked::Lost(_)));
    assert!(is_lost, "{:?}", shown.phase);
    assert_eq!(shown.question, QUESTION);
    assert!(tab.go_on().answer().is_some());
    assert_eq!(titles(&world), [QUESTION]);
}

#[test]
fn a_session_whose_head_cannot_be_read_is_found_by_its_records() {
    for is_answered in [true, false] {
        let (world, is_away) = waits_for_the_answer(Rc::default());
        is_away.set(!is_answered);
        Tab::open(&world).ask(QUESTION);
        put(&world, "head/run-1", Record::damaged("?"));
        is_away.set(false);
        let tab = Tab::open(&world);
        let stored = tab.stored().map(|it| (it.text, it.is_answered));
        assert_eq!(stored, Some((QUESTION.to_owned(), is_answered)));
        assert!(tab.resume().answer().unwrap().contains("JSON file"));
    }
    // An interview's are not taken for a question's.
    let page = StoredPage::of("finished");
    let world = world();
    for (key, record) in block_on(block_on(page.in_memory()).list("")).unwrap() {
        put(&world, &key, record);
    }
    for key in block_on(world.store.keys("head/")).unwrap() {
        put(&world, &key, Record::damaged("?"));
    }
    assert_eq!(Tab::open(&world).stored(), None);
}

#[test]
fn an_answer_is_shown_when_what_it_used_cannot_be_stored() {
    let store: Rc<RecordingStore> = Rc::default();
    let fills = store.clone();
    let model = faulty(move |request| {
        if offers(request, "answer") {
            fills.refuse_keys(Some("/main/"));
        }
        None
    });
    let world = World::new(model, store.clone());
    let tab = Tab::open(&world);
    let shown = tab.ask(QUESTION);
    assert!(shown.answer().unwrap().contains("JSON file"));
    assert_eq!(shown.progress.usage.calls, 8);
    let Phase::Answered { store_error, .. } = &shown.phase else {
        panic!("{:?}", shown.phase)
    };
    let full = HelpDeskError::Store(StoreError::Full {
        detail: "the test refuses".to_owned(),
    });
    assert_eq!(store_error, &Some(full));
    // It is there again, also without a model and before it is on record that there is one.
    world.model.replace(Err(NoModel::ServerAway)).unwrap();
    let again = Tab::open(&world).resume();
    assert_eq!(again.answer(), shown.answer());
    assert_eq!(again.question, QUESTION);
}

#[test]
fn an_answer_is_shown_though_other_records_of_its_run_are_lost() {
    let whole = world();
    let answer = Tab::open(&whole).ask(OTHER).answer();
    let keys = block_on(whole.store.keys("session/run-1/journal/main:graph/update/")).unwrap();
    let (with_answer, others) = keys.split_last().unwrap();
    assert!(others.len() > 1, "{keys:?}");
    for key in others {
        let (model, count) = counted();
        let world = World::new(model, Rc::new(whole.store.after(usize::MAX)));
        put(&world, key, Record::damaged("?"));
        let shown = Tab::open(&world).resume();
        assert_eq!((shown.answer(), count.get()), (answer.clone(), 0), "{key}");
    }
    put(&whole, with_answer, Record::damaged("?"));
    let shown = Tab::open(&whole).resume();
    let is_lost = matches!(shown.phase, Phase::Blocked(RunBlocked::Lost(_)));
    assert!(is_lost, "{:?}", shown.phase);
}

#[test]
fn what_was_finished_goes_on_though_nothing_about_its_usage_can_be_stored() {
    let world = world();
    // The question is stored, and from then on nothing beside the run.
    let (waiting, is_away) = waits_for_the_answer(world.store.clone());
    Tab::open(&waiting).ask(QUESTION);
    is_away.set(false);
    let (model, count) = counted();
    let full = World::new(model, world.store.clone());
    full.store.refuse_keys(Some("/main/"));
    let shown = Tab::open(&full).resume();
    assert!(shown.answer().is_some(), "{:?}", shown.phase);
    assert_eq!(count.get(), 1);
    full.store.refuse_keys(None);
    assert_eq!(Tab::open(&full).resume().answer(), shown.answer());
}

#[test]
fn a_run_goes_on_though_its_picture_could_not_be_read() {
    let (world, is_away) = waits_for_the_answer(Rc::default());
    Tab::open(&world).ask(QUESTION);
    is_away.set(false);
    let tab = Tab::open(&world);
    // Once for the answer that might be there, and once for the plan.
    world.store.fail_reads("main:graph", 2);
    let shown = tab.resume();
    assert!(shown.answer().is_some(), "{:?}", shown.phase);
}

#[test]
fn a_page_that_is_killed_after_the_plan_lists_how_much_there_is_to_do() {
    let whole = world();
    Tab::open(&whole).ask(QUESTION);
    for killed in whole.store.after_each() {
        let world = World::new(counted().0, Rc::new(killed));
        Tab::open(&world).resume();
        let entries = block_on(Sessions::new(world.store.clone()).list()).unwrap();
        let [Entry::Session(head)] = &entries[..] else {
            panic!("{entries:?}")
        };
        assert_eq!(head.status, SessionStatus::Done);
        assert_eq!((head.progress.done, head.progress.of), (2, 2));
    }
}

#[test]
fn a_question_that_was_deleted_elsewhere_is_told_as_gone_and_not_as_at_work() {
    let world = world();
    let deletes = world.store.clone();
    let model = faulty(move |request| {
        if offers(request, "plan") {
            let sessions = Sessions::new(deletes.clone());
            let session = SessionKey::new("run-1");
            let deleted = sessions.delete(&session).now_or_never();
            deleted.unwrap().unwrap();
        }
        None
    });
    let deleted = World::new(model, world.store.clone());
    let tab = Tab::open(&deleted);
    let shown = tab.ask(QUESTION);
    let is_lost = matches!(shown.phase, Phase::Blocked(RunBlocked::Lost(_)));
    assert!(is_lost, "{:?}", shown.phase);
    assert_eq!(shown.question, QUESTION);
}
