//! A value that a model reports is what the quoted words say, or the person is asked or sees it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;

use kikitori_agent::CallStatus;
use kikitori_interview::{Interview, OutlineEntry};
use kikitori_scripted::{calls, offers};
use serde_json::{Value, json};
use support::*;

fn form(answer: Value, review: &str) -> String {
    json!({"id": "f", "title": "F", "fields": [
        {"id": "it", "label": "It", "required": true, "answer": answer, "review": review},
        {"id": "notes", "label": "Notes", "required": false}]})
    .to_string()
}

/// An interview in which the model makes these of what is said, one call each, and then plays on.
fn taken_as(answer: Value, values: Vec<(&'static str, &'static str)>) -> Interview {
    let at = Cell::new(0);
    let (model, _) = recorded(move |request| {
        let is_answered = !said_last(request).is_empty();
        let value = values.get(at.get()).filter(|_| is_answered);
        match value {
            Some((quote, value)) => {
                at.set(at.get() + 1);
                let mut entry = heard("it", quote);
                entry["value"] = json!(value);
                calls("ask", asking(request, vec![entry]))
            }
            _ => respond(request),
        }
    });
    interview_of(&form(answer, "together"), model)
}

fn it(interview: &Interview) -> OutlineEntry {
    interview.orchestrator().outline().remove(0)
}

fn refused(interview: &Interview) -> usize {
    let steps = interview.orchestrator().state().run_steps.iter();
    let outputs = steps.filter_map(|step| step.output.as_ref());
    outputs.filter(|it| it.status == CallStatus::Error).count()
}

/// What was said, what a model makes of it, and the kinds of answer.
fn wrong() -> Vec<(Value, &'static str, &'static str, &'static str)> {
    let options = json!(["Small", "Large"]);
    vec![
        (json!({"type": "integer"}), "3", "4", "3"),
        (
            json!({"type": "number", "unit": "km"}),
            "3 km",
            "3.5",
            "3 km",
        ),
        (json!({"type": "rating", "max": 5}), "4", "5", "4"),
        (
            json!({"type": "choice", "options": options}),
            "Large",
            "Small",
            "Large",
        ),
        (
            json!({"type": "email"}),
            "my e-mail is ada@example.org",
            "mallory@example.org",
            "ada@example.org",
        ),
        (
            json!({"type": "phone"}),
            "it is +44 20 7946 0018",
            "+44 20 7946 0019",
            "+44 20 7946 0018",
        ),
        (
            json!({"type": "url"}),
            "see example.org",
            "https://example.com",
            "https://example.org",
        ),
    ]
}

#[test]
fn a_value_that_is_another_than_the_words_say_goes_back_once() {
    for (answer, said, wrong, right) in wrong() {
        let mut interview = taken_as(answer.clone(), vec![(said, wrong), (said, right)]);
        say(&mut interview, &[said]);
        assert_eq!(refused(&interview), 1, "{answer}");
        let value = it(&interview).collected.unwrap().value.to_string();
        let fits = interview
            .orchestrator()
            .check_entry(&it(&interview).field_id, &json!(right));
        assert_eq!(value, fits.unwrap().value.to_string());
        assert!(!it(&interview).reworded, "{answer}");
        assert_eq!(told(&interview), "Please tell me: Notes");
    }
}

#[test]
fn a_model_that_insists_on_it_has_the_person_asked() {
    for (answer, said, wrong, _) in wrong() {
        let slip = (said, wrong);
        let mut interview = taken_as(answer.clone(), vec![slip, slip, ("Yes", wrong)]);
        say(&mut interview, &[said]);
        assert_eq!(it(&interview).value, None, "{answer}");
        let asked = told(&interview);
        assert!(asked.starts_with("It\nDid you mean “"), "{asked}");
        say(&mut interview, &["Yes"]);
        assert!(it(&interview).value.is_some(), "{answer}");
        assert!(!it(&interview).reworded, "they were asked: {answer}");
    }
}

#[test]
fn what_code_cannot_tell_from_the_words_is_taken_and_marked() {
    let options = json!(["Small", "Large"]);
    for (answer, said, value) in [
        (
            json!({"type": "integer", "unit": "days"}),
            "a fortnight",
            "14",
        ),
        (json!({"type": "rating", "max": 5}), "superb", "5"),
        (
            json!({"type": "choice", "options": options}),
            "the little one",
            "Small",
        ),
        (
            json!({"type": "choices", "options": options}),
            "both",
            "Small; Large",
        ),
        (json!({"type": "yesNo"}), "I do smoke", "yes"),
        // "You have none, have you?" is answered so.
        (json!({"type": "yesNo"}), "yes", "no"),
        (
            json!({"type": "email"}),
            "ada at example dot org",
            "ada@example.org",
        ),
        (
            json!({"type": "date"}),
            "a week after the fair",
            "2026-11-28",
        ),
        (json!({"type": "time"}), "after lunch", "13:00"),
    ] {
        let mut interview = taken_as(answer.clone(), vec![(said, value)]);
        say(&mut interview, &[said]);
        assert_eq!(refused(&interview), 0, "{answer}");
        assert!(it(&interview).value.is_some(), "{answer}");
        assert!(it(&interview).reworded, "{answer}");
    }
}

#[test]
fn what_was_said_is_taken_as_it_is_and_not_marked() {
    let options = json!(["Small", "Large"]);
    for (answer, said, value) in [
        (json!({"type": "integer"}), "about forty people", "40"),
        (json!({"type": "number", "unit": "km"}), "1,500 km", "1500"),
        (
            json!({"type": "choice", "options": options}),
            "the small one",
            "Small",
        ),
        (
            json!({"type": "choices", "options": options}),
            "Small and Large",
            "Small; Large",
        ),
        (json!({"type": "yesNo"}), "No, never", "no"),
        (
            json!({"type": "email"}),
            "write to Ada@Example.org, please",
            "Ada@example.org",
        ),
        (json!({"type": "date"}), "yesterday", "2026-11-01"),
        (
            json!({"type": "time"}),
            "half past two in the afternoon",
            "02:30",
        ),
        (
            json!({"type": "dateTime"}),
            "27 November at 14:30, I hope",
            "2026-11-27T14:30",
        ),
    ] {
        let mut interview = taken_as(answer.clone(), vec![(said, value)]);
        say(&mut interview, &[said]);
        assert_eq!(refused(&interview), 0, "{answer}");
        assert!(it(&interview).value.is_some(), "{answer}");
        assert!(!it(&interview).reworded, "{answer}: {said}");
    }
}

#[test]
fn a_day_that_nothing_in_the_words_can_mean_is_not_taken() {
    let said = "when she came home";
    let day = json!({"type": "date"});
    let slip = (said, "2026-03-03");
    let mut interview = taken_as(day, vec![slip, slip]);
    say(&mut interview, &[said]);
    assert_eq!(it(&interview).value, None);
    let asked = told(&interview);
    let expected = format!("“{said}” was not taken for “It”. No day can be told from that");
    assert!(asked.starts_with(&expected), "{asked}");
}

#[test]
fn a_reviewers_value_goes_back_once_and_is_marked_then() {
    let (model, _) = recorded(|request| match offers(request, "review") {
        true => calls(
            "review",
            json!({"passed": true, "quote": "3", "field_value": "4"}),
        ),
        false => respond(request),
    });
    let mut interview = interview_of(&form(json!({"type": "integer"}), "separate"), model);
    say(&mut interview, &["3"]);
    assert_eq!(refused(&interview), 1);
    assert_eq!(it(&interview).value.as_deref(), Some("4"));
    assert!(it(&interview).reworded);
}
