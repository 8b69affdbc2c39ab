//! What was recorded can be corrected at any time in words, and only what was recorded is told.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{FieldOutcome, Interview, Pause, SessionUpdate};
use kikitori_llm::{ChatRequest, Model};
use kikitori_scripted::calls;
use kikitori_store::MemoryStore;
use serde_json::{Value, json};
use support::*;

const FORM: &str = r#"{"id": "claim", "title": "Claim", "fields": [
    {"id": "name", "label": "Name", "required": true},
    {"id": "day", "label": "Day", "required": true, "answer": {"type": "date", "latest": "today"}},
    {"id": "notes", "label": "Notes", "required": false}
]}"#;

/// The player, which also reports `entries` when a message says "Sorry".
fn correcting(entries: Value) -> Rc<dyn Model> {
    recorded(move |request: &ChatRequest| {
        let sorry = said_last(request)
            .last()
            .is_some_and(|it| it.contains("Sorry"));
        match sorry {
            true => calls("ask", asking(request, entries.as_array().unwrap().clone())),
            false => respond(request),
        }
    })
    .0
}

fn entry(field_id: &str, quote: &str, value: &str) -> Value {
    let mut entry = heard(field_id, quote);
    entry["value"] = json!(value);
    entry
}

fn last_recorded(interview: &Interview) -> Value {
    let chat = interview.orchestrator().state().chat();
    let rows = interview.orchestrator().state();
    let rows = rows.recorded_with(chat.last().unwrap()).into_iter();
    let rows = rows.map(|row| {
        json!({"field_id": row.field_id, "label": row.label, "outcome": row.outcome,
            "old": row.old, "new": row.new})
    });
    rows.collect()
}

#[test]
fn a_later_message_corrects_what_was_recorded_and_both_are_told() {
    let model = correcting(json!([entry("day", "the 14th", "the 14th")]));
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada", "17 November 2026"]);
    assert_eq!(value_of(&interview, "day").as_deref(), Some("2026-11-17"));
    say(&mut interview, &["Sorry, it was the 14th, not the 17th."]);
    assert_eq!(value_of(&interview, "day").as_deref(), Some("2026-11-14"));
    let recorded = json!([{"field_id": "day", "label": "Day", "outcome": "answered",
        "old": "Tuesday, 17 November 2026", "new": "Saturday, 14 November 2026"}]);
    assert_eq!(last_recorded(&interview), recorded);
    assert_eq!(
        told(&interview),
        "Please tell me: Notes",
        "it is still open"
    );
    // Where the words stand, and what they were.
    let collected = interview.orchestrator().outline()[1]
        .collected
        .clone()
        .unwrap();
    assert_eq!(collected.said.as_deref(), Some("the 14th"));
    let state = interview.orchestrator().state();
    assert_eq!(
        state.evidence_text(&collected.evidence[0]),
        Some("the 14th")
    );
}

#[test]
fn a_day_of_long_ago_is_corrected_in_its_month() {
    let model = correcting(json!([entry("day", "the 14th", "the 14th")]));
    let mut interview = interview_of(FORM, model);
    let said = [
        "Ada",
        "17 March 2025",
        "Sorry, it was the 14th, not the 17th.",
    ];
    say(&mut interview, &said);
    assert_eq!(value_of(&interview, "day").as_deref(), Some("2025-03-14"));
}

#[test]
fn the_next_request_says_what_is_recorded_and_repeats_nothing_that_was_told() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada", "yesterday", "skip"]);
    let told = now(sent.borrow().last().unwrap());
    assert_eq!(
        told["recorded"],
        json!({"name": "Ada", "day": "2026-11-19"})
    );
    // The question that came with the report has told it.
    for request in sent.borrow().iter() {
        assert_eq!(now(request)["effect"], Value::Null);
    }
}

#[test]
fn a_correction_that_is_no_answer_changes_nothing_and_nothing_of_it_is_told() {
    let model = correcting(json!([entry("day", "2030", "1 January 2030")]));
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["Ada", "17 November 2026", "Sorry, in 2030"],
    );
    assert_eq!(value_of(&interview, "day").as_deref(), Some("2026-11-17"));
    assert_eq!(last_recorded(&interview), json!([]));
}

