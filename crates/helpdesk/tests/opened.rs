//! What a page shows of a question when it is opened again.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::FutureExt;
use kikitori_helpdesk::*;
use kikitori_scripted::{calls, offers};
use serde_json::json;
use support::page::{Shown, Tab, World};
use support::*;

/// A page whose answer is being written: the model is away then, as often as it is asked.
fn waits_for_the_writer() -> (Rc<World>, Rc<Cell<bool>>, Rc<Cell<u64>>) {
    let (is_away, count) = (Rc::new(Cell::new(true)), Rc::new(Cell::new(0)));
    let (away, counted) = (is_away.clone(), count.clone());
    let model = faulty(move |request| {
        counted.set(counted.get() + 1);
        if is_reflection(request) && is_about_tab(request) {
            let advice =
                json!({"advice": "It is not there.", "missing": "", "verdict": "not_in_documents"});
            return Some(Ok(calls("reflect", advice)));
        }
        (away.get() && offers(request, "answer")).then(|| Err(unreachable()))
    });
    (World::new(model, Rc::default()), is_away, count)
}

/// What the picture says of each part: its state, what it used, and whether it took any time.
fn parts(shown: &Shown) -> Vec<(NodeState, u64, bool)> {
    let progress = &shown.progress;
    let subtasks = progress.subtasks.iter().map(|it| &it.whole);
    let parts = std::iter::once(&progress.plan).chain(subtasks);
    parts
        .map(|it| (it.state, it.tokens, it.duration > 0))
        .collect()
}

#[test]
fn what_was_finished_is_shown_as_finished_with_what_it_used_and_took() {
    let (world, is_away, _) = waits_for_the_writer();
    let before = Tab::open(&world).ask(QUESTION);
    let expected = parts(&before);
    let states: Vec<NodeState> = expected.iter().map(|it| it.0).collect();
    assert_eq!(
        states,
        [NodeState::Done, NodeState::Done, NodeState::NotFound]
    );
    assert!(expected.iter().all(|it| it.1 > 0 && it.2), "{expected:?}");

    let again = Tab::open(&world).begin();
    assert!(
        matches!(again.phase, Phase::Blocked(_)),
        "{:?}",
        again.phase
    );
    assert_eq!(parts(&again), expected);
    let told = |shown: &Shown| -> Vec<_> {
        let subtasks = shown.progress.subtasks.iter();
        subtasks
            .map(|it| (it.phases, it.challenges, it.problem))
            .collect()
    };
    assert_eq!(told(&again), told(&before));
    assert_eq!(
        again.progress.subtasks[1].problem,
        Some(GapReason::NotInDocuments)
    );

    is_away.set(false);
    let answered = Tab::open(&world).begin();
    assert!(answered.answer().is_some());
    // Also of an answer that is there.
    let shown = Tab::open(&world).begin();
    assert_eq!((parts(&shown), told(&shown)), (expected, told(&before)));
    assert!(shown.progress.answer.tokens > 0);
}

#[test]
fn a_question_that_was_stopped_waits_until_somebody_goes_on() {
    for stop_at in 1..=7_u64 {
        let tab: Rc<RefCell<Option<Rc<Tab>>>> = Rc::default();
        let (stops, count) = (tab.clone(), Rc::new(Cell::new(0)));
        let counted = count.clone();
        let world = World::new(
            faulty(move |_| {
                counted.set(counted.get() + 1);
                if counted.get() == stop_at
                    && let Some(tab) = stops.take()
                {
                    tab.controller.stop();
                }
                None
            }),
            Rc::default(),
        );
        let open = Rc::new(Tab::open(&world));
        tab.replace(Some(open.clone()));
        let stopped = open.ask(QUESTION);
        assert_eq!(stopped.phase, Phase::Stopped);
        let made = count.get();

        let again = Tab::open(&world);
        let shown = again.begin();
        assert_eq!(shown.phase, Phase::Stopped, "{stop_at}");
        assert_eq!((shown.question.as_str(), count.get()), (QUESTION, made));
        // What was under way then is counted.
        assert!(shown.progress.usage.calls >= stopped.progress.usage.calls);
        assert_eq!(shown.progress.plan.state, stopped.progress.plan.state);
        assert!(again.go_on().answer().is_some(), "{stop_at}");
        // Whoever has gone on wants it: what is interrupted from then on goes on by itself.
        assert!(Tab::open(&world).begin().answer().is_some());
    }
}

