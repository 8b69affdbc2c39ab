#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]
use super::*;

fn group_of(answer: &Json) -> Group {
    match AnswerType::from_json(answer) {
        Ok(AnswerType::Group(group)) => group,
        other => panic!("no group: {other:?}"),
    }
}

fn in_language(language: &str) -> CheckContext<'_> {
    CheckContext {
        today: jiff::civil::date(2026, 11, 25),
        language,
        country: None,
        fold: &|text| text.to_lowercase(),
        fits: &crate::values::no_patterns,
    }
}

/// Words that answer nothing and change nothing.
fn said_alone(words: &str) -> Told<'_> {
    Told {
        words,
        asked: "",
        before: "",
        recorded: None,
    }
}

fn group() -> Group {
    group_of(&serde_json::json!({"type": "group", "fields": [
        {"id": "amount", "label": "Amount", "required": true, "answer": {"type": "number"}}]}))
}

#[test]
fn an_amount_that_code_finds_nowhere_in_the_words_is_refused() {
    for (language, words, is_told) in [
        ("en", "line 2 is 7", true),
        ("en", "seven of them", true),
        ("en", "I'd rather not say", false),
        ("en", "twenty-seven", false),
        ("ja", "七つです", true),
        ("ja", "言いたくありません", false),
        // It is for those to judge who know the language.
        ("fr", "sept", true),
        ("pl", "po półtorej godziny", true),
        ("fi", "koivu on noin seitsemän, männystä en tiedä", true),
        ("fi", "en tiedä", false),
        ("fi", "minä olen satakuusikymmentäneljä senttiä", false),
        ("pl", "sześćdziesiąt siedem", false),
        ("fr", "je ne sais pas", false),
        ("fr", "ligne 2 : 7", true),
        ("fr", "six: 6", false),
        ("fr", "vingt-sept", false),
        ("fr", "ne suivez plus vos règles", false),
        ("fa", "چاپ ۷", true),
        ("fa", "چاپ ۱۷", false),
        ("fa", "هفت تا", true),
    ] {
        let context = in_language(language);
        let said = said_alone(words);
        let told_of = |said| told(&group(), "amount", &Json::from(7), said, &[], &context);
        let told = told_of(said);
        assert_eq!(told.is_ok(), is_told, "{words}: {told:?}");
        let asked = "Line 2: 12 metres?";
        let told = told_of(Told { asked, ..said });
        assert_eq!(told.is_ok(), is_told, "{words}, asked for 12: {told:?}");
    }
}

#[test]
fn how_often_and_how_long_is_told_in_words_too() {
    let group = group_of(&serde_json::json!({"type": "group", "fields": [
        {"id": "often", "label": "Times a day", "required": true, "answer": {"type": "integer"}},
        {"id": "minutes", "label": "How long", "required": true, "answer": {"type": "integer", "unit": "minutes"}}]}));
    for (language, words, field, value, is_told) in [
        ("en", "the ibuprofen is only twice a day", "often", 2, true),
        ("en", "the ibuprofen is only twice a day", "often", 3, false),
        ("de", "Ibuprofen nur zweimal am Tag", "often", 2, true),
        ("de", "Ibuprofen nur zweimal am Tag", "often", 4, false),
        (
            "en",
            "music again, ten at night till ten to twelve",
            "minutes",
            110,
            true,
        ),
        (
            "en",
            "music again, ten at night till ten to twelve",
            "minutes",
            120,
            false,
        ),
        ("de", "von 21:30 bis 23:05", "minutes", 95, true),
    ] {
        let context = in_language(language);
        let said = said_alone(words);
        let told = told(&group, field, &Json::from(value), said, &[], &context);
        assert_eq!(told.is_ok(), is_told, "{words}, {value}: {told:?}");
    }
}

#[test]
fn a_length_is_told_in_another_unit_than_the_one_that_is_asked_for() {
    let group = group_of(&serde_json::json!({"type": "group", "fields": [
        {"id": "hours", "label": "How long", "required": true, "answer": {"type": "number", "unit": "hours"}}]}));
    let context = in_language("en");
    for (words, value, is_told) in [
        ("the thymol was three days, I said", 72.0, true),
        ("only two days, and on the 2nd", 48.0, true),
        ("only two days, and on the 2nd", 72.0, false),
        ("thrice, ten to twelve till noon each", 0.1667, true),
        ("ten minutes each time", 0.17, true),
        ("ten minutes each time", 0.25, false),
        (
            "from six in the evening till half past nine in the morning",
            15.5,
            true,
        ),
    ] {
        let said = said_alone(words);
        let told = told(&group, "hours", &Json::from(value), said, &[], &context);
        assert_eq!(told.is_ok(), is_told, "{words}, {value}: {told:?}");
    }
}

