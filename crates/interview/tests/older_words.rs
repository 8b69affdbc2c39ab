//! What is recorded is not undone by words from before it was.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{Command, Entry, FieldEntry, FieldId, FieldOutcome, Interview};
use kikitori_llm::{ChatRequest, Completion, Model};
use kikitori_scripted::{calls, offers};
use serde_json::{Value, json};
use support::*;

const FORM: &str = r#"{"id": "claim", "title": "Claim", "fields": [
    {"id": "name", "label": "Name", "required": true},
    {"id": "day", "label": "Day", "required": true, "answer": {"type": "date", "latest": "today"}},
    {"id": "place", "label": "Place", "required": true},
    {"id": "notes", "label": "Notes", "required": false}
]}"#;

/// A report: the field, words that were said, what is made of them, and what came of it.
fn report(field: &str, quote: &str, value: Option<&str>, outcome: &str) -> Value {
    let mut entry = heard(field, quote);
    entry["value"] = json!(value);
    entry["outcome"] = json!(outcome);
    entry["missing"] = json!((outcome == "not_enough").then_some(["more"]));
    entry
}

/// A model that reports the entries of each turn, again if they go back, and plays on where it has
/// none. A turn is a message of the respondent's.
fn reporting(turns: Vec<(&'static str, Vec<Value>)>) -> Rc<dyn Model> {
    let reply = move |request: &ChatRequest| -> Completion {
        let said = said_last(request).pop().unwrap_or_default();
        let of_turn = turns.iter().find(|(text, _)| *text == said);
        match of_turn.filter(|_| offers(request, "ask")) {
            Some((_, entries)) => calls("ask", asking(request, entries.clone())),
            None => respond(request),
        }
    };
    recorded(reply).0
}

fn enter(interview: &mut Interview, field: &str, entry: Entry) {
    let entries = vec![FieldEntry {
        field_id: FieldId::new(field).unwrap(),
        entry,
    }];
    block_on(interview.take(Command::Enter { entries })).unwrap();
    block_on(interview.advance()).unwrap();
}

/// Calls of the Interviewer that were refused.
fn refused(interview: &Interview) -> Vec<String> {
    let steps = interview.orchestrator().state().run_steps.iter();
    let outputs = steps.filter_map(|step| step.output.clone());
    let refused = outputs.filter(|it| it.status == kikitori_agent::CallStatus::Error);
    refused.map(|it| it.result.message).collect()
}

fn old_day() -> Value {
    report(
        "day",
        "17 November 2026",
        Some("17 November 2026"),
        "answered",
    )
}

#[test]
fn what_words_have_corrected_is_not_undone_by_the_words_before() {
    let model = reporting(vec![
        (
            "Sorry, the 14th",
            vec![report("day", "the 14th", None, "answered")],
        ),
        (
            "Kyoto",
            vec![report("place", "Kyoto", None, "answered"), old_day()],
        ),
    ]);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["Ada", "17 November 2026", "Sorry, the 14th"],
    );
    assert_eq!(value_of(&interview, "day").as_deref(), Some("2026-11-14"));
    say(&mut interview, &["Kyoto"]);
    assert_eq!(value_of(&interview, "day").as_deref(), Some("2026-11-14"));
    // What came with it stands, the model is told once, and a second time it is passed over.
    assert_eq!(value_of(&interview, "place").as_deref(), Some("Kyoto"));
    assert_eq!(told(&interview), "Please tell me: Notes");
    let refused = refused(&interview);
    assert_eq!(refused.len(), 1);
    assert!(
        refused[0].contains("heard[1].quote: day: it was recorded, changed or taken back after"),
        "{refused:?}"
    );
}

#[test]
fn what_a_change_by_hand_has_corrected_is_not_undone_by_the_words_before() {
    let model = reporting(vec![("Kyoto", vec![old_day()])]);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada", "17 November 2026"]);
    enter(&mut interview, "day", Entry::Value(json!("2026-11-14")));
    say(&mut interview, &["Kyoto"]);
    assert_eq!(value_of(&interview, "day").as_deref(), Some("2026-11-14"));
    // Nothing else is reported of the message, so that code asks.
    assert_eq!(
        told(&interview),
        "Nothing was taken from “Kyoto”: please say it in another way, or put it into the form.\nPlease fill in: Place"
    );
}

#[test]
fn a_change_by_hand_while_the_words_are_heard_is_later_than_they_are() {
    let model = reporting(vec![("17 November 2026", vec![old_day()])]);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada"]);
    block_on(interview.answer("17 November 2026", page())).unwrap();
    // The model is at work on them.
    enter(&mut interview, "day", Entry::Value(json!("2026-11-14")));
    assert_eq!(value_of(&interview, "day").as_deref(), Some("2026-11-14"));
}

