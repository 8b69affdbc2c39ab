//! The answer that stands in a text among other words, found by code: for what no model may read.

mod candidates;
mod clock;
mod codes;
mod health;
mod named;
mod rest;
mod spoken;

use serde_json::Value as Json;

use super::{CheckContext, Checked, check};
use crate::file::answer::AnswerType;
use crate::session_form::FormField;
pub(crate) use candidates::runs;
use candidates::{amounts, emails, phones, urls};
pub use codes::{iban_in, looks_like_iban};
pub use health::{asks_about_health, tells_of_health};
pub use named::{is_named, is_spoken_of, names_in, tells_end_of_a_code, tells_figures_of};
use rest::{Words, clauses};
pub use rest::{rest_beside, sentences};

/// A longer text is read as a whole only.
const MAX_BYTES: usize = 8 * 1024;

/// What of a text is the answer, where other things are said beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct Picked {
    /// The answer, and its words where they are written in another way.
    pub checked: Checked,
    /// Where its words begin in the text, in bytes.
    pub start: usize,
    /// Where they end.
    pub end: usize,
    /// Whether they are digits or an address, which words of a refusal are not.
    pub is_plain: bool,
    /// What else the text says, with the answer cut out wherever it stands; none where that is nothing
    /// but what stands around any answer, such as "it is".
    pub rest: Option<String>,
    /// The same where the text may answer another question too: there a "yes" tells something.
    pub besides: Option<String>,
}

/// What a text has that can be the answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Pick {
    /// Nothing.
    None,
    /// This alone.
    One(Picked),
    /// Several, each another answer.
    Several {
        /// How many letters and digits the shortest of them has.
        shortest: usize,
    },
}

/// A piece of a text that may be the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Candidate {
    start: usize,
    end: usize,
    /// What it says, where its words say that in another way.
    says: Option<String>,
}

impl Candidate {
    fn words(start: usize, end: usize) -> Self {
        Self {
            start,
            end,
            says: None,
        }
    }

    fn text<'a>(&'a self, text: &'a str) -> &'a str {
        let words = || text.get(self.start..self.end).unwrap_or_default();
        self.says.as_deref().unwrap_or_else(words)
    }

