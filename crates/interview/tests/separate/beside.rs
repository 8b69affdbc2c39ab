//! What becomes of the two calls, whichever comes first: the engine by itself.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use super::not_passed;
use crate::support;

use std::rc::Rc;

use kikitori_engine::caller::ModelOutcome;
use kikitori_engine::{Action, Engine, Outcome, Step};
use kikitori_interview::{
    Command, FieldOutcome, FieldState, InterviewTools, Limits, NoLocale, Orchestrator, Pause,
    SessionId,
};
use kikitori_llm::ChatRequest;
use kikitori_scripted::{calls, offers};
use serde_json::{Value, json};
use support::*;

/// The engine by itself, at the question for its first field.
fn at_the_trouble() -> Orchestrator {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "trouble", "label": "Trouble", "required": true, "review": "separate"},
        {"id": "name", "label": "Name", "required": true}]}"#;
    let form = kikitori_interview::parse_form(form).unwrap();
    let tools = Rc::new(InterviewTools::new().unwrap());
    let id = SessionId("s".into());
    let locale = Rc::new(NoLocale);
    let mut engine = Orchestrator::start(id, form, page(), tools, locale, Limits::default(), 1);
    let step = engine.steps().remove(0);
    reply(&mut engine, &step);
    engine
}

fn request(step: &Step) -> &ChatRequest {
    let Action::CallModel(call) = &step.action else {
        panic!()
    };
    &call.request
}

fn reply(engine: &mut Orchestrator, step: &Step) {
    reply_with(engine, step, respond(request(step)));
}

fn reply_with(engine: &mut Orchestrator, step: &Step, reply: kikitori_llm::Completion) {
    let outcome = ModelOutcome {
        result: Ok(reply),
        usage: Default::default(),
    };
    engine.told(step.id, Outcome::Model(outcome), 5).unwrap();
}

fn answer(engine: &mut Orchestrator, text: &str) -> (Step, Step) {
    let command = Command::Answer {
        text: text.to_owned(),
        page: page(),
    };
    engine.input(command, 4).unwrap();
    let mut steps = engine.steps();
    assert_eq!(steps.len(), 2, "both at once");
    let asking = steps
        .iter()
        .position(|it| offers(request(it), "ask"))
        .unwrap();
    let asking = steps.remove(asking);
    assert_ne!(asking.id, steps[0].id);
    (steps.remove(0), asking)
}

fn last(engine: &Orchestrator) -> String {
    engine.state().chat().last().unwrap().text.clone()
}

#[test]
fn the_prepared_question_is_shown_when_the_review_passes_whoever_is_first() {
    for review_first in [true, false] {
        let mut engine = at_the_trouble();
        let (reviewing, asking) = answer(&mut engine, "My back hurts");
        assert_eq!(engine.outline()[0].state, FieldState::Reviewing);
        assert_eq!(now(request(&asking))["under_review"], "trouble");
        let (first, second) = match review_first {
            true => (reviewing, asking),
            false => (asking, reviewing),
        };
        reply(&mut engine, &first);
        assert_eq!(last(&engine), "My back hurts", "it waits for the other");
        assert_eq!(engine.pause(), None);
        reply(&mut engine, &second);
        assert_eq!(last(&engine), "Please tell me: Name");
        assert_eq!(engine.pause(), Some(Pause::Answer));
        let trouble = &engine.outline()[0];
        assert_eq!(trouble.outcome, Some(FieldOutcome::Answered));
        assert_eq!(trouble.value.as_deref(), Some("My back hurts"));
    }
}

#[test]
fn no_request_is_made_of_a_call_that_goes_on_already() {
    let mut engine = at_the_trouble();
    let (reviewing, asking) = answer(&mut engine, "My back hurts");
    let both = [asking.id, reviewing.id];
    assert_eq!(engine.steps_besides(&both), []);
    assert_eq!(
        engine.steps_besides(&both[..1]),
        std::slice::from_ref(&reviewing)
    );
    reply(&mut engine, &reviewing);
    assert_eq!(engine.step_ids(), [asking.id]);
    assert_eq!(engine.steps_besides(&[asking.id]), []);
}

