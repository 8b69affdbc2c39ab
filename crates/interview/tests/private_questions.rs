//! What is asked back at a private field: code answers with what the form says, and nothing is counted.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use kikitori_interview::{FieldOutcome, Interview, Pause};
use kikitori_scripted::calls;
use serde_json::json;
use support::*;

const FORM: &str = r#"{"id": "f", "title": "F", "submit": {"type": "post", "url": "https://forms.example.org/in?a=1"}, "fields": [
    {"id": "name", "label": "Name", "required": true},
    {"id": "passport", "label": {"en": "Passport number", "ja": "旅券番号"},
     "why": {"en": "The airline asks for it.", "ja": "航空会社に必要です。"}, "required": true,
     "private": true, "answer": {"type": "shortText", "minLength": 6}, "followUps": 1},
    {"id": "phone", "label": "Phone", "required": true, "private": true, "answer": {"type": "phone"}},
    {"id": "insured", "label": "Insured?", "required": true, "private": true,
     "answer": {"type": "yesNo"}}
]}"#;
const SECRET: &str = "canary-K1234567";

fn follow_ups(interview: &Interview, field: usize) -> u32 {
    interview.orchestrator().outline()[field].follow_ups.used
}

#[test]
fn a_question_at_a_private_field_is_answered_with_the_reason_and_is_no_failed_try() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada"]);
    let calls = sent.borrow().len();
    for asked_back in [
        "Why do you need this?",
        "¿para qué?",
        "なぜ必要ですか？",
        "what for",
    ] {
        say(&mut interview, &[asked_back]);
        assert_eq!(
            told(&interview),
            "No AI reads what you write here. What the form itself says: The airline asks for it.\n\
             Your answer is sent with the form, to forms.example.org, when you send it.\n\
             Please fill in: Passport number",
            "{asked_back}"
        );
        assert_eq!(follow_ups(&interview, 1), 0);
    }
    say(&mut interview, &[SECRET]);
    assert_eq!(value_of(&interview, "passport").as_deref(), Some(SECRET));
    // Where the form does not say why, that is said.
    say(&mut interview, &["Is this stored?"]);
    let asked = told(&interview);
    assert!(
        asked.starts_with("No AI reads what you write here, and the form itself says no more"),
        "{asked}"
    );
    // A value is a value, whatever stands around it.
    say(&mut interview, &["090-1234-5678?"]);
    assert_eq!(
        value_of(&interview, "phone").as_deref(),
        Some("09012345678")
    );
    say(&mut interview, &["does that matter?", "yes"]);
    assert_eq!(value_of(&interview, "insured").as_deref(), Some("yes"));
    assert_eq!(sent.borrow().len(), calls, "no model was asked");
}

#[test]
fn what_is_a_value_is_one_whatever_it_looks_like() {
    for (field, said, value) in [
        (
            r#""label": "Website", "answer": {"type": "url"}"#,
            "https://example.org/find?",
            "https://example.org/find?",
        ),
        (
            r#""label": "Where does it hurt", "answer": {"type": "shortText"}"#,
            "back",
            "back",
        ),
        (
            r#""label": "Allergies", "answer": {"type": "shortText", "maxLength": 200}"#,
            "none",
            "none",
        ),
    ] {
        let form = format!(
            r#"{{"id": "f", "title": "F", "fields": [
                {{"id": "a", "required": true, "private": true, {field}}}]}}"#
        );
        let mut interview = interview_of(&form, scripted());
        say(&mut interview, &[said]);
        assert_eq!(value_of(&interview, "a").as_deref(), Some(value), "{said}");
    }
}

#[test]
fn what_ends_as_a_question_is_the_answer_where_they_say_so() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "phrase", "label": "Recovery phrase", "required": true, "private": true,
         "answer": {"type": "shortText"}}]}"#;
    let mut interview = interview_of(form, scripted());
    // Who asks twice insists on nothing.
    say(&mut interview, &["who am I?", "who am I?"]);
    assert_eq!(value_of(&interview, "phrase"), None);
    let chat = interview.orchestrator().state().chat();
    assert!(
        chat.last()
            .unwrap()
            .suggestions()
            .contains(&"That is my answer".to_owned())
    );
    say(&mut interview, &["That is my answer"]);
    assert_eq!(value_of(&interview, "phrase").as_deref(), Some("who am I?"));
}

#[test]
fn who_only_ever_asks_comes_to_an_end() {
    let mut interview = interview_of(FORM, scripted());
    say(&mut interview, &["Ada"]);
    say(&mut interview, &["why?"; 7]);
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[1].outcome, Some(FieldOutcome::Unresolved));
    assert_eq!(value_of(&interview, "passport"), None);
}

#[test]
fn a_part_of_a_code_among_words_is_too_short_and_not_too_long() {
    let form = FORM.replace(r#""minLength": 6"#, r#""minLength": 15, "maxLength": 34"#);
    let (model, _) = recorded(respond);
    let mut interview = interview_of(&form, model);
    say(
        &mut interview,
        &["Ada", "the last four digits of the number are 7467"],
    );
    let asked = told(&interview);
    assert!(asked.contains("too short"), "{asked}");
    assert!(!asked.contains("too long"), "{asked}");
    say(&mut interview, &["it is SE45 5000 0000 0583 9825 7466"]);
    assert_eq!(
        value_of(&interview, "passport").as_deref(),
        Some("SE45 5000 0000 0583 9825 7466")
    );
}

#[test]
fn a_private_answer_that_they_did_not_have_is_asked_for_again_when_they_want_to_give_it() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "record", "label": "Certificate", "required": true, "private": true,
         "answer": {"type": "shortText", "minLength": 5, "maxLength": 12}}]}"#;
    let (model, sent) =
        recorded(|request: &kikitori_llm::ChatRequest| {
            match serde_json::to_string(request)
                .unwrap()
                .contains("came today")
            {
                true => calls(
                    "ask",
                    json!({"heard": null, "asks": "record", "message": "Thank you."}),
                ),
                false => respond(request),
            }
        });
    let mut interview = interview_of(FORM, model);
    assert_eq!(
        say(&mut interview, &["Ada", "I don't know"]),
        Pause::Confirm
    );
    assert_eq!(
        say(&mut interview, &["the certificate came today"]),
        Pause::Answer
    );
    assert_eq!(told(&interview), "Please fill in: Certificate");
    say(&mut interview, &["CJ-88412"]);
    assert_eq!(value_of(&interview, "record").as_deref(), Some("CJ-88412"));
    assert!(!holds(&sent, "88412"));
}
