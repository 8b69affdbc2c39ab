//! A private field is asked, checked and kept by code: no model ever hears of the answer.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{
    FieldOutcome, Interview, Limits, PageContext, Pause, Submission, parse_form,
};
use kikitori_scripted::{CANARY, calls, offers, tags};
use kikitori_store::MemoryStore;
use serde_json::json;
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
    let submission = Submission::of(interview.orchestrator()).unwrap();
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

#[test]
fn what_code_says_of_a_private_answer_is_said_in_the_language_that_is_spoken() {
    let form = r#"{"id": "f", "title": "F", "language": "de", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "pin", "label": "PIN", "required": true, "private": true,
         "answer": {"type": "shortText", "minLength": 12}}]}"#;
    for (is_private, translates) in [(true, true), (false, false)] {
        let form = form.replace(r#""private": true"#, &format!(r#""private": {is_private}"#));
        let (model, sent) = recorded(|request| match offers(request, "create_plan") {
            true => {
                let sentences = tags::latest_json::<Vec<String>>(request, "sentences").unwrap();
                // One of them has lost the place that is filled in.
                let told = sentences.iter().map(|it| match it.as_str() {
                    it if it.starts_with("That is too long") => "zu lang".to_owned(),
                    it => format!("DE {it}"),
                });
                let told: Vec<String> = told.collect();
                calls(
                    "create_plan",
                    json!({"field_ids": ["name", "pin"], "sentences": told}),
                )
            }
            false => respond(request),
        });
        let ports = ports(model, Rc::new(MemoryStore::new()));
        let page = PageContext {
            languages: vec!["de".to_owned()],
            ..page()
        };
        let started = Interview::start(parse_form(&form).unwrap(), page, ports, Limits::default());
        let mut interview = block_on(started).unwrap();
        let short = if is_private {
            format!("{CANARY}1")
        } else {
            "1".to_owned()
        };
        say(&mut interview, &["Ada", &short]);
        let asked = sent
            .borrow()
            .iter()
            .filter(|it| offers(it, "create_plan"))
            .count();
        assert_eq!(asked, usize::from(translates));
        if !is_private {
            continue;
        }
        let chat: Vec<_> = interview.orchestrator().state().chat().cloned().collect();
        let last = chat.last().unwrap();
        assert!(
            last.text
                .starts_with("DE That is too short: give 12 characters"),
            "{}",
            last.text
        );
        assert_eq!(last.suggestions(), ["DE I would rather not say"]);
        // What is offered is understood, and what came of it said in the same language.
        say(&mut interview, &["DE I would rather not say"]);
        assert!(
            told(&interview).starts_with("DE Without this"),
            "{}",
            told(&interview)
        );
    }
}

#[test]
fn what_is_told_of_a_private_field_elsewhere_costs_no_other_entry() {
    let (model, sent) = recorded(|request| {
        let said = said_last(request);
        match said.last() {
            Some(said) if said.starts_with("Ada") => {
                let told = heard("passport", "K1");
                let mut ask = asking(request, vec![heard("name", "Ada"), told]);
                ask["asks"] = json!("passport");
                calls("ask", ask)
            }
            _ => respond(request),
        }
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada, and my passport is K1"]);
    assert_eq!(value_of(&interview, "name").as_deref(), Some("Ada"));
    assert_eq!(value_of(&interview, "passport"), None);
    assert!(
        told(&interview).starts_with("Passport number"),
        "{}",
        told(&interview)
    );
    assert_eq!(sent.borrow().len(), 2, "nothing goes back");
}
