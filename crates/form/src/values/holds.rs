//! Whether a condition holds for what was answered.

use std::cmp::Ordering;

use serde_json::Value as Json;

use super::{Chosen, Value};
use crate::dates::{from_clock, from_iso};
use crate::decimal::Decimal;
use crate::file::condition::{Comparison, Condition, Scalar};
use crate::id::FieldId;

impl Condition {
    /// Whether it holds. No comparison holds for a field without an answer.
    pub fn holds<'a>(&self, answer: &dyn Fn(&FieldId) -> Option<&'a Value>) -> bool {
        let ordered = |it: &Comparison, fits: fn(Ordering) -> bool| {
            answer(&it.field).is_some_and(|value| order(value, &it.value).is_some_and(fits))
        };
        match self {
            Self::All(all) => all.iter().all(|it| it.holds(answer)),
            Self::Any(any) => any.iter().any(|it| it.holds(answer)),
            Self::Not(inner) => !inner.holds(answer),
            Self::Answered(field) => answer(field).is_some(),
            Self::Equals(it) => answer(&it.field).is_some_and(|value| same(value, &it.value)),
            Self::OneOf(it) => answer(&it.field)
                .is_some_and(|value| it.values.iter().any(|scalar| same(value, scalar))),
            Self::Greater(it) => ordered(it, Ordering::is_gt),
            Self::AtLeast(it) => ordered(it, Ordering::is_ge),
            Self::Less(it) => ordered(it, Ordering::is_lt),
            Self::AtMost(it) => ordered(it, Ordering::is_le),
        }
    }
}

/// Of several choices, one has to be it.
fn same(value: &Value, scalar: &Scalar) -> bool {
    let chosen = |chosen: &Chosen| scalar.0.as_str() == Some(chosen.as_str());
    match value {
        Value::Text(text) | Value::Email(text) | Value::Phone(text) | Value::Url(text) => {
            scalar.0.as_str() == Some(text)
        }
        Value::YesNo(yes) => scalar.0.as_bool() == Some(*yes),
        Value::Choice(one) => chosen(one),
        Value::Choices(all) => all.iter().any(chosen),
        _ => order(value, scalar).is_some_and(Ordering::is_eq),
    }
}

fn order(value: &Value, Scalar(scalar): &Scalar) -> Option<Ordering> {
    let number = |number: &Json| Decimal::new(&number.to_string());
    match value {
        Value::Number(it) => Some(it.cmp(&number(scalar)?)),
        Value::Rating(it) => Some(Decimal::from(*it).cmp(&number(scalar)?)),
        Value::Date(it) => Some(it.cmp(&from_iso(scalar.as_str()?)?)),
        Value::DateTime(it) => Some(it.date().cmp(&from_iso(scalar.as_str()?)?)),
        Value::Time(it) => Some(it.cmp(&from_clock(scalar.as_str()?)?)),
        _ => None,
    }
}
