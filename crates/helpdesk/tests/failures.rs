//! What goes wrong ends a subtask or the run, says where and why, and loses nothing that was
//! finished.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use kikitori_engine::caller::CallError;
use kikitori_graph::Outcome;
use kikitori_helpdesk::*;
use kikitori_json::StrictValue;
use kikitori_llm::{ChatRequest, ErrorKind, LlmError};
use kikitori_scripted::{calls, offers, says};
use kikitori_store::RecordingStore;
use serde::Deserialize;
use serde_json::json;
use support::*;

#[test]
fn what_fails_about_a_subtask_is_a_stated_gap_and_the_rest_is_answered() {
    type Fault = fn(&ChatRequest) -> Option<Reply>;
    let faults: [(&str, Fault, GapReason); 4] = [
        (
            "no call",
            |_| Some(Ok(says("I know it."))),
            GapReason::UnexpectedForm,
        ),
        (
            "no text",
            |request| {
                let call = || calls("search", json!({"query": "more"}));
                is_subtask_answer(request).then(|| Ok(call()))
            },
            GapReason::UnexpectedForm,
        ),
        (
            "withheld",
            |_| Some(Err(LlmError::Filtered)),
            GapReason::Filtered,
        ),
        (
            "too long",
            |_| Some(Err(LlmError::TokenLimit)),
            GapReason::ReplyTooLong,
        ),
    ];
    for (name, fault, reason) in faults {
        let model = faulty(move |request| is_about_tab(request).then(|| fault(request)).flatten());
        let result = result(asked(QUESTION, &ports(model)));
        assert_eq!(result.answer.gaps.len(), 1, "{name}: {:?}", result.answer);
        let gap = &result.answer.gaps[0];
        assert!(gap.task_name.contains("tab"), "{name}: {gap:?}");
        assert_eq!(gap.reason, reason, "{name}: {gap:?}");
        assert!(result.answer.text().contains("JSON file"), "{name}");
    }
}

#[test]
fn a_reason_is_stored_by_name_and_one_in_an_older_pages_words_is_read() {
    let read = |reason| {
        let gap = json!({"task_name": "Cookies?", "reason": reason});
        serde_json::from_value::<Gap>(gap).map(|gap| gap.reason)
    };
    let stored = serde_json::to_value(GapReason::ReplyTooLong).unwrap();
    assert_eq!(stored, json!("reply_too_long"));
    assert_eq!(read("reply_too_long").unwrap(), GapReason::ReplyTooLong);
    let older = read("the documents do not say").unwrap();
    assert_eq!(older, GapReason::NotInDocuments);
    let older = read("the model declined to answer: no").unwrap();
    assert_eq!(older, GapReason::Unknown);
    let state = json!({"last_answer": {"statements": [], "gaps": [
        {"task_name": "Cookies?", "reason": "the model's reply is cut off"}]},
        "question": "", "plan": [], "current_step": 0, "subtask_results": []});
    let state = AgentState::deserialize(StrictValue(state)).unwrap();
    assert_eq!(
        state.last_answer.unwrap().gaps[0].reason,
        GapReason::Unknown
    );
}

#[test]
fn a_reply_in_a_form_that_was_not_asked_for_is_asked_for_once_more() {
    type Is = fn(&ChatRequest) -> bool;
    type Other = fn() -> kikitori_llm::Completion;
    let text = || says("Here you are.");
    let call = || calls("search", json!({"query": "more"}));
    let cases: [(&str, Is, Other); 5] = [
        ("plan", |request| offers(request, "plan"), text),
        ("search", is_search, text),
        ("subtask's answer", is_subtask_answer, call),
        ("reflection", is_reflection, text),
        ("answer", |request| offers(request, "answer"), text),
    ];
    for (name, is, other) in cases {
        let times = Rc::new(Cell::new(0));
        let seen = times.clone();
        let model = faulty(move |request| {
            let is_first = is(request) && seen.replace(seen.get() + 1) == 0;
            is_first.then(|| Ok(other()))
        });
        let ports = ports(model);
        let result = result(asked("Are there cookies?", &ports));
        assert!(result.answer.text().contains("no cookies"), "{name}");
        assert_eq!(result.answer.gaps, [], "{name}");
        assert_eq!(times.get(), 2, "{name}");
        assert_eq!(ports.resources.usage().calls, 6, "{name}");
    }
}

#[test]
fn what_was_found_is_the_answer_where_the_writer_comes_to_nothing() {
    type Fault = fn() -> Reply;
    let faults: [(Fault, GapReason); 3] = [
        (|| Ok(says("Fine.")), GapReason::UnexpectedForm),
        (
            || Ok(calls("answer", json!({"statements": 1}))),
            GapReason::Invalid,
        ),
        (|| Err(LlmError::Filtered), GapReason::Filtered),
    ];
    for (fault, reason) in faults {
        let model = faulty(move |request| offers(request, "answer").then(fault));
        let answer = result(asked(QUESTION, &ports(model))).answer;
        assert_eq!(answer.ended_early, Some(reason));
        let texts: Vec<_> = answer.statements.iter().map(|it| &it.text).collect();
        assert_eq!(texts.len(), 2, "{reason:?}: {texts:?}");
        assert!(texts[0].contains("JSON file") && texts[1].contains("every answer"));
        for statement in &answer.statements {
            assert!(!statement.citations.is_empty(), "{statement:?}");
        }
    }
}

