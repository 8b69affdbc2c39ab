//! A reply that calls twice what is done once.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_agent::CallStatus;
use kikitori_interview::{Interview, Pause};
use kikitori_llm::{ChatRequest, Model};
use kikitori_scripted::{calls_all, offers};
use kikitori_store::MemoryStore;
use serde_json::{Value, json};
use support::*;

/// A model whose first reply to a request that offers `offered` calls `tool` with each of these.
fn calling_twice(offered: &'static str, tool: &'static str, each: [Value; 2]) -> Rc<dyn Model> {
    let first = Cell::new(true);
    Rc::new(FnModel(move |request: &ChatRequest| {
        if offers(request, offered) && first.replace(false) {
            return Ok(calls_all(each.clone().map(|it| (tool, it)).to_vec()));
        }
        Ok(respond(request))
    }))
}

fn answered(model: Rc<dyn Model>, answers: &[&str]) -> Interview {
    let mut interview = start(ports(model, Rc::new(MemoryStore::new())));
    block_on(async {
        for answer in answers {
            assert_eq!(interview.advance().await.unwrap(), Pause::Answer);
            interview.answer(answer, page()).await.unwrap();
        }
        assert_eq!(interview.advance().await.unwrap(), Pause::Answer);
    });
    interview
}

/// What the calls of `tool` came to that were made last.
fn last_two(interview: &Interview, tool: &str) -> Vec<(CallStatus, String)> {
    let steps = interview.orchestrator().state().run_steps.iter();
    let made: Vec<_> = steps
        .filter(|step| step.tool == tool)
        .map(|step| {
            let output = step.output.clone().unwrap();
            (output.status, output.result.message)
        })
        .collect();
    made[made.len() - 2..].to_vec()
}

#[test]
fn of_two_questions_the_first_is_asked_with_its_own_suggestions() {
    let ask = |message: &str, pick: &str| json!({"message": message, "suggestions": [pick]});
    let model = calling_twice(
        "subtask",
        "ask",
        [ask("First?", "one"), ask("Second?", "two")],
    );
    let interview = answered(model, &["English", "Japan"]);
    let shown = interview.orchestrator().state().chat().last().unwrap();
    assert_eq!(shown.text, "First?");
    assert_eq!(shown.suggestions(), ["one"]);
    let made = last_two(&interview, "ask");
    assert_eq!(made[0].0, CallStatus::Success);
    let refused = "Not asked: one question at a time.".to_owned();
    assert_eq!(made[1], (CallStatus::Error, refused));
}

fn verdict(passed: bool, value: Value, feedback: Value) -> Value {
    json!({"passed": passed, "field_value": value, "feedback": feedback,
        "missing_facts": null, "extracted_facts": null})
}

#[test]
fn of_two_verdicts_that_agree_the_first_stands() {
    let each = ["Ada", "Eve"].map(|name| verdict(true, json!(name), Value::Null));
    let model = calling_twice("review", "review", each);
    let interview = answered(model, &["English", "Japan", "Ada"]);
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[0].value.as_deref(), Some("Ada"));
    let made = last_two(&interview, "review");
    assert_eq!(
        [made[0].0, made[1].0],
        [CallStatus::Success, CallStatus::Error]
    );
    assert!(made[1].1.starts_with("Not recorded"), "{}", made[1].1);
}

#[test]
fn two_verdicts_that_contradict_each_other_are_asked_for_once_more() {
    let no = || verdict(false, Value::Null, json!("the family name"));
    let yes = || verdict(true, json!("Ada"), Value::Null);
    for each in [[no(), yes()], [yes(), no()]] {
        let model = calling_twice("review", "review", each);
        let interview = answered(model, &["English", "Japan", "Ada Lovelace"]);
        let reviews = interview.orchestrator().state().run_steps.iter();
        let reviews = reviews.filter(|step| step.tool == "review");
        let outcomes: Vec<_> = reviews
            .map(|step| step.output.as_ref().unwrap().status)
            .collect();
        let refused = CallStatus::Error;
        assert_eq!(outcomes, [refused, refused, CallStatus::Success]);
        let outline = interview.orchestrator().outline();
        assert_eq!(outline[0].value.as_deref(), Some("Ada Lovelace"));
    }
}
