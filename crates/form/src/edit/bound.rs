//! The bounds of an answer: how much, how many, how early and how late.

use serde_json::Value;

use super::put_in_file;
use crate::file::answer::AnswerType;
use crate::file::{Form, FormError};

/// One of the two ends of what is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The least, or the first.
    Low,
    /// The most, or the last.
    High,
}

/// What the bounds of an answer are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bounded {
    /// How many characters a text has.
    Characters,
    /// A number.
    Number,
    /// How many options are chosen.
    Options,
    /// The points of a scale.
    Points,
    /// A day, or one counted from today.
    Day,
    /// A time of the day.
    Time,
    /// How many lines a list has.
    Lines,
}

impl Bounded {
    /// What has bounds in answers of a type; none where nothing has.
    pub fn of(answer: &AnswerType) -> Option<Self> {
        Some(match answer {
            AnswerType::ShortText(_) | AnswerType::LongText(_) => Self::Characters,
            AnswerType::Number(_) | AnswerType::Integer(_) => Self::Number,
            AnswerType::Choices(_) => Self::Options,
            AnswerType::Rating(_) => Self::Points,
            AnswerType::Date(_) | AnswerType::DateTime(_) => Self::Day,
            AnswerType::Time(_) => Self::Time,
            AnswerType::Group(_) => Self::Lines,
            _ => return None,
        })
    }

    /// What a form's file calls an end of it.
    fn member(self, end: End) -> &'static str {
        let (low, high) = match self {
            Self::Characters => ("minLength", "maxLength"),
            Self::Number | Self::Options | Self::Points => ("min", "max"),
            Self::Day | Self::Time => ("earliest", "latest"),
            Self::Lines => ("minLines", "maxLines"),
        };
        match end {
            End::Low => low,
            End::High => high,
        }
    }
}

/// The bound of an answer at an end, as a form's file has it; none where there is none.
///
/// ```
/// use kikitori_form::edit::{End, bound};
/// use kikitori_form::file::answer::AnswerType;
/// use serde_json::json;
///
/// let answer = AnswerType::from_json(&json!({"type": "date", "latest": "today-18y"})).unwrap();
/// assert_eq!(bound(&answer, End::Low), None);
/// assert_eq!(bound(&answer, End::High), Some(json!("today-18y")));
/// ```
pub fn bound(answer: &AnswerType, end: End) -> Option<Value> {
    let member = Bounded::of(answer)?.member(end);
    answer.to_json().get(member).cloned()
}

/// The form with another bound of the field at a place, or with none.
pub(super) fn put(
    form: &Form,
    at: usize,
    end: End,
    value: Option<&Value>,
) -> Result<Form, FormError> {
    let answer = form.fields.get(at).map(|field| &field.answer);
    match answer.and_then(Bounded::of) {
        Some(bounded) => put_member(form, at, bounded.member(end), value),
        None => Ok(form.clone()),
    }
}

/// The form with another pattern of the short text at a place, or with none.
pub(super) fn put_pattern(
    form: &Form,
    at: usize,
    pattern: Option<&str>,
) -> Result<Form, FormError> {
    match form.fields.get(at).map(|field| &field.answer) {
        Some(AnswerType::ShortText(_)) => {
            put_member(form, at, "pattern", pattern.map(Value::from).as_ref())
        }
        _ => Ok(form.clone()),
    }
}

/// The form with another member of the answer at a place.
fn put_member(
    form: &Form,
    at: usize,
    member: &str,
    value: Option<&Value>,
) -> Result<Form, FormError> {
    put_in_file(form, &format!("/fields/{at}/answer"), member, value)
}
