//! Rules of the form file that its JSON Schema cannot say alone.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use kikitori_form::file::answer::AnswerType;
use kikitori_form::{Form, FormError};
use serde_json::{Value, json};

fn listed(error: FormError) -> Vec<String> {
    match error {
        FormError::Invalid { problems, .. } => problems
            .into_iter()
            .map(|it| format!("{}: {}", it.place, it.what))
            .collect(),
        other => vec![other.to_string()],
    }
}

fn form(members: Value, field: Value) -> Value {
    let mut form = json!({"id": "f", "title": "F"});
    let mut it = json!({"id": "it", "label": "It", "required": true});
    for (to, from) in [(&mut form, members), (&mut it, field)] {
        for (key, value) in from.as_object().unwrap() {
            to[key] = value.clone();
        }
    }
    form["fields"] = json!([it]);
    form
}

#[test]
fn answers_are_sent_over_https_or_to_the_same_machine() {
    let post = |url: &str| form(json!({"submit": {"type": "post", "url": url}}), json!({}));
    for good in [
        "https://example.org",
        "https://example.org:8443/a@b?c#d",
        "http://localhost:3000/answers",
        "http://localhost/",
        "http://127.0.0.1:80",
    ] {
        assert!(Form::from_value(&post(good)).is_ok(), "{good}");
    }
    for bad in [
        "http://localhost:x@evil.example/",
        "http://localhost@evil.example/",
        "http://localhost.evil.example/",
        "http://127.0.0.1.evil.example/",
        "http://localhost:/",
        "http://example.org/",
        "https://name:word@example.org/",
        "https://example.org\\@evil.example/",
        "https:///a",
        "https://",
        "https://a b",
    ] {
        assert!(Form::from_value(&post(bad)).is_err(), "{bad}");
    }
}

#[test]
fn an_answer_by_itself_is_held_to_the_same_rules_as_in_a_form() {
    let group = json!({"type": "group", "fields": [
        {"id": "a", "label": "A", "required": true, "answer": {"type": "group", "fields": []}},
    ]});
    for (answer, expected) in [
        (
            json!({"type": "number", "min": 2, "max": 1}),
            "min: expected no more than the other bound",
        ),
        (
            json!({"type": "integer", "max": 0.5}),
            "max: expected a whole number",
        ),
        (
            json!({"type": "choice", "options": []}),
            "options: expected 1 to 300 options, found 0",
        ),
        (group, "fields[0].answer: expected no group in a group"),
        (
            json!({"type": "rating", "max": 1}),
            "max: expected more than the lowest point, which is 1",
        ),
        (
            json!({"type": "rating", "max": 3, "min": 3}),
            "max: expected more than the lowest point, which is 3",
        ),
    ] {
        let alone = listed(AnswerType::from_json(&answer).unwrap_err());
        assert_eq!(alone, [expected]);
        let within = Form::from_value(&form(json!({}), json!({"answer": answer})));
        let within = listed(within.unwrap_err());
        assert_eq!(within, [format!("fields[0].answer.{expected}")]);
    }
    assert!(AnswerType::from_json(&json!({"type": "rating", "max": 1, "min": 0})).is_ok());
}

/// As the JSON Schema says, which leaves null to members that may be nothing.
#[test]
fn null_says_nothing_only_where_nothing_can_stand() {
    let nothing = json!({"submitLabel": null, "language": null, "budget": null});
    let read = Form::from_value(&form(nothing, json!({"why": null, "followUps": null})));
    assert!(read.is_ok());
    for (members, field, place) in [
        (json!({"needs": null}), json!({}), "needs"),
        (json!({}), json!({"private": null}), "fields[0].private"),
        (json!({}), json!({"facts": null}), "fields[0].facts"),
        (
            json!({}),
            json!({"answer": {"type": "choice", "options": ["a"], "other": null}}),
            "fields[0].answer.other",
        ),
    ] {
        let problems = listed(Form::from_value(&form(members, field)).unwrap_err());
        assert_eq!(problems.len(), 1, "{place}: {problems:?}");
        assert!(problems[0].starts_with(&format!("{place}: nothing (null)")));
    }
}
