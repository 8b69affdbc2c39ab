//! What a message says for the fields of a form: values with the words that they were told in.
//!
//! Whether words are a value of their kind is decided by the forms' own checks; the rules here
//! only find the words.

mod choice;
pub mod correction;
mod labelled;
mod typed;
mod windows;
mod written;

use labelled::told_by_name;
pub use typed::{Reading, answer, volunteered};

use std::mem::discriminant;

use kikitori_form::dates::{DateRefusal, from_iso, iso};
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{CheckContext, Refusal, check};
use serde_json::Value as Json;

use crate::field::Field;
use crate::reviewer::{Kind, kind_of_field};
use crate::text::plain;
pub use written::{email, phone, url};

/// Words of a message, and the value that they tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The words, letter for letter.
    pub quote: String,
    /// The value, in the form in which it is checked.
    pub value: String,
}

impl Found {
    /// Words that are the value.
    pub fn said(words: &str) -> Self {
        Self {
            quote: words.to_owned(),
            value: words.to_owned(),
        }
    }
}

/// What messages are read against.
#[derive(Debug, Clone, Default)]
pub struct Circumstances {
    /// The day it is for the respondent, as ISO 8601 writes it.
    pub today: String,
    /// Their language.
    pub language: String,
    /// Their country, if it is known.
    pub country: Option<String>,
}

impl Circumstances {
    /// What the forms' checks go by. Where no day is known, any will do: whether something is a
    /// day does not depend on it.
    pub fn checks(&self) -> CheckContext<'_> {
        let today = from_iso(&self.today).or_else(|| from_iso("2026-01-01"));
        CheckContext {
            today: today.unwrap_or_default(),
            language: &self.language,
            country: self.country.as_deref(),
            fold: &plain,
            fits: &kikitori_form::values::no_patterns,
        }
    }
}

/// What a message tells for a field that was not asked for. `is_only` says that no other field
/// takes answers of its kind.
pub fn unasked(
    field: &Field,
    message: &str,
    is_only: bool,
    around: &Circumstances,
) -> Option<Found> {
    let kind = field.typed();
    if let Some(told) = told_by_name(message, field) {
        match &kind {
            Some(kind) => {
                if let Reading::Found(found) = answer(kind, &told.found.quote, around) {
                    return Some(found);
                }
            }
            None if told.is_plain => return Some(told.found),
            None => {}
        }
    }
    let found = match &kind {
        Some(AnswerType::Choice(it)) => {
            return choice::beside_the_name(&it.options, &field.label, message);
        }
        Some(kind) => volunteered(kind, message, around),
        None => {
            let words = match kind_of_field(field) {
                Kind::Email => email(message),
                Kind::Phone => phone(message)
                    .filter(|range| message.get(range.clone()).is_some_and(typed::looks_dialled)),
                Kind::Url => url(message),
                _ => None,
            };
            words.and_then(|range| message.get(range)).map(Found::said)
        }
    };
    found.filter(|_| is_only)
}

/// Whether two fields take values of one kind, so that a value alone does not tell which of the
/// two it is for.
pub fn are_alike(one: &Field, other: &Field) -> bool {
    match (one.typed(), other.typed()) {
        (Some(one), Some(other)) => {
            let is_number =
                |it: &AnswerType| matches!(it, AnswerType::Number(_) | AnswerType::Integer(_));
            let is_day =
                |it: &AnswerType| matches!(it, AnswerType::Date(_) | AnswerType::DateTime(_));
            discriminant(&one) == discriminant(&other)
                || (is_number(&one) && is_number(&other))
                || (is_day(&one) && is_day(&other))
        }
        (None, None) => {
            let kind = kind_of_field(one);
            kind != Kind::Free && kind == kind_of_field(other)
        }
        _ => false,
    }
}

/// Whether any words at all are an answer of this kind.
pub fn takes_all(kind: &AnswerType) -> bool {
    let nothing = CheckContext {
        today: from_iso("2026-01-01").unwrap_or_default(),
        language: "en",
        country: None,
        fold: &plain,
        fits: &kikitori_form::values::no_patterns,
    };
    check(kind, &Json::from("nothing at all"), &nothing).is_ok()
}

/// The answers that a refused one can mean.
pub fn meant(refusal: &Refusal) -> Vec<String> {
    match refusal {
        Refusal::AmbiguousNumber { readings } => readings.clone(),
        Refusal::Date {
            refusal: DateRefusal::Ambiguous { readings },
        } => readings.iter().map(|day| iso(*day)).collect(),
        Refusal::Date {
            refusal: DateRefusal::WeekdayDiffers { date, nearest, .. },
        } => vec![iso(*date), iso(*nearest)],
        _ => Vec::new(),
    }
}
