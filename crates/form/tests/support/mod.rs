//! A person on Wednesday, 25 November 2026, whose answers are checked.
#![allow(dead_code, clippy::unwrap_used)]

use jiff::civil::date;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{CheckContext, check};
use serde_json::Value as Json;
use unicode_normalization::UnicodeNormalization;

fn fold(text: &str) -> String {
    text.nfkc().collect::<String>().to_lowercase()
}

pub fn context(language: &'static str, country: Option<&'static str>) -> CheckContext<'static> {
    CheckContext {
        today: date(2026, 11, 25),
        language,
        country,
        fold: &fold,
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
