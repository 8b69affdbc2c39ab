//! What the form file may hold, and what people are told when theirs does not fit.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::unreachable)]

use kikitori_form::SessionForm;
use kikitori_form::file::answer::{AnswerType, MAX_OPTIONS};
use kikitori_form::file::condition::{MAX_CONDITION_DEPTH, MAX_CONDITION_PARTS};
use kikitori_form::file::text::{MAX_LANGUAGES, MAX_TEXT_CHARS};
use kikitori_form::file::{MAX_FACTS, MAX_FIELDS, MAX_FILE_BYTES};
use kikitori_form::{Form, FormError, MAX_PROBLEMS, parse_form};
use kikitori_json::FromJson;
use serde_json::{Value, json};

/// A form that uses everything there is.
fn everything() -> Value {
    serde_json::from_str(include_str!("every_kind.json")).unwrap()
}

fn problems(file: &Value) -> Vec<String> {
    match Form::from_value(file) {
        Ok(_) => Vec::new(),
        Err(FormError::Invalid { problems, .. }) => problems
            .into_iter()
            .map(|problem| format!("{}: {}", problem.place, problem.what))
            .collect(),
        Err(other) => vec![other.to_string()],
    }
}

/// A form with this one field behind a yes-or-no, a number and a choice.
fn with_field(field: Value) -> Value {
    json!({"id": "f", "title": "F", "fields": [
        {"id": "yes", "label": "Y", "required": true, "answer": {"type": "yesNo"}},
        {"id": "number", "label": "N", "required": true, "answer": {"type": "number"}},
        {"id": "choice", "label": "C", "required": true, "answer": {"type": "choice", "options": ["a", "b"]}},
        field,
    ]})
}

fn with_answer(answer: Value) -> Value {
    with_field(json!({"id": "it", "label": "It", "required": true, "answer": answer}))
}

fn when(condition: Value) -> Value {
    with_field(json!({"id": "it", "label": "It", "required": true, "when": condition}))
}

#[test]
fn everything_is_read_and_written_as_it_was() {
    let file = everything();
    let form = Form::from_value(&file).unwrap();
    let written = serde_json::to_value(&form).unwrap();
    assert_eq!(Form::from_value(&written).unwrap(), form);
    assert_eq!(written["fields"][16]["when"], file["fields"][16]["when"]);
    assert_eq!(written["fields"][7]["answer"]["latest"], "today-18y");
    assert_eq!(form.title.in_language("ja-JP"), "注文");
    assert_eq!(form.title.in_language("fr"), "Order");
}

#[test]
fn files_of_the_first_format_still_read() {
    let text = "\u{feff}{\"id\":\"f\",\"title\":\" F \",\"description\":\" \",\"submitLabel\":null,\"fields\":[\
        {\"id\":\"a\",\"label\":\"A\",\"intent\":null,\"required\":true},\
        {\"id\":\"b\",\"label\":\"B\",\"required\":false,\"facts\":[{\"key\":\"k\",\"fact\":\"F\",\"doneCriteria\":\"D\"}]}]}";
    let form = Form::parse(text).unwrap();
    assert!(matches!(form.fields[0].answer, AnswerType::LongText(_)));
    let session = parse_form(text).unwrap();
    assert_eq!(session.title.in_language("en"), "F");
    assert_eq!(session.description, None);
    let second = &session.fields[1];
    assert_eq!((second.id.as_str(), second.sort_order), ("field-1", 1));
    assert_eq!(session.facts_of(second).next().unwrap().fact_key, "k");
    assert_eq!(session.facts_of(&session.fields[0]).count(), 0);
}

