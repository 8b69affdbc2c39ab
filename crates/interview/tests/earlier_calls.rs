//! What later requests carry of the calls before them.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use kikitori_llm::{ChatRequest, Message};
use kikitori_scripted::calls;
use serde_json::{Value, json};
use support::*;

const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "name", "label": "Name", "required": true},
    {"id": "bags", "label": "Bags", "required": true, "answer": {"type": "integer"}},
    {"id": "notes", "label": "Notes", "required": false}]}"#;
const SAID: &str = "I am Ada, with lots of bags";

fn bags(outcome: &str) -> Value {
    let mut entry = heard("bags", "lots of bags");
    entry["outcome"] = json!(outcome);
    match outcome {
        "answered" => entry["value"] = json!("lots"),
        _ => entry["missing"] = json!(["how many"]),
    }
    entry
}

fn is_sent_back(request: &ChatRequest) -> bool {
    let last = request.messages.last();
    matches!(last, Some(Message::Tool { content, .. }) if content.contains("Not asked"))
}

/// The calls of `ask` that a request shows, and what each came to.
fn shown(request: &ChatRequest) -> (Vec<Value>, Vec<String>) {
    let (mut asked, mut outcomes) = (Vec::new(), Vec::new());
    for message in &request.messages {
        match message {
            Message::Assistant(reply) => {
                let call = &reply.tool_calls[0].function;
                asked.push(serde_json::from_str(&call.arguments).unwrap());
            }
            Message::Tool { content, .. } => outcomes.push(content.clone()),
            _ => {}
        }
    }
    (asked, outcomes)
}

#[test]
fn what_a_call_recorded_that_went_back_stands_in_the_one_that_was_taken() {
    let (model, sent) = recorded(|request| {
        let said = said_last(request).pop();
        match said.as_deref() == Some(SAID) {
            false => respond(request),
            true if is_sent_back(request) => {
                let mut ask = asking(request, vec![bags("not_enough")]);
                ask["asks"] = json!("bags");
                ask["message"] = json!("Noted, Ada. How many bags?");
                calls("ask", ask)
            }
            true => {
                let entries = vec![heard("name", "Ada"), bags("answered")];
                calls("ask", asking(request, entries))
            }
        }
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &[SAID, "3"]);
    let sent = sent.borrow();
    let (asked, _) = shown(sent.last().unwrap());
    let noted = asked.last().unwrap();
    assert_eq!(noted["message"], "Noted, Ada. How many bags?");
    let heard = noted["heard"].as_array().unwrap().iter();
    let heard: Vec<_> = heard
        .map(|it| {
            (
                it["field_id"].as_str().unwrap(),
                it["outcome"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(heard, [("name", "answered"), ("bags", "not_enough")]);
}

#[test]
fn a_question_of_the_programs_is_shown_as_none_of_the_models() {
    let (model, sent) = recorded(|request| match said_last(request).last() {
        Some(said) if said == SAID => calls("ask", asking(request, vec![bags("answered")])),
        _ => respond(request),
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada", SAID, "3"]);
    let sent = sent.borrow();
    let (asked, outcomes) = shown(sent.last().unwrap());
    assert!(
        asked[2]["message"]
            .as_str()
            .unwrap()
            .contains("was not taken"),
        "{asked:?}"
    );
    assert_eq!(outcomes, ["Asked.", "Asked.", "Asked by the program."]);
}
