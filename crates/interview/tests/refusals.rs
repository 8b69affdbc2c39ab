//! A required field that the respondent will not answer is no dead end, and the form says what
//! becomes of it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

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
    let asked = interview.orchestrator().outline().remove(0);
    assert!(asked.refused_once && !asked.keeps_part);
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
    let told = now(sent.borrow().last().unwrap());
    assert_eq!(told["still_needed"], json!(["phone"]));
}

#[test]
fn what_may_be_left_open_is_sent_so_and_marked() {
    let mut interview = interview_of(&form("leaveOpen"), scripted());
    assert_eq!(say(&mut interview, &["No", "No", "skip"]), Pause::Confirm);
    assert_eq!(interview.orchestrator().blocking(), []);
    block_on(interview.confirm("now".to_owned())).unwrap();
    let submission = Submission::of(interview.orchestrator()).unwrap();
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
    assert_eq!(Submission::of(interview.orchestrator()), None);
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
fn what_they_do_not_know_keeps_a_form_from_being_sent_only_where_it_says_so() {
    let unknown = "I have no idea";
    for (if_declined, blocks) in [
        (Some("cannotSend"), true),
        (Some("leaveOpen"), false),
        (None, false),
    ] {
        let mut form: serde_json::Value = serde_json::from_str(&form("cannotSend")).unwrap();
        form["fields"][0]["ifDeclined"] = json!(if_declined);
        let (model, sent) = recorded(move |request| match said_last(request).last() {
            Some(said) if said == unknown => {
                let mut entry = heard("phone", said);
                entry["outcome"] = json!("does_not_know");
                kikitori_scripted::calls("ask", asking(request, vec![entry]))
            }
            Some(said) if said.starts_with("I have found it") => kikitori_scripted::calls(
                "ask",
                json!({"heard": [], "question": said, "asks": "phone", "message": "What is it?"}),
            ),
            Some(said) if said.starts_with('0') => {
                kikitori_scripted::calls("ask", asking(request, vec![heard("phone", said)]))
            }
            _ => respond(request),
        });
        let mut interview = interview_of(&form.to_string(), model);
        assert_eq!(say(&mut interview, &[unknown, "skip"]), Pause::Confirm);
        assert_eq!(outcome(&interview, 0), Some(FieldOutcome::DoesNotKnow));
        let is_blocked = !interview.orchestrator().blocking().is_empty();
        assert_eq!(is_blocked, blocks, "{if_declined:?}");
        assert_eq!(
            block_on(interview.confirm("now".to_owned())).is_err(),
            blocks,
            "{if_declined:?}"
        );
        if !blocks {
            continue;
        }
        // It is asked for again when they have it.
        say(&mut interview, &["I have found it, ask me again"]);
        assert_eq!(told(&interview), "What is it?");
        let asked = interview.orchestrator().state().chat().last().cloned();
        assert_eq!(asked.unwrap().field_id.unwrap().as_str(), "phone");
        assert_eq!(sent.borrow().len(), 4, "nothing had to be repaired");
        assert_eq!(say(&mut interview, &["03-1234-5678"]), Pause::Confirm);
        assert_eq!(interview.orchestrator().blocking(), []);
        block_on(interview.confirm("now".to_owned())).unwrap();
    }
}

#[test]
fn what_is_not_required_is_passed_over_at_the_first_refusal() {
    let mut interview = interview_of(&form("cannotSend"), scripted());
    assert_eq!(say(&mut interview, &["03-1234", "No"]), Pause::Confirm);
    assert_eq!(outcome(&interview, 1), Some(FieldOutcome::Skipped));
}

#[test]
fn the_first_refusal_is_told_apart_and_its_words_are_no_part_of_the_answer() {
    let refused = "I would rather not give my number.";
    let (model, _) = recorded(move |request| match said_last(request).last() {
        Some(said) if said == refused => {
            let mut entry = heard("phone", said);
            entry["outcome"] = json!("refused");
            kikitori_scripted::calls("ask", asking(request, vec![entry]))
        }
        _ => respond(request),
    });
    let mut interview = interview_of(&form("cannotSend"), model);
    say(&mut interview, &[refused]);
    let entry = interview.orchestrator().outline()[0].clone();
    assert_eq!((entry.refused_once, entry.blocks), (true, false));
    say(&mut interview, &["03-1234-5678"]);
    let entry = interview.orchestrator().outline()[0].clone();
    assert_eq!((entry.refused_once, entry.blocks), (false, false));
    let collected = entry.collected.unwrap();
    let state = interview.orchestrator().state();
    let words = collected.evidence.iter();
    let words: Vec<_> = words.filter_map(|it| state.evidence_text(it)).collect();
    assert_eq!(words, ["03-1234-5678"]);
    assert_eq!(entry.value.as_deref(), Some("03-1234-5678"));
}

#[test]
fn who_refuses_what_code_asks_for_is_told_what_comes_of_it() {
    for (if_declined, told_first) in [
        ("cannotSend", "Without this the form cannot be finished."),
        (
            "leaveOpen",
            "If you would rather not say, the form can be sent",
        ),
    ] {
        let form = json!({"id": "f", "title": "F", "fields": [
            {"id": "pin", "label": "PIN", "required": true, "private": true, "ifDeclined": if_declined},
        ]});
        let mut interview = interview_of(&form.to_string(), scripted());
        say(&mut interview, &["I would rather not say"]);
        assert!(
            told(&interview).starts_with(told_first),
            "{}",
            told(&interview)
        );
        say(&mut interview, &["I would rather not say"]);
        let entry = interview.orchestrator().outline()[0].clone();
        assert_eq!(entry.outcome, Some(FieldOutcome::Declined));
        assert_eq!(entry.blocks, if_declined == "cannotSend");
    }
}

#[test]
fn the_model_is_told_what_a_refusal_leads_to_and_what_comes_at_the_end() {
    let told = |form: &str| {
        let (model, sent) = recorded(respond);
        let mut interview = interview_of(form, model);
        block_on(interview.advance()).unwrap();
        let sent = sent.borrow();
        form_told(sent.last().unwrap())
    };
    let left_open = told(&form("leaveOpen"));
    assert_eq!(left_open["fields"][0]["if_refused"], "stays open");
    assert!(
        left_open["at_the_end"]
            .as_str()
            .unwrap()
            .contains("the page says what becomes of them")
    );
    let cannot = told(&form("cannotSend"));
    assert_eq!(cannot["fields"][0]["if_refused"], json!(null));
    let mut posted: serde_json::Value = serde_json::from_str(&form("cannotSend")).unwrap();
    posted["submit"] = json!({"type": "post", "url": "https://example.org/forms"});
    let posted = told(&posted.to_string());
    assert_eq!(posted["at_the_end"], "they check the answers and send them");
}

#[test]
fn what_was_asked_for_in_vain_keeps_a_form_from_being_sent_only_where_it_says_so() {
    for (if_declined, blocks) in [
        (Some("cannotSend"), true),
        (Some("leaveOpen"), false),
        (None, false),
    ] {
        let mut form: serde_json::Value = serde_json::from_str(&form("cannotSend")).unwrap();
        form["fields"][0]["ifDeclined"] = json!(if_declined);
        form["fields"][0]["followUps"] = json!(0);
        let model = recorded(|request| match said_last(request).last() {
            Some(said) if said == "the usual one" => {
                let mut entry = heard("phone", said);
                entry["outcome"] = json!("not_enough");
                entry["missing"] = json!(["the number"]);
                kikitori_scripted::calls("ask", asking(request, vec![entry]))
            }
            _ => respond(request),
        });
        let mut interview = interview_of(&form.to_string(), model.0);
        let pause = say(&mut interview, &["the usual one", "skip"]);
        assert_eq!(pause, Pause::Confirm);
        assert_eq!(outcome(&interview, 0), Some(FieldOutcome::Unresolved));
        let is_refused = block_on(interview.confirm("now".to_owned())).is_err();
        assert_eq!(is_refused, blocks, "{if_declined:?}");
    }
}