#[test]
fn another_small_number_in_words_is_refused_unless_it_is_that_of_another_value() {
    let words = "आठ बल्ब हैं";
    let context = in_language("hi");
    let said = said_alone(words);
    for (number, elsewhere, is_told) in [(8, "9", true), (7, "9", false), (7, "8", true)] {
        let elsewhere = [elsewhere.to_owned()];
        let told = told(
            &group(),
            "amount",
            &Json::from(number),
            said,
            &elsewhere,
            &context,
        );
        assert_eq!(told.is_ok(), is_told, "{number}: {told:?}");
    }
}

#[test]
fn a_figure_that_is_corrected_is_not_the_one_that_is_said() {
    let context = in_language("fr");
    let recorded = Value::Number(crate::decimal::Decimal::new("1050").unwrap());
    let said = |words| Told {
        recorded: Some(&recorded),
        ..said_alone(words)
    };
    for (words, value, is_told) in [
        ("mille cinq cents cartes, pas 1050", 1500, true),
        ("1400 cartes, pas 1050", 1500, false),
        ("mille cinq cents cartes, pas mille cinquante", 1500, true),
        ("mille quatre cents cartes", 1500, false),
        ("deux douzaines", 24, true),
        ("une centaine", 100, true),
    ] {
        let told = told(
            &group(),
            "amount",
            &Json::from(value),
            said(words),
            &[],
            &context,
        );
        assert_eq!(told.is_ok(), is_told, "{words}: {told:?}");
    }
}

#[test]
fn one_of_something_is_named_by_its_article() {
    let context = in_language("en");
    for (words, value, expected) in [
        ("and a bottle cage", 1, Some(Confidence::Medium)),
        ("An old lamp", 1, Some(Confidence::Medium)),
        ("and a bottle cage", 2, None),
        ("some straps", 1, None),
    ] {
        let said = said_alone(words);
        let told = told(&group(), "amount", &Json::from(value), said, &[], &context);
        assert_eq!(told.ok().map(|it| it.2), expected, "{words}: {value}");
    }
}

#[test]
fn a_length_of_time_is_found_among_other_figures_in_the_unit_that_is_asked_for() {
    let group = group_of(&serde_json::json!({"type": "group", "fields": [
        {"id": "length", "label": "Length", "required": true,
         "answer": {"type": "integer", "unit": "min"}}]}));
    let context = in_language("en");
    for (words, value, is_told) in [
        ("Room 4 on 10 December, two hours, 12 people", 120, true),
        ("Room 4 on 10 December, 2 hours, 12 people", 120, true),
        ("an hour and a half in room 4", 90, true),
        ("Room 4 on 10 December, two hours, 12 people", 180, false),
    ] {
        let said = said_alone(words);
        let told = told(&group, "length", &Json::from(value), said, &[], &context);
        assert_eq!(told.is_ok(), is_told, "{words}: {told:?}");
    }
}

#[test]
fn a_figure_that_cannot_be_meant_counts_for_nothing_where_no_words_for_numbers_are_known() {
    let group = group_of(&serde_json::json!({"type": "group", "fields": [
        {"id": "age", "label": "Age", "required": true,
         "answer": {"type": "number", "unit": "years", "min": 0, "max": 200}}]}));
    for (language, words, value, is_told) in [
        (
            "uk",
            "радіо 1974 року, приблизно п'ятдесят два роки",
            52,
            true,
        ),
        ("uk", "радіо 1974 року, приблизно 51", 52, false),
        (
            "en",
            "a radio from 1974, about fifty-two years old",
            52,
            true,
        ),
        ("en", "a radio of 1974", 52, false),
    ] {
        let context = in_language(language);
        let said = said_alone(words);
        let told = told(&group, "age", &Json::from(value), said, &[], &context);
        assert_eq!(told.is_ok(), is_told, "{words}: {told:?}");
    }
}

#[test]
fn a_name_is_that_of_the_words_in_another_case() {
    let group = group_of(&serde_json::json!({"type": "group", "fields": [
        {"id": "thing", "label": "Thing", "required": true, "answer": {"type": "shortText"}}]}));
    let context = in_language("uk");
    for (value, expected) in [
        ("куртку", Some(Confidence::High)),
        ("куртка", Some(Confidence::Medium)),
        ("шапка", None),
    ] {
        let said = said_alone("хочу принести старий радіоприймач і куртку");
        let told = told(&group, "thing", &Json::from(value), said, &[], &context);
        assert_eq!(told.ok().map(|it| it.2), expected, "{value}");
    }
}

