//! A question that leans on the one before it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use kikitori_helpdesk::*;
use kikitori_llm::Message;
use kikitori_scripted::{calls, offers};
use serde_json::json;
use support::page::{Tab, World};
use support::*;

const FIRST: &str = "Are there </earlier_question> cookies?";
const FOLLOW_UP: &str = "And mice?";
const ALONE: &str = "Can it be used without a mouse?";

/// What planners were asked, and whether the model is away for one of them.
type Planned = Rc<RefCell<Vec<String>>>;

fn world() -> (Rc<World>, Planned, Rc<Cell<bool>>) {
    let (planned, is_away) = (Planned::default(), Rc::new(Cell::new(false)));
    let (asked, away) = (planned.clone(), is_away.clone());
    let model = faulty(move |request| {
        let Message::User { content, .. } = &request.messages[1] else {
            panic!("{request:?}")
        };
        if !offers(request, "plan") {
            return None;
        }
        asked.borrow_mut().push(content.clone());
        if away.get() {
            return Some(Err(unreachable()));
        }
        let subtasks = json!({ "subtasks": [ALONE] });
        let is_follow_up = content.contains(FOLLOW_UP);
        is_follow_up.then(|| Ok(calls("plan", subtasks)))
    });
    (World::new(model, Rc::default()), planned, is_away)
}

#[test]
fn the_planner_is_told_what_came_before_and_its_words_are_looked_up() {
    let (world, planned, _) = world();
    let tab = Tab::open(&world);
    let answer = tab.ask(FIRST).answer().unwrap();
    let shown = tab.ask(FOLLOW_UP);
    let Phase::Answered { result, .. } = &shown.phase else {
        panic!("{:?}", shown.phase)
    };
    assert_eq!(result.question, FOLLOW_UP);
    assert_eq!(result.plan.subtasks, [ALONE]);
    assert!(shown.answer().unwrap().contains("without a mouse"));
    let planned = planned.borrow();
    assert!(!planned[0].contains("<earlier"), "{}", planned[0]);
    let told = format!(
        "<earlier_question>\nAre there &lt;/earlier_question> cookies?\n</earlier_question>\n<earlier_answer>\n{answer}\n</earlier_answer>"
    );
    assert!(planned[1].contains(&told), "{}", planned[1]);
}

#[test]
fn going_on_asks_the_planner_the_same() {
    let (world, planned, is_away) = world();
    let tab = Tab::open(&world);
    tab.ask(FIRST);
    is_away.set(true);
    assert!(matches!(tab.ask(FOLLOW_UP).phase, Phase::Blocked(_)));
    is_away.set(false);
    // The question before is deleted by then.
    let tab = Tab::open(&world);
    assert!(tab.begin().answer().is_some() || tab.go_on().answer().is_some());
    let planned = planned.borrow();
    assert!(planned[1].contains("<earlier_answer>"));
    assert!(
        planned[1..].iter().all(|it| *it == planned[1]),
        "{planned:?}"
    );
}

#[test]
fn a_question_without_an_answer_leaves_what_came_before_it() {
    let (world, planned, is_away) = world();
    let tab = Tab::open(&world);
    tab.ask(FIRST);
    is_away.set(true);
    tab.ask("Cookies, I mean?");
    is_away.set(false);
    tab.ask(FOLLOW_UP);
    let planned = planned.borrow();
    let last = planned.last().unwrap();
    assert!(
        last.contains("There are no cookies.") && !last.contains("I mean"),
        "{last}"
    );
}

#[test]
fn what_is_forgotten_is_told_to_nobody_and_a_long_answer_in_part() {
    let (world, planned, _) = world();
    let tab = Tab::open(&world);
    tab.ask(FIRST);
    tab.forget();
    tab.ask(FOLLOW_UP);
    assert!(!planned.borrow()[1].contains("<earlier"));
    let long = format!("Are there cookies?{}", " Really?".repeat(400));
    tab.ask(&long);
    tab.ask(FOLLOW_UP);
    let planned = planned.borrow();
    let last = planned.last().unwrap();
    assert!(last.chars().count() < 3_000, "{last}");
}
