//! Recorded conversations as tests of a form that was changed since.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::replay::{
    Recording, RecordingError, ReplayError, ReplayedField, Verdict, replay, replay_with_model,
    requests_with_model,
};
use kikitori_interview::{
    Command, Entry, FieldEntry, FieldId, Interview, Limits, NoLocale, Pause, parse_form,
};
use kikitori_journal::{SessionKey, Sessions};
use kikitori_llm::{ChatRequest, Model};
use kikitori_scripted::{CANARY, calls};
use kikitori_store::MemoryStore;
use serde_json::{Value, json};
use support::*;

fn claim() -> Value {
    json!({"id": "claim", "title": "Claim", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "day", "label": "Day", "required": true, "answer": {"type": "date", "latest": "today"}},
        {"id": "colour", "label": "Colour", "required": true, "answer": {"type": "choice",
            "options": ["red", "green"]}},
        {"id": "story", "label": "Story", "required": true, "answer": {"type": "longText"}},
        {"id": "seats", "label": "Seats", "required": true, "answer": {"type": "integer"}},
        {"id": "code", "label": "Code", "required": true, "private": true},
        {"id": "notes", "label": "Notes", "required": false}
    ]})
}

const STORY: &str = "The roof leaks since Monday";

/// The player, which tells the story in words of its own.
fn model() -> Rc<dyn Model> {
    recorded(|request: &ChatRequest| {
        let told = said_last(request).last().is_some_and(|it| it == STORY);
        if !told || now(request)["asked"] != "story" {
            return respond(request);
        }
        let mut entry = heard("story", STORY);
        entry["value"] = json!("Water comes through the roof");
        calls("ask", asking(request, vec![entry]))
    })
    .0
}

/// The file of an interview in which everything was answered, the seats by hand, the notes not.
fn file() -> String {
    let store = Rc::new(MemoryStore::new());
    let form = parse_form(&claim().to_string()).unwrap();
    let ports = ports(model(), store.clone());
    block_on(async {
        let started = Interview::start(form, page(), ports, Limits::default()).await;
        let mut interview = started.unwrap();
        for answer in ["Ada Lovelace", "17 November 2026", "Green", STORY] {
            assert_eq!(interview.advance().await.unwrap(), Pause::Answer);
            interview.answer(answer, page()).await.unwrap();
        }
        interview.advance().await.unwrap();
        let seats = FieldEntry {
            field_id: FieldId::new("seats").unwrap(),
            entry: Entry::Value(json!("12")),
        };
        let entries = vec![seats];
        interview.take(Command::Enter { entries }).await.unwrap();
        for answer in [&format!("{CANARY}1234"), "skip"] {
            assert_eq!(interview.advance().await.unwrap(), Pause::Answer);
            interview.answer(answer, page()).await.unwrap();
        }
        assert_eq!(interview.advance().await.unwrap(), Pause::Confirm);
        let id = interview.orchestrator().state().session_id.clone();
        let sessions = Sessions::new(store);
        let file = sessions.export(&SessionKey::new(id.0.as_str())).await;
        file.unwrap().unwrap()
    })
}

fn recording() -> Recording {
    block_on(Recording::read(&file())).unwrap()
}

/// The form with these members of one field set; a null takes a member away.
fn with(field: &str, members: &Value) -> Value {
    let mut form = claim();
    let fields = form["fields"].as_array_mut().unwrap();
    let found = fields.iter_mut().find(|it| it["id"] == field).unwrap();
    for (name, value) in members.as_object().unwrap() {
        match value {
            Value::Null => drop(found.as_object_mut().unwrap().remove(name)),
            value => found[name] = value.clone(),
        }
    }
    form
}

fn replayed(form: &Value) -> Vec<ReplayedField> {
    let form = parse_form(&form.to_string()).unwrap();
    replay(&recording(), form, Rc::new(NoLocale)).unwrap()
}

/// Of the fields that are not as they were: which, what is said of them, and whether that fails.
fn changed(fields: &[ReplayedField]) -> Vec<(&str, &str, bool)> {
    let changed = fields.iter().filter(|it| it.verdict.name() != "same");
    let told = changed.map(|it| (it.field_id.as_str(), it.verdict.name(), it.is_regression()));
    told.collect()
}

