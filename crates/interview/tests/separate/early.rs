//! What is told of a field before it is asked for is judged beside the next question, which nobody
//! waits for: the engine by itself.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_engine::caller::{CallError, ModelOutcome};
use kikitori_engine::{Action, Engine, Outcome, Step};
use kikitori_interview::{
    AgentKind, Command, Entry, Event, Events, FieldEntry, FieldId, FieldOutcome, FieldState,
    Interview, InterviewTools, Limits, MainSessionState, NoLocale, Orchestrator, Pause, SessionId,
};
use kikitori_llm::{Caps, ChatRequest, Completion, LlmError};
use kikitori_scripted::{calls, offers};
use serde_json::{Value, json};
use support::*;

const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "name", "label": "Name", "required": true},
    {"id": "trouble", "label": "Trouble", "required": true, "review": "separate"},
    {"id": "items", "label": "Items", "required": true, "answer": {"type": "group", "fields": [
        {"id": "item", "label": "Item", "required": true, "answer": {"type": "shortText"}},
        {"id": "amount", "label": "Amount", "required": true, "answer": {"type": "integer"}}]}},
    {"id": "notes", "label": "Notes", "required": true},
    {"id": "day", "label": "Day", "required": true}]}"#;
const EARLY: &str = "I am Ada, and my back hurts";

fn tools() -> Rc<InterviewTools> {
    let tools = InterviewTools::new().unwrap();
    let tools = tools.with_lines(Some(kikitori_interview::line_engine()));
    Rc::new(tools.unwrap())
}

/// The engine with the call for its first question.
fn engine() -> Orchestrator {
    let form = kikitori_interview::parse_form(FORM).unwrap();
    let id = SessionId("s".into());
    let mut engine = Orchestrator::start(
        id,
        form,
        page(),
        tools(),
        Rc::new(NoLocale),
        Limits::default(),
        1,
    );
    let step = engine.steps().remove(0);
    reply(&mut engine, &step, respond(request(&step)));
    engine
}

fn request(step: &Step) -> &ChatRequest {
    let Action::CallModel(call) = &step.action else {
        panic!()
    };
    &call.request
}

fn told(engine: &mut Orchestrator, step: &Step, result: Result<Completion, CallError>) {
    let outcome = ModelOutcome {
        result,
        usage: Default::default(),
    };
    let at = engine.state().updated_at + 1;
    engine.told(step.id, Outcome::Model(outcome), at).unwrap();
}

fn reply(engine: &mut Orchestrator, step: &Step, reply: Completion) {
    told(engine, step, Ok(reply));
}

fn say(engine: &mut Orchestrator, text: &str) {
    let command = Command::Answer {
        text: text.to_owned(),
        page: page(),
    };
    let at = engine.state().updated_at + 1;
    engine.input(command, at).unwrap();
}

/// The step of a call that offers this tool.
fn step(engine: &Orchestrator, tool: &str) -> Step {
    let steps = engine.steps().into_iter();
    let mut steps = steps.filter(|step| offers(request(step), tool));
    steps.next().unwrap()
}

fn asks(engine: &mut Orchestrator, entries: Vec<Value>, next: &str) {
    let step = step(engine, "ask");
    let mut ask = asking(request(&step), entries);
    ask["asks"] = json!(next);
    ask["message"] = json!(format!("Next: {next}"));
    reply(engine, &step, calls("ask", ask));
}

/// At the question after the one at which the trouble was told, with the Reviewer at work.
fn told_early() -> Orchestrator {
    let mut engine = engine();
    say(&mut engine, EARLY);
    let told = vec![heard("name", "Ada"), heard("trouble", "my back hurts")];
    asks(&mut engine, told, "items");
    engine
}

fn last(engine: &Orchestrator) -> String {
    engine.state().chat().last().unwrap().text.clone()
}

fn passed() -> Completion {
    let words = json!({"passed": true, "quote": "my back hurts", "field_value": "My back hurts"});
    calls("review", words)
}

fn outcome(engine: &Orchestrator, field: usize) -> Option<FieldOutcome> {
    engine.outline()[field].outcome
}

