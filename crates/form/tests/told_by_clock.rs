//! Days and times in words that code reads, and in words that it does not.
#![allow(clippy::unwrap_used)]

mod times;

use jiff::civil::date;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::lines::Confidence;
use kikitori_form::values::{CheckContext, Told, Value, check, told_by_clock};

pub fn context(language: &str) -> CheckContext<'_> {
    CheckContext {
        // A Wednesday.
        today: date(2026, 11, 25),
        language,
        country: None,
        fold: &|text| text.to_lowercase(),
        fits: &kikitori_form::values::no_patterns,
    }
}

pub fn answer(kind: &str) -> AnswerType {
    AnswerType::from_json(&serde_json::json!({"type": kind})).unwrap()
}

/// What is taken of words and a value, with how sure it is.
fn taken(
    language: &str,
    kind: &str,
    words: &str,
    value: Option<&str>,
    recorded: Option<&str>,
) -> Option<String> {
    let (answer, context) = (answer(kind), context(language));
    let recorded: Option<Value> =
        recorded.map(|text| check(&answer, &text.into(), &context).unwrap().value);
    let told = Told {
        words,
        asked: "Was the visit on 3 May 2026?",
        before: "",
        recorded: recorded.as_ref(),
    };
    let (checked, sure) = told_by_clock(&answer, told, value, &context).ok()?;
    let sure = match sure {
        Confidence::High => "high",
        Confidence::Medium => "medium",
        Confidence::Low => "low",
    };
    Some(format!("{} {sure}", checked.value))
}

#[test]
fn days_are_taken_where_the_words_say_them_in_whatever_language() {
    for (language, words, value, expected) in [
        // The day in words, and the year in figures.
        (
            "vi",
            "Mình sinh mùng chín tháng ba năm 2001",
            Some("2001-03-09"),
            "2001-03-09 low",
        ),
        (
            "fr",
            "le vingt-cinq mars 2001",
            Some("2001-03-25"),
            "2001-03-25 low",
        ),
        // A Tuesday, and no day of March.
        ("fr", "mar 3", Some("2026-11-03"), "2026-11-03 medium"),
        // In another calendar, of which code reads the Thai one.
        ("th", "14/3/2568", Some("2025-03-14"), "2025-03-14 high"),
        (
            "th",
            "14 มีนาคม 2568",
            Some("2025-03-14"),
            "2025-03-14 medium",
        ),
        ("th", "14/3/68", Some("2025-03-14"), "2025-03-14 medium"),
        ("fa", "۱۴۰۴/۰۵/۱۲", Some("2025-08-03"), "2025-08-03 low"),
        // Code reads the words.
        ("en", "yesterday", Some("2026-11-20"), "2026-11-24 high"),
        ("en", "12 March 2024", None, "2024-03-12 high"),
        ("ja", "先週の金曜", Some("2026-11-20"), "2026-11-20 high"),
        // It reads them among others.
        (
            "en",
            "it was on Saturday from ten",
            Some("2026-11-28"),
            "2026-11-28 medium",
        ),
        (
            "en",
            "Sorry, it was the 14th, not the 17th",
            Some("2026-01-14"),
            "2026-01-14 medium",
        ),
        (
            "en",
            "it was the 14th, not the 17th",
            Some("2026-11-14"),
            "2026-11-14 medium",
        ),
        (
            "en",
            "it was 12 March, I think",
            Some("2025-03-12"),
            "2025-03-12 medium",
        ),
        (
            "ja",
            "ポチの注射は先週の金曜でしたっけ",
            Some("2026-11-20"),
            "2026-11-20 medium",
        ),
        (
            "es",
            "La línea 2: jueves 26/11/2026, con la Sra. Ortega",
            Some("jueves 26/11/2026"),
            "2026-11-26 medium",
        ),
        // It finds the numbers of the day.
        (
            "fr-FR",
            "rage le 12 mars 2024 chez le Dr Maurin",
            Some("2024-03-12"),
            "2024-03-12 medium",
        ),
        (
            "fr",
            "c'était le 16 avril 2025, pas le 15",
            Some("2025-04-16"),
            "2025-04-16 medium",
        ),
        (
            "fr",
            "le 2 oct., je crois",
            Some("2025-10-02"),
            "2025-10-02 medium",
        ),
        (
            "fr",
            "il y a 3 semaines",
            Some("2026-11-04"),
            "2026-11-04 medium",
        ),
        ("de", "am 26.11.", Some("2026-11-26"), "2026-11-26 medium"),
        // They stand beside another day.
        (
            "it",
            "Tommaso è nato il 28/2/2014, scusi, e Giuseppina è nata il 2 agosto 1945",
            Some("1945-08-02"),
            "1945-08-02 medium",
        ),
        (
            "pl",
            "Ola urodziła się 2 sierpnia 1945, a Jan 28.02.2014",
            Some("2014-02-28"),
            "2014-02-28 medium",
        ),
        (
            "pl",
            "Ola urodziła się 2 sierpnia 1945, a Jan 28.02.2014",
            Some("1945-08-02"),
            "1945-08-02 medium",
        ),
        (
            "hu",
            "Anna 28.02.2014, Ilona pedig 1945. augusztus 2.",
            Some("1945-08-02"),
            "1945-08-02 medium",
        ),
        // They are for somebody who reads the language.
        (
            "fr",
            "il y a trois semaines",
            Some("2026-11-04"),
            "2026-11-04 low",
        ),
        (
            "es",
            "la visita del jueves",
            Some("2026-11-26"),
            "2026-11-26 low",
        ),
        (
            "en",
            "the Thursday after the fair",
            Some("2026-10-15"),
            "2026-10-15 low",
        ),
        // Who says yes says what was asked.
        ("en", "yes", Some("2026-05-03"), "2026-05-03 medium"),
    ] {
        let found = taken(language, "date", words, value, None);
        assert_eq!(found.as_deref(), Some(expected), "{words}");
    }
}

