//! A reply that calls twice what is done once.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

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
        let is_last = offered == "ask" || {
            let said = serde_json::to_string(&request.messages).unwrap();
            said.contains("Since May")
        };
        if offers(request, offered) && is_last && first.replace(false) {
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
    let ask = |message: &str, pick: &str| json!({"asks": "name", "message": message, "suggestions": [pick]});
    let each = [ask("First?", "one"), ask("Second?", "two")];
    let interview = answered(calling_twice("ask", "ask", each), &[]);
    let shown = interview.orchestrator().state().chat().last().unwrap();
    assert_eq!(shown.text, "First?");
    assert_eq!(shown.suggestions(), ["one"]);
    let made = last_two(&interview, "ask");
    assert_eq!(made[0].0, CallStatus::Success);
    let refused = "Not asked: one question at a time.".to_owned();
    assert_eq!(made[1], (CallStatus::Error, refused));
}

const TO_THE_TROUBLE: [&str; 3] = ["Ada", "My back hurts", "Since May"];

fn verdict(passed: bool, value: Value, feedback: Value) -> Value {
    let follow_up = (!passed).then(|| json!({"message": "And?"}));
    json!({"passed": passed, "field_value": value, "feedback": feedback, "quote": "Since May",
        "follow_up": follow_up})
}

#[test]
fn of_two_verdicts_that_agree_the_first_stands() {
    let each = ["Back", "Head"].map(|it| verdict(true, json!(it), Value::Null));
    let model = calling_twice("review", "review", each);
    let interview = answered(model, &TO_THE_TROUBLE);
    assert_eq!(value_of(&interview, "trouble").as_deref(), Some("Back"));
    let made = last_two(&interview, "review");
    assert_eq!(
        [made[0].0, made[1].0],
        [CallStatus::Success, CallStatus::Error]
    );
    assert!(made[1].1.starts_with("Not recorded"), "{}", made[1].1);
}

#[test]
fn two_verdicts_that_contradict_each_other_are_asked_for_once_more() {
    let no = || verdict(false, Value::Null, json!("the place"));
    let yes = || verdict(true, json!("Back"), Value::Null);
    for each in [[no(), yes()], [yes(), no()]] {
        let model = calling_twice("review", "review", each);
        let interview = answered(model, &TO_THE_TROUBLE);
        let reviews = interview.orchestrator().state().run_steps.iter();
        let reviews = reviews.filter(|step| step.tool == "review");
        let outcomes: Vec<_> = reviews
            .map(|step| step.output.as_ref().unwrap().status)
            .collect();
        let (refused, taken) = (CallStatus::Error, CallStatus::Success);
        // The first is that of the answer before.
        assert_eq!(outcomes, [taken, refused, refused, taken]);
        let value = value_of(&interview, "trouble");
        assert_eq!(value.as_deref(), Some("My back hurts; Since May"));
    }
}