#[test]
fn what_was_taken_back_is_not_filled_in_again_by_the_words_before() {
    let taken_back = report("name", "leave my name out", None, "refused");
    let model = reporting(vec![
        ("Please leave my name out", vec![taken_back]),
        (
            "Kyoto",
            vec![
                report("place", "Kyoto", None, "answered"),
                report("name", "Ada", Some("Ada"), "answered"),
            ],
        ),
    ]);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &[
            "Ada",
            "17 November 2026",
            "Please leave my name out",
            "Kyoto",
        ],
    );
    assert_eq!(value_of(&interview, "name"), None);
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[0].outcome, Some(FieldOutcome::Declined));
    assert_eq!(value_of(&interview, "place").as_deref(), Some("Kyoto"));
}

#[test]
fn an_old_refusal_or_doubt_does_not_undo_an_answer() {
    for outcome in ["refused", "does_not_know", "not_enough"] {
        let model = reporting(vec![
            (
                "I'd rather not",
                vec![report("name", "I'd rather not", None, "refused")],
            ),
            (
                "Kyoto",
                vec![
                    report("place", "Kyoto", None, "answered"),
                    report("name", "I'd rather not", None, outcome),
                ],
            ),
        ]);
        let mut interview = interview_of(FORM, model);
        say(
            &mut interview,
            &["I'd rather not", "Ada", "17 November 2026", "Kyoto"],
        );
        assert_eq!(
            value_of(&interview, "name").as_deref(),
            Some("Ada"),
            "{outcome}"
        );
        assert!(interview.orchestrator().outline()[0].outcome.is_some());
        assert_eq!(told(&interview), "Please tell me: Notes", "{outcome}");
    }
}

#[test]
fn the_first_one_was_right_brings_the_old_value_back() {
    let model = reporting(vec![
        (
            "Sorry, the 14th",
            vec![report("day", "the 14th", None, "answered")],
        ),
        (
            "No, my old date was right",
            vec![report(
                "day",
                "my old date was right",
                Some("17 November 2026"),
                "answered",
            )],
        ),
    ]);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &[
            "Ada",
            "17 November 2026",
            "Sorry, the 14th",
            "No, my old date was right",
        ],
    );
    assert_eq!(value_of(&interview, "day").as_deref(), Some("2026-11-17"));
    assert_eq!(refused(&interview), Vec::<String>::new());
}

#[test]
fn what_was_volunteered_before_it_was_asked_for_counts_later() {
    // The model overlooked it at first.
    let model = reporting(vec![(
        "17 November 2026",
        vec![
            report("day", "17 November 2026", None, "answered"),
            report("place", "from Kyoto", Some("Kyoto"), "answered"),
        ],
    )]);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada, from Kyoto", "17 November 2026"]);
    assert_eq!(value_of(&interview, "place").as_deref(), Some("Kyoto"));
    assert_eq!(refused(&interview), Vec::<String>::new());
}

#[test]
fn one_step_back_makes_the_words_before_count_again() {
    let model = reporting(vec![
        (
            "Sorry, the 14th",
            vec![report("day", "the 14th", None, "answered")],
        ),
        (
            "Sorry, the 15th",
            vec![report("day", "the 15th", None, "answered")],
        ),
    ]);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["Ada", "17 November 2026", "Sorry, the 14th"],
    );
    block_on(interview.take(Command::Back)).unwrap();
    assert_eq!(value_of(&interview, "day").as_deref(), Some("2026-11-17"));
    say(&mut interview, &["Sorry, the 15th"]);
    assert_eq!(value_of(&interview, "day").as_deref(), Some("2026-11-15"));
}

#[test]
fn a_reviewer_undoes_no_change_by_hand_with_the_words_before() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "trouble", "label": "Trouble", "required": true, "review": "separate"},
        {"id": "notes", "label": "Notes", "required": true}]}"#;
    let (model, _) = recorded(|request| {
        let said = said_last(request).pop().unwrap_or_default();
        match () {
            () if offers(request, "review") => calls(
                "review",
                json!({"passed": true, "quote": "My back", "field_value": "My back"}),
            ),
            () if said.contains("again") => {
                let entries = vec![report("trouble", "the trouble", None, "answered")];
                calls("ask", asking(request, entries))
            }
            () => respond(request),
        }
    });
    let mut interview = interview_of(form, model);
    say(&mut interview, &["My back"]);
    enter(&mut interview, "trouble", Entry::Value(json!("My knee")));
    say(&mut interview, &["See the trouble again"]);
    assert_eq!(value_of(&interview, "trouble").as_deref(), Some("My knee"));
}
