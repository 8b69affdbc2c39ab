//! What the Interviewer reports of a message is checked by code, and only what fits is recorded.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod of_no_use;

use crate::support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_agent::CallStatus;
use kikitori_interview::{FieldOutcome, Interview, Pause};
use kikitori_llm::{ChatRequest, Message, Model};
use kikitori_scripted::{calls, says};
use serde_json::{Value, json};
use support::*;

const FORM: &str = r#"{"id": "move", "title": "Move", "fields": [
    {"id": "name", "label": "Name", "required": true},
    {"id": "bags", "label": "Bags", "required": true, "answer": {"type": "integer", "min": 1}},
    {"id": "size", "label": "Size", "required": true, "answer": {"type": "choice",
        "options": [{"value": "s", "label": {"en": "Small", "ja": "小"}}, {"value": "l", "label": "Large"}]}},
    {"id": "notes", "label": "Notes", "required": false}
]}"#;

/// A model whose first call after an answer has these arguments, and which plays on.
fn first(arguments: impl Fn(&ChatRequest) -> Value + 'static) -> Rc<dyn Model> {
    let first = Cell::new(true);
    recorded(move |request| {
        let is_answered = !said_last(request).is_empty();
        match is_answered && first.replace(!is_answered && first.get()) {
            true => calls("ask", arguments(request)),
            false => respond(request),
        }
    })
    .0
}

fn entry(field_id: &str, quote: &str, value: Option<&str>) -> Value {
    let mut entry = heard(field_id, quote);
    entry["value"] = json!(value);
    entry
}

fn values(interview: &Interview) -> Vec<Option<String>> {
    let outline = interview.orchestrator().outline();
    outline.into_iter().map(|it| it.value).collect()
}

/// What came of the calls of `ask` after the first question.
fn outcomes(interview: &Interview) -> Vec<(CallStatus, String)> {
    let steps = interview.orchestrator().state().run_steps.iter();
    let asked = steps.filter(|step| step.tool == "ask").skip(1);
    asked
        .map(|step| {
            let output = step.output.clone().unwrap();
            (output.status, output.result.message)
        })
        .collect()
}