#[test]
fn what_was_stopped_and_gone_on_with_is_not_stopped_any_more() {
    let tab: Rc<RefCell<Option<Rc<Tab>>>> = Rc::default();
    let stops = tab.clone();
    let is_away = Rc::new(Cell::new(true));
    let away = is_away.clone();
    let model = faulty(move |request| {
        if let Some(tab) = stops.take() {
            tab.controller.stop();
            return None;
        }
        (away.get() && offers(request, "answer")).then(|| Err(unreachable()))
    });
    let world = World::new(model, Rc::default());
    let open = Rc::new(Tab::open(&world));
    tab.replace(Some(open.clone()));
    assert_eq!(open.ask(QUESTION).phase, Phase::Stopped);
    assert!(matches!(open.go_on().phase, Phase::Blocked(_)));
    is_away.set(false);
    assert!(Tab::open(&world).begin().answer().is_some());
}

#[test]
fn a_stop_before_the_agents_were_at_work_holds_too() {
    let world = World::new(faulty(|_| None), Rc::default());
    let tab = Tab::open(&world);
    let asks = tab.controller.run(RunMode::New(QUESTION.to_owned()));
    futures::executor::block_on(futures::future::join(asks, async { tab.controller.stop() }));
    assert_eq!(tab.shown().phase, Phase::Stopped);
    assert_eq!(Tab::open(&world).begin().phase, Phase::Stopped);
}

/// A tab that asks `question` while the question at hand is only being read.
fn asks_while_it_is_opened(world: &Rc<World>, question: &'static str) -> Rc<Tab> {
    let tab = Rc::new(Tab::open(world));
    let (asking, has_asked) = (Rc::downgrade(&tab), Cell::new(false));
    tab.on_event.replace(Some(Box::new(move |event| {
        if *event == ControllerEvent::Phase(Phase::Working)
            && !has_asked.replace(true)
            && let Some(tab) = asking.upgrade()
        {
            let asked = tab.controller.run(RunMode::New(question.to_owned()));
            assert_eq!(asked.now_or_never(), Some(()), "it waits for its turn");
        }
    })));
    tab
}

const OTHER: &str = "Can I use it without a mouse?";

#[test]
fn what_is_asked_while_an_answer_is_only_read_is_answered_next() {
    let world = World::new(faulty(|_| None), Rc::default());
    assert!(Tab::open(&world).ask(QUESTION).answer().is_some());
    let shown = asks_while_it_is_opened(&world, OTHER).begin();
    assert!(shown.answer().is_some());
    assert_eq!(shown.question, OTHER);
    let stored = Tab::open(&world).stored().unwrap();
    assert_eq!(stored.text, OTHER);
}

#[test]
fn what_is_asked_before_an_interrupted_question_is_gone_on_with_is_answered_in_its_place() {
    let (is_away, writers) = (Rc::new(Cell::new(true)), Rc::new(Cell::new(0)));
    let (away, counted) = (is_away.clone(), writers.clone());
    let model = faulty(move |request| {
        let writes = offers(request, "answer");
        counted.set(counted.get() + u64::from(writes));
        (writes && away.get()).then(|| Err(unreachable()))
    });
    let world = World::new(model, Rc::default());
    let interrupted = Tab::open(&world).ask(QUESTION);
    assert!(matches!(interrupted.phase, Phase::Blocked(_)));
    is_away.set(false);
    writers.set(0);
    let shown = asks_while_it_is_opened(&world, OTHER).begin();
    assert_eq!(shown.question, OTHER);
    assert!(shown.answer().is_some());
    assert_eq!(
        writers.get(),
        1,
        "nothing was written of the other question"
    );
}

#[test]
fn what_is_asked_and_stopped_before_its_turn_is_not_asked() {
    let world = World::new(faulty(|_| None), Rc::default());
    let answer = Tab::open(&world).ask(QUESTION).answer();
    let tab = asks_while_it_is_opened(&world, OTHER);
    let (asks, stopping) = (tab.on_event.take().unwrap(), Rc::downgrade(&tab));
    tab.on_event.replace(Some(Box::new(move |event| {
        asks(event);
        stopping.upgrade().unwrap().controller.stop();
    })));
    let shown = tab.begin();
    assert_eq!(
        (shown.question.as_str(), shown.answer()),
        (QUESTION, answer)
    );
}