#[test]
fn the_next_question_stands_there_while_it_is_judged() {
    let mut engine = told_early();
    assert_eq!(last(&engine), "Next: items");
    assert_eq!(engine.pause(), Some(Pause::Answer));
    assert_eq!(engine.steps().len(), 1);
    let review = step(&engine, "review");
    reply(&mut engine, &review, passed());
    assert_eq!(outcome(&engine, 1), Some(FieldOutcome::Answered));
    assert_eq!(last(&engine), "Next: items", "it stands");
    assert_eq!(
        (engine.pause(), engine.steps().len()),
        (Some(Pause::Answer), 0)
    );
    say(&mut engine, "nothing");
    let effect = now(request(&step(&engine, "ask")))["effect"].to_string();
    assert!(effect.contains("trouble: recorded"), "{effect}");
}

#[test]
fn what_is_missing_is_asked_for_in_its_turn() {
    let mut engine = told_early();
    let review = step(&engine, "review");
    reply(&mut engine, &review, calls("review", super::not_passed()));
    assert_eq!(last(&engine), "Next: items", "it stands");
    say(&mut engine, "two nuts");
    let asked = now(request(&step(&engine, "ask")));
    assert_eq!(asked["missing"]["trouble"], json!(["since when"]));
    assert_eq!(asked["open"][0], "trouble");
}

#[test]
fn who_answers_sooner_waits_for_neither_and_what_they_say_is_judged_too() {
    let mut engine = told_early();
    say(&mut engine, "Notes: none. It hurts since May");
    assert_eq!(engine.steps().len(), 2, "side by side");
    let review = step(&engine, "review");
    let seen = serde_json::to_string(request(&review)).unwrap();
    assert!(seen.contains("since May") && seen.contains("my back hurts"));
    asks(&mut engine, vec![heard("notes", "none")], "items");
    assert_eq!(engine.pause(), Some(Pause::Answer));
    reply(&mut engine, &review, passed());
    assert_eq!(outcome(&engine, 1), Some(FieldOutcome::Answered));
}

#[test]
fn a_call_that_fails_beside_a_question_stops_nobody() {
    let mut engine = told_early();
    let review = step(&engine, "review");
    told(
        &mut engine,
        &review,
        Err(CallError::Model(LlmError::TokenLimit)),
    );
    assert_eq!(
        (engine.pause(), engine.steps().len()),
        (Some(Pause::Answer), 0)
    );
    assert_eq!(engine.outline()[1].state, FieldState::Interviewing);
    say(&mut engine, "two nuts");
    assert_eq!(now(request(&step(&engine, "ask")))["open"][0], "trouble");
}

#[test]
fn a_step_back_and_a_stop_have_what_was_told_before_judged_still() {
    let mut engine = told_early();
    say(&mut engine, "two nuts");
    engine.input(Command::Stop, 50).unwrap();
    assert_eq!(engine.state().withdrawn.as_deref(), Some("two nuts"));
    assert_eq!(engine.pause(), Some(Pause::Answer));
    let review = step(&engine, "review");
    assert_eq!(engine.steps().len(), 1);
    reply(&mut engine, &review, passed());
    assert_eq!(outcome(&engine, 1), Some(FieldOutcome::Answered));
    // The message that told it takes it along.
    for is_judged in [false, true] {
        let mut engine = told_early();
        if is_judged {
            let review = step(&engine, "review");
            reply(&mut engine, &review, passed());
        }
        engine.input(Command::Back, 60).unwrap();
        assert_eq!((outcome(&engine, 0), outcome(&engine, 1)), (None, None));
        assert_eq!(engine.steps().len(), 0);
    }
}

#[test]
fn a_session_that_is_opened_again_goes_on_with_it() {
    let engine = told_early();
    let stored = serde_json::to_value(engine.state()).unwrap();
    let state: MainSessionState = serde_json::from_value(stored).unwrap();
    let mut engine = Orchestrator::resume(state, tools(), Rc::new(NoLocale), Limits::default());
    assert_eq!(last(&engine), "Next: items");
    assert_eq!(engine.pause(), Some(Pause::Answer));
    let review = step(&engine, "review");
    reply(&mut engine, &review, passed());
    assert_eq!(outcome(&engine, 1), Some(FieldOutcome::Answered));
}

