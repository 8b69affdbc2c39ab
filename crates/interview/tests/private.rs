//! A private field is asked, checked and kept by code: no model ever hears of the answer.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{
    FieldOutcome, Interview, Limits, PageContext, Pause, Submission, chips, parse_form,
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
    let asked = "Please fill in: Passport number.\nAs it is printed.\nThe airline asks for it.";
    assert_eq!(told(&interview), asked);
    let calls = sent.borrow().len();
    // What does not fit is told by code too, in words that no model made.
    assert_eq!(say(&mut interview, &["K1"]), Pause::Answer);
    let how_to_refuse = "No AI reads what you write here. You can also say that you would rather not give it, or that you do not know it.";
    let refused =
        format!("That is too short: give 6 characters or more.\n{how_to_refuse}\n{asked}");
    assert_eq!(told(&interview), refused);
    say(&mut interview, &[SECRET]);
    assert_eq!(value_of(&interview, "passport").as_deref(), Some(SECRET));
    assert_eq!(told(&interview), "Please fill in: Illnesses");
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
    // The page has a button of its own by now for who will not.
    assert!(offered(&interview).is_empty());
    say(&mut interview, &["i would rather not say."]);
    assert_eq!(told(&interview), "Please fill in: Illnesses");
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
    assert_eq!(told(&interview), "Please fill in: Illnesses");
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
            [
                "No AI reads what you write here.",
                "Is that your answer, word for word?"
            ]
            .iter()
            .any(|it| asked.starts_with(it)),
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
fn one_click_says_that_it_is_the_answer_where_it_would_be_taken() {
    let offered = |interview: &kikitori_interview::Interview| {
        let chat = interview.orchestrator().state().chat();
        chat.last().unwrap().suggestions()
    };
    let ways = ["I would rather not say", "I don’t know"];
    let mut interview = interview_of(FORM, scripted());
    say(&mut interview, &["Ada", "Applied for"]);
    assert_eq!(value_of(&interview, "passport"), None);
    assert_eq!(
        offered(&interview),
        [&["That is my answer"], &ways[..]].concat()
    );
    say(&mut interview, &["That is my answer"]);
    assert_eq!(
        value_of(&interview, "passport").as_deref(),
        Some("Applied for")
    );
    // What would be refused is not offered, and the words for it are no answer by themselves.
    let form = FORM.replace(r#""minLength": 6"#, r#""minLength": 6, "maxLength": 9"#);
    let mut interview = interview_of(&form, scripted());
    say(&mut interview, &["Ada", "it is with the embassy"]);
    assert_eq!(offered(&interview), ways);
    let mut interview = interview_of(FORM, scripted());
    say(&mut interview, &["Ada", "That is my answer"]);
    assert_eq!(value_of(&interview, "passport"), None);
}

#[test]
fn a_refusal_in_words_is_understood_before_its_length_and_so_is_not_knowing() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "code", "label": "Code of the key box", "required": true, "private": true,
         "answer": {"type": "shortText", "minLength": 4, "maxLength": 12}},
        {"id": "sure", "label": "Insured?", "required": true, "private": true,
         "answer": {"type": "yesNo"}}]}"#;
    let outcome = |interview: &Interview| interview.orchestrator().outline()[0].outcome;
    for refusal in [
        "I really don't want to give that to you",
        "no",
        "je ne veux pas le donner",
        "Je ne veux toujours pas",
        "prefiero no decirlo",
        "möchte ich nicht",
        "お断りします",
    ] {
        let mut interview = interview_of(form, scripted());
        say(&mut interview, &[refusal]);
        let asked = told(&interview);
        assert!(
            asked.starts_with("Without this the form"),
            "{refusal}: {asked}"
        );
        say(&mut interview, &[refusal]);
        assert_eq!(
            outcome(&interview),
            Some(FieldOutcome::Declined),
            "{refusal}"
        );
        // Where no is an answer, it is one.
        say(&mut interview, &["no"]);
        assert_eq!(value_of(&interview, "sure").as_deref(), Some("no"));
    }
    for unknown in ["don't know", "je ne sais pas", "no lo sé", "わかりません"] {
        let mut interview = interview_of(form, scripted());
        say(&mut interview, &[unknown]);
        assert_eq!(value_of(&interview, "code"), None, "{unknown}");
        assert_eq!(
            outcome(&interview),
            Some(FieldOutcome::DoesNotKnow),
            "{unknown}"
        );
    }
    // Words that are neither are never taken in silence, nor are they only too long.
    for said in [
        "je vous l'ai déjà donné",
        "at the door",
        "nanti saja",
        "Schlüssel",
    ] {
        let mut interview = interview_of(form, scripted());
        say(&mut interview, &[said]);
        assert_eq!(value_of(&interview, "code"), None, "{said}");
        let asked = told(&interview);
        assert!(
            [
                "No AI reads what you write here.",
                "Is that your answer, word for word?"
            ]
            .iter()
            .any(|it| asked.starts_with(it)),
            "{said}: {asked}"
        );
        say(&mut interview, &["47-11"]);
        assert_eq!(value_of(&interview, "code").as_deref(), Some("47-11"));
    }
}

