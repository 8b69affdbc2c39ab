//! The help desk without its page: asked, stopped, resumed, killed, forgotten, and in two tabs.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use futures::executor::block_on;
use futures::future::join;
use kikitori_engine::caller::CallError;
use kikitori_helpdesk::*;
use kikitori_journal::{SessionKey, Sessions};
use kikitori_llm::{BudgetExceeded, CapKind, Caps};
use kikitori_scripted::{calls, offers};
use kikitori_store::{RecordingStore, Store};
use serde_json::json;
use support::page::{Tab, World};
use support::*;

fn world(fault: impl Fn(&kikitori_llm::ChatRequest) -> Option<Reply> + 'static) -> Rc<World> {
    World::new(faulty(fault), Rc::default())
}

/// The runs that something is stored of.
fn runs(store: &RecordingStore) -> BTreeSet<String> {
    let keys = block_on(store.keys("")).unwrap();
    let run = |key: &String| key.split('/').nth(1).map(str::to_owned);
    keys.iter().filter_map(run).collect()
}

#[test]
fn a_question_is_answered_and_there_again_when_the_page_is_opened_again() {
    let world = world(|_| None);
    let shown = Tab::open(&world).ask(QUESTION);
    let answer = shown.answer().unwrap();
    assert!(answer.contains("JSON file"), "{answer}");
    assert_eq!(shown.question, QUESTION);
    assert_eq!(shown.progress.usage.calls, 8);
    assert_eq!(shown.progress.draft, answer);

    let tab = Tab::open(&world);
    let stored = tab.stored().unwrap();
    assert_eq!(stored.text, QUESTION);
    let batches = world.store.batches().len();
    let again = tab.resume();
    assert_eq!(again.answer(), Some(answer));
    assert_eq!(again.question, QUESTION);
    assert_eq!(again.progress.usage, shown.progress.usage);
    let states = |shown: &page::Shown| -> Vec<_> {
        let subtasks = shown.progress.subtasks.iter();
        subtasks
            .map(|it| (it.title.clone(), it.whole.state, it.phases))
            .collect()
    };
    assert_eq!(states(&again), states(&shown));
    assert_eq!(
        world.store.batches().len(),
        batches,
        "nothing is written again"
    );
}

#[test]
fn there_is_nothing_to_go_on_with_before_a_question() {
    let tab = Tab::open(&world(|_| None));
    assert_eq!(tab.stored(), None);
    assert_eq!(tab.resume().phase, Phase::Idle);
    assert_eq!(tab.forget().phase, Phase::Idle);
}

#[test]
fn a_stop_keeps_what_was_finished_and_counts_what_was_under_way() {
    // Stopped from within the model's reply, wherever that is.
    for stop_at in 1..=8_u64 {
        let tab: Rc<RefCell<Option<Rc<Tab>>>> = Rc::default();
        let (stops, count) = (tab.clone(), Rc::new(Cell::new(0)));
        let counted = count.clone();
        let world = world(move |_| {
            counted.set(counted.get() + 1);
            if counted.get() == stop_at
                && let Some(tab) = &*stops.borrow()
            {
                tab.controller.stop();
            }
            None
        });
        let open = Rc::new(Tab::open(&world));
        tab.replace(Some(open.clone()));
        let stopped = open.ask(QUESTION);
        let made = count.get();
        if stopped.answer().is_some() {
            assert_eq!(stop_at, 8, "the last reply comes before the stop");
            continue;
        }
        assert_eq!(stopped.phase, Phase::Stopped, "{stop_at}");
        let running = |it: &NodeState| *it == NodeState::Running;
        let phases = stopped.progress.subtasks.iter().flat_map(|it| &it.phases);
        assert_eq!(phases.filter(|it| running(it)).count(), 0);
        // Another page knows what the calls used, those that were stopped as well.
        let again = Tab::open(&world);
        let answered = again.resume();
        assert!(answered.answer().is_some(), "{stop_at}: {answered:?}");
        let all = count.get();
        assert!(
            all >= 8 && answered.progress.usage.calls >= all,
            "{stop_at}: {made} and {all}"
        );
        tab.take();
    }
}

