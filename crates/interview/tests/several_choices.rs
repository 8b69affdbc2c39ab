//! Several choices: only what was named is recorded, and what one of them rests on stays with the others.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use kikitori_interview::{FieldId, Interview};
use kikitori_llm::{ChatRequest, Message};
use serde_json::json;
use support::*;

const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "reactions", "label": "Known reactions", "required": true,
     "answer": {"type": "choices", "other": true,
        "options": ["Penicillin", "Chicken", "Vaccines", "Anaesthetics"]}},
    {"id": "more", "label": "Anything else", "required": true}]}"#;

/// An interview of which the model reports these values of these messages.
fn told(reports: &'static [(&'static str, &'static str)]) -> Interview {
    let (model, _) = recorded(move |request| {
        let last = said_last(request).pop().unwrap_or_default();
        let Some((_, value)) = reports.iter().find(|it| it.0 == last) else {
            return respond(request);
        };
        let mut entry = heard("reactions", &last);
        entry["value"] = json!(value);
        kikitori_scripted::calls("ask", asking(request, vec![entry]))
    });
    let mut session = interview_of(FORM, model);
    for (said, _) in reports {
        say(&mut session, &[said]);
    }
    session
}

#[test]
fn an_option_that_nobody_named_is_not_recorded_among_those_that_were() {
    const SAID: &str = "the vaccine thing, and chicken gives her an itch, plus grass pollen";
    let session = told(&[(SAID, "Vaccines; Chicken; Penicillin; grass pollen")]);
    assert_eq!(value_of(&session, "reactions"), None);
    let asked = support::told(&session);
    assert!(asked.contains("Penicillin"), "{asked}");
    // The same without it, and what is told in other words where none is named by its own.
    for (said, value) in [
        (SAID, "Vaccines; Chicken; grass pollen"),
        ("her jabs, and poultry", "Vaccines; Chicken"),
        (
            "all that is on your list",
            "Penicillin; Chicken; Vaccines; Anaesthetics",
        ),
    ] {
        let reports = Vec::leak(vec![(said, value)]);
        let session = told(reports);
        assert!(value_of(&session, "reactions").is_some(), "{said}");
    }
}

#[test]
fn who_takes_one_away_by_its_name_has_named_no_other() {
    const FIRST: &str = "chicken and vaccines";
    const NEXT: &str = "oh, and no chicken after all";
    for (value, recorded) in [
        ("Vaccines; Penicillin", "Chicken; Vaccines"),
        ("Vaccines", "Vaccines"),
    ] {
        let reports = Vec::leak(vec![(FIRST, "Chicken; Vaccines"), (NEXT, value)]);
        let session = told(reports);
        assert_eq!(value_of(&session, "reactions").as_deref(), Some(recorded));
    }
}

#[test]
fn what_choices_were_said_with_stays_with_those_that_stay() {
    const FIRST: &str = "vaccines, and chicken gives her an itch";
    let session = told(&[
        (FIRST, "Vaccines; Chicken"),
        ("not chicken after all", "Vaccines"),
    ]);
    assert_eq!(value_of(&session, "reactions").as_deref(), Some("Vaccines"));
    let state = session.orchestrator().state();
    let collected = &state.collected_fields[&FieldId::new("reactions").unwrap()];
    let words = collected
        .evidence
        .iter()
        .filter_map(|it| state.evidence_text(it));
    assert_eq!(words.collect::<Vec<_>>(), [FIRST, "not chicken after all"]);
}

#[test]
fn words_that_none_of_the_options_are_stay_when_an_option_is_taken_away() {
    let session = told(&[
        ("vaccines and chicken", "Vaccines; Chicken"),
        ("grass pollen too", "Vaccines; Chicken; grass pollen"),
        ("no chicken then", "Vaccines; grass pollen"),
    ]);
    let value = value_of(&session, "reactions");
    assert_eq!(value.as_deref(), Some("Vaccines; grass pollen"));
}

fn is_sent_back(request: &ChatRequest) -> bool {
    let mut messages = request.messages.iter();
    messages.any(|it| matches!(it, Message::Tool { content, .. } if content.contains("takes away")))
}

#[test]
fn who_adds_an_option_is_not_taken_to_have_taken_the_others_away() {
    const FIRST: &str = "vaccines and chicken";
    const ADDS: &str = "and penicillin too";
    for (mended, expected) in [
        (
            "Vaccines; Chicken; Penicillin",
            "Vaccines; Chicken; Penicillin",
        ),
        // Whether they want only this the model alone can tell.
        ("Penicillin", "Penicillin"),
    ] {
        let (model, sent) = recorded(move |request| {
            let last = said_last(request).pop().unwrap_or_default();
            let mut entry = heard("reactions", &last);
            entry["value"] = json!(match last.as_str() {
                FIRST => "Vaccines; Chicken",
                ADDS if is_sent_back(request) => mended,
                ADDS => "Penicillin",
                _ => return respond(request),
            });
            kikitori_scripted::calls("ask", asking(request, vec![entry]))
        });
        let mut session = interview_of(FORM, model);
        say(&mut session, &[FIRST]);
        let before = sent.borrow().len();
        say(&mut session, &[ADDS]);
        assert_eq!(sent.borrow().len() - before, 2, "it goes back once");
        assert_eq!(value_of(&session, "reactions").as_deref(), Some(expected));
    }
    // Words that name what goes need no second look.
    let (model, sent) = recorded(|request| {
        let last = said_last(request).pop().unwrap_or_default();
        let mut entry = heard("reactions", &last);
        entry["value"] = json!(match last.as_str() {
            FIRST => "Vaccines; Chicken",
            "not the chicken, it was penicillin" => "Vaccines; Penicillin",
            _ => return respond(request),
        });
        kikitori_scripted::calls("ask", asking(request, vec![entry]))
    });
    let mut session = interview_of(FORM, model);
    say(&mut session, &[FIRST]);
    let before = sent.borrow().len();
    say(&mut session, &["not the chicken, it was penicillin"]);
    assert_eq!(sent.borrow().len() - before, 1);
}
