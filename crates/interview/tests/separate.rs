//! A field whose criteria need judgement has a Reviewer of its own, beside the Interviewer.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_engine::caller::ModelOutcome;
use kikitori_engine::{Action, Engine, Outcome, Step};
use kikitori_interview::{
    Command, FieldOutcome, FieldState, InterviewTools, Limits, NoLocale, Orchestrator, Pause,
    SessionId,
};
use kikitori_llm::{ChatRequest, Message};
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

fn not_passed() -> Value {
    json!({"passed": false, "quote": "back", "missing_facts": ["since when"],
        "follow_up": {"message": "Since when?", "suggestions": ["Today"]}})
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
fn the_interviewer_never_decides_what_is_under_review() {
    let mut engine = at_the_trouble();
    let (_, asking_step) = answer(&mut engine, "My back hurts");
    let request = request(&asking_step).clone();
    let ask = asking(&request, vec![heard("trouble", "My back hurts")]);
    reply_with(&mut engine, &asking_step, calls("ask", ask));
    assert_eq!(engine.outline()[0].outcome, None);
    let refused = engine.state().run_steps.last().unwrap().output.clone();
    let refused = refused.unwrap().result.message;
    assert!(refused.contains("under review"), "{refused}");
}

#[test]
fn what_is_told_of_it_early_is_judged_without_being_asked_for() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "trouble", "label": "Trouble", "required": true, "review": "separate"},
        {"id": "notes", "label": "Notes", "required": false}]}"#;
    let (model, sent) = recorded(|request| {
        let said = said_last(request);
        match said.last() {
            Some(said) if said.contains("hurts") && offers(request, "ask") => {
                let entries = vec![heard("name", "Ada"), heard("trouble", "my back hurts")];
                calls("ask", asking(request, entries))
            }
            _ => respond(request),
        }
    });
    let mut interview = interview_of(form, model);
    say(&mut interview, &["I am Ada, and my back hurts"]);
    assert_eq!(told(&interview), "Please tell me: Notes");
    let trouble = value_of(&interview, "trouble");
    assert_eq!(trouble.as_deref(), Some("I am Ada, and my back hurts"));
    let reviews = sent
        .borrow()
        .iter()
        .filter(|it| offers(it, "review"))
        .count();
    assert_eq!(reviews, 1);
}

#[test]
fn a_second_refusal_of_it_ends_the_asking_and_is_told() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "trouble", "label": "Trouble", "required": true, "review": "separate"},
        {"id": "notes", "label": "Notes", "required": false}]}"#;
    let (model, sent) = recorded(|request| match offers(request, "review") {
        true => calls(
            "review",
            json!({"passed": false, "refused": true, "follow_up": {"message": "It is needed."}}),
        ),
        false => respond(request),
    });
    let mut interview = interview_of(form, model);
    say(&mut interview, &["I will not say"]);
    assert_eq!(told(&interview), "It is needed.");
    say(&mut interview, &["Never"]);
    assert_eq!(told(&interview), "Please tell me: Notes");
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[0].outcome, Some(FieldOutcome::Declined));
    // The question that is shown was written by one who knew it.
    let last = now(sent.borrow().last().unwrap());
    assert!(last["effect"].to_string().contains("declined"), "{last}");
}

#[test]
fn a_value_that_does_not_fit_its_field_or_stands_in_no_answer_goes_back() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "bags", "label": "Bags", "required": true, "review": "separate",
         "answer": {"type": "integer"}}]}"#;
    for (quote, value, place) in [("two", "some", "field_value"), ("three", "3", "quote")] {
        let (model, _) = recorded(move |request| {
            let is_repair = request.messages.len() > 3;
            match offers(request, "review") && !is_repair {
                true => calls(
                    "review",
                    json!({"passed": true, "quote": quote, "field_value": value}),
                ),
                false if offers(request, "review") => calls(
                    "review",
                    json!({"passed": true, "quote": "two", "field_value": "2"}),
                ),
                false => respond(request),
            }
        });
        let mut interview = interview_of(form, model);
        assert_eq!(say(&mut interview, &["two"]), Pause::Confirm);
        let steps = &interview.orchestrator().state().run_steps;
        let first = steps.iter().find(|step| step.tool == "review").unwrap();
        let message = &first.output.as_ref().unwrap().result.message;
        assert!(message.contains(place), "{message}");
        assert_eq!(value_of(&interview, "bags").as_deref(), Some("2"));
    }
}

#[test]
fn a_form_may_have_a_field_with_facts_reviewed_together() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "trouble", "label": "Trouble", "required": true, "review": "together",
         "facts": [{"key": "since", "fact": "since when", "doneCriteria": "a date"}]}]}"#;
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(form, model);
    assert_eq!(say(&mut interview, &["My back, since May"]), Pause::Confirm);
    assert!(sent.borrow().iter().all(|it| !offers(it, "review")));
    block_on(interview.confirm("now".to_owned())).unwrap();
}

