//! Who chooses another language on the page is asked in it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use futures::executor::block_on;
use kikitori_interview::{Command, Interview, LanguageTag, Pause, Settle};
use kikitori_scripted::{calls, offers};
use serde_json::json;
use support::*;

const FORM: &str = r#"{"id": "f", "title": {"en": "F", "ja": "F"}, "fields": [
    {"id": "name", "label": {"en": "Name", "ja": "名前"}, "required": true},
    {"id": "pin", "label": {"en": "Code", "ja": "番号"}, "required": true, "private": true}]}"#;

fn choose(interview: &mut Interview, language: &str) -> Pause {
    let language = Settle::Language(LanguageTag::new(language).unwrap());
    block_on(interview.take(Command::Settle(language))).unwrap();
    block_on(interview.advance()).unwrap()
}

#[test]
fn the_question_that_stands_there_is_asked_again_in_the_language_that_was_chosen() {
    let (model, sent) = recorded(|request| match offers(request, "ask") {
        true if now(request)["language"] == "ja" => {
            let mut call = asking(request, Vec::new());
            call["message"] = json!("お名前は。");
            calls("ask", call)
        }
        _ => respond(request),
    });
    let mut interview = interview_of(FORM, model);
    block_on(interview.advance()).unwrap();
    assert_eq!(told(&interview), "Please tell me: Name");
    // Of the same language nothing is asked anew.
    let before = sent.borrow().len();
    choose(&mut interview, "en-GB");
    assert_eq!(sent.borrow().len(), before);
    assert_eq!(choose(&mut interview, "ja"), Pause::Answer);
    assert_eq!(told(&interview), "お名前は。");
}

#[test]
fn a_private_question_is_asked_again_by_code() {
    let (model, _) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada"]);
    let before = told(&interview);
    choose(&mut interview, "ja");
    let asked = told(&interview);
    assert!(asked.contains("番号") && asked != before, "{asked}");
}

#[test]
fn text_that_only_asks_is_taken_as_the_question_and_text_that_tells_is_not() {
    const ASKS: &str = "Do you mean two in the afternoon?";
    for (text, expected) in [
        (ASKS, ASKS),
        ("Two o'clock is noted.", "Nothing was taken from"),
    ] {
        let (model, _) = recorded(move |request| {
            let is_it = said_last(request).last().map(String::as_str) == Some("two o'clock");
            match is_it && offers(request, "ask") {
                true => kikitori_scripted::says(text),
                false => respond(request),
            }
        });
        let form = r#"{"id": "f", "title": "F", "fields": [
            {"id": "at", "label": "When", "required": true, "answer": {"type": "time"}}]}"#;
        let mut interview = interview_of(form, model);
        say(&mut interview, &["two o'clock"]);
        let told = told(&interview);
        assert!(told.starts_with(expected), "{text}: {told}");
    }
}
