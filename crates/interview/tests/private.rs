//! A private field is asked, checked and kept by code: no model ever hears of the answer.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use futures::executor::block_on;
use kikitori_interview::{FieldOutcome, Pause, Submission};
use support::*;

const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "name", "label": "Name", "required": true},
    {"id": "passport", "label": {"en": "Passport number", "ja": "旅券番号"},
     "intent": "As it is printed.", "why": "The airline asks for it.", "required": true,
     "private": true, "answer": {"type": "shortText", "minLength": 6}, "followUps": 2},
    {"id": "health", "label": "Illnesses", "required": false, "private": true},
    {"id": "notes", "label": "Notes", "required": false}
]}"#;
const SECRET: &str = "canary-K1234567";

#[test]
fn code_asks_in_the_forms_words_and_no_request_holds_the_answer() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    assert_eq!(say(&mut interview, &["Ada"]), Pause::Answer);
    let asked = "Passport number\nAs it is printed.\nThe airline asks for it.";
    assert_eq!(told(&interview), asked);
    let calls = sent.borrow().len();
    // What does not fit is told by code too, in words that no model made.
    assert_eq!(say(&mut interview, &["K1"]), Pause::Answer);
    let refused = format!("That is too short: give 6 characters or more.\n{asked}");
    assert_eq!(told(&interview), refused);
    say(&mut interview, &[SECRET]);
    assert_eq!(value_of(&interview, "passport").as_deref(), Some(SECRET));
    assert_eq!(told(&interview), "Illnesses");
    assert_eq!(sent.borrow().len(), calls, "no model was asked");
    say(&mut interview, &["canary-asthma"]);
    assert_eq!(told(&interview), "Please tell me: Notes");
    assert_eq!(say(&mut interview, &["skip"]), Pause::Confirm);
    for request in sent.borrow().iter() {
        let sent = serde_json::to_string(request).unwrap();
        assert!(!sent.contains("canary") && !sent.contains("K1"), "{sent}");
    }
    let last = now(sent.borrow().last().unwrap());
    assert_eq!(last["without_value"]["passport"], "kept by the program");
    assert_eq!(last["recorded"]["passport"], serde_json::Value::Null);
    // The owner gets it all the same.
    block_on(interview.confirm("now".to_owned())).unwrap();
    let submission = Submission::of(interview.orchestrator().state()).unwrap();
    assert_eq!(submission.fields[1].text.as_deref(), Some(SECRET));
}

#[test]
fn a_private_field_is_skipped_and_refused_by_what_is_offered() {
    let mut interview = interview_of(FORM, scripted());
    say(&mut interview, &["Ada"]);
    let offered = |interview: &kikitori_interview::Interview| {
        let chat = interview.orchestrator().state().chat();
        chat.last().unwrap().suggestions()
    };
    assert_eq!(offered(&interview), ["I would rather not say"]);
    say(&mut interview, &["I would rather not say"]);
    let asked_again = told(&interview);
    assert!(
        asked_again.starts_with("Without this the form cannot be finished.")
            && asked_again.contains("Passport number"),
        "{asked_again}"
    );
    say(&mut interview, &["i would rather not say."]);
    assert_eq!(told(&interview), "Illnesses");
    assert_eq!(offered(&interview), ["Skip"]);
    say(&mut interview, &["Skip"]);
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[1].outcome, Some(FieldOutcome::Declined));
    assert_eq!(outline[2].outcome, Some(FieldOutcome::Skipped));
    let blocking = interview.orchestrator().blocking();
    assert_eq!(blocking.len(), 1);
}

#[test]
fn what_never_fits_is_left_unresolved_and_the_interview_goes_on() {
    let mut interview = interview_of(FORM, scripted());
    say(&mut interview, &["Ada", "1", "2", "3"]);
    assert_eq!(told(&interview), "Illnesses");
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[1].outcome, Some(FieldOutcome::Unresolved));
    assert_eq!(
        outline[1].missing,
        ["That is too short: give 6 characters or more."]
    );
}

#[test]
fn what_reads_as_something_said_is_a_private_answer_only_when_it_is_sent_twice() {
    for said in [
        "Can I phone that in instead?",
        "会計担当に聞かないと分からないので、あとで入れます。",
    ] {
        let mut interview = interview_of(FORM, scripted());
        say(&mut interview, &["Ada", said]);
        assert_eq!(value_of(&interview, "passport"), None);
        let asked = told(&interview);
        assert!(
            asked.starts_with("No model reads what you write here."),
            "{asked}"
        );
        assert!(asked.contains("Passport number") && !asked.contains(said));
        say(&mut interview, &[SECRET]);
        assert_eq!(value_of(&interview, "passport").as_deref(), Some(SECRET));
    }
    let mut interview = interview_of(FORM, scripted());
    say(&mut interview, &["Ada", "Applied for.", "Applied for."]);
    assert_eq!(
        value_of(&interview, "passport").as_deref(),
        Some("Applied for.")
    );
}

#[test]
fn a_private_answer_is_taken_back_in_words_and_no_model_hears_it() {
    let (model, sent) = recorded(|request| match said_last(request).last() {
        Some(said) if said.starts_with("That") => {
            let mut entry = heard("passport", "That was no passport number");
            entry["outcome"] = serde_json::json!("refused");
            let ask = asking(request, vec![entry]);
            kikitori_scripted::calls("ask", ask)
        }
        _ => respond(request),
    });
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &["Ada", SECRET, "Skip", "That was no passport number"],
    );
    assert_eq!(value_of(&interview, "passport"), None);
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[1].outcome, Some(FieldOutcome::Declined));
    assert!(outline[1].blocks);
    for request in sent.borrow().iter() {
        let sent = serde_json::to_string(request).unwrap();
        assert!(!sent.contains("canary"), "{sent}");
    }
}