#[test]
fn one_message_fills_several_fields_and_none_of_them_is_asked_for() {
    let model = first(|request| {
        let entries = vec![
            entry("name", "I am Ada", Some("Ada")),
            entry("bags", "two bags", Some("2")),
            entry("size", "SMALL", None),
        ];
        asking(request, entries)
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["I am Ada, with two bags, small"]);
    let some = |it: &str| Some(it.to_owned());
    assert_eq!(
        values(&interview),
        [some("Ada"), some("2"), some("Small"), None]
    );
    assert_eq!(told(&interview), "Please tell me: Notes");
    let calls = interview.orchestrator().state().spent.calls;
    assert_eq!(calls, 2, "the opening and this one");
}

#[test]
fn what_does_not_fit_goes_back_once_and_the_question_that_came_with_it_is_not_shown() {
    let fits = |quote: &str, value: Option<&str>| entry("name", quote, value);
    let with = |mut entry: Value, name: &str, value: Value| {
        entry[name] = value;
        entry
    };
    let cases = [
        (vec![entry("invented", "Ada", None)], "heard[0].field_id"),
        (vec![fits("Eve", None)], "heard[0].quote"),
        (
            vec![with(fits("Ada", None), "quote", Value::Null)],
            "heard[0].quote",
        ),
        (
            vec![fits("Ada", None), fits("Ada", None)],
            "heard[1].field_id",
        ),
        (
            vec![fits("Ada", None), entry("bags", "Ada", Some("none"))],
            "heard[1].value: bags: expected a number in digits, such as 12",
        ),
        (
            vec![fits("Ada", None), entry("size", "Ada", Some("m"))],
            "heard[1].value: size: expected the value of an option, such as Small, Large",
        ),
        (
            vec![with(fits("Ada", None), "missing", json!(["more"]))],
            "heard[0].missing",
        ),
        (
            vec![with(fits("Ada", None), "outcome", json!("not_enough"))],
            "heard[0].missing",
        ),
        (
            vec![with(fits("Ada", None), "outcome", json!("skipped"))],
            "heard[0].outcome",
        ),
        (vec![], "nothing is reported of their last message"),
    ];
    for (entries, place) in cases {
        let given = entries.clone();
        let model = first(move |request| {
            let mut ask = asking(request, given.clone());
            ask["message"] = json!("Never shown.");
            ask["question"] = Value::Null;
            ask
        });
        let mut interview = interview_of(FORM, model);
        assert_eq!(say(&mut interview, &["Ada"]), Pause::Answer);
        let outcomes = outcomes(&interview);
        assert_eq!(outcomes.len(), 2, "{place}: {outcomes:?}");
        assert_eq!(outcomes[0].0, CallStatus::Error);
        assert!(outcomes[0].1.contains(place), "{place}: {outcomes:?}");
        assert_eq!(outcomes[1].0, CallStatus::Success, "{place}: {outcomes:?}");
        let said: Vec<_> = interview.orchestrator().state().chat().collect();
        assert!(said.iter().all(|it| it.text != "Never shown."));
        assert_eq!(values(&interview)[0].as_deref(), Some("Ada"));
    }
}

#[test]
fn a_choice_is_recorded_by_its_value_in_whatever_language_it_was_told() {
    let model = first(|request| {
        let entries = vec![entry("name", "Ada", None), entry("size", "小", None)];
        asking(request, entries)
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada 小"]);
    let outline = interview.orchestrator().outline();
    let size = outline[2].collected.clone().unwrap();
    assert_eq!(serde_json::to_value(&size.value).unwrap(), "s");
    assert_eq!(size.said.as_deref(), Some("小"));
    assert_eq!(outline[2].value.as_deref(), Some("Small"));
}

#[test]
fn what_the_respondent_does_not_know_is_no_answer_and_asked_no_more() {
    let model = first(|request| {
        let mut unknown = entry("name", "no idea", None);
        unknown["outcome"] = json!("does_not_know");
        asking(request, vec![unknown])
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["I have no idea"]);
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[0].outcome, Some(FieldOutcome::DoesNotKnow));
    assert_eq!(told(&interview), "Please tell me: Bags");
    // Their words leave with that: "none" is none too.
    let state = interview.orchestrator().state();
    let words = state.words_of_passing_over(&outline[0].field_id);
    assert_eq!(words.as_deref(), Some("no idea"));
}

#[test]
fn a_yes_to_what_was_named_records_what_was_named() {
    let model = first(|request| asking(request, vec![entry("name", "yes", Some("Ada King"))]));
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Yes!"]);
    assert_eq!(values(&interview)[0].as_deref(), Some("Ada King"));
    let collected = interview.orchestrator().outline()[0]
        .collected
        .clone()
        .unwrap();
    let state = interview.orchestrator().state();
    assert_eq!(state.evidence_text(&collected.evidence[0]), Some("Yes"));
}

#[test]
fn a_value_that_is_refused_is_told_alone_and_as_one_sentence() {
    let model = first(|request| {
        let mut ask = asking(request, vec![entry("bags", "some bags", Some("some"))]);
        ask["asks"] = json!("size");
        ask
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada with some bags"]);
    let (status, told) = outcomes(&interview)[0].clone();
    assert_eq!(status, CallStatus::Error);
    assert!(told.contains("heard[0].value: "), "{told}");
    assert!(
        !told.contains("asks:") && !told.contains(".;") && !told.contains(".."),
        "{told}"
    );
}

#[test]
fn a_value_that_stands_in_the_message_is_its_own_quote() {
    let quoted = |value: &'static str, said: &'static str| {
        let model = first(move |request| {
            let mut entry = entry("bags", "", Some(value));
            entry["quote"] = Value::Null;
            asking(request, vec![entry])
        });
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &[said]);
        let collected = interview.orchestrator().outline()[1].collected.clone();
        let state = interview.orchestrator().state();
        collected.map(|it| state.evidence_text(&it.evidence[0]).map(str::to_owned))
    };
    assert_eq!(quoted("3", "It is 3 bags"), Some(Some("3".to_owned())));
    assert_eq!(quoted("3", "It is 30 bags"), None, "30 is another number");
    assert_eq!(quoted("3", "It is three bags"), None);
}

#[test]
fn better_words_for_the_same_value_are_kept_and_told_to_nobody() {
    let turn = Cell::new(0);
    let (model, sent) = recorded(move |request| {
        let quotes = ["yes", "Yes, three bags", "bags"];
        let said = said_last(request);
        match quotes.get(turn.get()).filter(|_| !said.is_empty()) {
            Some(quote) => {
                turn.set(turn.get() + 1);
                calls(
                    "ask",
                    asking(request, vec![entry("bags", quote, Some("3"))]),
                )
            }
            None => respond(request),
        }
    });
    let mut interview = interview_of(FORM, model);
    for (said, words) in [
        ("yes", "yes"),
        ("Yes, three bags", "yes"),
        ("3: Yes, three bags", "yes"),
    ] {
        say(&mut interview, &[said]);
        let collected = interview.orchestrator().outline()[1]
            .collected
            .clone()
            .unwrap();
        let state = interview.orchestrator().state();
        let found = state.evidence_text(&collected.evidence[0]).unwrap();
        assert!(found.eq_ignore_ascii_case(words), "{said}: {found}");
    }
    assert_eq!(now(sent.borrow().last().unwrap())["effect"], Value::Null);
}

#[test]
fn a_phone_number_is_kept_as_it_was_written_beside_the_form_that_machines_dial() {
    const PHONE: &str = r#"{"id": "f", "title": "F", "needs": ["country"], "fields": [
        {"id": "phone", "label": "Phone", "required": true, "answer": {"type": "phone"}}]}"#;
    let (model, _) = recorded(|request| {
        let said = said_last(request);
        let entries = match said.last().map(String::as_str) {
            Some("Japan") => {
                let mut country = heard("@country", "Japan");
                country["value"] = json!("JP");
                vec![country]
            }
            Some(_) => vec![entry(
                "phone",
                "my number is 090-1234-5678",
                Some("09012345678"),
            )],
            None => Vec::new(),
        };
        calls("ask", asking(request, entries))
    });
    let mut interview = interview_of(PHONE, model);
    say(
        &mut interview,
        &["Japan", "Call me: my number is 090-1234-5678."],
    );
    let phone = interview.orchestrator().outline()[0].clone();
    assert_eq!(phone.value.as_deref(), Some("090-1234-5678"));
    assert_eq!(phone.collected.unwrap().value.to_string(), "+819012345678");
}

#[test]
fn what_fits_of_a_call_is_recorded_at_once_and_only_the_rest_goes_back() {
    let calls_made = Cell::new(0);
    let (model, _) = recorded(move |request| {
        if said_last(request).is_empty() {
            return respond(request);
        }
        calls_made.set(calls_made.get() + 1);
        let entries = match calls_made.get() {
            1 => vec![
                entry("name", "I am Ada", Some("Ada")),
                entry("bags", "some bags", Some("some")),
            ],
            2 => vec![
                entry("name", "I am Ada", Some("Ada")),
                entry("bags", "two", Some("2")),
            ],
            _ => return respond(request),
        };
        calls("ask", asking(request, entries))
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["I am Ada, with some bags, well, two"]);
    let some = |it: &str| Some(it.to_owned());
    assert_eq!(values(&interview)[..2], [some("Ada"), some("2")]);
    assert_eq!(told(&interview), "Please tell me: Size");
    let outcomes = outcomes(&interview);
    let (status, message) = &outcomes[0];
    assert_eq!(*status, CallStatus::Error);
    assert!(
        message.starts_with(
            "Not asked. Recorded: name. Not recorded yet, until all fits: bags. heard[1].value: bags: "
        ),
        "{message}"
    );
    assert!(message.contains("bags"), "{message}");
    assert_eq!(outcomes.len(), 2);
}