#[test]
fn a_stop_before_the_agents_are_at_work_stops_too() {
    let world = world(|_| None);
    let tab = Tab::open(&world);
    let asks = tab.controller.run(RunMode::New(QUESTION.to_owned()));
    // At its first poll, the question is stored.
    block_on(join(asks, async { tab.controller.stop() }));
    assert_eq!(tab.shown().phase, Phase::Stopped);
    assert!(tab.go_on().answer().is_some());
}

#[test]
fn another_question_can_be_asked_after_a_stop_and_the_first_is_kept() {
    let tab: Rc<RefCell<Option<Rc<Tab>>>> = Rc::default();
    let stops = tab.clone();
    let world = world(move |request| {
        if is_search(request)
            && let Some(tab) = stops.take()
        {
            tab.controller.stop();
        }
        None
    });
    let open = Rc::new(Tab::open(&world));
    tab.replace(Some(open.clone()));
    assert_eq!(open.ask(QUESTION).phase, Phase::Stopped);
    let first = runs(&world.store);
    let shown = open.ask("Are there cookies?");
    assert!(shown.answer().unwrap().contains("no cookies"));
    assert_eq!(shown.progress.subtasks.len(), 1);
    let second = runs(&world.store);
    assert!(
        second.len() == 2 && second.is_superset(&first),
        "{second:?}"
    );
}

#[test]
fn a_page_that_is_killed_after_any_batch_goes_on_to_the_same_answer() {
    let whole = world(|_| None);
    let unbroken = Tab::open(&whole).ask(QUESTION);
    let calls = unbroken.progress.usage.calls;
    let batches = whole.store.batches().len();
    assert!(batches > 8, "{batches}");
    for (batch, killed) in (1..).zip(whole.store.after_each()) {
        let (model, count) = counted();
        let world = World::new(model, Rc::new(killed));
        let tab = Tab::open(&world);
        let stored = tab.stored();
        assert_eq!(stored.unwrap().text, QUESTION, "after batch {batch}");
        let resumed = tab.resume();
        assert_eq!(resumed.answer(), unbroken.answer(), "after batch {batch}");
        assert_eq!(
            runs(&world.store),
            runs(&whole.store),
            "after batch {batch}"
        );
        // What was under way is asked again; what was stored is not.
        assert!(count.get() <= calls, "after batch {batch}");
        let used = resumed.progress.usage.calls;
        assert!(
            (calls..=calls + 4).contains(&used),
            "after batch {batch}: {used}"
        );
    }
}

#[test]
fn a_question_that_is_forgotten_leaves_nothing_behind() {
    let world = world(|_| None);
    let tab = Tab::open(&world);
    tab.ask(QUESTION);
    let shown = tab.forget();
    assert_eq!(shown.phase, Phase::Idle);
    assert_eq!(
        (shown.question.as_str(), shown.progress),
        ("", RunProgress::default())
    );
    // The database's own name, which no session is needed for.
    assert_eq!(block_on(world.store.keys("")).unwrap(), ["database"]);
}

#[test]
fn one_tab_works_and_the_other_is_told() {
    let world = world(|_| None);
    let (one, other) = (Tab::open(&world), Tab::open(&world));
    let asks = one.controller.run(RunMode::New(QUESTION.to_owned()));
    let asks_too = other
        .controller
        .run(RunMode::New("Are there cookies?".to_owned()));
    block_on(join(asks, asks_too));
    assert!(one.shown().answer().unwrap().contains("JSON file"));
    assert_eq!(other.shown().phase, Phase::Blocked(RunBlocked::Elsewhere));
    assert_eq!(other.shown().phase.name(), "elsewhere");
    assert_eq!(runs(&world.store).len(), 1);
    // It goes on with its own question, which could not be kept then.
    let shown = other.go_on();
    assert!(shown.answer().unwrap().contains("no cookies"));
    // The first tab shows a run that is gone, and forgets nothing of the other one's.
    one.forget();
    let stored = other.stored().unwrap();
    assert_eq!(stored.text, "Are there cookies?");
    assert!(other.resume().answer().is_some());
}