#[test]
fn every_place_that_does_not_fit_is_listed_at_once() {
    let file = json!({
        "id": "a b", "title": ["F"], "colour": "red", "needs": ["age"],
        "fields": [
            {"id": "a", "label": " ", "required": "yes", "kind": "text"},
            {"id": "b", "label": {"english": "B", "ja": 4}, "facts": [{"key": "k", "fact": "F"}]},
            {"id": "c", "label": "C", "required": true, "answer": {"type": "colour"}},
            {"id": "d", "label": "D", "required": true, "answer": {"type": "rating", "max": 0}},
            {"id": "e", "label": "E", "required": true, "answer": {"type": "date", "latest": "tomorrow"}},
            {"id": "e", "label": "E", "required": true},
            4,
        ]
    });
    let text_or_languages = "a text that is not blank, or an object with one for each language";
    assert_eq!(
        problems(&file),
        [
            "colour: unknown; known are id, title, fields, $schema, description, language, needs, submitLabel, submit, budget".to_owned(),
            "id: \"a b\"; expected an id of up to 64 letters, digits, hyphens and underscores".to_owned(),
            format!("title: a list; expected {text_or_languages}"),
            "fields[0].kind: unknown; known are id, label, required, intent, why, answer, facts, when, private, followUps, ifDeclined, review".to_owned(),
            "fields[0].label: \" \"; expected a text that is not blank, of 2000 characters at most".to_owned(),
            "fields[0].required: the text \"yes\"; expected true or false".to_owned(),
            "fields[1].label.english: no language; expected a language such as en or pt-BR".to_owned(),
            "fields[1].label.ja: the number 4; expected a text that is not blank, of 2000 characters at most".to_owned(),
            "fields[1].required: missing; expected true or false".to_owned(),
            format!("fields[1].facts[0].doneCriteria: missing; expected {text_or_languages}"),
            "fields[2].answer.type: expected one of shortText longText number integer yesNo choice choices date time dateTime email phone url address rating group".to_owned(),
            "fields[3].answer.max: the number 0; expected a whole number from 1 to 100".to_owned(),
            "fields[4].answer.latest: \"tomorrow\"; expected a day such as 2025-03-14, today or today-18y".to_owned(),
            "fields[6]: the number 4; expected an object with id, label and required".to_owned(),
            "needs[0]: \"age\"; expected what is needed: country".to_owned(),
            "fields[5].id: \"e\" is used before; expected an id of its own".to_owned(),
        ]
    );
}

#[test]
fn what_does_not_fit_together_is_listed_beside_what_does_not_read() {
    let file = json!({"id": "f", "title": "F", "fields": [
        {"id": "a", "label": "A", "required": true, "private": true, "facts": [{"key": "k", "fact": "F", "doneCriteria": "D"}, {"key": "k", "fact": "F", "doneCriteria": "D"}]},
        {"id": "a", "label": "A", "required": true},
        {"id": "b", "label": 4, "required": true},
        {"id": "c", "label": "C", "required": true, "when": {"answered": "b"}},
    ]});
    assert_eq!(
        problems(&file),
        [
            "fields[2].label: the number 4; expected a text that is not blank, or an object with one for each language",
            "fields[0].facts[1].key: \"k\" is used before; expected an id of its own",
            "fields[0].facts: a model tells whether facts are known, and sees nothing private",
            "fields[1].id: \"a\" is used before; expected an id of its own",
        ]
    );
}

/// A model is told which fields are asked, those of no model too.
#[test]
fn of_a_private_field_only_whether_it_is_answered_may_be_asked() {
    let with = |is_private: bool, when: &Value| {
        json!({"id": "f", "title": "F", "fields": [
            {"id": "yes", "label": "Y", "required": true, "private": true, "answer": {"type": "yesNo"}},
            {"id": "way", "label": "W", "required": true, "private": true, "answer": {"type": "choice", "options": ["a", "b"]}},
            {"id": "count", "label": "C", "required": true, "private": true, "answer": {"type": "integer"}},
            {"id": "it", "label": "It", "required": true, "private": is_private, "when": when},
        ]})
    };
    for (when, field) in [
        (json!({"equals": {"field": "yes", "value": true}}), "yes"),
        (json!({"oneOf": {"field": "way", "values": ["a"]}}), "way"),
        (json!({"atLeast": {"field": "count", "value": 3}}), "count"),
        (
            json!({"any": [{"answered": "way"}, {"not": {"less": {"field": "count", "value": 1}}}]}),
            "count",
        ),
    ] {
        for is_private in [false, true] {
            assert_eq!(
                problems(&with(is_private, &when)),
                [format!(
                    "fields[3].when: field {field:?}: it is private: whether another is asked would tell a model its answer; expected answered"
                )],
                "{when}"
            );
        }
    }
    let answered = json!({"not": {"answered": "yes"}});
    assert!(Form::from_value(&with(false, &answered)).is_ok());
}

