//! A question that comes with a report which code refuses is never seen, not even while it arrives.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use kikitori_interview::{Event, Events, Interview, Limits, Ports, parse_form};
use kikitori_llm::{ChatRequest, Completion, Delta, LlmError, Model};
use kikitori_scripted::{calls, offers};
use kikitori_store::MemoryStore;
use serde_json::json;
use support::*;

const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "bags", "label": "Bags", "required": true, "answer": {"type": "integer"}},
    {"id": "notes", "label": "Notes", "required": false}]}"#;

/// Streams its calls in small pieces. The first report after an answer is one that code refuses, or
/// one that it takes.
struct Streaming {
    refused: bool,
    answered: Cell<bool>,
}

impl Model for Streaming {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        on_delta: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        let is_first = !said_last(&request).is_empty() && !self.answered.replace(true);
        let reply = match is_first && self.refused && offers(&request, "ask") {
            true => {
                let mut entry = heard("bags", "many");
                entry["value"] = json!("many");
                let mut ask = asking(&request, vec![entry]);
                ask["message"] = json!("Noted \"message\": many bags. Anything else?");
                calls("ask", ask)
            }
            false => respond(&request),
        };
        if let Some(call) = reply.message.tool_calls.first() {
            let letters: Vec<char> = call.function.arguments.chars().collect();
            for piece in letters.chunks(7) {
                on_delta(Delta::Arguments {
                    position: 0,
                    tool: call.function.name.clone(),
                    piece: piece.iter().collect(),
                });
            }
        }
        Box::pin(ready(Ok(reply)))
    }
}

#[derive(Default)]
struct Drafts(RefCell<Vec<String>>);

impl Events for Drafts {
    fn event(&self, event: Event<'_>) {
        if let Event::Draft { text } = event {
            self.0.borrow_mut().push(text);
        }
    }
}

fn seen(refused: bool, answer: &str) -> (String, String) {
    let drafts = Rc::new(Drafts::default());
    let model = Streaming {
        refused,
        answered: Cell::new(false),
    };
    let ports = Ports {
        events: drafts.clone(),
        ..ports(Rc::new(model), Rc::new(MemoryStore::new()))
    };
    let form = parse_form(FORM).unwrap();
    let mut interview = block_on(Interview::start(form, page(), ports, Limits::default())).unwrap();
    block_on(interview.advance()).unwrap();
    drafts.0.borrow_mut().clear();
    say(&mut interview, &[answer]);
    let seen = drafts.0.borrow().join("|");
    (seen, told(&interview))
}

#[test]
fn a_question_with_a_refused_report_does_not_flash_and_one_that_fits_streams() {
    let (drafts, told) = seen(true, "many");
    assert!(!drafts.contains("Noted"), "{drafts}");
    assert!(!told.contains("Noted"), "{told}");
    let (drafts, told) = seen(false, "3");
    assert!(drafts.split('|').count() > 1, "it streams: {drafts}");
    assert!(drafts.ends_with(&told), "{drafts}");
}

#[test]
fn what_was_said_and_never_fits_is_asked_for_at_once_and_told_to_the_model() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "mail", "label": "Mail", "required": true},
        {"id": "bags", "label": "Bags", "required": true, "answer": {"type": "integer"}}]}"#;
    let (model, sent) = recorded(|request| {
        let said = said_last(request);
        if !said.iter().any(|it| it.contains("lots")) {
            return respond(request);
        }
        let mut bags = heard("bags", "lots of bags");
        bags["value"] = json!("lots");
        calls("ask", asking(request, vec![heard("name", "Ada"), bags]))
    });
    let mut interview = interview_of(form, model);
    say(&mut interview, &["I am Ada, with lots of bags"]);
    assert_eq!(value_of(&interview, "name").as_deref(), Some("Ada"));
    assert_eq!(
        told(&interview),
        "“lots of bags” was not taken for “Bags”. No number can be told from that: give it in digits.\nPlease fill in: Bags"
    );
    // The error names the field.
    let steps = &interview.orchestrator().state().run_steps;
    let refused = steps.iter().find_map(|step| {
        let message = &step.output.as_ref()?.result.message;
        message.contains("Not asked").then(|| message.clone())
    });
    assert!(refused.unwrap().contains("heard[1].value: bags: "));
    // The model that hears the next answer knows what came of the one before.
    say(&mut interview, &["3"]);
    let requests = sent.borrow();
    let effect = now(requests.last().unwrap())["effect"].to_string();
    assert!(
        effect.contains("bags: not recorded, though they said"),
        "{effect}"
    );
    assert_eq!(value_of(&interview, "bags").as_deref(), Some("3"));
    assert_eq!(told(&interview), "Please tell me: Mail");
}

#[test]
fn a_correction_that_never_fits_is_asked_for_at_once_and_told_to_the_model() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "bags", "label": "Bags", "required": true, "answer": {"type": "integer"}},
        {"id": "name", "label": "Name", "required": true}]}"#;
    let (model, sent) = recorded(|request| {
        if !said_last(request).iter().any(|it| it.contains("rather")) {
            return respond(request);
        }
        let mut bags = heard("bags", "rather a few more");
        bags["value"] = json!("more");
        calls("ask", asking(request, vec![heard("name", "Ada"), bags]))
    });
    let mut interview = interview_of(form, model);
    say(
        &mut interview,
        &["3", "I am Ada, and it was rather a few more"],
    );
    assert_eq!(
        told(&interview),
        "“rather a few more” was not taken for “Bags”. No number can be told from that: give it in digits.\nUntil then it stays as it was."
    );
    assert_eq!(value_of(&interview, "bags").as_deref(), Some("3"));
    assert_eq!(value_of(&interview, "name").as_deref(), Some("Ada"));
    say(&mut interview, &["5"]);
    assert_eq!(value_of(&interview, "bags").as_deref(), Some("5"));
    let effect = now(sent.borrow().last().unwrap())["effect"].to_string();
    assert!(
        effect.contains("bags: not recorded, though they said"),
        "{effect}"
    );
}

#[test]
fn what_was_not_recorded_is_told_with_its_reason_until_it_is_settled() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "mail", "label": "Mail", "required": true},
        {"id": "phone", "label": "Phone", "required": true},
        {"id": "bags", "label": "Bags", "required": true, "answer": {"type": "integer"}}]}"#;
    let (model, sent) = recorded(|request| match said_last(request).last() {
        Some(said) if said.contains("lots") => {
            let mut bags = heard("bags", "lots of bags");
            bags["value"] = json!("lots");
            calls("ask", asking(request, vec![heard("name", "Ada"), bags]))
        }
        Some(said) if said.contains("later") => {
            calls("ask", asking(request, vec![heard("mail", "ada")]))
        }
        _ => respond(request),
    });
    let mut interview = interview_of(form, model);
    let effects = |said: &[&str], interview: &mut Interview| {
        say(interview, said);
        now(sent.borrow().last().unwrap())["effect"].to_string()
    };
    let reason =
        "bags: not recorded, though they said \\\"lots of bags\\\" (expected a number in digits";
    for (said, is_told) in [
        ("I am Ada, with lots of bags", false),
        ("later, my mail is ada", true),
        ("later, the same ada", true),
        ("3", true),
        ("0123", false),
    ] {
        let effect = effects(&[said], &mut interview);
        assert_eq!(effect.contains(reason), is_told, "{said}: {effect}");
    }
}
