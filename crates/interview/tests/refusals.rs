//! A required field that the respondent will not answer is no dead end, and the form says what
//! becomes of it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use futures::executor::block_on;
use kikitori_interview::{DriveError, EngineError, FieldOutcome, Interview, Pause, Submission};
use serde_json::json;
use support::*;

fn form(if_declined: &str) -> String {
    json!({"id": "f", "title": "F", "fields": [
        {"id": "phone", "label": "Phone", "required": true, "ifDeclined": if_declined},
        {"id": "notes", "label": "Notes", "required": false},
    ]})
    .to_string()
}

fn outcome(interview: &Interview, field: usize) -> Option<FieldOutcome> {
    interview.orchestrator().outline()[field].outcome
}

#[test]
fn a_second_refusal_ends_the_asking() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(&form("cannotSend"), model);
    assert_eq!(say(&mut interview, &["No"]), Pause::Answer);
    assert_eq!(outcome(&interview, 0), None);
    assert_eq!(told(&interview), "Please tell me: Phone");
    assert_eq!(say(&mut interview, &["No"]), Pause::Answer);
    assert_eq!(outcome(&interview, 0), Some(FieldOutcome::Declined));
    assert_eq!(told(&interview), "Please tell me: Notes");
    // The Interviewer knew that it was the second.
    assert_eq!(
        now(sent.borrow().last().unwrap())["refused"],
        json!(["phone"])
    );
    say(&mut interview, &["Nothing"]);
    let effect = now(sent.borrow().last().unwrap())["effect"].to_string();
    assert!(effect.contains("cannot be sent without it"), "{effect}");
}

#[test]
fn what_may_be_left_open_is_sent_so_and_marked() {
    let mut interview = interview_of(&form("leaveOpen"), scripted());
    assert_eq!(say(&mut interview, &["No", "No", "skip"]), Pause::Confirm);
    assert_eq!(interview.orchestrator().blocking(), []);
    block_on(interview.confirm("now".to_owned())).unwrap();
    let submission = Submission::of(interview.orchestrator().state()).unwrap();
    let phone = &submission.fields[0];
    assert_eq!(phone.outcome, Some(FieldOutcome::Declined));
    assert_eq!((&phone.value, &phone.text), (&None, &None));
}

#[test]
fn what_cannot_be_sent_without_can_still_be_given() {
    let mut interview = interview_of(&form("cannotSend"), scripted());
    assert_eq!(say(&mut interview, &["No", "No", "skip"]), Pause::Confirm);
    let blocking = interview.orchestrator().blocking();
    assert_eq!(blocking.len(), 1);
    let refused = block_on(interview.confirm("now".to_owned()));
    let Err(DriveError::Engine(EngineError::RequiredFieldsOpen { labels })) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(labels, ["Phone"]);
    assert_eq!(Submission::of(interview.orchestrator().state()), None);
}

#[test]
fn what_is_given_after_all_was_declined_is_taken() {
    let model = recorded(|request| match said_last(request).last() {
        Some(said) if said.starts_with("0") => {
            kikitori_scripted::calls("ask", asking(request, vec![heard("phone", said)]))
        }
        _ => respond(request),
    });
    let mut interview = interview_of(&form("cannotSend"), model.0);
    say(&mut interview, &["No", "No", "skip"]);
    assert_eq!(say(&mut interview, &["03-1234-5678"]), Pause::Confirm);
    assert_eq!(
        value_of(&interview, "phone").as_deref(),
        Some("03-1234-5678")
    );
    assert_eq!(interview.orchestrator().blocking(), []);
    block_on(interview.confirm("now".to_owned())).unwrap();
}

#[test]
fn what_is_not_required_is_passed_over_at_the_first_refusal() {
    let mut interview = interview_of(&form("cannotSend"), scripted());
    assert_eq!(say(&mut interview, &["03-1234", "No"]), Pause::Confirm);
    assert_eq!(outcome(&interview, 1), Some(FieldOutcome::Skipped));
}