#[test]
fn a_day_that_corrects_another_is_of_its_month_its_year_or_its_week() {
    for (words, value, recorded, expected) in [
        // A Monday in March, long before today.
        ("the 14th", None, "2025-03-17", Some("2025-03-14 high")),
        (
            "Sorry, it was the 14th, not the 17th",
            Some("the 14th"),
            "2025-03-17",
            Some("2025-03-14 medium"),
        ),
        (
            "Friday the 14th",
            None,
            "2025-03-17",
            Some("2025-03-14 high"),
        ),
        ("14 May", None, "2025-03-17", Some("2025-05-14 high")),
        ("Wednesday", None, "2025-03-17", Some("2025-03-19 high")),
        ("the 20th", None, "2025-03-01", Some("2025-03-20 high")),
        // What is told from today is told from today.
        ("yesterday", None, "2025-03-17", Some("2026-11-24 high")),
        ("last Friday", None, "2025-03-17", Some("2026-11-20 high")),
        ("14 March 2026", None, "2025-03-17", Some("2026-03-14 high")),
        // Around the end of a month only they know which.
        ("the 2nd", None, "2026-11-30", None),
        ("the 28th", None, "2025-03-01", None),
        ("2 January", None, "2025-12-30", None),
        (
            "the 2nd",
            Some("2026-12-02"),
            "2026-11-30",
            Some("2026-12-02 medium"),
        ),
    ] {
        let found = taken("en", "date", words, value, Some(recorded));
        assert_eq!(found.as_deref(), expected, "{words} after {recorded}");
    }
    let found = taken("ja", "date", "14日", None, Some("2025-03-17"));
    assert_eq!(found.as_deref(), Some("2025-03-14 high"));
    for (words, expected) in [
        ("the 14th", "2025-03-14T09:30 medium"),
        ("the 14th at 2 pm", "2025-03-14T14:00 high"),
    ] {
        let found = taken("en", "dateTime", words, None, Some("2025-03-17T09:30"));
        assert_eq!(found.as_deref(), Some(expected), "{words}");
    }
}

#[test]
fn the_range_of_a_field_tells_which_day_takes_the_place_of_another() {
    let ahead = serde_json::json!({"type": "date", "earliest": "today"});
    let answer = AnswerType::from_json(&ahead).unwrap();
    let context = context("en");
    let recorded = Value::Date(date(2026, 11, 30));
    let told = Told {
        words: "the 2nd",
        asked: "",
        before: "",
        recorded: Some(&recorded),
    };
    let (checked, _) = told_by_clock(&answer, told, None, &context).unwrap();
    assert_eq!(checked.value, Value::Date(date(2026, 12, 2)));
}

#[test]
fn a_vague_day_that_they_cannot_tell_is_no_definite_one() {
    let vague = "It began around the Assumption, I couldn't tell you the day";
    for (words, value, is_taken) in [
        (vague, "2026-08-15", false),
        ("I don't know exactly, about 15 August", "2026-08-15", true),
        // The question names it.
        ("I couldn't say, but yes, I think so", "2026-05-03", true),
    ] {
        let found = taken("en", "date", words, Some(value), None);
        assert_eq!(found.is_some(), is_taken, "{words}: {found:?}");
    }
}