#[test]
fn only_one_run_goes_on_in_a_tab() {
    let world = world(|_| None);
    let tab = Tab::open(&world);
    let asks = tab.controller.run(RunMode::New(QUESTION.to_owned()));
    let asks_too = tab
        .controller
        .run(RunMode::New("Are there cookies?".to_owned()));
    block_on(join(asks, asks_too));
    assert_eq!(tab.shown().question, QUESTION);
    assert!(tab.shown().answer().is_some());
}

#[test]
fn without_a_model_or_documents_the_question_waits() {
    let world = world(|_| None);
    let tab = Tab::open(&world);
    let model = world.model.replace(Err(NoModel::ServerAway));
    let shown = tab.ask(QUESTION);
    assert_eq!(
        shown.phase,
        Phase::Blocked(RunBlocked::NoModel(NoModel::ServerAway))
    );
    *world.model.borrow_mut() = model;
    world.has_documents.set(false);
    let shown = tab.go_on();
    assert_eq!(shown.phase, Phase::Blocked(RunBlocked::NothingToSearch));
    world.has_documents.set(true);
    // Also from a page that is opened again.
    let shown = Tab::open(&world).resume();
    assert_eq!(shown.question, QUESTION);
    assert!(shown.answer().is_some());
}

#[test]
fn a_model_that_goes_away_is_told_with_the_nodes_that_failed_and_the_run_goes_on_later() {
    let is_away = Rc::new(Cell::new(true));
    let away = is_away.clone();
    let world = world(move |request| {
        let is_plan = offers(request, "plan");
        (away.get() && !is_plan).then(|| Err(unreachable()))
    });
    let tab = Tab::open(&world);
    let shown = tab.ask(QUESTION);
    let Phase::Blocked(RunBlocked::Failed(failures)) = &shown.phase else {
        panic!("{:?}", shown.phase)
    };
    let subtasks: Vec<_> = failures.iter().map(|it| it.node.subtask()).collect();
    assert_eq!(subtasks, [Some(0), Some(1)]);
    let model = HelpDeskError::Call(CallError::Model(unreachable()));
    assert!(failures.iter().all(|it| it.error == model));
    let states = shown.progress.subtasks.iter().map(|it| it.whole.state);
    assert_eq!(states.collect::<Vec<_>>(), [NodeState::Failed; 2]);
    assert_eq!(shown.progress.plan.state, NodeState::Done);
    is_away.set(false);
    let shown = tab.go_on();
    assert!(shown.answer().is_some(), "{:?}", shown.phase);
    let states = shown.progress.subtasks.iter().map(|it| it.whole.state);
    assert_eq!(states.collect::<Vec<_>>(), [NodeState::Done; 2]);
}

#[test]
fn a_budget_that_is_used_up_is_told_and_a_raised_one_goes_on() {
    let world = world(|_| None);
    let caps = |calls| Caps {
        calls: Some(calls),
        ..Caps::default()
    };
    world.caps.set(caps(7));
    let tab = Tab::open(&world);
    let reached = BudgetExceeded::Reached {
        what: CapKind::Calls,
        limit: 7,
        used: 7,
    };
    let shown = tab.ask(QUESTION);
    assert_eq!(
        shown.phase,
        Phase::Blocked(RunBlocked::BudgetExceeded(reached))
    );
    assert_eq!(tab.go_on().phase, shown.phase);
    world.caps.set(caps(8));
    let shown = tab.go_on();
    assert!(shown.answer().is_some());
    assert_eq!(shown.progress.usage.calls, 8);
}

