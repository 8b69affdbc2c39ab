//! The bounds of an interview at their last values and one beyond: what a person sends, and what a
//! model writes.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_agent::CallStatus;
use kikitori_interview::{DriveError, EngineError, Interview, Pause};
use kikitori_llm::{ChatRequest, Completion, Model};
use kikitori_scripted::calls;
use kikitori_store::MemoryStore;
use serde_json::{Value, json};
use support::*;

/// A model whose first call of `tool` has these arguments, and which goes on as it always does.
fn once(tool: &'static str, arguments: Value) -> Rc<dyn Model> {
    let first = Cell::new(true);
    Rc::new(FnModel(move |request: &ChatRequest| {
        let reply: Completion = respond(request);
        let called = reply.message.tool_calls.iter();
        let calls_it = called.clone().any(|call| call.function.name == tool);
        Ok(match calls_it && first.replace(false) {
            true => calls(tool, arguments.clone()),
            false => reply,
        })
    }))
}

/// Goes on to the first field.
fn at_the_first_field(model: Rc<dyn Model>) -> Interview {
    let mut interview = start(ports(model, Rc::new(MemoryStore::new())));
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    interview
}

fn after_an_answer(model: Rc<dyn Model>, answer: &str) -> Interview {
    let mut interview = at_the_first_field(model);
    // The second field has a Reviewer of its own.
    assert_eq!(say(&mut interview, &["Ada", answer]), Pause::Answer);
    interview
}

/// What came of the first call of `tool` after the greeting.
fn outcome(interview: &Interview, tool: &str) -> (CallStatus, String) {
    let steps = &interview.orchestrator().state().run_steps;
    let is_it = |step: &&kikitori_agent::RunStep| step.tool == tool && step.agent != "greeter";
    let output = steps.iter().find(is_it).unwrap().output.clone().unwrap();
    (output.status, output.result.message)
}

#[test]
fn an_answer_has_at_most_256_kib() {
    let mut interview = at_the_first_field(scripted());
    let beyond = "x".repeat(256 * 1024 + 1);
    let refused = block_on(interview.answer(&beyond, page()));
    let error = EngineError::AnswerTooLong { bytes: 262_145 };
    assert_eq!(refused, Err(DriveError::Engine(error)));
    block_on(interview.answer(&"x".repeat(256 * 1024), page())).unwrap();
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    assert_eq!(answers_given(&interview), 1);
}

#[test]
fn a_question_has_at_most_4000_characters_and_six_suggestions_of_200() {
    let ask = |characters: usize| {
        let suggestion = |number: usize| format!("{number}{}", "さ".repeat(200));
        let suggestions: Vec<_> = (0..7).map(suggestion).collect();
        let message = "し".repeat(characters);
        once(
            "ask",
            json!({"asks": "name", "message": message, "suggestions": suggestions}),
        )
    };
    let interview = at_the_first_field(ask(4_000));
    let (status, _) = outcome(&interview, "ask");
    assert_eq!(status, CallStatus::Success);
    let shown = interview.orchestrator().state().chat().last().unwrap();
    assert_eq!(shown.text.chars().count(), 4_000);
    let data = serde_json::to_string(&shown.data).unwrap();
    assert_eq!(data.matches("さ").count(), 6 * 199, "{data}");

    let interview = at_the_first_field(ask(4_001));
    let (status, message) = outcome(&interview, "ask");
    assert_eq!(status, CallStatus::Error);
    assert!(message.contains("4001 characters, and 4000"), "{message}");
}

#[test]
fn a_review_has_at_most_30_facts_of_500_characters() {
    let facts: Vec<_> = (10..41)
        .map(|n| format!("{n}{}", "x".repeat(499)))
        .collect();
    let review = json!({"passed": true, "quote": "My back", "extracted_facts": facts, "field_value": "Back"});
    let interview = after_an_answer(once("review", review), "My back");
    let state = interview.orchestrator().state();
    let progress = state
        .field_progress
        .values()
        .find(|it| !it.facts.is_empty());
    let progress = progress.unwrap();
    assert_eq!(progress.facts.len(), 30);
    let cut = format!("10{} […]", "x".repeat(498));
    assert_eq!(progress.facts[0], cut);
}

#[test]
fn a_translated_label_has_at_most_200_characters_and_an_intent_1000() {
    for (label, intent, status) in [
        (200, 1_000, CallStatus::Success),
        (201, 1_000, CallStatus::Error),
        (200, 1_001, CallStatus::Error),
    ] {
        let ids = ["name", "trouble", "notes"];
        let field = |id: &str| json!({"field_id": id, "label": "ラ".repeat(label), "intent": "い".repeat(intent)});
        let plan = json!({"field_ids": ids, "translations": ids.map(field)});
        let ports = ports(once("create_plan", plan), Rc::new(MemoryStore::new()));
        let japanese = kikitori_interview::PageContext {
            languages: vec!["ja".to_owned()],
            ..page()
        };
        let started = Interview::start(form(), japanese, ports, Default::default());
        let mut interview = block_on(started).unwrap();
        assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
        let steps = &interview.orchestrator().state().run_steps;
        let mut plans = steps.iter().filter(|step| step.tool == "create_plan");
        // The first is the form's own order.
        let output = plans.nth(1).unwrap().output.clone().unwrap();
        assert_eq!(
            output.status, status,
            "{label}, {intent}: {}",
            output.result.message
        );
        let outline = interview.orchestrator().outline();
        assert_eq!(
            outline[0].label.contains("ララ"),
            status == CallStatus::Success
        );
    }
}