#[test]
fn a_list_among_other_things_is_read_beside_the_next_question() {
    let mut engine = engine();
    let list = "some nuts\na bolt or two\nfive screws";
    say(&mut engine, &format!("I am Ada. I need\n{list}"));
    asks(
        &mut engine,
        vec![heard("name", "Ada"), heard("items", list)],
        "trouble",
    );
    assert_eq!(last(&engine), "Next: trouble");
    assert_eq!(engine.pause(), Some(Pause::Answer));
    let reading = step(&engine, "read_lines");
    // An answer does not stop who reads.
    say(&mut engine, "my back hurts");
    let agents = engine.state().agent_stack.iter().map(|it| it.agent);
    let agents: Vec<AgentKind> = agents.collect();
    assert!(agents.contains(&AgentKind::LineReader) && agents.contains(&AgentKind::Reviewer));
    let line = |number: u32, item: &str, amount: Option<&str>| {
        let amount = amount.map(|it| json!({"field": "amount", "quote": it, "value": "5"}));
        let item = json!({"field": "item", "quote": item, "value": null});
        let values: Vec<Value> = [Some(item), amount].into_iter().flatten().collect();
        json!({"line": number, "kind": "line", "confidence": "high", "values": values})
    };
    let read = json!({"lines": [line(1, "nuts", None), line(2, "bolt", None), line(3, "screws", Some("five"))]});
    reply(&mut engine, &reading, calls("read_lines", read));
    let review = step(&engine, "review");
    reply(&mut engine, &review, passed());
    asks(&mut engine, Vec::new(), "items");
    assert_eq!(last(&engine), "Next: items");
    let sheet = engine.state().sheet_of(&FieldId::new("items").unwrap());
    assert_eq!((sheet.lines.len(), sheet.todo().count()), (3, 2));
    say(&mut engine, "two nuts");
    let lines = now(request(&step(&engine, "ask")))["lines"]["items"].clone();
    assert_eq!(lines["todo"].as_array().unwrap().len(), 2, "{lines}");
}

/// What code asks about lines takes the place of a question that was right when it was asked for.
#[test]
fn a_reader_that_is_first_makes_no_question_wrong() {
    for reader_first in [true, false] {
        let mut engine = told_early();
        let judging = step(&engine, "review");
        reply(&mut engine, &judging, passed());
        say(
            &mut engine,
            "3 wool blankets\nsome candles\n4 lamps, the usual ones",
        );
        let (reading, asking) = (step(&engine, "read_lines"), step(&engine, "ask"));
        let made = engine.state().run_steps.len();
        let read = |engine: &mut Orchestrator| {
            let lines = json!([
                {"line": 1, "kind": "line", "confidence": "high", "values": [
                    {"field": "item", "quote": "wool blankets", "value": null},
                    {"field": "amount", "quote": "3", "value": null}]},
                {"line": 2, "kind": "line", "confidence": "high", "values": [
                    {"field": "item", "quote": "candles", "value": null}]},
                {"line": 3, "kind": "line", "confidence": "high", "values": [
                    {"field": "item", "quote": "lamps", "value": null},
                    {"field": "amount", "quote": "4", "value": null}]}]);
            reply(
                engine,
                &reading,
                calls("read_lines", json!({ "lines": lines })),
            );
        };
        let ask = |engine: &mut Orchestrator| {
            let ask = respond(request(&asking));
            reply(engine, &asking, ask);
        };
        match reader_first {
            true => {
                read(&mut engine);
                ask(&mut engine);
            }
            false => {
                ask(&mut engine);
                read(&mut engine);
            }
        }
        assert!(engine.steps().is_empty(), "nothing is asked for again");
        let state = engine.state();
        let mut calls = state.run_steps.iter().skip(made);
        let is_refused = |it: &kikitori_agent::RunStep| {
            let output = it.output.as_ref();
            output.is_some_and(|it| it.status == kikitori_agent::CallStatus::Error)
        };
        assert!(!calls.any(is_refused), "{reader_first}");
        assert!(last(&engine).contains("candles"), "{}", last(&engine));
        assert_eq!(engine.pause(), Some(Pause::Answer));
    }
}

/// A private answer comes between what was told early and who judges it.
#[test]
fn what_was_told_early_is_judged_still_when_a_private_answer_comes_sooner() {
    let form = FORM.replace(
        r#"{"id": "items""#,
        r#"{"id": "pin", "label": "PIN", "required": true, "private": true,
            "answer": {"type": "shortText"}}, {"id": "items""#,
    );
    let form = kikitori_interview::parse_form(&form).unwrap();
    let (id, locale) = (SessionId("s".into()), Rc::new(NoLocale));
    let mut engine = Orchestrator::start(id, form, page(), tools(), locale, Limits::default(), 1);
    let first = step(&engine, "ask");
    reply(&mut engine, &first, respond(request(&first)));
    say(&mut engine, EARLY);
    let told = vec![heard("name", "Ada"), heard("trouble", "my back hurts")];
    asks(&mut engine, told, "pin");
    assert_eq!(engine.pause(), Some(Pause::Answer));
    say(&mut engine, "canary-4711");
    let judging = step(&engine, "review");
    reply(&mut engine, &judging, passed());
    assert_eq!(outcome(&engine, 1), Some(FieldOutcome::Answered));
}