#[test]
fn no_day_is_taken_of_words_that_say_another_or_none() {
    for (language, words, value) in [
        ("en", "on 12 March 2024 then", "2024-05-12"),
        ("en", "since yesterday or so", "2026-11-20"),
        ("en", "I'd rather not say", "2026-11-20"),
        ("en", "Rex was seen by Dr Maurin", "2026-11-20"),
        ("en", "no", "2026-11-20"),
        // Not what the question named either.
        ("en", "No.", "2026-05-03"),
        ("pl", "nie", "2026-05-03"),
        ("ja", "わかりません", "2026-11-20"),
        ("ja", "ポチです", "2026-11-20"),
        ("fr", "le 12 mars 2024, je crois", "2024-03-13"),
        ("fr", "le 12 mars 2024, je crois", "2023-03-12"),
        ("fr", "le 26/11, je crois", "2026-11-27"),
        ("ca", "el dilluns 11 de gener", "2027-01-12"),
        ("fr", "je ne sais plus", "2024-03-12"),
        (
            "it",
            "Tommaso è nato il 28/2/2014 e Giuseppina il 2 agosto 1945",
            "1945-08-03",
        ),
        (
            "it",
            "Tommaso è nato il 28/2/2014 e Giuseppina ha 45 anni",
            "1945-02-28",
        ),
        // The day of one and the year of another.
        (
            "it",
            "Tommaso 28/2/2014, Giuseppina 2 agosto 1945, Marta 5 marzo 1950",
            "1945-08-05",
        ),
        ("es", "no lo sé", "2024-03-12"),
        ("de", "Weiß nicht mehr.", "2024-03-12"),
    ] {
        let found = taken(language, "date", words, Some(value), None);
        assert_eq!(found, None, "{words}");
    }
}

#[test]
fn a_day_that_words_tell_by_another_one_is_taken_as_somebody_reckons_it() {
    let thursday = "Not this coming Thursday but the one after that";
    let sunday = "the Sunday ten days later, late on, about half ten at night";
    let evening =
        "friday or saturday suits. Id arrive the evening before the first of them, about half six";
    for (language, kind, words, value, expected) in [
        ("en", "date", thursday, "2026-12-03", Some("2026-12-03 low")),
        // Which day it is not they say themselves.
        ("en", "date", thursday, "2026-11-26", None),
        ("en", "date", thursday, "2026-12-04", None),
        (
            "en",
            "date",
            "not this Sunday",
            "2026-12-06",
            Some("2026-12-06 low"),
        ),
        (
            "en",
            "date",
            "ten days later",
            "2026-12-13",
            Some("2026-12-13 low"),
        ),
        (
            "en",
            "dateTime",
            sunday,
            "2026-12-13T22:30",
            Some("2026-12-13T22:30 low"),
        ),
        ("en", "dateTime", sunday, "2026-12-14T22:30", None),
        // The first of the two is a Friday.
        (
            "en",
            "dateTime",
            evening,
            "2026-12-10T18:30",
            Some("2026-12-10T18:30 low"),
        ),
        (
            "en",
            "dateTime",
            evening,
            "2026-12-12T18:30",
            Some("2026-12-12T18:30 low"),
        ),
        ("en", "dateTime", evening, "2026-12-09T18:30", None),
        (
            "ja",
            "date",
            "今度の木曜じゃなくて、その次",
            "2026-12-03",
            Some("2026-12-03 low"),
        ),
    ] {
        let found = taken(language, kind, words, Some(value), None);
        assert_eq!(found.as_deref(), expected, "{words}: {value}");
    }
}

#[test]
fn the_day_before_is_not_the_day_that_they_were_asked_about() {
    for (language, kind, words, value, is_taken) in [
        ("en", "date", "no, the day before", "2026-05-03", false),
        ("en", "date", "no, the day before", "2026-05-02", true),
        (
            "ja",
            "dateTime",
            "やっぱり前の日の夕方5時",
            "2026-05-03T17:00",
            false,
        ),
        (
            "ja",
            "dateTime",
            "やっぱり前の日の夕方5時",
            "2026-05-02T17:00",
            true,
        ),
        // It is another one that is told so.
        (
            "ja",
            "date",
            "はい、5月3日、出発の前日です",
            "2026-05-03",
            true,
        ),
        (
            "en",
            "dateTime",
            "3 May 2026, before noon, at 11",
            "2026-05-03T11:00",
            true,
        ),
    ] {
        let found = taken(language, kind, words, Some(value), None);
        assert_eq!(found.is_some(), is_taken, "{words}: {found:?}");
    }
}
