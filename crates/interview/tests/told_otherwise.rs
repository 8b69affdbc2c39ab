//! What a call says of a field that their words do not: an option, a line that is out, an answer in the words of
//! another one, a text that names what is private.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;

use kikitori_scripted::calls;
use serde_json::{Value, json};
use support::*;

#[test]
fn an_option_that_is_said_to_be_noted_without_their_name_for_it_goes_back_once() {
    const FORM: &str = r#"{"id": "f", "language": "fi", "title": "F", "fields": [
        {"id": "route", "label": "Reitti", "required": true, "answer": {"type": "choice",
            "options": ["Saana ja Malla", "Urho Kekkosen kansallispuisto"]}},
        {"id": "hut", "label": "Majoitus", "required": true},
        {"id": "more", "label": "Muuta", "required": false}]}"#;
    for (said, message, expected) in [
        (
            "Tuvassa. Ja vaihdetaan reitti sittenkin siihen itäisempään",
            "Kirjasin tuvan ja vaihdoin reitiksi Urho Kekkosen kansallispuiston. Muuta?",
            2,
        ),
        // They name what it was.
        (
            "Tuvassa. Ja ei Saana ja Malla, vaan se itäisempi",
            "Kirjasin tuvan ja vaihdoin sen: Urho Kekkosen kansallispuisto. Muuta?",
            2,
        ),
        // It is asked about, or they spoke of something else.
        (
            "Tuvassa. Ja vaihdetaan reitti sittenkin siihen itäisempään",
            "Kirjasin tuvan. Tarkoitatko Urho Kekkosen kansallispuistoa?",
            1,
        ),
        (
            "Tuvassa, ja tulemme autolla",
            "Kirjasin tuvan. Urho Kekkosen puistossa on kaunista. Muuta?",
            1,
        ),
    ] {
        let (model, sent) = recorded(move |request| {
            if said_last(request).last().map(String::as_str) != Some(said) {
                return respond(request);
            }
            let mut call = asking(request, vec![heard("hut", "Tuvassa")]);
            call["message"] = json!(message);
            calls("ask", call)
        });
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &["Saana ja Malla"]);
        let before = sent.borrow().len();
        say(&mut interview, &[said]);
        assert_eq!(sent.borrow().len() - before, expected, "{message}");
    }
}

#[test]
fn a_line_that_is_said_to_be_out_and_is_not_goes_back_once() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "things", "label": "Things", "required": true, "answer": {"type": "group", "fields": [
            {"id": "what", "label": "What", "required": true}]}},
        {"id": "colour", "label": "Colour", "required": true},
        {"id": "more", "label": "More", "required": false}]}"#;
    const THINGS: &str = "a cello and a desk";
    let said = "Green. And strike the cello, she has her own.";
    for (message, reports, expected) in [
        ("Green, and I have struck the cello. More?", false, 2),
        ("Green, and the cello is taken out. More?", true, 1),
        (
            "Green. The cello is no longer on your list. More?",
            false,
            2,
        ),
        ("Green it is, and I have dropped nothing. More?", false, 1),
    ] {
        let (model, sent) = recorded(move |request| {
            let last = said_last(request).pop().unwrap_or_default();
            let list = |value: Value| {
                let mut entry = heard("things", &last);
                entry["value"] = json!(value.to_string());
                entry
            };
            if last == THINGS {
                let lines = json!([{"what": "cello"}, {"what": "desk"}]);
                return calls("ask", asking(request, vec![list(lines)]));
            }
            if last != said {
                return respond(request);
            }
            let mut entries = vec![heard("colour", "Green")];
            if reports {
                entries.push(list(json!([{"@line": 1, "@remove": true}])));
            }
            let mut call = asking(request, entries);
            call["message"] = json!(message);
            calls("ask", call)
        });
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &[THINGS]);
        let before = sent.borrow().len();
        say(&mut interview, &[said]);
        assert_eq!(sent.borrow().len() - before, expected, "{message}");
    }
}

#[test]
fn a_yes_or_no_in_the_words_of_another_answer_goes_back_once() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "pace", "label": "Pace", "required": true},
        {"id": "lift", "label": "Do you need a lift, or lifting gear?", "required": true, "answer": {"type": "yesNo"}},
        {"id": "more", "label": "More", "required": false}]}"#;
    for (said, expected) in [
        ("an easy one, for my mother", 2),
        ("an easy one, and no lift please", 1),
        // Other words of the message speak of it.
        ("an easy one. The lifting yes, but once only", 2),
    ] {
        let tries = Cell::new(0);
        let (model, sent) = recorded(move |request| {
            if said_last(request).last().map(String::as_str) != Some(said) {
                return respond(request);
            }
            tries.set(tries.get() + 1);
            let quote = said.split('.').next().unwrap();
            let mut lift = heard("lift", quote);
            lift["value"] = json!("no");
            let of_lift = [lift].into_iter().filter(|_| tries.get() == 1);
            let entries = [heard("pace", said)].into_iter().chain(of_lift);
            calls("ask", asking(request, entries.collect()))
        });
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &[]);
        let before = sent.borrow().len();
        say(&mut interview, &[said]);
        assert_eq!(sent.borrow().len() - before, expected, "{said}");
    }
}

#[test]
fn a_name_that_begins_like_a_word_for_empty_takes_nobody_out() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "people", "label": "People", "required": true, "answer": {"type": "group", "fields": [
            {"id": "who", "label": "Who", "required": true},
            {"id": "desk", "label": "Desk", "required": false}]}},
        {"id": "colour", "label": "Colour", "required": true},
        {"id": "more", "label": "More", "required": false}]}"#;
    const PEOPLE: &str = "Niamh and Tomás";
    let said = "Green. And Tomás and Niamh swap desks.";
    let (model, sent) = recorded(move |request| {
        let last = said_last(request).pop().unwrap_or_default();
        let list = |value: Value| {
            let mut entry = heard("people", &last);
            entry["value"] = json!(value.to_string());
            entry
        };
        if last == PEOPLE {
            let lines = json!([{"who": "Niamh"}, {"who": "Tomás"}]);
            return calls("ask", asking(request, vec![list(lines)]));
        }
        if last != said {
            return respond(request);
        }
        let mut call = asking(request, vec![heard("colour", "Green")]);
        call["message"] = json!("Green. Tomás and Niamh may swap as they like. More?");
        calls("ask", call)
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &[PEOPLE]);
    say(&mut interview, &[said]);
    assert!(!holds(&sent, "is out, and heard"));
}

#[test]
fn a_text_that_names_a_private_field_of_another_message_goes_back_once() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "oib", "label": "Vaš OIB", "required": true, "private": true, "answer": {"type": "shortText"}},
        {"id": "note", "label": "Napomena", "required": true, "answer": {"type": "longText"}},
        {"id": "more", "label": "More", "required": false}]}"#;
    let said = "Imamo psa koji laje.";
    for (value, expected) in [
        ("Imaju psa koji laje. Prije je u OIB-u ispustila nulu.", 2),
        ("Imaju psa koji laje.", 1),
    ] {
        let (model, sent) = recorded(move |request| {
            if said_last(request).last().map(String::as_str) != Some(said) {
                return respond(request);
            }
            let mut note = heard("note", said);
            note["value"] = json!(value);
            calls("ask", asking(request, vec![note]))
        });
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &["12345678901"]);
        let before = sent.borrow().len();
        say(&mut interview, &[said]);
        assert_eq!(sent.borrow().len() - before, expected, "{value}");
    }
}