#[test]
fn bounds_that_cross_are_refused() {
    for (answer, place) in [
        (
            json!({"type": "number", "min": 2, "max": 1.5}),
            "answer.min",
        ),
        (json!({"type": "integer", "min": 0.5}), "answer.min"),
        (
            json!({"type": "shortText", "minLength": 5, "maxLength": 4}),
            "answer.minLength",
        ),
        (
            json!({"type": "longText", "minLength": 5, "maxLength": 4}),
            "answer.minLength",
        ),
        (
            json!({"type": "date", "earliest": "2025-02-01", "latest": "2025-01-01"}),
            "answer.earliest",
        ),
        (
            json!({"type": "dateTime", "earliest": "today", "latest": "today-1d"}),
            "answer.earliest",
        ),
        (
            json!({"type": "time", "earliest": "10:00", "latest": "09:59"}),
            "answer.earliest",
        ),
        (json!({"type": "rating", "min": 5, "max": 5}), "answer.max"),
        (json!({"type": "choice", "options": []}), "answer.options"),
        (
            json!({"type": "choice", "options": ["a", "a"]}),
            "answer.options",
        ),
        (
            json!({"type": "choices", "options": ["a"], "min": 2}),
            "answer.min",
        ),
        (json!({"type": "group", "fields": []}), "answer.fields"),
        (
            json!({"type": "group", "minLines": 5, "maxLines": 4, "fields": [{"id": "a", "label": "A", "required": true}]}),
            "answer.minLines",
        ),
        (
            json!({"type": "group", "fields": [{"id": "a", "label": "A", "required": true, "answer": {"type": "group", "fields": []}}]}),
            "answer.fields[0].answer",
        ),
    ] {
        let found = problems(&with_answer(answer.clone()));
        let expected = format!("fields[3].{place}: ");
        assert!(
            found.len() == 1 && found[0].starts_with(&expected),
            "{answer}: {found:?}"
        );
    }
}

#[test]
fn conditions_are_held_against_the_fields_that_stand_before() {
    for good in [
        json!({"equals": {"field": "yes", "value": false}}),
        json!({"atLeast": {"field": "number", "value": 3}}),
        json!({"oneOf": {"field": "choice", "values": ["a", "b"]}}),
    ] {
        assert_eq!(problems(&when(good.clone())), [""; 0], "{good}");
    }
    for (bad, expected) in [
        (
            json!({"equals": {"field": "yes", "value": "yes"}}),
            "field \"yes\": its answers are never \"yes\"; expected true or false",
        ),
        (
            json!({"equals": {"field": "choice", "value": "c"}}),
            "field \"choice\": its answers are never \"c\"; expected one of a, b",
        ),
        (
            json!({"less": {"field": "number", "value": "3"}}),
            "field \"number\": its answers are never \"3\"; expected a number",
        ),
        (
            json!({"less": {"field": "choice", "value": "a"}}),
            "field \"choice\": its answers are neither more nor less; expected equals or oneOf",
        ),
        // Its own answer, and with it every circle, and what comes later.
        (
            json!({"answered": "it"}),
            "field \"it\": expected a field that stands before this one",
        ),
        (
            json!({"answered": "later"}),
            "field \"later\": expected a field that stands before this one",
        ),
        (json!({"all": []}), "expected 1 to 50 comparisons, found 0"),
    ] {
        assert_eq!(
            problems(&when(bad.clone())),
            [format!("fields[3].when: {expected}")],
            "{bad}"
        );
    }
    for bad in [
        json!([]),
        json!({}),
        json!({"is": 1}),
        json!({"all": [], "any": []}),
    ] {
        assert_eq!(problems(&when(bad.clone())).len(), 1, "{bad}");
    }
}