#[test]
fn on_its_own_form_a_recorded_conversation_comes_to_the_same() {
    let fields = replayed(&claim());
    assert_eq!(changed(&fields), []);
    let values: Vec<_> = fields.iter().map(|it| it.after.as_deref()).collect();
    assert_eq!(
        values,
        [
            Some("Ada Lovelace"),
            Some("Tuesday, 17 November 2026"),
            Some("green"),
            Some("Water comes through the roof"),
            Some("12"),
            Some("•••"),
            None,
        ]
    );
    assert!(fields.iter().all(|it| it.before == it.after));
    assert_eq!(fields[3].words.as_deref(), Some(STORY));
    assert_eq!(fields[5].words, None, "it is private");
}

#[test]
fn each_change_of_a_form_is_told_of_the_field_that_it_changes() {
    for (form, expected) in [
        (
            with(
                "colour",
                &json!({"answer": {"type": "choice", "options": ["red", "blue"]}}),
            ),
            vec![("colour", "refused", true)],
        ),
        (
            with(
                "day",
                &json!({"answer": {"type": "date", "earliest": "2026-11-18"}}),
            ),
            vec![("day", "refused", true)],
        ),
        (
            with("seats", &json!({"answer": {"type": "integer", "max": 10}})),
            vec![("seats", "refused", true)],
        ),
        (
            with("code", &json!({"answer": {"type": "integer"}})),
            vec![("code", "refused", true)],
        ),
        (
            with("story", &json!({"answer": {"type": "shortText"}})),
            vec![("story", "unsaid", true)],
        ),
        (
            with("notes", &json!({"required": true})),
            vec![("notes", "now required", true)],
        ),
        (
            with(
                "story",
                &json!({"when": {"equals": {"field": "colour", "value": "red"}}}),
            ),
            vec![("story", "not asked", true)],
        ),
        (
            with(
                "notes",
                &json!({"when": {"equals": {"field": "colour", "value": "red"}}}),
            ),
            vec![("notes", "not asked", false)],
        ),
        (
            with("name", &json!({"id": "who"})),
            vec![("who", "new", false), ("name", "gone", true)],
        ),
        (
            with("notes", &json!({"id": "more"})),
            vec![("more", "new", false), ("notes", "gone", false)],
        ),
        (
            with("day", &json!({"answer": null})),
            vec![("day", "differs", true)],
        ),
        // What nobody notices.
        (
            with(
                "name",
                &json!({"label": "Full name", "intent": "Who claims"}),
            ),
            vec![],
        ),
        (
            with(
                "colour",
                &json!({"answer": {"type": "choice", "options": ["green", "blue"]}}),
            ),
            vec![],
        ),
    ] {
        assert_eq!(changed(&replayed(&form)), expected, "{form}");
    }
}

#[test]
fn what_is_refused_is_told_with_why_and_the_words() {
    let form = with(
        "colour",
        &json!({"answer": {"type": "choice", "options": ["red", "blue"]}}),
    );
    let fields = replayed(&form);
    let colour = &fields[2];
    assert_eq!(colour.before.as_deref(), Some("green"));
    assert_eq!(colour.after, None);
    assert_eq!(colour.words.as_deref(), Some("Green"));
    let Verdict::Refused(refusal) = &colour.verdict else {
        panic!("{:?}", colour.verdict);
    };
    assert_eq!(refusal.sentence("en"), "Choose one of: red, blue.");
}

