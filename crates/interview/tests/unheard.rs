//! A clause that no report has is told to the model with the next message.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use kikitori_scripted::calls;
use serde_json::{Value, json};
use support::*;

const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "fans", "label": "Fans", "required": true, "answer": {"type": "integer"}},
    {"id": "months", "label": "Months", "required": true, "answer": {"type": "integer"}},
    {"id": "notes", "label": "Notes", "required": true}]}"#;

/// What the model is told as unheard once it has replied to `said` with this report and remark.
fn told_after(said: &'static str, quote: &'static str, remark: Option<&'static str>) -> Value {
    let (model, sent) = recorded(move |request| {
        if said_last(request).last().map(String::as_str) != Some(said) {
            return respond(request);
        }
        let mut call = asking(request, vec![heard("months", quote)]);
        call["heard"][0]["value"] = json!("24");
        call["question"] = json!(remark);
        calls("ask", call)
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["4 fans", said, "nothing else to add"]);
    let sent = sent.borrow();
    now(sent.last().unwrap())["unheard"].clone()
}

#[test]
fn a_clause_that_was_passed_over_is_told_with_the_next_message() {
    for (said, quote, remark, expected) in [
        (
            "24 months. And there are five fans, not four.",
            "24 months",
            None,
            json!(["And there are five fans, not four."]),
        ),
        (
            "24 months. And there are five fans, not four.",
            "24 months … five fans",
            None,
            Value::Null,
        ),
        // A clause of the sentence that was quoted.
        (
            "24 months, and my brother wants one as well, by the way.",
            "24 months",
            None,
            json!(["and my brother wants one as well,"]),
        ),
        (
            "It is 24 months and there are five of them by now",
            "It is 24 months",
            None,
            json!(["and there are five of them by now"]),
        ),
        // What only says more of what was heard, unless it has a figure.
        (
            "24 months, which nobody believes who sees them run, if that matters to you.",
            "24 months",
            None,
            Value::Null,
        ),
        (
            "24 months, because there are 5 of them in one room here",
            "24 months",
            None,
            json!(["because there are 5 of them in one room here"]),
        ),
        // The middle of a long sentence is left out on purpose, unless the answer has nothing of it.
        (
            "24 months, which is 24 since they were new here, and five now.",
            "24 months … five now",
            None,
            Value::Null,
        ),
        (
            "24 months, and the shed needs a new roof too, and five now.",
            "24 months … five now",
            None,
            json!(["and the shed needs a new roof too,"]),
        ),
        (
            "24 months, thanks. Is that long?",
            "24 months",
            None,
            Value::Null,
        ),
        (
            "24 months. My neighbour has a roof like that.",
            "24 months",
            Some("Their neighbour has such a roof"),
            Value::Null,
        ),
        // What they ask besides hides nothing else.
        (
            "24 months. Does my neighbour need one? I would come a week on Friday.",
            "24 months",
            Some("Does the neighbour need one?"),
            json!(["I would come a week on Friday."]),
        ),
    ] {
        assert_eq!(told_after(said, quote, remark), expected, "{said}, {quote}");
    }
}

#[test]
fn what_a_model_passed_over_in_whose_place_code_asked_is_told_too() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "stalls", "label": "Stalls", "required": true, "answer": {"type": "group", "fields": [
            {"id": "name", "label": "Name", "required": true},
            {"id": "day", "label": "Day", "required": true, "answer": {"type": "date"}}]}},
        {"id": "place", "label": "Place", "required": true}]}"#;
    const SAID: &str = "A stall for Ada on the day of the fair, we live at 14 Mill Lane, SY3 8SH.";
    let (model, sent) = recorded(|request| {
        if said_last(request).last().map(String::as_str) != Some(SAID) {
            return respond(request);
        }
        let mut call = asking(
            request,
            vec![heard("stalls", "A stall for Ada on the day of the fair")],
        );
        call["heard"][0]["value"] = json!(r#"[{"name": "Ada", "day": "the day of the fair"}]"#);
        calls("ask", call)
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &[SAID, "that is 8 May 2027"]);
    let sent = sent.borrow();
    let told = &now(sent.last().unwrap())["unheard"];
    assert_eq!(*told, json!(["we live at 14 Mill Lane,"]));
}

#[test]
fn a_private_answer_between_two_messages_does_not_hide_what_was_passed_over() {
    const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "fans", "label": "Fans", "required": true, "answer": {"type": "integer"}},
        {"id": "plate", "label": "Plate", "required": false, "private": true, "answer": {"type": "shortText"}},
        {"id": "notes", "label": "Notes", "required": true}]}"#;
    const SAID: &str = "4 fans. And my new title is Steam up before tea.";
    let (model, sent) = recorded(|request| {
        if said_last(request).last().map(String::as_str) != Some(SAID) {
            return respond(request);
        }
        let mut call = asking(request, vec![heard("fans", "4 fans")]);
        call["heard"][0]["value"] = json!("4");
        calls("ask", call)
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &[SAID, "YK19 ZTB", "nothing else to add"]);
    let sent = sent.borrow();
    // Once the private one is answered, and with the next message.
    for request in &sent[sent.len() - 2..] {
        let told = &now(request)["unheard"];
        assert_eq!(*told, json!(["And my new title is Steam up before tea."]));
    }
}
