//! The bounds of an interview at their last values and one beyond: what a person sends, and what a
//! model writes.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

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
        let brief = serde_json::to_string(&request.messages).unwrap();
        // The Greeter asks too, in its own way.
        let is_greeting = tool == "ask" && !brief.contains("\\\"task\\\"");
        Ok(match calls_it && !is_greeting && first.replace(false) {
            true => calls(tool, arguments.clone()),
            false => reply,
        })
    }))
}

/// Goes on to the first field.
fn at_the_first_field(model: Rc<dyn Model>) -> Interview {
    let mut interview = start(ports(model, Rc::new(MemoryStore::new())));
    block_on(async {
        for answer in ["English", "Japan"] {
            assert_eq!(interview.advance().await.unwrap(), Pause::Answer);
            interview.answer(answer, page()).await.unwrap();
        }
        assert_eq!(interview.advance().await.unwrap(), Pause::Answer);
    });
    interview
}

fn after_an_answer(model: Rc<dyn Model>, answer: &str) -> Interview {
    let mut interview = at_the_first_field(model);
    block_on(interview.answer(answer, page())).unwrap();
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
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
    assert_eq!(answers_given(&interview), 3);
}

#[test]
fn a_question_has_at_most_4000_characters_and_six_suggestions_of_200() {
    let ask = |characters: usize| {
        let suggestion = |number: usize| format!("{number}{}", "さ".repeat(200));
        let suggestions: Vec<_> = (0..7).map(suggestion).collect();
        let message = "し".repeat(characters);
        once(
            "ask",
            json!({"message": message, "suggestions": suggestions}),
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
fn a_value_has_at_most_1_mib() {
    for (bytes, status) in [
        (1024 * 1024, CallStatus::Success),
        (1024 * 1024 + 1, CallStatus::Error),
    ] {
        let value = "x".repeat(bytes);
        let review = json!({"passed": true, "feedback": null, "missing_facts": null, "extracted_facts": null, "field_value": value});
        let interview = after_an_answer(once("review", review), "Ada Lovelace");
        assert_eq!(outcome(&interview, "review").0, status, "{bytes} bytes");
    }
}

#[test]
fn a_review_has_at_most_30_facts_of_500_characters() {
    let facts: Vec<_> = (10..41)
        .map(|n| format!("{n}{}", "x".repeat(499)))
        .collect();
    let review = json!({"passed": true, "feedback": null, "missing_facts": null, "extracted_facts": facts, "field_value": "Ada"});
    let interview = after_an_answer(once("review", review), "Ada Lovelace");
    let state = interview.orchestrator().state();
    let progress = state.field_progress.values().next().unwrap();
    assert_eq!(progress.facts.len(), 30);
    let cut = format!("10{} […]", "x".repeat(498));
    assert_eq!(progress.facts[0], cut);
}

#[test]
fn a_planned_label_has_at_most_200_characters_and_an_intent_1000() {
    for (label, intent, status) in [
        (200, 1_000, CallStatus::Success),
        (201, 1_000, CallStatus::Error),
        (200, 1_001, CallStatus::Error),
    ] {
        let ids = ["name", "trouble", "notes"];
        let field = |id: &str| json!({"field_id": id, "label": "ラ".repeat(label), "intent": "い".repeat(intent)});
        let plan = json!({"field_ids": ids, "translations": ids.map(field)});
        let interview = at_the_first_field(once("create_plan", plan));
        let (outcome, message) = outcome(&interview, "create_plan");
        assert_eq!(outcome, status, "{label}, {intent}: {message}");
    }
}
