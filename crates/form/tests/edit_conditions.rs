//! What an editor does to a form's conditions.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::edits::form;
use kikitori_form::edit::{
    Conditions, FieldEdit, FormEdit, Is, Joined, Operator, SimpleCondition, edited,
};
use kikitori_form::file::condition::Condition;
use kikitori_form::{FieldId, Form};
use serde_json::{Value, json};

#[test]
fn conditions_on_earlier_answers_are_read_as_they_were_made() {
    let is = |field: &str, is: Is| SimpleCondition {
        field: FieldId::new(field).unwrap(),
        is,
    };
    let made = |joined, parts: &[SimpleCondition]| {
        let parts = parts.to_vec();
        let when = Conditions { joined, parts };
        let edit = FieldEdit::When(when.clone());
        let form = edited(&form(), &FormEdit::Field(2, edit)).unwrap();
        let condition = form.fields[2].when.clone().unwrap();
        assert_eq!(Conditions::of(&condition), Some(when));
        serde_json::to_value(condition).unwrap()
    };
    let (train, first) = (
        is("way", Is::Equal(json!("T"))),
        is("first", Is::Equal(json!(true))),
    );
    let of_train = json!({"oneOf": {"field": "way", "values": ["T"]}});
    let of_first = json!({"equals": {"field": "first", "value": true}});
    assert_eq!(made(Joined::All, std::slice::from_ref(&train)), of_train);
    assert_eq!(made(Joined::All, std::slice::from_ref(&first)), of_first);
    assert_eq!(
        made(Joined::All, &[is("first", Is::Answered)]),
        json!({"answered": "first"})
    );
    let both = [train, first];
    assert_eq!(
        made(Joined::All, &both),
        json!({"all": [of_train, of_first]})
    );
    assert_eq!(
        made(Joined::Any, &both),
        json!({"any": [of_train, of_first]})
    );
    let always = edited(
        &form(),
        &FormEdit::Field(2, FieldEdit::When(Conditions::default())),
    )
    .unwrap();
    assert_eq!(always.fields[2].when, None);
}

#[test]
fn what_is_more_than_can_be_chosen_is_no_such_condition() {
    let compared = |kind: &str| json!({kind: {"field": "n", "value": 3}});
    for when in [
        json!({"not": {"answered": "n"}}),
        json!({"oneOf": {"field": "n", "values": [1, 2]}}),
        json!({"all": [{"any": [compared("less"), compared("greater")]}, compared("atMost")]}),
        json!({"any": [{"all": [compared("atMost"), compared("atLeast")]}]}),
    ] {
        let condition = condition_on("integer", &when);
        assert_eq!(Conditions::of(&condition), None, "{when}");
    }
}

/// A condition on the field `n`, as a form has it.
fn condition_on(kind: &str, when: &Value) -> Condition {
    let file = json!({"id": "f", "title": "F", "fields": [
        {"id": "n", "label": "N", "required": true, "answer": {"type": kind}},
        {"id": "b", "label": "B", "required": true, "when": when}
    ]});
    let form = Form::from_value(&file).unwrap();
    form.fields[1].when.clone().unwrap()
}

#[test]
fn numbers_days_and_times_are_compared_as_it_was_chosen() {
    for (kind, low, high) in [
        ("integer", json!(3), json!(5)),
        ("number", json!(0.5), json!(2)),
        ("date", json!("2026-03-14"), json!("2026-04-01")),
        ("dateTime", json!("2026-03-14"), json!("2026-04-01")),
        ("time", json!("09:30"), json!("17:00")),
    ] {
        let one = |name: &str, value: &Value| json!({name: {"field": "n", "value": value}});
        let equal = match low {
            Value::String(_) => json!({"oneOf": {"field": "n", "values": [low]}}),
            _ => one("equals", &low),
        };
        let between = json!({"all": [one("atLeast", &low), one("atMost", &high)]});
        for (operator, expected) in [
            (Operator::Answered, json!({"answered": "n"})),
            (Operator::Equal, equal),
            (Operator::AtLeast, one("atLeast", &low)),
            (Operator::AtMost, one("atMost", &low)),
            (Operator::Greater, one("greater", &low)),
            (Operator::Less, one("less", &low)),
            (Operator::Between, between.clone()),
        ] {
            let is = Is::new(operator, &[low.clone(), high.clone()], json!(0));
            assert_eq!(is.operator(), operator);
            assert_eq!(Operator::named(operator.name()), Some(operator));
            let condition = condition_on(kind, &expected);
            let part = SimpleCondition {
                field: FieldId::new("n").unwrap(),
                is,
            };
            let when = Conditions {
                joined: Joined::All,
                parts: vec![part],
            };
            assert_eq!(Conditions::of(&condition), Some(when.clone()), "{expected}");
            let form = Form::from_value(&json!({"id": "f", "title": "F", "fields": [
                {"id": "n", "label": "N", "required": true, "answer": {"type": kind}},
                {"id": "b", "label": "B", "required": true}
            ]}))
            .unwrap();
            let form = edited(&form, &FormEdit::Field(1, FieldEdit::When(when))).unwrap();
            let made = serde_json::to_value(&form).unwrap();
            assert_eq!(made["fields"][1]["when"], expected, "{kind}");
        }
        // Beside others it stays one.
        let two = json!({"any": [{"answered": "n"}, between]});
        let parts = Conditions::of(&condition_on(kind, &two)).unwrap().parts;
        assert_eq!(parts.len(), 2);
        assert_eq!(parts[1].is, Is::Between(low, high));
    }
}