#[test]
fn what_was_corrected_or_passed_over_by_hand_is_as_it_was_left() {
    let store = Rc::new(MemoryStore::new());
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "a", "label": "A", "required": true},
        {"id": "b", "label": "B", "required": false},
        {"id": "c", "label": "C", "required": true}]}"#;
    let ports = ports(scripted(), store.clone());
    let recording = block_on(async {
        let form = parse_form(form).unwrap();
        let started = Interview::start(form, page(), ports, Limits::default()).await;
        let mut interview = started.unwrap();
        for answer in ["one", "two"] {
            interview.advance().await.unwrap();
            interview.answer(answer, page()).await.unwrap();
        }
        interview.advance().await.unwrap();
        let entry = |id, entry| FieldEntry {
            field_id: FieldId::new(id).unwrap(),
            entry,
        };
        let entries = vec![
            entry("a", Entry::Value(json!("another"))),
            entry("b", Entry::Skip),
        ];
        interview.take(Command::Enter { entries }).await.unwrap();
        Recording::of(interview.orchestrator().state().clone())
    });
    let form = parse_form(form).unwrap();
    let fields = replay(&recording, form, Rc::new(NoLocale)).unwrap();
    assert_eq!(
        changed(&fields),
        [("c", "open", false)],
        "it was left there"
    );
    let values: Vec<_> = fields.iter().map(|it| it.after.as_deref()).collect();
    assert_eq!(values, [Some("another"), None, None]);
}

#[test]
fn what_is_no_recording_is_refused() {
    let read = |file: &str| block_on(Recording::read(file)).unwrap_err();
    for file in ["", "{}", "[1]", r#"{"kikitori": "session", "version": 9}"#] {
        assert!(
            matches!(read(file), RecordingError::NotASession(_)),
            "{file}"
        );
    }
    let empty = r#"{"kikitori": "session", "version": 1, "id": "a", "head": null, "records": []}"#;
    assert_eq!(read(empty), RecordingError::Empty);
    let other = r#"{"kikitori": "session", "version": 1, "id": "a", "head": null, "records": [
        {"name": "journal/main/snapshot/0000000000", "version": 1, "body": "{}"}]}"#;
    assert!(matches!(read(other), RecordingError::NotAnInterview(_)));
}

/// The recording, led again on `form` by a model, and how many calls that took.
fn led_again(
    form: &Value,
    model: Rc<dyn Model>,
) -> (Result<Vec<ReplayedField>, ReplayError>, usize) {
    let count = Rc::new(Cell::new(0));
    let model = counting_calls(kikitori_scripted::watched(model), count.clone());
    let form = parse_form(&form.to_string()).unwrap();
    let limits = Limits::default();
    let recording = recording();
    let again = replay_with_model(&recording, form, model, Rc::new(NoLocale), limits);
    (block_on(again), count.get())
}

#[test]
fn a_model_that_leads_the_interview_again_is_told_what_was_told_then() {
    let (fields, calls) = led_again(&claim(), model());
    assert_eq!(changed(&fields.unwrap()), []);
    assert!(calls >= 6, "{calls} calls");
    let told = requests_with_model(&parse_form(&claim().to_string()).unwrap());
    assert!(calls.abs_diff(told) <= 1, "{calls} calls, told as {told}");
    // One that tells the story in the respondent's words is as good.
    let (fields, _) = led_again(&claim(), scripted());
    assert_eq!(changed(&fields.unwrap()), [("story", "reworded", false)]);
}

#[test]
fn a_model_asks_for_what_is_new_and_code_refuses_what_does_not_fit() {
    let mut form = with("seats", &json!({"answer": {"type": "integer", "max": 10}}));
    let fields = form["fields"].as_array_mut().unwrap();
    fields.push(json!({"id": "plan", "label": "Plan", "required": true}));
    let (fields, _) = led_again(&form, model());
    let expected = [("seats", "refused", true), ("plan", "new", false)];
    assert_eq!(changed(&fields.unwrap()), expected);
}

#[test]
fn what_was_private_is_said_to_no_model() {
    // A model that saw it would be ended by what watches it.
    let form = with("code", &json!({"private": false}));
    let (fields, _) = led_again(&form, model());
    assert_eq!(changed(&fields.unwrap()), [("code", "kept back", true)]);
}

#[test]
fn a_model_that_is_of_no_use_ends_the_replay() {
    let (model, _) = recorded(|_| calls("ask", json!({"message": 5})));
    let (fields, calls) = led_again(&claim(), model);
    assert!(matches!(fields, Err(ReplayError::Failed(_))), "{fields:?}");
    assert!(calls < 100, "{calls} calls");
}
