//! What an editor does to the bounds of a form's answers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use kikitori_form::Form;
use kikitori_form::edit::{End, FieldEdit, FormEdit, bound, edited};
use serde_json::{Value, json};

fn form(answer: &Value) -> Form {
    let file = json!({"id": "f", "title": "F", "fields": [
        {"id": "a", "label": "A", "required": true, "answer": answer}
    ]});
    Form::from_value(&file).unwrap()
}

fn put(form: &Form, end: End, value: Option<Value>) -> Result<Form, String> {
    let edit = FieldEdit::Bound { end, value };
    edited(form, &FormEdit::Field(0, edit)).map_err(|it| it.to_string())
}

#[test]
fn a_bound_is_put_in_changed_and_taken_away() {
    let list =
        json!([{"id": "i", "label": "I", "required": true, "answer": {"type": "shortText"}}]);
    for (answer, [low, high], values) in [
        (
            json!({"type": "shortText"}),
            ["minLength", "maxLength"],
            [json!(2), json!(40)],
        ),
        (
            json!({"type": "integer", "unit": "people"}),
            ["min", "max"],
            [json!(-3), json!(12)],
        ),
        (
            json!({"type": "number"}),
            ["min", "max"],
            [json!(0.5), json!(99.95)],
        ),
        (
            json!({"type": "choices", "options": ["A", "B", "C"]}),
            ["min", "max"],
            [json!(1), json!(2)],
        ),
        (
            json!({"type": "rating", "max": 5}),
            ["min", "max"],
            [json!(0), json!(10)],
        ),
        (
            json!({"type": "date"}),
            ["earliest", "latest"],
            [json!("2026-03-14"), json!("today+6m")],
        ),
        (
            json!({"type": "dateTime"}),
            ["earliest", "latest"],
            [json!("today-18y"), json!("today")],
        ),
        (
            json!({"type": "time"}),
            ["earliest", "latest"],
            [json!("09:30"), json!("17:00")],
        ),
        (
            json!({"type": "group", "fields": list}),
            ["minLines", "maxLines"],
            [json!(1), json!(20)],
        ),
    ] {
        let [from, to] = values;
        let made = put(&form(&answer), End::High, Some(to.clone())).unwrap();
        let made = put(&made, End::Low, Some(from.clone())).unwrap();
        let found = serde_json::to_value(&made).unwrap();
        let found = &found["fields"][0]["answer"];
        assert_eq!((&found[low], &found[high]), (&from, &to), "{answer}");
        let answer_made = &made.fields[0].answer;
        let bounds = [End::Low, End::High].map(|end| bound(answer_made, end));
        assert_eq!(bounds, [Some(from), Some(to)]);
        let without = put(&made, End::Low, None).unwrap();
        assert_eq!(bound(&without.fields[0].answer, End::Low), None);
    }
}

#[test]
fn what_is_no_bound_is_refused_with_its_place() {
    let from_five = json!({"type": "integer", "min": 5});
    let on = json!({"type": "date", "latest": "2026-03-14"});
    for (answer, end, value, place) in [
        (&from_five, End::High, json!(4), "fields[0].answer.min"),
        (&from_five, End::High, json!(5.5), "fields[0].answer.max"),
        (
            &on,
            End::Low,
            json!("2026-03-15"),
            "fields[0].answer.earliest",
        ),
        (&on, End::Low, json!("soon"), "fields[0].answer.earliest"),
    ] {
        let refused = put(&form(answer), end, Some(value.clone())).unwrap_err();
        assert!(
            refused.contains(&format!("At {place}: ")),
            "{value}: {refused}"
        );
    }
    let scale = form(&json!({"type": "rating", "max": 5}));
    let refused = put(&scale, End::High, None).unwrap_err();
    assert!(refused.contains("fields[0].answer"), "{refused}");
    // Where nothing has bounds, nothing changes.
    let yes_no = form(&json!({"type": "yesNo"}));
    assert_eq!(put(&yes_no, End::Low, Some(json!(1))), Ok(yes_no.clone()));
}

#[test]
fn what_a_number_counts_is_said_in_each_language() {
    let unit = |form: &Form, language: &str, words: &str| {
        let edit = FieldEdit::Unit {
            language: language.to_owned(),
            words: words.to_owned(),
        };
        edited(form, &FormEdit::Field(0, edit)).unwrap()
    };
    let one = unit(&form(&json!({"type": "number"})), "en", "people");
    let of =
        |form: &Form| serde_json::to_value(form).unwrap()["fields"][0]["answer"]["unit"].clone();
    assert_eq!(of(&one), "people");
    let both = unit(&one, "ja", "人");
    assert_eq!(of(&both), json!({"en": "people", "ja": "人"}));
    assert_eq!(of(&unit(&one, "en", " ")), Value::Null);
}
