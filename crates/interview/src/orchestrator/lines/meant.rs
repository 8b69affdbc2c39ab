//! Which line is meant, by what words and reports call it.

use kikitori_form::FieldId;
use kikitori_form::file::answer::{AnswerType, Group};
use kikitori_form::lines::{holds, tells_number};
use kikitori_form::values::Value;
use serde_json::{Map, Value as Json};

use super::said::{Said, written};
use crate::lines::{Line, LineSheet};

pub(super) fn is_text(answer: &AnswerType) -> bool {
    matches!(answer, AnswerType::ShortText(_) | AnswerType::LongText(_))
}

/// The field whose text a line is called by.
fn naming(group: &Group) -> Option<&FieldId> {
    let mut fields = group.fields.iter();
    let naming = fields.find(|field| field.required && is_text(&field.answer))?;
    Some(&naming.id)
}

pub(super) fn name_of(group: &Group, line: &Line) -> Option<String> {
    line.value(naming(group)?).map(Value::to_string)
}

pub(super) fn is_named(group: &Group, line: &Line, words: &str) -> bool {
    let name = name_of(group, line);
    name.is_some_and(|name| holds(words, &name) || is_called(words, &name))
}

/// Whether the words name a line neither by its number nor by its name, which they do not change either.
fn is_unnamed(group: &Group, line: &Line, item: &Map<String, Json>, words: &str) -> bool {
    let own_number = line.number.to_string();
    let numbers = words.split(|it: char| !it.is_numeric());
    let numbers = numbers.filter(|it| *it == own_number).count();
    // The same figure may be what is said of it.
    let is_value = |it: &&Json| match it {
        Json::String(text) => *text == own_number,
        other => other.to_string() == own_number,
    };
    let is_numbered = numbers > item.values().filter(is_value).count();
    let is_renamed = naming(group).is_none_or(|id| item.contains_key(id.as_str()));
    !is_renamed
        && !is_numbered
        && !is_named(group, line, words)
        && !name_of(group, line).is_some_and(|name| begins_name(words, &name))
}