/// A model that says "Noted" to a message with "Sorry", and reports nothing of it the first `times`.
fn noting(times: usize, remarks: bool) -> Rc<dyn Model> {
    let noted = Cell::new(0);
    recorded(move |request: &ChatRequest| {
        let said = said_last(request).pop().unwrap_or_default();
        if !said.contains("Sorry") || noted.get() >= times {
            return respond_with_correction(request, &said);
        }
        noted.set(noted.get() + 1);
        let mut ask = asking(request, Vec::new());
        ask["message"] = json!("Noted, the 14th. And the notes?");
        if !remarks {
            ask["question"] = Value::Null;
        }
        calls("ask", ask)
    })
    .0
}

fn respond_with_correction(request: &ChatRequest, said: &str) -> kikitori_llm::Completion {
    match said.contains("the 14th") {
        true => {
            let entries = vec![entry("day", "the 14th", "the 14th")];
            calls("ask", asking(request, entries))
        }
        false => respond(request),
    }
}

const SORRY: &str = "Sorry, it was the 14th, not the 17th.";

#[test]
fn a_model_that_reports_nothing_of_a_message_is_told_so_once_and_then_takes_it_down() {
    let mut interview = interview_of(FORM, noting(1, false));
    say(&mut interview, &["Ada", "17 November 2026", SORRY]);
    assert_eq!(value_of(&interview, "day").as_deref(), Some("2026-11-14"));
    assert_eq!(told(&interview), "Please tell me: Notes");
    let state = interview.orchestrator().state();
    assert!(state.chat().all(|it| !it.text.contains("Noted")));
    let refused = state.run_steps.iter().filter_map(|it| it.output.as_ref());
    let refused: Vec<_> = refused
        .filter(|it| it.status == kikitori_agent::CallStatus::Error)
        .collect();
    assert_eq!(refused.len(), 1);
    assert!(
        refused[0].result.message.contains("nothing is reported"),
        "{refused:?}"
    );
}

#[test]
fn what_a_model_says_is_noted_is_not_shown_where_it_reports_nothing() {
    let mut interview = interview_of(FORM, noting(2, false));
    let pause = say(&mut interview, &["Ada", "17 November 2026", SORRY]);
    assert_eq!(pause, Pause::Answer);
    assert_eq!(value_of(&interview, "day").as_deref(), Some("2026-11-17"));
    assert_eq!(
        told(&interview),
        format!(
            "Nothing was taken from “{SORRY}”: please say it in another way, or put it into the form.\nPlease fill in: Notes"
        ),
        "code asks, under their words"
    );
    let chat = interview.orchestrator().state().chat();
    assert!(chat.into_iter().all(|it| !it.text.contains("Noted")));
    assert_eq!(last_recorded(&interview), json!([]));
}

#[test]
fn nothing_changed_is_said_where_nothing_is_left_to_ask() {
    let mut interview = interview_of(FORM, noting(2, false));
    let answers = ["Ada", "17 November 2026", "skip", SORRY];
    assert_eq!(say(&mut interview, &answers), Pause::Confirm);
    assert_eq!(value_of(&interview, "day").as_deref(), Some("2026-11-17"));
    assert!(
        told(&interview).starts_with("Nothing was changed by that."),
        "{}",
        told(&interview)
    );
}

#[test]
fn what_was_reported_before_is_no_report_of_a_new_message() {
    // The day again, in the words of an earlier message.
    let model = correcting(json!([entry(
        "day",
        "17 November 2026",
        "17 November 2026"
    )]));
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["Ada", "17 November 2026", "Sorry, the 14th"],
    );
    assert_eq!(
        told(&interview),
        "Nothing was taken from “Sorry, the 14th”: please say it in another way, or put it into the form.\nPlease fill in: Notes"
    );
}

#[test]
fn a_remark_is_reported_as_one_and_costs_no_second_call() {
    let mut interview = interview_of(FORM, noting(1, true));
    say(&mut interview, &["Ada", "17 November 2026"]);
    let calls = interview.orchestrator().state().spent.calls;
    say(&mut interview, &["Sorry for the delay, it rains."]);
    assert_eq!(interview.orchestrator().state().spent.calls, calls + 1);
    assert_eq!(told(&interview), "Noted, the 14th. And the notes?");
}