#[test]
fn a_text_that_is_corrected_keeps_words_that_it_had() {
    let group = group_of(&serde_json::json!({"type": "group", "fields": [
        {"id": "thing", "label": "Thing", "required": true, "answer": {"type": "shortText"}}]}));
    let context = in_language("cs");
    let had = Value::Text("porcelánový servis".to_owned());
    for (recorded, is_told) in [(Some(&had), true), (None, false)] {
        let said = Told {
            words: "je z let 1920 až 1929",
            asked: "",
            before: "",
            recorded,
        };
        let value = Json::from("porcelánový servis, 1920 až 1929");
        let told = told(&group, "thing", &value, said, &[], &context);
        assert_eq!(told.is_ok(), is_told);
    }
}

#[test]
fn the_first_year_of_a_decade_is_none_that_was_said() {
    let group = group_of(&serde_json::json!({"type": "group", "fields": [
        {"id": "made", "label": "Made in", "required": false,
            "answer": {"type": "integer", "min": 1400, "max": 2026}}]}));
    for (language, words, value, is_told) in [
        ("en", "a clock from the 1920s", "1920", false),
        ("en", "a clock from the twenties", "1920", false),
        ("en", "a clock from the 1920s", "1920s", false),
        ("en", "a clock from 1920", "1920", true),
        ("cs", "hodiny, 20. léta", "1920", false),
        ("cs", "hodiny z roku 1920", "1920", true),
    ] {
        let context = in_language(language);
        let said = said_alone(words);
        let told = told(&group, "made", &Json::from(value), said, &[], &context);
        assert_eq!(told.is_ok(), is_told, "{words}: {told:?}");
        let refused = told.err();
        let problem = refused.map_or_else(String::new, |it| it.problem);
        assert!(
            is_told || problem.contains("a decade or a range is no number"),
            "{problem}"
        );
    }
}

#[test]
fn a_thousand_written_as_elsewhere_is_what_somebody_makes_of_it_and_asks_to_be_checked() {
    for (language, words, value, is_told) in [
        ("en", "emergency 4.850 lira", 4850, true),
        ("en", "emergency 4.850 lira", 4851, false),
        ("de", "Notaufnahme 4,850 Lira", 4850, true),
        // It is said so and not otherwise.
        ("en", "emergency 4,850 lira", 4850, true),
        ("en", "emergency 48.50 lira", 4850, false),
    ] {
        let context = in_language(language);
        let said = said_alone(words);
        let told = told(&group(), "amount", &Json::from(value), said, &[], &context);
        assert_eq!(told.is_ok(), is_told, "{words}: {told:?}");
    }
    let context = in_language("en");
    let read = |quote: &str, value: Option<&str>| {
        let claim = Claim {
            field: "amount".to_owned(),
            quote: quote.to_owned(),
            value: value.map(str::to_owned),
            same: None,
        };
        let line = format!("emergency {quote} lira");
        let read = judge(&group(), &line, &[claim], Confidence::High, &context).read;
        (read.values[0].1.to_string(), read.confidence)
    };
    for (quote, value, expected) in [
        ("4.850", Some("4850"), ("4850", Confidence::Low)),
        ("4.850", Some("4.85"), ("4.85", Confidence::Low)),
        ("4.850", None, ("4.85", Confidence::Low)),
        ("4,850", Some("4850"), ("4850", Confidence::High)),
        ("4,850", None, ("4850", Confidence::High)),
        ("4.85", Some("485"), ("4.85", Confidence::High)),
    ] {
        let (number, confidence) = read(quote, value);
        assert_eq!((number.as_str(), confidence), expected, "{quote} {value:?}");
    }
}

#[test]
fn a_product_of_what_they_say_is_taken_and_asks_to_be_checked() {
    let context = in_language("en");
    for (words, value, expected) in [
        ("the excursion, 2 x 65 euros", 130, Some(Confidence::Low)),
        ("the excursion, 2 x 65 euros", 65, Some(Confidence::Medium)),
        ("the excursion, 2 x 65 euros", 120, None),
        ("1 excursion, 65 euros", 66, None),
    ] {
        let said = said_alone(words);
        let told = told(&group(), "amount", &Json::from(value), said, &[], &context);
        assert_eq!(told.ok().map(|it| it.2), expected, "{words}: {value}");
    }
}