#[test]
fn a_good_answer_stays_when_its_reflection_never_comes() {
    for (name, never, said) in [
        ("text", says("Fine."), GapReason::UnexpectedForm),
        (
            "arguments",
            calls("reflect", json!({"advice": 1})),
            GapReason::Invalid,
        ),
    ] {
        let model = faulty(move |request| is_reflection(request).then(|| Ok(never.clone())));
        let result = result(asked("Are there cookies?", &ports(model)));
        assert_eq!(result.answer.gaps, [], "{name}");
        assert!(result.answer.text().contains("no cookies"), "{name}");
        let subtask = &result.subtasks[0];
        assert!(!subtask.is_completed && subtask.reflection_results.is_empty());
        assert_eq!(subtask.ended_early, Some(said), "{name}");
    }
}

#[test]
fn the_first_answer_stays_with_its_passages_when_the_second_challenge_comes_to_nothing() {
    let model = faulty(|request| {
        let again = kikitori_scripted::tags::latest(request, "advice").is_some();
        if is_reflection(request) {
            let advice = json!({"advice": "Once more.", "missing": "", "verdict": "search_again"});
            return Some(Ok(calls("reflect", advice)));
        }
        if again && is_search(request) {
            return Some(Ok(calls("search", json!({"query": "xylophone"}))));
        }
        (again && is_subtask_answer(request)).then(|| Err(LlmError::Filtered))
    });
    let result = result(asked("Are there cookies?", &ports(model)));
    assert_eq!(result.subtasks[0].tool_results.len(), 2);
    assert!(result.subtasks[0].ended_early.is_some());
    let statement = &result.answer.statements[0];
    assert!(statement.text.contains("no cookies"));
    assert!(!statement.citations.is_empty(), "{statement:?}");
}

#[test]
fn an_endpoint_that_dies_after_the_plan_fails_the_run_which_goes_on_from_there() {
    let store = Rc::new(RecordingStore::new());
    let is_away = Rc::new(Cell::new(true));
    let plans = Rc::new(Cell::new(0));
    let (away, planned) = (is_away.clone(), plans.clone());
    let model = faulty(move |request| {
        if offers(request, "plan") {
            planned.set(planned.get() + 1);
            return None;
        }
        away.get().then(|| Err(unreachable()))
    });
    let ports = || stored_ports(model.clone(), store.clone(), Settings::default());
    let first = ports();
    let outcome = asked(QUESTION, &first);
    assert!(matches!(outcome, Outcome::Failed { .. }), "{outcome:?}");
    let failures = first.resources.failures();
    let subtasks: Vec<_> = failures.iter().map(|it| it.node.subtask()).collect();
    assert_eq!(subtasks, [Some(0), Some(1)]);
    for failure in failures {
        assert_eq!(
            failure.error,
            HelpDeskError::Call(CallError::Model(unreachable()))
        );
    }
    // As often as somebody tries.
    assert!(matches!(resumed(&ports()), Outcome::Failed { .. }));
    is_away.set(false);
    let result = result(resumed(&ports()));
    assert_eq!(result.answer.gaps, []);
    assert!(result.answer.text().contains("JSON file"));
    assert_eq!(plans.get(), 1);
}

#[test]
fn a_subtask_that_was_finished_before_the_endpoint_died_is_kept() {
    let store = Rc::new(RecordingStore::new());
    let is_away = Rc::new(Cell::new(false));
    let searched = Rc::new(RefCell::new(Vec::new()));
    let (away, searches) = (is_away.clone(), searched.clone());
    let model = faulty(move |request| {
        if is_search(request) {
            searches.borrow_mut().push(subtask(request));
        }
        // It dies while the subtask about the tab is answered.
        if is_about_tab(request) && is_subtask_answer(request) && searches.borrow().len() < 3 {
            away.set(true);
        }
        (away.get() && is_about_tab(request)).then(|| Err(unreachable()))
    });
    let ports = || stored_ports(model.clone(), store.clone(), Settings::default());
    let first = ports();
    assert!(matches!(asked(QUESTION, &first), Outcome::Failed { .. }));
    assert_eq!(first.resources.failures().len(), 1);
    searched
        .borrow_mut()
        .extend(["resumed".to_owned(), "".to_owned()]);
    is_away.set(false);
    let result = result(resumed(&ports()));
    assert_eq!(result.answer.gaps, []);
    // Neither what was finished nor what had been searched for is asked for again.
    let again = searched.borrow()[2..].to_vec();
    assert_eq!(again, ["resumed", ""]);
}

#[test]
fn calls_that_fail_together_are_each_attributed_to_their_own_subtask() {
    let model = faulty(|request| {
        if offers(request, "plan") {
            return None;
        }
        Some(Err(match is_about_tab(request) {
            true => status(401),
            false => status(503),
        }))
    });
    let ports = ports(model);
    let outcome = asked(QUESTION, &ports);
    assert!(matches!(outcome, Outcome::Failed { .. }), "{outcome:?}");
    let failures = ports.resources.failures();
    let kinds: Vec<_> = failures
        .into_iter()
        .map(|failure| match failure.error {
            HelpDeskError::Call(CallError::Model(error)) => (failure.node.subtask(), error.kind()),
            other => panic!("{other:?}"),
        })
        .collect();
    let expected = [
        (Some(0), ErrorKind::ServerTrouble),
        (Some(1), ErrorKind::WrongKey),
    ];
    assert_eq!(kinds, expected);
}
