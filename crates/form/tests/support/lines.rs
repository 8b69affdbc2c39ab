//! What tests of lists share.
#![allow(clippy::panic)]

use jiff::civil::date;
use kikitori_form::file::answer::{AnswerType, Group};
use kikitori_form::lines::{Claim, LineRead};
use kikitori_form::values::CheckContext;

use super::fold;

const FORM: &str = include_str!("../../../../web/forms/order.json");

/// The lines of the sample order form.
pub fn order() -> Group {
    let form = kikitori_form::Form::parse(FORM).unwrap();
    let items = form.fields.into_iter().find(|it| it.id.as_str() == "items");
    match items.unwrap().answer {
        AnswerType::Group(group) => group,
        other => panic!("{other:?}"),
    }
}

/// How a day in November is read by who speaks this language.
pub fn context(language: &str) -> CheckContext<'_> {
    CheckContext {
        today: date(2026, 11, 25),
        language,
        country: Some(if language == "ja" { "JP" } else { "US" }),
        fold: &fold,
        fits: &kikitori_form::values::no_patterns,
    }
}

/// A line's values, what it lacks, and how sure it is.
pub fn shown(line: &LineRead, group: &Group) -> String {
    let values = line
        .values
        .iter()
        .map(|(id, value)| format!("{id}={value}"));
    let lacking = line.lacking.iter().map(|it| it.sentence(group, "en"));
    let all: Vec<String> = values.chain(lacking).collect();
    format!("{} [{}]", all.join(" "), line.confidence.name())
}

/// A group with these fields.
pub fn group_of(fields: serde_json::Value) -> Group {
    let answer = serde_json::json!({"type": "group", "fields": fields});
    match AnswerType::from_json(&answer) {
        Ok(AnswerType::Group(group)) => group,
        other => panic!("{other:?}"),
    }
}

/// What a reader says of one value of a line.
pub fn claim(field: &str, quote: &str, value: Option<&str>) -> Claim {
    Claim {
        field: field.to_owned(),
        quote: quote.to_owned(),
        value: value.map(str::to_owned),
        same: None,
    }
}