#[test]
fn a_question_that_is_only_prepared_is_not_shown_while_it_is_written() {
    let mut engine = at_the_trouble();
    let shown = |step: &Step| match &step.action {
        Action::CallModel(call) => call.show.is_some(),
        Action::RunTool(_) => false,
    };
    let (reviewing, asking) = answer(&mut engine, "My back hurts");
    assert!(!shown(&reviewing) && !shown(&asking));
    reply(&mut engine, &reviewing);
    reply(&mut engine, &asking);
    let command = Command::Answer {
        text: "Ada".to_owned(),
        page: page(),
    };
    engine.input(command, 6).unwrap();
    let steps = engine.steps();
    assert!(steps.len() == 1 && shown(&steps[0]), "it is asked at once");
}

#[test]
fn what_is_missing_is_asked_in_its_place_when_it_does_not_pass() {
    for review_first in [true, false] {
        let mut engine = at_the_trouble();
        let (reviewing, asking) = answer(&mut engine, "My back hurts. I am Ada");
        let hears = |engine: &mut Orchestrator| {
            // What is said of other fields is heard all the same.
            let ask = super_ask(request(&asking));
            reply_with(engine, &asking, calls("ask", ask));
        };
        let judges = |engine: &mut Orchestrator| {
            reply_with(engine, &reviewing, calls("review", not_passed()));
        };
        match review_first {
            true => {
                judges(&mut engine);
                hears(&mut engine);
            }
            false => {
                hears(&mut engine);
                judges(&mut engine);
            }
        }
        assert!(last(&engine).ends_with("Since when?"));
        let state = engine.state();
        assert_eq!(state.chat().last().unwrap().suggestions(), ["Today"]);
        assert_eq!(state.follow_up_count, 1);
        let outline = engine.outline();
        assert!(outline[0].current && outline[0].value.is_none());
        assert_eq!(outline[0].missing, ["since when"]);
        assert_eq!(outline[1].value.as_deref(), Some("Ada"));
        assert!(state.chat().all(|it| it.text != "Thank you."));
    }
}

#[test]
fn what_neither_of_the_two_has_taken_up_goes_back_to_the_interviewer() {
    for review_first in [true, false] {
        let mut engine = at_the_trouble();
        let (reviewing, asking_step) = answer(&mut engine, "I am Ada, by the way");
        let mut nothing = not_passed();
        nothing["quote"] = Value::Null;
        let mut noted = asking(request(&asking_step), Vec::new());
        noted["question"] = Value::Null;
        noted["message"] = json!("Noted, Ada. Thank you.");
        let verdict = calls("review", nothing);
        match review_first {
            true => {
                reply_with(&mut engine, &reviewing, verdict);
                reply_with(&mut engine, &asking_step, calls("ask", noted));
            }
            false => {
                reply_with(&mut engine, &asking_step, calls("ask", noted));
                reply_with(&mut engine, &reviewing, verdict);
            }
        }
        assert_eq!(engine.pause(), None, "nobody has it yet");
        let step = engine.steps().remove(0);
        let ask = super_ask(request(&step));
        reply_with(&mut engine, &step, calls("ask", ask));
        assert!(last(&engine).ends_with("Since when?"), "{}", last(&engine));
        let outline = engine.outline();
        assert_eq!(outline[1].value.as_deref(), Some("Ada"), "{review_first}");
        assert_eq!(engine.state().follow_up_count, 1);
    }
}

#[test]
fn what_is_no_answer_and_no_report_either_costs_one_more_call_and_not_two() {
    let mut engine = at_the_trouble();
    let (reviewing, asking_step) = answer(&mut engine, "Well.");
    let mut nothing = not_passed();
    nothing["quote"] = Value::Null;
    let mut noted = asking(request(&asking_step), Vec::new());
    noted["question"] = Value::Null;
    reply_with(&mut engine, &asking_step, calls("ask", noted));
    reply_with(&mut engine, &reviewing, calls("review", nothing));
    let step = engine.steps().remove(0);
    let remark = asking(request(&step), Vec::new());
    assert_eq!(remark["question"], "Well.");
    reply_with(&mut engine, &step, calls("ask", remark));
    assert_eq!(last(&engine), "Since when?");
    assert_eq!(engine.pause(), Some(Pause::Answer));
}

