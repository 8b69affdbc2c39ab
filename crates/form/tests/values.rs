//! What holds for checked answers of every kind.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod support;

use kikitori_form::file::answer::AnswerType;
use kikitori_form::file::condition::Condition;
use kikitori_form::values::{CheckContext, Refusal, Value, check};
use kikitori_form::{FieldId, Form};
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use support::context;

#[test]
fn what_was_said_is_kept_beside_what_it_means() {
    let date = AnswerType::from_json(&json!({"type": "date"})).unwrap();
    let context = context("ja", None);
    let checked = check(&date, &json!(" 来週の金曜 "), &context).unwrap();
    assert_eq!(checked.value.to_string(), "2026-12-04");
    assert_eq!(checked.said.as_deref(), Some("来週の金曜"));
    let plain = check(&date, &json!("2026-12-04"), &context).unwrap();
    assert_eq!(plain.said, None);
}

#[test]
fn refusals_are_sentences_in_english_and_japanese() {
    for (refusal, english, japanese) in [
        (
            Refusal::TooSmall { min: "3".into() },
            "That is too small: give 3 or more.",
            "小さすぎます。3以上でお答えください。",
        ),
        (
            Refusal::InLine {
                line: 2,
                field: "quantity".into(),
                refusal: Box::new(Refusal::NotWhole),
            },
            "Line 2, quantity: Only a whole number fits here.",
            "2行目の quantity：整数でお答えください。",
        ),
    ] {
        assert_eq!(refusal.sentence("en-GB"), english);
        assert_eq!(refusal.sentence("ja-JP"), japanese);
        assert_eq!(refusal.sentence("fr"), english);
    }
}

#[test]
fn conditions_hold_for_the_answers_that_they_name() {
    let form: Form = Form::parse(include_str!("every_kind.json")).unwrap();
    let value = |id: &str, input: Json| {
        let field = form
            .fields
            .iter()
            .find(|field| field.id.as_str() == id)
            .unwrap();
        (
            field.id.clone(),
            check(&field.answer, &input, &context("en", None))
                .unwrap()
                .value,
        )
    };
    let answers = [
        value("new", json!("yes")),
        value("weight", json!("2.5")),
        value("way", json!("Van")),
        value("days", json!("Mon, Tue")),
        value("born", json!("2000-01-01")),
        value("from", json!("9:30")),
        value("mood", json!(7)),
    ];
    let answer = |id: &FieldId| {
        answers
            .iter()
            .find(|(of, _)| of == id)
            .map(|(_, value)| value)
    };
    for (condition, expected) in [
        (json!({"equals": {"field": "new", "value": true}}), true),
        (json!({"equals": {"field": "way", "value": "van"}}), true),
        (json!({"oneOf": {"field": "days", "values": ["Tue"]}}), true),
        (json!({"equals": {"field": "weight", "value": 2.50}}), true),
        (json!({"greater": {"field": "weight", "value": 2.5}}), false),
        (json!({"atLeast": {"field": "weight", "value": 2.5}}), true),
        (
            json!({"less": {"field": "born", "value": "2000-01-02"}}),
            true,
        ),
        (
            json!({"atMost": {"field": "from", "value": "09:29"}}),
            false,
        ),
        (json!({"greater": {"field": "mood", "value": 6}}), true),
        (json!({"answered": "mail"}), false),
        (json!({"equals": {"field": "people", "value": 1}}), false),
        (
            json!({"not": {"equals": {"field": "people", "value": 1}}}),
            true,
        ),
        (
            json!({"all": [{"answered": "new"}, {"any": [{"answered": "mail"}, {"answered": "way"}]}]}),
            true,
        ),
    ] {
        let mut file: Json = serde_json::from_str(include_str!("every_kind.json")).unwrap();
        file["fields"][16]["when"] = condition.clone();
        let condition_read: Condition = Form::from_value(&file).unwrap().fields[16]
            .when
            .clone()
            .unwrap();
        assert_eq!(condition_read.holds(&answer), expected, "{condition}");
    }
}

#[test]
fn a_text_is_there_for_who_reads_another_language() {
    let form = Form::parse(include_str!("every_kind.json")).unwrap();
    let title = &form.title;
    assert_eq!(
        (title.in_language("ja"), title.in_language("de")),
        ("注文", "Order")
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A value that is shown is read as the same value, in any language.
    #[test]
    fn what_is_written_is_read_as_the_same(
        at in 0..16_usize, words in ".{0,40}", number in -100_000_i64..100_000, language in 0..4_usize,
    ) {
        let form = Form::parse(include_str!("every_kind.json")).unwrap();
        let answer = &form.fields[at].answer;
        let context = context(["en", "ja", "de", "sw"][language], None);
        for input in [json!(words), json!(number), json!(number.to_string()), json!([words]), json!({"other": words})] {
            if let Ok(checked) = check(answer, &input, &context) {
                let written = checked.value.to_string();
                let again = match &checked.value {
                    Value::Choices(_) | Value::Choice(_) => serde_json::to_value(&checked.value).unwrap(),
                    // The written form has a point, whatever the language writes.
                    Value::Number(_) => serde_json::to_value(&checked.value).unwrap(),
                    _ => json!(written),
                };
                let read = check(answer, &again, &in_english(&context)).map(|it| it.value);
                prop_assert_eq!(read, Ok(checked.value), "{}", written);
            }
        }
    }
}

/// The same person, who reads English.
fn in_english<'a>(context: &CheckContext<'a>) -> CheckContext<'a> {
    CheckContext {
        language: "en",
        ..*context
    }
}
