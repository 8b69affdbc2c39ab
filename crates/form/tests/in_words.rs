//! Values as people read them.
#![allow(clippy::unwrap_used)]

use crate::support;

use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{
    Currency, DayName, Formats, NoFormats, Value, check, in_words, time_in_words,
};
use serde_json::{Value as Json, json};
use support::context;

/// What somebody reads who has answered `input`.
fn read(answer: &Json, input: &Json, language: &'static str) -> String {
    let answer = AnswerType::from_json(answer).unwrap();
    let checked = check(&answer, input, &context(language, None)).unwrap();
    in_words(&checked.value, &answer, language, &NoFormats)
}

#[test]
fn values_are_read_in_the_readers_language() {
    let van = json!({"value": "van", "label": {"en": "Van", "ja": "トラック"}});
    let way = json!({"type": "choice", "options": ["Post", van], "other": true});
    let ways = json!({"type": "choices", "options": ["Post", van]});
    let kilos = json!({"type": "number", "unit": {"en": "kg", "ja": "キロ"}});
    let date = json!({"type": "date"});
    let rating = json!({"type": "rating", "max": 5});
    for (answer, input, english, japanese) in [
        (
            &json!({"type": "shortText"}),
            json!("as it is"),
            "as it is",
            "as it is",
        ),
        (&kilos, json!(1234.5), "1234.5 kg", "1234.5 キロ"),
        (
            &kilos,
            json!(-1_234_567),
            "-1,234,567 kg",
            "-1,234,567 キロ",
        ),
        (
            &json!({"type": "number", "unit": "EUR"}),
            json!(17.5),
            "17.50 EUR",
            "17.50 EUR",
        ),
        (
            &json!({"type": "integer"}),
            json!(12_000),
            "12,000",
            "12,000",
        ),
        (&json!({"type": "yesNo"}), json!(true), "Yes", "はい"),
        (&json!({"type": "yesNo"}), json!(false), "No", "いいえ"),
        (&way, json!("van"), "Van", "トラック"),
        (&way, json!({"other": "by bike"}), "by bike", "by bike"),
        (&ways, json!(["van", "Post"]), "Van, Post", "トラック、Post"),
        (
            &date,
            json!("2024-02-29"),
            "Thursday, 29 February 2024",
            "2024年2月29日（木）",
        ),
        (
            &json!({"type": "dateTime"}),
            json!("2026-10-14T09:05"),
            "Wednesday, 14 October 2026, 09:05",
            "2026年10月14日（水）09:05",
        ),
        (&json!({"type": "time"}), json!("14:30"), "14:30", "14:30"),
        (
            &json!({"type": "address"}),
            json!("1 Main St\nTown"),
            "1 Main St\nTown",
            "1 Main St\nTown",
        ),
        (&rating, json!(4), "4 of 5", "5段階の4"),
    ] {
        assert_eq!(read(answer, &input, "en"), english, "{answer}");
        assert_eq!(read(answer, &input, "ja-JP"), japanese, "{answer}");
    }
}

#[test]
fn a_group_is_read_line_by_line() {
    let order = json!({"type": "group", "fields": [
        {"id": "item", "label": {"en": "Item", "ja": "品番"}, "required": true, "answer": {"type": "shortText"}},
        {"id": "new", "label": {"en": "New", "ja": "新品"}, "required": false, "answer": {"type": "yesNo"}}
    ]});
    let lines = json!([{"item": "A-1", "new": true}, {"item": "B-2"}]);
    assert_eq!(read(&order, &lines, "en"), "Item: A-1, New: Yes\nItem: B-2");
    assert_eq!(
        read(&order, &lines, "ja"),
        "品番：A-1、新品：はい\n品番：B-2"
    );
}

#[test]
fn a_local_time_is_read_to_the_minute() {
    let at = "2026-11-25T09:30:59+09:00";
    let english = "Wednesday, 25 November 2026, 09:30";
    assert_eq!(time_in_words(at, "en").as_deref(), Some(english));
    assert_eq!(
        time_in_words(at, "ja").as_deref(),
        Some("2026年11月25日（水）09:30")
    );
    for other in [
        "",
        "yesterday",
        "2026-02-30T09:30",
        "2026-11-25T9",
        "2026-11-25",
    ] {
        assert_eq!(time_in_words(other, "en"), None, "{other}");
    }
}

/// Writes amounts as people do.
struct WithSigns;

impl Formats for WithSigns {
    fn amount(&self, digits: &str, code: &str, language: &str) -> Option<String> {
        Some(format!("<{digits} of {code} {language}>"))
    }
}

#[test]
fn amounts_of_a_currency_by_its_code_are_told_as_the_platform_writes_them() {
    for (unit, language, told, by_code) in [
        ("GBP", "en", "<40 of GBP en>", "40 GBP"),
        ("JPY", "ja", "<40 of JPY ja>", "40 JPY"),
        ("EUR", "de", "<40 of EUR de>", "40 EUR"),
        // A sign of several currencies says less than the code, and no code says nothing of money.
        ("CAD", "en", "40 CAD", "40 CAD"),
        ("PCS", "en", "40 PCS", "40 PCS"),
        ("£", "en", "£40", "£40"),
    ] {
        let answer = AnswerType::from_json(&json!({"type": "number", "unit": unit})).unwrap();
        let value = check(&answer, &json!(40), &context("en", None))
            .unwrap()
            .value;
        assert_eq!(in_words(&value, &answer, language, &WithSigns), told);
        assert_eq!(in_words(&value, &answer, language, &NoFormats), by_code);
    }
}

