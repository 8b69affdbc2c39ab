//! What the answers of each type can be compared with.

use serde_json::Value;

use super::answer::{AnswerType, ChoiceOption};
use super::condition::{Compared, Scalar};
use crate::dates::{from_clock, from_iso};
use crate::decimal::Decimal;

/// What was expected instead, if the comparison makes no sense for answers of this type.
pub(super) fn misfit(answer: &AnswerType, compared: Compared<'_>) -> Option<String> {
    let (scalar, ordered) = match compared {
        Compared::Answered => return None,
        Compared::Same(scalar) => (scalar, false),
        Compared::Order(scalar) => (scalar, true),
    };
    let Scalar(value) = scalar;
    let text = value.as_str();
    let (fits, has_order, expected) = match answer {
        AnswerType::Number(_) | AnswerType::Integer(_) | AnswerType::Rating(_) => {
            let number = value.is_number() && Decimal::new(&value.to_string()).is_some();
            (number, true, "a number".to_owned())
        }
        AnswerType::Date(_) | AnswerType::DateTime(_) => {
            let day = text.and_then(from_iso).is_some();
            (day, true, "a day such as 2025-03-14".to_owned())
        }
        AnswerType::Time(_) => {
            let time = text.and_then(from_clock).is_some();
            (time, true, "a time such as 09:30".to_owned())
        }
        AnswerType::YesNo(_) => (value.is_boolean(), false, "true or false".to_owned()),
        AnswerType::Choice(choice) => one_of(&choice.options, choice.other, value),
        AnswerType::Choices(choice) => one_of(&choice.options, choice.other, value),
        AnswerType::ShortText(_)
        | AnswerType::LongText(_)
        | AnswerType::Email(_)
        | AnswerType::Phone(_)
        | AnswerType::Url(_) => (text.is_some(), false, "a text".to_owned()),
        AnswerType::Address(_) | AnswerType::Group(_) => {
            return Some("its answers can only be asked for with answered".to_owned());
        }
    };
    if ordered && !has_order {
        return Some("its answers are neither more nor less; expected equals or oneOf".to_owned());
    }
    (!fits).then(|| format!("its answers are never {value}; expected {expected}"))
}

fn one_of(options: &[ChoiceOption], other: bool, value: &Value) -> (bool, bool, String) {
    let known = value
        .as_str()
        .is_some_and(|text| other || options.iter().any(|option| option.value.as_str() == text));
    let all: Vec<&str> = options
        .iter()
        .map(|it| it.value.as_str())
        .take(20)
        .collect();
    (known, false, format!("one of {}", all.join(", ")))
}
