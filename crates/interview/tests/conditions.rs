//! Which fields are asked follows from what was answered, and changes with it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use futures::executor::block_on;
use kikitori_interview::{Interview, Pause, Submission};
use kikitori_scripted::calls;
use serde_json::{Value, json};
use support::*;

const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "guests", "label": "Guests", "required": true, "answer": {"type": "yesNo"}},
    {"id": "count", "label": "How many", "required": true, "answer": {"type": "integer"},
     "when": {"equals": {"field": "guests", "value": true}}},
    {"id": "hall", "label": "Hall", "required": true,
     "when": {"greater": {"field": "count", "value": 10}}},
    {"id": "notes", "label": "Notes", "required": false}
]}"#;

fn asked(interview: &Interview) -> Vec<String> {
    let outline = interview.orchestrator().outline();
    outline
        .into_iter()
        .map(|it| it.field_id.to_string())
        .collect()
}

/// The player, which also takes a message that says "Sorry" for another answer to the guests.
fn correcting(value: &'static str) -> std::rc::Rc<dyn kikitori_llm::Model> {
    recorded(move |request| {
        let sorry = said_last(request)
            .last()
            .is_some_and(|it| it.starts_with("Sorry"));
        let mut entry = heard("guests", "Sorry");
        entry["value"] = json!(value);
        let mut ask = asking(request, vec![entry]);
        if value == "no" {
            ask["asks"] = json!("notes");
        }
        match sorry {
            true => calls("ask", ask),
            false => respond(request),
        }
    })
    .0
}

#[test]
fn a_field_is_asked_when_its_condition_holds() {
    for (answers, expected) in [
        (&["no"][..], &["guests", "notes"][..]),
        (&["yes", "3"], &["guests", "count", "notes"]),
        (&["yes", "30"], &["guests", "count", "hall", "notes"]),
    ] {
        // The player asks for what was open before; code says what comes next.
        let (model, _) = recorded(|request| {
            let reply = respond(request);
            let is_repair = kikitori_scripted::tags::latest_json::<Value>(request, "now").is_some()
                && request.messages.iter().any(|it| {
                    matches!(it, kikitori_llm::Message::Tool { content, .. }
                        if content.contains("comes next is"))
                });
            if !is_repair {
                return reply;
            }
            let told = serde_json::to_string(request.messages.last().unwrap()).unwrap();
            let next = told.split("comes next is ").nth(1).unwrap();
            let next: String = next.chars().take_while(char::is_ascii_alphabetic).collect();
            let arguments = &reply.message.tool_calls[0].function.arguments;
            let mut ask: Value = serde_json::from_str(arguments).unwrap();
            ask["asks"] = json!(next);
            calls("ask", ask)
        });
        let mut interview = interview_of(FORM, model);
        assert_eq!(say(&mut interview, answers), Pause::Answer);
        assert_eq!(asked(&interview), expected);
        let outline = interview.orchestrator().outline();
        let current = outline.iter().find(|it| it.current).unwrap();
        assert_eq!(current.field_id.as_str(), expected[answers.len()]);
    }
}

#[test]
fn a_correction_takes_out_what_depends_on_it_and_keeps_the_value_aside() {
    let mut interview = interview_of(FORM, correcting("no"));
    say(&mut interview, &["yes", "3", "Sorry, none"]);
    assert_eq!(asked(&interview), ["guests", "notes"]);
    assert_eq!(say(&mut interview, &["skip"]), Pause::Confirm);
    block_on(interview.confirm("now".to_owned())).unwrap();
    let submission = Submission::of(interview.orchestrator()).unwrap();
    let sent: Vec<_> = submission
        .fields
        .iter()
        .map(|it| it.field_id.as_str())
        .collect();
    assert_eq!(sent, ["guests", "notes"]);
    let kept = &interview.orchestrator().state().collected_fields;
    assert!(kept.keys().any(|id| id.as_str() == "count"));
}

#[test]
fn only_what_depends_on_a_correction_is_asked_again() {
    let mut interview = interview_of(FORM, correcting("yes"));
    say(&mut interview, &["no", "Sorry, some come"]);
    let outline = interview.orchestrator().outline();
    let open: Vec<_> = outline
        .iter()
        .filter(|it| it.outcome.is_none())
        .map(|it| it.field_id.as_str())
        .collect();
    assert_eq!(open, ["count", "notes"]);
}

#[test]
fn what_is_told_of_a_field_that_is_not_asked_is_not_recorded() {
    let (model, _) = recorded(|request| match said_last(request).last() {
        Some(said) if said.contains("hall") => {
            calls("ask", asking(request, vec![heard("hall", "the hall")]))
        }
        _ => respond(request),
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["no, the hall"]);
    let state = interview.orchestrator().state();
    assert!(state.collected_fields.is_empty());
    let refused = state.run_steps.iter().filter_map(|it| it.output.as_ref());
    let mut messages = refused.map(|it| it.result.message.as_str());
    assert!(messages.any(|it| it.contains("its condition does not hold")));
}

#[test]
fn a_field_whose_condition_was_refused_in_the_same_call_is_not_called_one_that_is_not_asked() {
    let (model, _) = recorded(|request| {
        let is_repair = request.messages.iter().any(|it| {
            matches!(it, kikitori_llm::Message::Tool { content, .. } if content.contains("guests: "))
        });
        match said_last(request).last() {
            Some(said) if said.starts_with("Yes, three") => {
                let mut guests = heard("guests", if is_repair { "Yes" } else { "Surely" });
                guests["value"] = json!("yes");
                let mut count = heard("count", "three");
                count["value"] = json!("3");
                let mut ask = asking(request, vec![guests, count]);
                ask["asks"] = json!("notes");
                calls("ask", ask)
            }
            _ => respond(request),
        }
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Yes, three"]);
    let state = interview.orchestrator().state();
    let results = state.run_steps.iter().filter_map(|it| it.output.as_ref());
    let told: Vec<_> = results.map(|it| it.result.message.as_str()).collect();
    assert!(told.iter().any(|it| it.contains("guests: ")), "{told:?}");
    assert!(!told.iter().any(|it| it.contains("count")), "{told:?}");
    let recorded: Vec<_> = state
        .collected_fields
        .keys()
        .map(|it| it.as_str())
        .collect();
    assert_eq!(recorded, ["count", "guests"]);
}