#[test]
fn what_never_is_an_answer_is_left_open_rather_than_taken() {
    let form = FORM.replace(r#""followUps": 2"#, r#""followUps": 0"#);
    let mut interview = interview_of(&form, scripted());
    say(&mut interview, &["Ada", "Applied for"]);
    assert_eq!(value_of(&interview, "passport"), None);
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[1].outcome, Some(FieldOutcome::Unresolved));
}

#[test]
fn a_refusal_is_understood_by_the_phrases_that_were_translated() {
    let form = r#"{"id": "f", "title": "F", "language": "cs", "fields": [
        {"id": "name", "label": "Jméno", "required": true},
        {"id": "pin", "label": "Heslo", "required": true, "private": true,
         "answer": {"type": "shortText"}}]}"#;
    let (model, _) = recorded(|request| match offers(request, "create_plan") {
        true => {
            let sentences = tags::latest_json::<Vec<String>>(request, "sentences").unwrap();
            let told = sentences
                .iter()
                .map(|it| match it.split_once(". ").unwrap() {
                    (number, it) if it.starts_with("I won’t say /") => {
                        format!("{number}. neřeknu to / bez komentáře")
                    }
                    (number, it) if it.starts_with("I don’t know /") => {
                        format!("{number}. netuším to / to nevím")
                    }
                    _ => it.to_owned(),
                });
            let told: Vec<String> = told.collect();
            calls(
                "create_plan",
                json!({"field_ids": ["name", "pin"], "sentences": told}),
            )
        }
        false => respond(request),
    });
    let page = PageContext {
        languages: vec!["cs".to_owned()],
        ..page()
    };
    let ports = ports(model, Rc::new(MemoryStore::new()));
    let started = Interview::start(parse_form(form).unwrap(), page, ports, Limits::default());
    let mut interview = block_on(started).unwrap();
    say(&mut interview, &["Ada", "Neřeknu to, promiňte"]);
    assert!(
        told(&interview).starts_with("Without this"),
        "{}",
        told(&interview)
    );
    say(&mut interview, &["to nevím"]);
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[1].outcome, Some(FieldOutcome::DoesNotKnow));
    assert_eq!(value_of(&interview, "pin"), None);
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
    for is_private in [true, false] {
        let form = form.replace(r#""private": true"#, &format!(r#""private": {is_private}"#));
        let (model, sent) = recorded(|request| match offers(request, "create_plan") {
            true => {
                let sentences = tags::latest_json::<Vec<String>>(request, "sentences").unwrap();
                // One of them has lost the place that is filled in.
                let told = sentences
                    .iter()
                    .map(|it| match it.split_once(". ").unwrap() {
                        (number, it) if it.starts_with("That is too long") => {
                            format!("{number}. zu lang")
                        }
                        (number, it) => format!("{number}. DE {it}"),
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
        let sent = sent.borrow();
        let mut plans = sent.iter().filter(|it| offers(it, "create_plan"));
        let sentences: Vec<String> = tags::latest_json(plans.next().unwrap(), "sentences").unwrap();
        assert!(plans.next().is_none(), "one call has all of them");
        let has_it = sentences.iter().any(|it| it.ends_with(chips::NO_READER));
        assert_eq!(has_it, is_private);
        drop(sent);
        let state = interview.orchestrator().state();
        let leave = state.own_sentence(chips::LEAVE_OPEN);
        assert_eq!(leave, Some("DE Leave it open"));
        if !is_private {
            // What stands beside the question is translated, what is said where nothing, or not all,
            // came of a message, and what code asks in a model's place.
            assert_eq!(sentences.len(), chips::ALL.len() - 2 + 11);
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
        assert_eq!(
            last.suggestions(),
            ["DE I would rather not say", "DE I don’t know"]
        );
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
        told(&interview).starts_with("Please fill in: Passport number"),
        "{}",
        told(&interview)
    );
    assert_eq!(sent.borrow().len(), 2, "nothing goes back");
}

#[test]
fn a_private_first_question_greets_and_says_what_is_assumed() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "passport", "label": "Passport number", "required": true, "private": true},
        {"id": "name", "label": "Name", "required": true}]}"#;
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(form, model);
    assert_eq!(
        told(&interview),
        "Hello! Your language, country and time zone are taken to be what stands above, where you can change them.\nPlease fill in: Passport number"
    );
    say(&mut interview, &["K1234567"]);
    assert!(!told(&interview).contains("Hello!"));
    assert!(!sent.borrow().is_empty());
}