/// Keeps whose calls the person waits for.
#[derive(Default)]
struct Waits(RefCell<Vec<AgentKind>>);

impl Events for Waits {
    fn event(&self, event: Event<'_>) {
        if let Event::Thinking { agent } = event {
            self.0.borrow_mut().push(agent);
        }
    }
}

#[test]
fn nobody_is_told_to_wait_for_what_goes_on_beside_a_question() {
    let (model, _) = recorded(|request| match said_last(request).pop() {
        Some(said) if said == EARLY => {
            let told = vec![heard("name", "Ada"), heard("trouble", "my back hurts")];
            calls("ask", asking(request, told))
        }
        _ => respond(request),
    });
    let waits = Rc::new(Waits::default());
    let ports = kikitori_interview::Ports {
        events: waits.clone(),
        ..ports(model, Rc::new(kikitori_store::MemoryStore::new()))
    };
    let form = kikitori_interview::parse_form(FORM).unwrap();
    let interview = Interview::start(form, page(), ports, Limits::default());
    let mut interview = futures::executor::block_on(interview).unwrap();
    support::say(&mut interview, &[EARLY]);
    assert!(value_of(&interview, "trouble").is_some());
    assert_eq!(*waits.0.borrow(), [AgentKind::Interviewer; 2]);
}

#[test]
fn who_tries_again_after_a_call_that_failed_is_told_to_wait() {
    let made = Cell::new(0);
    let model = FnModel(move |request: &ChatRequest| {
        made.set(made.get() + 1);
        match made.get() {
            2 => Err(LlmError::TokenLimit),
            _ => Ok(respond(request)),
        }
    });
    let waits = Rc::new(Waits::default());
    let ports = kikitori_interview::Ports {
        events: waits.clone(),
        ..ports(Rc::new(model), Rc::new(kikitori_store::MemoryStore::new()))
    };
    let form = kikitori_interview::parse_form(FORM).unwrap();
    futures::executor::block_on(async {
        let interview = Interview::start(form, page(), ports, Limits::default());
        let mut interview = interview.await.unwrap();
        interview.advance().await.unwrap();
        interview.answer("Ada", page()).await.unwrap();
        interview.advance().await.unwrap_err();
        assert_eq!(waits.0.borrow().len(), 2);
        interview.retry().await.unwrap();
        assert_eq!(interview.advance().await.unwrap(), Pause::Answer);
    });
    assert_eq!(*waits.0.borrow(), [AgentKind::Interviewer; 3]);
}

#[test]
fn a_reviewer_of_no_use_ends_also_where_nothing_was_said_since_the_question() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "guest", "label": "Guest", "required": true},
        {"id": "trouble", "label": "Trouble", "required": true, "review": "separate"}]}"#;
    let (model, sent) = recorded(|request| {
        if offers(request, "review") {
            let review =
                json!({"passed": true, "quote": "what nobody ever said", "field_value": "Mallory"});
            return calls("review", review);
        }
        match now(request)["open"] == json!(["trouble"]) {
            true => {
                let mut ask = asking(request, vec![heard("trouble", "Ada")]);
                ask["asks"] = json!(null);
                calls("ask", ask)
            }
            false => respond(request),
        }
    });
    let of_calls = Limits {
        session_caps: Caps {
            calls: Some(60),
            ..Caps::default()
        },
        ..Limits::default()
    };
    let ports = ports(model, Rc::new(kikitori_store::MemoryStore::new()));
    let form = kikitori_interview::parse_form(FORM).unwrap();
    let mut interview = block_on(Interview::start(form, page(), ports, of_calls)).unwrap();
    support::say(&mut interview, &["Ada"]);
    let entry = FieldEntry {
        field_id: FieldId::new("guest").unwrap(),
        entry: Entry::Value(json!("Grace")),
    };
    let entered = Command::Enter {
        entries: vec![entry],
    };
    block_on(interview.take(entered)).unwrap();
    // Nothing of it came to a cap.
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    assert!(sent.borrow().len() < 20, "{} calls", sent.borrow().len());
}
