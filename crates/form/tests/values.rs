//! What holds for checked answers of every kind.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::support;

use kikitori_form::file::answer::AnswerType;
use kikitori_form::file::condition::Condition;
use kikitori_form::values::{Checked, Refusal, check};
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
            Refusal::Decade,
            "A year is wanted, not a decade or range.",
            "年代や期間ではなく、年をお答えください。",
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
        (
            Refusal::TooEarly {
                earliest: "2026-11-25".into(),
            },
            "That is too early: give 25 November 2026 or later.",
            "早すぎます。2026年11月25日以降でお答えください。",
        ),
        (
            Refusal::TooLate {
                latest: "2026-11-25T18:00".into(),
            },
            "That is too late: give 25 November 2026 18:00 or earlier.",
            "遅すぎます。2026年11月25日 18:00以前でお答えください。",
        ),
        (
            Refusal::TooLate {
                latest: "18:00".into(),
            },
            "That is too late: give 18:00 or earlier.",
            "遅すぎます。18:00以前でお答えください。",
        ),
    ] {
        assert_eq!(refusal.sentence("en-GB"), english);
        assert_eq!(refusal.sentence("ja-JP"), japanese);
        assert_eq!(refusal.sentence("fr"), english);
    }
    // Beside words of another language a day stands in figures.
    let told = |it: &str| {
        it.starts_with("That is too late")
            .then_some("Zu spät: {} oder früher.")
    };
    let refusal = Refusal::TooLate {
        latest: "2026-11-25".into(),
    };
    assert_eq!(
        refusal.sentence_by("de", &told),
        "Zu spät: 2026-11-25 oder früher."
    );
    let refusal = Refusal::NotAnOption {
        options: vec!["نباتي".into(), "لا".into()],
    };
    let told = |it: &str| it.starts_with("Choose").then_some("اختر: {}.");
    assert_eq!(refusal.sentence_by("ar", &told), "اختر: نباتي، لا.");
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

/// What people say of each kind whose normal form is the same in every language.
fn said() -> impl Strategy<Value = (&'static str, String)> {
    let of = |kind: &'static str, said: BoxedStrategy<String>| said.prop_map(move |it| (kind, it));
    let day = (1950..2090_i32, 1..=12_u8, 1..=28_u8);
    let clock = (0..24_u8, 0..60_u8).prop_map(|(hour, minute)| format!("{hour}:{minute:02}"));
    prop_oneof![
        of("shortText", ".{0,40}".boxed()),
        of("longText", "(?s).{0,80}".boxed()),
        of(
            "integer",
            (-100_000_i64..100_000)
                .prop_map(|it| it.to_string())
                .boxed()
        ),
        of("yesNo", "(yes|No\\.|はい|いいえ。)".boxed()),
        of(
            "date",
            day.clone()
                .prop_map(|(y, m, d)| format!("{y}年{m}月{d}日"))
                .boxed()
        ),
        of("time", clock.clone().boxed()),
        of(
            "dateTime",
            (day, clock)
                .prop_map(|((y, m, d), clock)| format!("{y}/{m}/{d}, {clock}"))
                .boxed(),
        ),
        of(
            "email",
            "[A-Za-z0-9]{1,12}@[A-Za-z0-9]{1,12}[a-z]\\.(jp|ORG)".boxed()
        ),
        of(
            "phone",
            "(\\+81 0?90|0081 3|0120|03|\\+39 0)[ -][0-9]{4}-[0-9]{4}".boxed()
        ),
        of(
            "url",
            "(HTTPS?://)?[A-Za-z0-9]{1,12}[a-z]\\.Example(:[1-9][0-9])?(/[!-~あ-ん]{0,9})?".boxed()
        ),
        of("address", "(.{0,20}\\n){0,4}".boxed()),
        of("rating", "[1-5](点|/5)?".boxed()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_normal_form_is_read_as_the_value_that_it_is_of(
        (kind, said) in said(), language in 0..4_usize, in_japan in any::<bool>(),
    ) {
        let answer = AnswerType::from_json(&match kind {
            "rating" => json!({"type": kind, "max": 5}),
            kind => json!({"type": kind}),
        });
        let answer = answer.unwrap();
        let language = ["en", "ja", "de", "sw"][language];
        let context = context(language, in_japan.then_some("JP"));
        let checked = check(&answer, &json!(said), &context);
        // So that it is not about refusals.
        let may_be_refused = ["shortText", "longText", "address", "phone"].contains(&kind);
        prop_assert!(checked.is_ok() || may_be_refused, "{} {:?}: {:?}", kind, said, checked);
        if let Ok(Checked { value, .. }) = checked {
            let again = check(&answer, &json!(value.to_string()), &context);
            prop_assert_eq!(again.map(|it| it.value), Ok(value.clone()), "{:?}", said);
            let exported = serde_json::to_value(&value).unwrap();
            let again = check(&answer, &exported, &context);
            prop_assert_eq!(again.map(|it| it.value), Ok(value), "{:?}", said);
        }
    }
}

/// What is exported of choices names options and says what is none of them.
#[test]
fn exported_choices_are_read_as_the_same() {
    let answer = json!({"type": "choices", "options": ["a", "a, b", "c"], "other": true});
    let answer = AnswerType::from_json(&answer).unwrap();
    for said in ["a, b", "a; c", "a, b, c; d", "c, a b"] {
        let value = check(&answer, &json!(said), &context("de", None))
            .unwrap()
            .value;
        let exported = serde_json::to_value(&value).unwrap();
        let again = check(&answer, &exported, &context("de", None)).unwrap();
        assert_eq!(again.value, value, "{said}");
    }
}

#[test]
fn who_gives_a_decade_is_told_that_a_year_is_wanted() {
    let year = json!({"type": "integer", "min": 1400, "max": 2026});
    let any = json!({"type": "integer"});
    let age = json!({"type": "integer", "min": 0, "max": 120});
    let context = context("cs", None);
    for (answer, said, expected) in [
        (&year, "20. léta", Refusal::Decade),
        (&year, "the twenties", Refusal::Decade),
        (&year, "1920s", Refusal::Decade),
        (&year, "1920–1930", Refusal::Decade),
        (&any, "1920s", Refusal::Decade),
        (&any, "90s", Refusal::NotANumber),
        (&age, "my forties", Refusal::NotANumber),
        (&year, "long ago", Refusal::NotANumber),
    ] {
        let answer = AnswerType::from_json(answer).unwrap();
        let refused = check(&answer, &json!(said), &context).unwrap_err();
        assert_eq!(refused, expected, "{said}");
    }
}