/// Whether words have the first one of a name, be it a short one: "the rug" of "rug that was my grans".
fn begins_name(words: &str, name: &str) -> bool {
    const LEAST: usize = 3;
    let all = |text: &str| -> Vec<String> {
        let words = text.split(|it: char| !it.is_alphanumeric());
        let words = words.filter(|it| !it.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let first = all(name).into_iter().next();
    first.is_some_and(|first| first.chars().count() >= LEAST && all(words).contains(&first))
}

/// The one other line that the words name, by what its first text is, or else once by a value that it alone has, where
/// they do not name `line`: who counts wrong, or counts as the lines were numbered before, means that one.
pub(super) fn named_instead(
    group: &Group,
    sheet: &LineSheet,
    line: &Line,
    item: &Map<String, Json>,
    said: Said<'_>,
) -> Option<u32> {
    // Who is asked what a line lacks may tell it by another one.
    let is_new = |name: &String| !line.values.iter().any(|it| it.field.as_str() == name);
    let fills_gaps = !item.is_empty() && item.keys().all(is_new);
    let mut open = sheet.open().map(|it| it.number);
    let is_only = said.is_asked && open.next() == Some(line.number) && open.next().is_none();
    let is_asked_about = fills_gaps && (is_only || is_named(group, line, said.asked));
    if is_asked_about || !is_unnamed(group, line, item, said.words) {
        return None;
    }
    let others = || sheet.lines.iter().filter(|it| it.number != line.number);
    let mut named = others().filter(|it| is_named(group, it, said.words));
    match (named.next(), named.next()) {
        (Some(only), None) => return Some(only.number),
        (Some(_), Some(_)) => return None,
        (None, _) => {}
    }
    // What is told of the line itself names no other.
    let told = item.values().filter_map(Json::as_str);
    let told = told.collect::<Vec<_>>().join(" ");
    let is_told_of = |other: &&Line| {
        has_value_of_its_own(sheet, other, said.words) && !has_value_of_its_own(sheet, other, &told)
    };
    let may_mean_other = !said.is_insisted_on && !has_value_of_its_own(sheet, line, said.words);
    let mut told_of = others().filter(is_told_of).filter(|_| may_mean_other);
    match (told_of.next(), told_of.next()) {
        (Some(only), None) => Some(only.number),
        (None, _) if !said.is_insisted_on => only_one_that_had(sheet, line, item, said.words),
        _ => None,
    }
}

/// The one other line that has now what the words tell beside the new value of a field, and `line` has not:
/// who says "it reads 165 and should be 164" corrects the line that has 165.
fn only_one_that_had(
    sheet: &LineSheet,
    line: &Line,
    item: &Map<String, Json>,
    words: &str,
) -> Option<u32> {
    const LEAST: usize = 2;
    let new: Vec<String> = item.values().map(written).collect();
    let had = |line: &Line, name: &str| {
        let mut values = line.values.iter();
        let value = values
            .find(|it| it.field.as_str() == name)?
            .value
            .0
            .to_string();
        let is_figure = value.len() >= LEAST && value.bytes().all(|it| it.is_ascii_digit());
        (is_figure && !new.contains(&value) && tells_number(words, &value)).then_some(value)
    };
    item.keys().find_map(|name| {
        if had(line, name).is_some() {
            return None;
        }
        let others = sheet.lines.iter().filter(|it| it.number != line.number);
        let mut others = others.filter(|it| had(it, name).is_some());
        match (others.next(), others.next()) {
            (Some(only), None) => Some(only.number),
            _ => None,
        }
    })
}

/// Whether neither words nor question name `line`, and the words do name another one that is reported with
/// it: it may be the one before or behind it that they mean.
pub(super) fn is_unnamed_beside(
    group: &Group,
    sheet: &LineSheet,
    line: &Line,
    item: &Map<String, Json>,
    (said, reported): (Said<'_>, &[u32]),
) -> bool {
    let mut others = reported.iter().filter(|it| **it != line.number);
    is_unnamed(group, line, item, said.words)
        && !has_value_of_its_own(sheet, line, said.words)
        && !name_of(group, line).is_some_and(|name| (said.is_answer)(&name))
        && !is_named(group, line, said.asked)
        && others.any(|it| {
            let other = sheet.line(*it);
            other.is_some_and(|other| is_named(group, other, said.words))
        })
}

/// Whether words have a value that this line alone has, as "Toms clarinet" where one line has a clarinet.
fn has_value_of_its_own(sheet: &LineSheet, line: &Line, words: &str) -> bool {
    const LEAST: usize = 4;
    let words = words.to_lowercase();
    let values = line
        .values
        .iter()
        .map(|it| (&it.field, it.value.0.to_string()));
    let mut values = values.filter(|(_, it)| {
        let letters = it.chars().filter(|it| it.is_alphabetic());
        letters.count() >= LEAST && holds(&words, &it.to_lowercase())
    });
    values.any(|(field, value)| {
        let mut others = sheet.lines.iter().filter(|it| it.number != line.number);
        !others.any(|it| it.value(field).is_some_and(|it| it.to_string() == value))
    })
}

/// Whether words have one of a name in another form, or the beginning of it: "moto" of "motociclette".
fn is_called(words: &str, name: &str) -> bool {
    const LEAST: usize = 4;
    const ENDING: usize = 2;
    let long = |text: &str| {
        let words = text.split(|it: char| !it.is_alphanumeric());
        // A code is another one where one sign of it is.
        let is_word = |word: &&str| word.chars().all(char::is_alphabetic);
        let words = words.filter(|word| word.chars().count() >= LEAST && is_word(word));
        words.map(str::to_lowercase).collect::<Vec<String>>()
    };
    let is_form_of = |said: &str, name: &str| {
        let alike = said.chars().zip(name.chars());
        let alike = alike.take_while(|(one, other)| one == other).count();
        let shorter = said.chars().count().min(name.chars().count());
        alike >= LEAST && alike + ENDING >= shorter
    };
    let said = long(words);
    let names = long(name);
    let mut pairs = said
        .iter()
        .flat_map(|said| names.iter().map(move |name| (said, name)));
    pairs.any(|(said, name)| is_form_of(said, name))
}

/// The line that a report names: `3`, `"3"`, or with what it is called, `"3 milk"`.
#[derive(Debug, Default)]
pub(super) struct Named {
    pub number: Option<u32>,
    name: String,
}

impl Named {
    pub(super) fn of(reported: &Json) -> Self {
        let Json::String(text) = reported else {
            let number = reported.as_u64().and_then(|it| u32::try_from(it).ok());
            return Self {
                number,
                name: String::new(),
            };
        };
        let text = text.trim();
        let end = text.find(|it: char| !it.is_ascii_digit());
        let (number, name) = text.split_at(end.unwrap_or(text.len()));
        let is_apart = !name.starts_with(char::is_alphanumeric);
        Self {
            number: number.parse().ok().filter(|_| is_apart),
            name: name
                .trim_matches(|it: char| !it.is_alphanumeric())
                .to_owned(),
        }
    }

    /// The one line that is called so, where `line`, which has the number, is not.
    pub(super) fn is_rather(&self, sheet: &LineSheet, line: &Line) -> Option<u32> {
        if self.name.is_empty() || self.calls(line) {
            return None;
        }
        let mut called = sheet.lines.iter().filter(|it| self.calls(it));
        let (only, None) = (called.next()?, called.next()) else {
            return None;
        };
        Some(only.number)
    }

    fn calls(&self, line: &Line) -> bool {
        let mut values = line.values.iter().map(|it| it.value.0.to_string());
        values.any(|value| holds(&self.name, &value) || is_called(&self.name, &value))
    }
}
