//! A person on Wednesday, 25 November 2026, whose answers are checked.
#![allow(dead_code, clippy::unwrap_used)]

pub mod lines;

use jiff::civil::date;
use kikitori_form::dates::{
    DateContext, DateRefusal, TimeRefusal, iso, resolve_date, resolve_date_time, resolve_time,
};
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{CheckContext, Refusal, check};
use serde_json::Value as Json;
use unicode_normalization::UnicodeNormalization;

/// Small letters of one width.
pub fn fold(text: &str) -> String {
    text.nfkc().collect::<String>().to_lowercase()
}

pub fn context(language: &'static str, country: Option<&'static str>) -> CheckContext<'static> {
    CheckContext {
        today: date(2026, 11, 25),
        language,
        country,
        fold: &fold,
        fits: &kikitori_form::values::no_patterns,
    }
}

/// The exported value, or the refusal's code with its data.
pub fn checked(answer: &Json, input: &Json, language: &'static str) -> Json {
    checked_in(answer, input, context(language, None))
}

pub fn checked_in(answer: &Json, input: &Json, context: CheckContext<'_>) -> Json {
    let answer = AnswerType::from_json(answer).unwrap();
    match check(&answer, input, &context) {
        Ok(checked) => serde_json::to_value(&checked.value).unwrap(),
        Err(refusal) => serde_json::to_value(&refusal).unwrap(),
    }
}

pub fn all(answer: Json, language: &'static str, cases: &[(Json, Json)]) {
    for (input, expected) in cases {
        let found = checked(&answer, input, language);
        assert_eq!(&found, expected, "{answer} {input}");
    }
}

fn context_of(language: &str) -> DateContext<'_> {
    DateContext::new(date(2026, 11, 25), language)
}

fn dates_told(refusal: &DateRefusal) -> String {
    match refusal {
        DateRefusal::Ambiguous { readings } => {
            let mut all: Vec<String> = readings.iter().map(|day| iso(*day)).collect();
            all.sort();
            format!("?{}", all.join(" "))
        }
        _ => "-".to_owned(),
    }
}

/// Tells every phrase that is not read as expected, and not only the first.
fn compare(found: Vec<(&str, String, &str)>) {
    let wrong: Vec<String> = found
        .iter()
        .filter(|(_, found, expected)| found != expected)
        .map(|(phrase, found, expected)| format!("{phrase}: {found}, not {expected}"))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Each phrase and its day, or `?` with those that it can mean, or `-`.
pub fn dates(language: &str, cases: &[(&'static str, &'static str)]) {
    let found = cases.iter().map(|(phrase, expected)| {
        let found = match resolve_date(phrase, &context_of(language)) {
            Ok(day) => iso(day),
            Err(refusal) => dates_told(&refusal),
        };
        (*phrase, found, *expected)
    });
    compare(found.collect());
}

/// Each phrase and its time, or `?` with the hour that is asked about, or `-`.
pub fn times(cases: &[(&'static str, &'static str)]) {
    let found = cases.iter().map(|(phrase, expected)| {
        let found = match resolve_time(phrase) {
            Ok(time) => time.strftime("%H:%M").to_string(),
            Err(TimeRefusal::Ambiguous { hour, .. }) => format!("?{hour}"),
            Err(_) => "-".to_owned(),
        };
        (*phrase, found, *expected)
    });
    compare(found.collect());
}

/// Each phrase and its day and time, or `?` with the days that it can mean, or `-`.
pub fn days_with_times(language: &str, cases: &[(&'static str, &'static str)]) {
    let found = cases.iter().map(|(phrase, expected)| {
        let found = match resolve_date_time(phrase, &context_of(language)) {
            Ok(at) => at.strftime("%Y-%m-%dT%H:%M").to_string(),
            Err(TimeRefusal::Date(refusal)) => dates_told(&refusal),
            Err(_) => "-".to_owned(),
        };
        (*phrase, found, *expected)
    });
    compare(found.collect());
}

/// Each phrase and its number, or `?` with those that it can be, or `-`.
pub fn numbers(language: &'static str, cases: &[(&'static str, &'static str)]) {
    let answer = AnswerType::from_json(&serde_json::json!({"type": "number"})).unwrap();
    let found = cases.iter().map(|(phrase, expected)| {
        let found = match check(&answer, &Json::from(*phrase), &context(language, None)) {
            Ok(checked) => checked.value.to_string(),
            Err(Refusal::AmbiguousNumber { readings }) => format!("?{}", readings.join(" ")),
            Err(_) => "-".to_owned(),
        };
        (*phrase, found, *expected)
    });
    compare(found.collect());
}