fn super_ask(request: &ChatRequest) -> Value {
    asking(request, vec![heard("name", "Ada")])
}

#[test]
fn what_was_told_before_the_rest_was_asked_for_stands_beside_the_value_too() {
    let mut engine = at_the_trouble();
    let (reviewing, asking) = answer(&mut engine, "My back hurts");
    let mut first = not_passed();
    first["quote"] = Value::Null;
    first["extracted_facts"] = json!(["the back hurts"]);
    reply_with(&mut engine, &reviewing, calls("review", first));
    reply(&mut engine, &asking);
    let (reviewing, _) = answer(&mut engine, "since yesterday");
    let passed = json!({"passed": true, "quote": "since yesterday",
        "field_value": "The back hurts since yesterday"});
    reply_with(&mut engine, &reviewing, calls("review", passed));
    let state = engine.state();
    let collected = state.collected_fields.values().next().unwrap();
    let words = collected.evidence.iter();
    let words: Vec<_> = words.filter_map(|it| state.evidence_text(it)).collect();
    assert_eq!(words, ["My back hurts", "since yesterday"]);
}

#[test]
fn what_was_told_in_two_answers_may_be_quoted_of_both() {
    let mut engine = at_the_trouble();
    let (reviewing, asking) = answer(&mut engine, "My back hurts, I think");
    let mut first = not_passed();
    first["quote"] = Value::Null;
    reply_with(&mut engine, &reviewing, calls("review", first));
    reply(&mut engine, &asking);
    let (reviewing, asking) = answer(&mut engine, "oh, since yesterday");
    let passed = json!({"passed": true, "quote": "My back hurts … since yesterday",
        "field_value": "The back hurts since yesterday"});
    reply_with(&mut engine, &reviewing, calls("review", passed));
    reply(&mut engine, &asking);
    let mut reviews = engine.state().run_steps.iter();
    let is_refused = |it: &kikitori_agent::RunStep| {
        let output = it.output.as_ref();
        it.tool == "review"
            && output.is_some_and(|it| it.status == kikitori_agent::CallStatus::Error)
    };
    assert!(!reviews.any(is_refused));
    let state = engine.state();
    let collected = state.collected_fields.values().next().unwrap();
    let words = collected.evidence.iter();
    let words: Vec<_> = words.filter_map(|it| state.evidence_text(it)).collect();
    assert_eq!(words, ["My back hurts", "since yesterday"]);
}

#[test]
fn the_interviewer_never_decides_what_is_under_review() {
    let mut engine = at_the_trouble();
    let (_, asking_step) = answer(&mut engine, "My back hurts");
    let request = request(&asking_step).clone();
    let ask = asking(&request, vec![heard("trouble", "My back hurts")]);
    reply_with(&mut engine, &asking_step, calls("ask", ask));
    assert_eq!(engine.outline()[0].outcome, None);
    assert!(engine.state().collected_fields.is_empty());
    assert_eq!(engine.steps().len(), 1, "its Reviewer alone goes on");
}

#[test]
fn what_was_taken_down_is_said_also_when_its_reviewer_asks_on() {
    for (message, told) in [
        (
            "I have noted Ada. What are the notes?",
            "I have noted Ada.\nSince when?",
        ),
        ("What are the notes, Ada?", "Since when?"),
        (
            "Version 2.5 is noted. And the notes?",
            "Version 2.5 is noted.\nSince when?",
        ),
        (
            "Thank you, Ada. Your name is noted. And the notes?",
            "Thank you, Ada. Your name is noted.\nSince when?",
        ),
    ] {
        let mut engine = at_the_trouble();
        let (reviewing, asking_step) = answer(&mut engine, "My back hurts. I am Ada");
        let mut ask = super_ask(request(&asking_step));
        ask["message"] = json!(message);
        reply_with(&mut engine, &asking_step, calls("ask", ask));
        reply_with(&mut engine, &reviewing, calls("review", not_passed()));
        assert_eq!(last(&engine), told);
        // What they were told nobody has to tell again.
        let (_, asking_step) = answer(&mut engine, "For weeks");
        let effect = now(request(&asking_step))["effect"].to_string();
        assert_eq!(
            effect.contains("name: recorded"),
            told == "Since when?",
            "{effect}"
        );
    }
}