#[test]
fn every_bound_is_kept_at_its_edge() {
    let texts = |count: usize| {
        let one = |at: usize| (format!("en-{at}"), Value::from("T"));
        json!({"type": "choice", "options": [{"value": "v", "label": Value::Object((0..count).map(one).collect())}]})
    };
    let options = |count: usize| {
        let all: Vec<String> = (0..count).map(|at| at.to_string()).collect();
        json!({"type": "choice", "options": all})
    };
    let lines = |count: usize| {
        let all: Vec<Value> = (0..count)
            .map(|at| json!({"id": at.to_string(), "label": "L", "required": true}))
            .collect();
        json!({"type": "group", "fields": all})
    };
    let long = |count: usize| json!({"type": "choice", "options": ["x".repeat(count)]});
    for (bound, answer) in [
        (MAX_OPTIONS, &options as &dyn Fn(usize) -> Value),
        (MAX_LANGUAGES, &texts),
        (kikitori_form::file::answer::MAX_LINE_FIELDS, &lines),
        (MAX_TEXT_CHARS, &long),
    ] {
        assert_eq!(problems(&with_answer(answer(bound))), [""; 0]);
        assert_eq!(
            problems(&with_answer(answer(bound + 1))).len(),
            1,
            "{bound}"
        );
    }
    let facts = |count: usize| {
        let all: Vec<Value> = (0..count)
            .map(|at| json!({"key": at.to_string(), "fact": "F", "doneCriteria": "D"}))
            .collect();
        with_field(json!({"id": "it", "label": "It", "required": true, "facts": all}))
    };
    let fields = |count: usize| {
        let all: Vec<Value> = (0..count)
            .map(|at| json!({"id": at.to_string(), "label": "L", "required": true}))
            .collect();
        json!({"id": "f", "title": "F", "fields": all})
    };
    let parts = |count: usize| {
        let all: Vec<Value> = (0..count).map(|_| json!({"answered": "yes"})).collect();
        when(json!({"all": all}))
    };
    let deep = |count: usize| {
        when((1..count).fold(json!({"answered": "yes"}), |inner, _| json!({"not": inner})))
    };
    for (bound, file) in [
        (MAX_FACTS, &facts as &dyn Fn(usize) -> Value),
        (MAX_FIELDS, &fields),
        (MAX_CONDITION_PARTS, &parts),
        (MAX_CONDITION_DEPTH, &deep),
    ] {
        assert_eq!(problems(&file(bound)), [""; 0]);
        assert_eq!(problems(&file(bound + 1)).len(), 1, "{bound}");
    }
    assert_eq!(
        problems(&fields(0)),
        ["fields: expected 1 to 200 fields, found 0"]
    );
}

#[test]
fn a_file_that_is_too_large_or_none_is_refused() {
    let padded = |bytes: usize| {
        let text = fields_text();
        format!("{text}{}", " ".repeat(bytes - text.len()))
    };
    assert!(Form::parse(&padded(MAX_FILE_BYTES)).is_ok());
    let error = Form::parse(&padded(MAX_FILE_BYTES + 1)).unwrap_err();
    assert_eq!(
        error,
        FormError::TooLarge {
            bytes: MAX_FILE_BYTES + 1
        }
    );
    assert_eq!(Form::parse(" \n").unwrap_err(), FormError::Empty);
    assert_eq!(
        Form::parse("{").unwrap_err().to_string(),
        "The file is not valid JSON: EOF while parsing an object at line 1 column 1."
    );
    assert_eq!(
        Form::parse("[]").unwrap_err().to_string(),
        "At the top of the file: a list; expected an object with id, title and fields."
    );
}

fn fields_text() -> String {
    with_answer(json!({"type": "email"})).to_string()
}

#[test]
fn of_very_many_problems_only_some_are_listed() {
    let file = json!({"id": "f", "title": "F", "fields": vec![4; MAX_PROBLEMS + 3]});
    let Err(FormError::Invalid { problems, more }) = Form::from_value(&file) else {
        unreachable!("four is no field");
    };
    assert_eq!((problems.len(), more), (MAX_PROBLEMS, 3));
}

#[test]
fn what_a_session_keeps_of_a_form_is_read_back_as_it_was() {
    let form = parse_form(&everything().to_string()).unwrap();
    let kept = serde_json::to_value(&form).unwrap();
    assert_eq!(SessionForm::from_json(kept).unwrap(), form);
    assert!(form.fields.iter().any(|field| field.private));
    assert!(form.fields.iter().any(|field| field.when.is_some()));
}

#[test]
fn a_form_that_an_older_page_kept_takes_text_of_any_length() {
    let kept = json!({
        "id": "f", "title": "F", "description": "", "submitLabel": "", "facts": [],
        "fields": [{"id": "field-0", "fieldId": "name", "label": "N", "intent": null,
            "required": true, "sortOrder": 0}],
    });
    let form = SessionForm::from_json(kept).unwrap();
    let field = &form.fields[0];
    assert_eq!(field.label.in_language("ja"), "N");
    assert_eq!(field.answer, Default::default());
    let description = form.description.unwrap();
    assert_eq!(description.in_language("en"), "");
}