#[test]
fn a_cap_that_is_lowered_during_a_call_holds_for_the_next_one_and_loses_nothing() {
    let world: Rc<RefCell<Option<Rc<World>>>> = Rc::default();
    let (lowers, count) = (world.clone(), Rc::new(Cell::new(0)));
    let caps = |calls| Caps {
        calls,
        ..Caps::default()
    };
    let counted = count.clone();
    let model = faulty(move |request| {
        counted.set(counted.get() + 1);
        if is_about_tab(request)
            && is_subtask_answer(request)
            && let Some(world) = lowers.take()
        {
            world.caps.set(caps(Some(1)));
        }
        None
    });
    let opened = World::new(model, Rc::default());
    world.replace(Some(opened.clone()));
    let tab = Tab::open(&opened);
    let shown = tab.ask(QUESTION);
    let Phase::Blocked(RunBlocked::BudgetExceeded(BudgetExceeded::Reached { limit, .. })) =
        shown.phase
    else {
        panic!("{:?}", shown.phase)
    };
    assert_eq!(limit, 1);
    let made = count.get();
    assert_eq!(shown.progress.usage.calls, made);
    opened.caps.set(caps(None));
    let shown = tab.go_on();
    assert!(shown.answer().is_some());
    // The call during which it was lowered was not made again.
    assert_eq!((count.get(), shown.progress.usage.calls), (8, 8));
}

#[test]
fn a_draft_of_a_reply_that_is_asked_for_again_is_not_shown_twice() {
    let times = Rc::new(Cell::new(0));
    let seen = times.clone();
    let world = world(move |request| {
        let is_first = offers(request, "answer") && seen.replace(seen.get() + 1) == 0;
        let statements = json!({"statements": [{"text": "A draft."}]});
        is_first.then(|| Ok(calls("answer", statements)))
    });
    let shown = Tab::open(&world).ask("Are there cookies?");
    assert_eq!(times.get(), 2);
    assert_eq!(Some(shown.progress.draft.clone()), shown.answer());
}

#[test]
fn an_older_question_is_shown_when_it_is_chosen_and_stays_when_the_next_is_asked() {
    let world = world(|_| None);
    let first = Tab::open(&world).ask(QUESTION);
    let second = "Are there cookies?";
    Tab::open(&world).ask(second);
    let older = block_on(Sessions::new(world.store.clone()).list()).unwrap();
    let older = older.last().unwrap().session();

    let tab = Tab::open(&world);
    assert_eq!(tab.stored().unwrap().text, second);
    assert!(tab.controller.choose(older.id()));
    block_on(tab.controller.open());
    assert_eq!(tab.shown().question, QUESTION);
    assert_eq!(tab.shown().answer(), first.answer());
    assert!(!tab.controller.choose(older.id()), "it is shown already");
    let third = "Can I use the keyboard?";
    assert_eq!(tab.ask(third).question, third);
    assert_eq!(Tab::open(&world).stored().unwrap().text, third);
    // With its answer.
    let tab = Tab::open(&world);
    assert!(tab.controller.choose(older.id()));
    block_on(tab.controller.open());
    assert_eq!(tab.shown().answer(), first.answer());
}

#[test]
fn a_question_that_was_deleted_elsewhere_on_the_page_is_shown_no_more() {
    let world = world(|_| None);
    let tab = Tab::open(&world);
    tab.ask(QUESTION);
    let run = tab.stored().unwrap().run;
    let sessions = Sessions::new(world.store.clone());
    block_on(sessions.delete(&SessionKey::new(run.as_str()))).unwrap();
    tab.controller.close("another");
    assert_eq!(tab.shown().question, QUESTION);
    tab.controller.close(&run);
    let shown = tab.shown();
    assert_eq!((shown.phase, shown.question.as_str()), (Phase::Idle, ""));
    assert_eq!(shown.progress, RunProgress::default());
}