/// Writes what it is given, so that one sees what that is.
struct Shows;

impl Formats for Shows {
    fn number(&self, digits: &str, currency: Option<Currency>, language: &str) -> Option<String> {
        let currency = currency.map_or("", |it| it.code);
        (language != "xx").then(|| format!("<{digits}{currency} {language}>"))
    }

    fn day(&self, local: &str, language: &str, weekday: DayName) -> Option<String> {
        assert_eq!(weekday, DayName::Told, "nobody says which day it is");
        (language != "xx").then(|| format!("<{local} {language}>"))
    }
}

#[test]
fn other_languages_are_told_as_the_platform_knows_them_and_else_as_in_english() {
    let yes_no = json!({"type": "yesNo"});
    let lines = json!({"type": "group", "fields": [
        {"id": "price", "label": "Preis", "required": true, "answer": {"type": "number", "unit": "R$"}}]});
    for (answer, input, german, unknown) in [
        (
            json!({"type": "integer"}),
            json!(12_000),
            "<12000 de-AT>",
            "12,000",
        ),
        (
            json!({"type": "number", "unit": "kg"}),
            json!(1234.5),
            "<1234.5 de-AT> kg",
            "1234.5 kg",
        ),
        (
            json!({"type": "number", "unit": "EUR"}),
            json!(17.5),
            "<17.5EUR de-AT>",
            "17.50 EUR",
        ),
        (yes_no.clone(), json!(true), "Ja", "Yes"),
        (yes_no, json!(false), "Nein", "No"),
        (
            json!({"type": "date"}),
            json!("2026-10-14"),
            "<2026-10-14 de-AT>",
            "Wednesday, 14 October 2026",
        ),
        (
            json!({"type": "dateTime"}),
            json!("2026-10-14T09:05"),
            "<2026-10-14T09:05 de-AT>",
            "Wednesday, 14 October 2026, 09:05",
        ),
        (json!({"type": "rating", "max": 5}), json!(4), "4/5", "4/5"),
        (
            lines,
            json!([{"price": 2}]),
            "Preis: <2BRL de-AT>",
            "Preis: R$2",
        ),
    ] {
        let answer = AnswerType::from_json(&answer).unwrap();
        let value = check(&answer, &input, &context("en", None)).unwrap().value;
        for (language, expected) in [("de-AT", german), ("xx", unknown)] {
            let told = in_words(&value, &answer, language, &Shows);
            assert_eq!(told, expected, "{language}: {input}");
        }
    }
    let none = AnswerType::from_json(&json!({"type": "group", "fields": [
        {"id": "a", "label": "A", "required": true, "answer": {"type": "yesNo"}}]}));
    let none = in_words(&Value::Group(Vec::new()), &none.unwrap(), "de", &Shows);
    assert_eq!(none, "–");
}

/// Knows which day it is, and tells the weekday in German.
struct OnADay;

impl Formats for OnADay {
    fn day(&self, local: &str, language: &str, weekday: DayName) -> Option<String> {
        let weekday = if weekday == DayName::Told {
            "Tag, "
        } else {
            ""
        };
        (language == "de").then(|| format!("{weekday}{local}"))
    }

    fn today(&self) -> Option<String> {
        Some("2026-11-24".to_owned())
    }
}

#[test]
fn a_day_more_than_a_year_away_is_told_without_its_weekday() {
    for (kind, day, english, japanese, german) in [
        (
            "date",
            "1985-04-03",
            "3 April 1985",
            "1985年4月3日",
            "1985-04-03",
        ),
        (
            "dateTime",
            "1985-04-03T14:30",
            "3 April 1985, 14:30",
            "1985年4月3日 14:30",
            "1985-04-03T14:30",
        ),
        (
            "date",
            "2025-11-22",
            "22 November 2025",
            "2025年11月22日",
            "2025-11-22",
        ),
        (
            "date",
            "2025-11-23",
            "Sunday, 23 November 2025",
            "2025年11月23日（日）",
            "Tag, 2025-11-23",
        ),
        (
            "dateTime",
            "2026-12-01T09:05",
            "Tuesday, 1 December 2026, 09:05",
            "2026年12月1日（火）09:05",
            "Tag, 2026-12-01T09:05",
        ),
        (
            "date",
            "2027-11-25",
            "Thursday, 25 November 2027",
            "2027年11月25日（木）",
            "Tag, 2027-11-25",
        ),
        (
            "date",
            "2027-11-26",
            "26 November 2027",
            "2027年11月26日",
            "2027-11-26",
        ),
    ] {
        let answer = AnswerType::from_json(&json!({"type": kind})).unwrap();
        let value = check(&answer, &json!(day), &context("en", None)).unwrap();
        for (language, expected) in [("en", english), ("ja", japanese), ("de", german)] {
            let told = in_words(&value.value, &answer, language, &OnADay);
            assert_eq!(told, expected, "{language}");
        }
    }
}