#[test]
fn the_old_answer_stays_until_a_new_one_is_enough() {
    let vague = json!({"field_id": "day", "quote": "another day", "value": null, "facts": null,
        "missing": ["which day"], "outcome": "not_enough"});
    let (model, sent) = recorded(move |request| {
        let sorry = said_last(request)
            .last()
            .is_some_and(|it| it.contains("Sorry"));
        let mut ask = asking(request, vec![vague.clone()]);
        ask["asks"] = json!("day");
        match sorry {
            true => calls("ask", ask),
            false => respond(request),
        }
    });
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["Ada", "17 November 2026", "Sorry, another day"],
    );
    assert_eq!(value_of(&interview, "day").as_deref(), Some("2026-11-17"));
    assert!(interview.orchestrator().outline()[1].current);
    assert_eq!(now(sent.borrow().last().unwrap())["asked"], "notes");
    say(&mut interview, &["yesterday"]);
    assert_eq!(value_of(&interview, "day").as_deref(), Some("2026-11-19"));
    assert_eq!(told(&interview), "Please tell me: Notes");
}

#[test]
fn what_is_said_when_all_is_recorded_corrects_too() {
    let model = correcting(json!([entry("name", "Ada King", "Ada King")]));
    let mut interview = interview_of(FORM, model);
    assert_eq!(
        say(&mut interview, &["Ada", "yesterday", "skip"]),
        Pause::Confirm
    );
    assert_eq!(say(&mut interview, &["Sorry: Ada King"]), Pause::Confirm);
    assert_eq!(value_of(&interview, "name").as_deref(), Some("Ada King"));
    block_on(interview.confirm("now".to_owned())).unwrap();
}

#[test]
fn what_was_given_can_be_taken_back() {
    let taken = |field: &str| {
        let mut entry = heard(field, "Sorry");
        entry["outcome"] = json!("refused");
        entry
    };
    let model = correcting(json!([taken("name")]));
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["Ada", "yesterday", "Sorry, leave my name out"],
    );
    assert_eq!(value_of(&interview, "name"), None);
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[0].outcome, Some(FieldOutcome::Declined));
}

#[test]
fn an_answer_that_is_taken_back_takes_its_correction_back() {
    let store = Rc::new(MemoryStore::new());
    let model = correcting(json!([entry("name", "Ada King", "Ada King")]));
    let form = kikitori_interview::parse_form(FORM).unwrap();
    let started = Interview::start(form, page(), ports(model, store), Default::default());
    let mut interview = block_on(started).unwrap();
    say(&mut interview, &["Ada", "yesterday"]);
    let before = interview.orchestrator().state().clone();
    say(&mut interview, &["Sorry: Ada King"]);
    assert_eq!(value_of(&interview, "name").as_deref(), Some("Ada King"));
    let mut state = interview.orchestrator().state().clone();
    state.apply_update(SessionUpdate::TurnWithdrawn);
    assert_eq!(state.collected_fields, before.collected_fields);
    assert_eq!(state.field_progress, before.field_progress);
}

#[test]
fn a_time_corrects_a_day_with_its_time_and_leaves_the_day() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "when", "label": "When", "required": true, "answer": {"type": "dateTime"}},
        {"id": "name", "label": "Name", "required": true}]}"#;
    let (model, _) = recorded(|request| match said_last(request).last() {
        Some(said) if said.contains("nearer") => {
            let mut when = heard("when", "nearer quarter past six");
            when["value"] = json!("18:15");
            calls("ask", asking(request, vec![when]))
        }
        _ => respond(request),
    });
    let mut interview = interview_of(form, model);
    say(
        &mut interview,
        &["2026-11-18 18:30", "It was nearer quarter past six"],
    );
    let when = value_of(&interview, "when").unwrap();
    assert_eq!(when, "2026-11-18T18:15");
    assert_eq!(told(&interview), "Please tell me: Name");
}

#[test]
fn a_corrected_text_shows_all_words_that_it_rests_on_and_no_others() {
    const SAID: &str = "We met in the hall, and it was loud";
    for (corrected, rests_on) in [
        (
            "We met in the hall, and it was quiet",
            &[SAID, "it was quiet"][..],
        ),
        ("it was quiet", &["it was quiet"]),
    ] {
        let model = correcting(json!([entry("notes", "it was quiet", corrected)]));
        let mut interview = interview_of(FORM, model);
        say(
            &mut interview,
            &["Ada", "yesterday", SAID, "Sorry, it was quiet"],
        );
        assert_eq!(value_of(&interview, "notes").as_deref(), Some(corrected));
        let notes = interview
            .orchestrator()
            .outline()
            .remove(2)
            .collected
            .unwrap();
        let state = interview.orchestrator().state();
        let words = notes
            .evidence
            .iter()
            .map(|it| state.evidence_text(it).unwrap());
        assert_eq!(words.collect::<Vec<_>>(), rests_on);
    }
}