#[test]
fn a_field_that_its_reviewer_gave_up_is_not_judged_again_by_the_same_message() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "trouble", "label": "Trouble", "required": true, "review": "separate", "followUps": 0},
        {"id": "name", "label": "Name", "required": true}]}"#;
    let (model, sent) = recorded(|request| match offers(request, "review") {
        true => calls(
            "review",
            json!({"passed": false, "missing_facts": ["more"], "follow_up": {"message": "And?"}}),
        ),
        // Whatever became of it, it is reported anew.
        false => match said_last(request).last() {
            Some(said) if now(request)["under_review"].is_null() => {
                calls("ask", asking(request, vec![heard("trouble", said)]))
            }
            _ => respond(request),
        },
    });
    let mut interview = interview_of(form, model);
    assert_eq!(say(&mut interview, &["My back"]), Pause::Answer);
    assert_eq!(told(&interview), "Please tell me: Name");
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[0].outcome, Some(FieldOutcome::Unresolved));
    let reviews = sent.borrow();
    let reviews = reviews.iter().filter(|it| offers(it, "review"));
    assert_eq!(reviews.count(), 1);
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

#[test]
fn who_refuses_it_again_is_asked_nothing_by_its_reviewer() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "trouble", "label": "Trouble", "required": true, "review": "separate"},
        {"id": "notes", "label": "Notes", "required": false}]}"#;
    let (model, sent) = recorded(|request| {
        let again = said_before(request) > 1;
        let follow_up = (!again).then(|| json!({"message": "It is needed."}));
        match offers(request, "review") {
            true => calls(
                "review",
                json!({"passed": false, "refused": true, "follow_up": follow_up}),
            ),
            false => respond(request),
        }
    });
    let mut interview = interview_of(form, model);
    say(&mut interview, &["I will not say", "Never"]);
    assert_eq!(told(&interview), "Please tell me: Notes");
    let sent = sent.borrow();
    let reviews: Vec<_> = sent.iter().filter(|it| offers(it, "review")).collect();
    assert_eq!(reviews.len(), 2, "nothing goes back");
    let knows = reviews
        .iter()
        .map(|it| summary(it).contains("They refused it once before"));
    assert_eq!(knows.collect::<Vec<_>>(), [false, true]);
}

fn summary(request: &ChatRequest) -> &str {
    match &request.messages[1] {
        Message::User { content, .. } => content,
        other => panic!("{other:?}"),
    }
}

/// How many answers a Reviewer is shown.
fn said_before(request: &ChatRequest) -> usize {
    match request.messages.get(1) {
        Some(Message::User { content, .. }) => content.matches("</answer>").count(),
        _ => 0,
    }
}

#[test]
fn a_question_for_what_goes_to_its_reviewer_is_no_reason_to_ask_again() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "trouble", "label": "Trouble", "required": true, "review": "separate"},
        {"id": "notes", "label": "Notes", "required": false}]}"#;
    for passes in [false, true] {
        let (model, sent) = recorded(move |request| {
            let is_judged = !now(request)["recorded"]["trouble"].is_null();
            let is_told = now(request)["asked"] == "name" && !said_last(request).is_empty();
            let is_first = is_told && !is_judged;
            match (
                offers(request, "review"),
                is_first && offers(request, "ask"),
            ) {
                (true, _) if !passes => calls("review", not_passed()),
                (false, true) => {
                    let told = heard("trouble", "my back");
                    let mut ask = asking(request, vec![heard("name", "Ada"), told]);
                    ask["heard"][1]["outcome"] = json!("not_enough");
                    ask["heard"][1]["missing"] = json!(["since when"]);
                    ask["asks"] = json!("trouble");
                    ask["message"] = json!("Thank you, Ada. Since when?");
                    calls("ask", ask)
                }
                _ => respond(request),
            }
        });
        let mut interview = interview_of(form, model);
        say(&mut interview, &["I am Ada, it is my back"]);
        let steps = &interview.orchestrator().state().run_steps;
        let asks = steps.iter().filter(|step| step.tool == "ask");
        let outputs: Vec<_> = asks
            .map(|step| step.output.as_ref().unwrap().result.message.as_str())
            .collect();
        assert!(outputs.iter().all(|it| *it == "Asked."), "{outputs:?}");
        let expected = match passes {
            true => "Please tell me: Notes",
            false => "Thank you, Ada.\nSince when?",
        };
        assert_eq!(told(&interview), expected);
        assert!(sent.borrow().len() <= 4);
    }
}
