//! Texts that have to look like something, as code checks them in an interview.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::rc::Rc;

use kikitori_interview::Interview;
use kikitori_llm::Model;
use kikitori_scripted::{calls, offers};
use serde_json::json;
use support::*;

fn interview(is_private: bool, model: Rc<dyn Model>) -> Interview {
    let form = json!({"id": "f", "title": "F", "fields": [
        {"id": "permit", "label": "Permit", "required": true, "private": is_private,
         "answer": {"type": "shortText", "pattern": "[A-Z]{2}[0-9]{7}", "patternHint": "two letters and seven digits"}},
        {"id": "notes", "label": "Notes", "required": false}]});
    interview_with_patterns(&form.to_string(), model)
}

#[test]
fn a_code_is_recorded_as_its_pattern_takes_it_and_the_words_are_kept() {
    let mut interview = interview(false, scripted());
    say(&mut interview, &["yz 481-51 62"]);
    assert_eq!(value_of(&interview, "permit").as_deref(), Some("YZ4815162"));
}

#[test]
fn one_that_does_not_fit_goes_back_to_the_model_with_what_it_looks_like() {
    let (model, sent) = recorded(|request| match said_last(request).last() {
        Some(said) if said == "it is 4815162" && offers(request, "ask") => {
            let entry = heard("permit", "4815162");
            calls("ask", asking(request, vec![entry]))
        }
        _ => respond(request),
    });
    let mut interview = interview(false, model);
    say(&mut interview, &["it is 4815162"]);
    assert_eq!(value_of(&interview, "permit"), None);
    let told =
        "expected what `pattern` of the field takes, as they said it: two letters and seven digits";
    assert!(holds(&sent, told));
    assert!(
        holds(&sent, "[A-Z]{2}[0-9]{7}"),
        "the model knows the pattern"
    );
}

#[test]
fn a_private_code_is_found_among_words_and_one_that_does_not_fit_is_told_so() {
    for said in [
        "YZ4815162",
        "yz 4815162",
        "it's YZ4815162 I think",
        "the number is yz4815162, see the card",
    ] {
        let mut interview = interview(true, scripted());
        say(&mut interview, &[said]);
        assert_eq!(
            value_of(&interview, "permit").as_deref(),
            Some("YZ4815162"),
            "{said}"
        );
    }
    let mut interview = interview(true, scripted());
    say(&mut interview, &["4815162"]);
    assert_eq!(value_of(&interview, "permit"), None);
    assert!(
        told(&interview).contains("wanted here: two letters and seven digits."),
        "{}",
        told(&interview)
    );
}

#[test]
fn a_private_code_that_was_skipped_and_is_told_later_without_its_hyphen_is_that_and_no_phone() {
    let form = json!({"id": "f", "title": "F", "language": "fa", "fields": [
        {"id": "floor", "label": "طبقه", "required": true, "answer": {"type": "integer"}},
        {"id": "phone", "label": "تلفن", "required": true, "private": true, "answer": {"type": "phone"}},
        {"id": "card", "label": "شمارهٔ عضویت کتابخانه", "required": false, "private": true,
         "answer": {"type": "shortText", "pattern": "\\d{4}-\\d{3}"}}]});
    let (model, sent) = recorded(respond);
    let mut interview = interview_with_patterns(&form.to_string(), model);
    let said = ["4", "0316 / 48 27 15", "فعلا ترجیح میدم نگم"];
    say(&mut interview, &said);
    assert!(value_of(&interview, "phone").is_some());
    say(&mut interview, &["باشه شماره عضویتمو هم میگم: ۴۰۷۱۲۲۸"]);
    assert_eq!(value_of(&interview, "card").as_deref(), Some("4071-228"));
    assert!(!holds(&sent, "۴۰۷۱۲۲۸"));
}