    fn holds(&self, other: &Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// The one answer to a field that stands in a text: a number, an address, a day, an option, or a code
/// where one is asked for, and nothing else of its kind. Of several the one before which the field is
/// named. Texts have none: whatever is said may be one.
///
/// ```
/// use jiff::civil::date;
/// use kikitori_form::parse_form;
/// use kikitori_form::values::{CheckContext, Pick, no_patterns, pick};
///
/// let form = parse_form(
///     r#"{"id": "f", "title": "F", "fields": [
///         {"id": "phone", "label": "Phone", "required": true, "answer": {"type": "phone"}}]}"#,
/// )
/// .unwrap();
/// let context = CheckContext {
///     today: date(2026, 11, 25),
///     language: "en",
///     country: Some("JP"),
///     fold: &|text| text.to_lowercase(),
///     fits: &no_patterns,
/// };
/// let found = pick("my brother Ken, 090-1234-5678", &form.fields[0], &context);
/// let Pick::One(picked) = found else { panic!("{found:?}") };
/// assert_eq!(picked.checked.value.to_string(), "+819012345678");
/// assert_eq!(picked.rest.as_deref(), Some("my brother Ken"));
/// ```
pub fn pick(text: &str, field: &FormField, context: &CheckContext<'_>) -> Pick {
    if text.len() > MAX_BYTES {
        return Pick::None;
    }
    let read = |words: &str| check(&field.answer, &Json::from(words), context);
    let reads = |words: &str| read(words).is_ok();
    let words = Words::of(field, context.fold);
    let mut found = match &field.answer {
        AnswerType::Email(_) => emails(text),
        AnswerType::Url(_) => urls(text, &reads),
        AnswerType::Phone(_) => {
            let mut found = phones(text, &reads);
            found.extend(spoken::digits(text, context.fold));
            found
        }
        AnswerType::Number(it) => amounts(text, it.unit.as_ref(), &reads),
        AnswerType::Integer(it) => amounts(text, it.unit.as_ref(), &reads),
        AnswerType::Rating(_) => {
            let mut found = amounts(text, None, &reads);
            found.extend(clauses(text));
            found
        }
        AnswerType::Date(_) | AnswerType::Time(_) | AnswerType::DateTime(_) => {
            let mut found = clock::within(text, &reads);
            found.extend(clauses(text));
            found
        }
        AnswerType::YesNo(_) => clauses(text),
        AnswerType::Choice(it) if !it.other => clauses(text),
        AnswerType::ShortText(it) if super::no_answer::asks_for_code(field) => {
            let mut found = codes::codes(text, &words, it.pattern.is_some(), &reads);
            found.extend(spoken::digits(text, context.fold));
            found
        }
        _ => Vec::new(),
    };
    found.sort_by_key(|it| it.start);
    let mut fitting: Vec<(Candidate, Checked)> = Vec::new();
    for candidate in found {
        if let Ok(checked) = read(candidate.text(text)) {
            fitting.push((candidate, checked));
        }
    }
    let spans: Vec<Candidate> = fitting.iter().map(|(it, _)| it.clone()).collect();
    fitting.retain(|(it, _)| !spans.iter().any(|other| other != it && other.holds(it)));
    let Some((first, checked)) = fitting.first().cloned() else {
        return Pick::None;
    };
    let is_one = |of: &Checked| fitting.iter().all(|(_, it)| it.value == of.value);
    let chosen = match is_one(&checked) {
        true => (first, checked),
        false => {
            let is_named = |it: &&(Candidate, Checked)| words.names(text, it.0.start);
            let mut named = fitting.iter().filter(is_named);
            match (named.next(), named.next()) {
                (Some(only), None) => only.clone(),
                _ => {
                    let lengths = fitting
                        .iter()
                        .map(|(_, it)| letters_of(&it.value.to_string()));
                    let shortest = lengths.min().unwrap_or_default();
                    return Pick::Several { shortest };
                }
            }
        }
    };
    let (Candidate { start, end, says }, checked) = chosen;
    let same = fitting.iter().filter(|(_, it)| it.value == checked.value);
    let mut cut: Vec<(usize, usize)> = same.map(|(it, _)| (it.start, it.end)).collect();
    let said = text.get(start..end).unwrap_or_default();
    // Also where nobody would take it for an answer, as in a word.
    let repeated = text.match_indices(said).filter(|_| said.len() > 2);
    cut.extend(repeated.map(|(at, it)| (at, at + it.len())));
    let written = checked.value.to_string();
    Pick::One(Picked {
        // What was spelled out are digits, too.
        is_plain: is_plain(said) || says.is_some(),
        rest: rest::rest(text, cut.clone(), &words, &|_| false),
        besides: rest::rest(text, cut, &words, &|it| {
            rest::is_yes_or_no(it, context.fold)
        }),
        checked: Checked {
            said: (written != said).then(|| said.to_owned()),
            ..checked
        },
        start,
        end,
    })
}

/// Whether a text says nothing but what stands around any answer to a field, as "yes, that is my number"
/// does. `fold` makes letters small.
pub fn is_framing(field: &FormField, text: &str, fold: &dyn Fn(&str) -> String) -> bool {
    Words::of(field, fold).is_framing(text)
}

/// What a text says beside the answer to a field that stands from `start` to `end` in it, in bytes. `fold` makes
/// letters small.
pub fn rest_without(
    text: &str,
    (start, end): (usize, usize),
    field: &FormField,
    fold: &dyn Fn(&str) -> String,
) -> Option<String> {
    let words = Words::of(field, fold);
    let is_answer = |it: &str| rest::is_yes_or_no(it, fold);
    rest::rest(text, vec![(start, end)], &words, &is_answer)
}

/// How many letters and digits a value has.
fn letters_of(value: &str) -> usize {
    value.chars().filter(|it| it.is_alphanumeric()).count()
}

/// Whether a text has digits, or is an address.
pub fn is_plain(text: &str) -> bool {
    text.contains(|it: char| it.is_numeric() || "@/".contains(it))
}

#[cfg(test)]
mod tests;
