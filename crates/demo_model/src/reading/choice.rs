//! Options of a choice, found by what they are called.

use std::ops::Range;

use kikitori_form::file::answer::ChoiceOption;

use super::{Found, windows};
use crate::text::{narrow, plain, words};

/// Words that say that what follows is not chosen.
const DENIALS: [&str; 5] = ["not", "no", "isn't", "without", "except"];
const DENIALS_JAPANESE: [&str; 4] = ["ではなく", "じゃなく", "ではない", "以外"];
/// Positions that options are called by.
#[rustfmt::skip]
const POSITIONS: [(&str, usize); 10] = [
    ("first", 1), ("second", 2), ("third", 3), ("fourth", 4), ("fifth", 5), ("1番目", 1),
    ("2番目", 2), ("3番目", 3), ("最初", 1), ("最後", usize::MAX),
];

/// The option that a message names, or what it says instead where that may be.
pub fn one(options: &[ChoiceOption], message: &str, other: bool) -> Option<Found> {
    let mut named = named(options, message);
    named.dedup_by(|one, two| one.1 == two.1);
    match named.as_slice() {
        [(range, option)] => found(message, range, option),
        [] => by_position(options, message).or_else(|| other.then(|| Found::said(message.trim()))),
        _ => None,
    }
}

/// All options that a message names.
pub fn several(options: &[ChoiceOption], message: &str, other: bool) -> Option<Found> {
    let named = named(options, message);
    let (Some((first, _)), Some((last, _))) = (named.first(), named.last()) else {
        return by_position(options, message)
            .or_else(|| other.then(|| Found::said(message.trim())));
    };
    let values: Vec<&str> = named.iter().map(|(_, it)| it.value.as_str()).collect();
    Some(Found {
        quote: message.get(first.start..last.end)?.to_owned(),
        value: values.join("; "),
    })
}

fn found(message: &str, range: &Range<usize>, option: &ChoiceOption) -> Option<Found> {
    Some(Found {
        quote: message.get(range.clone())?.to_owned(),
        value: option.value.as_str().to_owned(),
    })
}

/// The options that are named, and where.
pub fn named<'o>(
    options: &'o [ChoiceOption],
    message: &str,
) -> Vec<(Range<usize>, &'o ChoiceOption)> {
    let names: Vec<(Vec<String>, &ChoiceOption)> = options
        .iter()
        .map(|option| {
            let names = option.label.all().chain([option.value.as_str()]);
            (names.map(plain).collect(), option)
        })
        .collect();
    let begins = |part: &str| {
        let first = part.chars().next().map(fold);
        let mut all = names.iter().flat_map(|(names, _)| names);
        all.any(|name| name.chars().next() == first)
    };
    let called = |part: &str| {
        // Most parts begin otherwise.
        if !begins(part) {
            return None;
        }
        let part = plain(part);
        let mut fitting = names.iter().filter(|(names, _)| names.contains(&part));
        let (_, option) = fitting.next()?;
        fitting.next().is_none().then_some(*option)
    };
    let mut all = windows::all(message, called);
    all.retain(|(range, _)| !is_denied(message, range));
    all
}

fn is_denied(message: &str, range: &Range<usize>) -> bool {
    let before = message.get(..range.start).unwrap_or_default();
    let after = message.get(range.end..).unwrap_or_default();
    let clause = before
        .rsplit([',', '.', ';', '\n'])
        .next()
        .unwrap_or_default();
    let last = words(clause);
    let last: Vec<&str> = last.iter().rev().take(2).map(String::as_str).collect();
    last.iter().any(|word| DENIALS.contains(word))
        || DENIALS_JAPANESE
            .iter()
            .any(|denial| after.starts_with(denial))
}

/// "The second one", or only its number.
fn by_position(options: &[ChoiceOption], message: &str) -> Option<Found> {
    let said = plain(message);
    let said = said.trim_end_matches(['.', '。', ')']);
    let number = said.parse::<usize>().ok().or_else(|| {
        let is_short = said.chars().count() <= 16;
        let mut known = POSITIONS.iter();
        let known = known.find(|(name, _)| match name.is_ascii() {
            true => words(said).iter().any(|word| word == name),
            false => said.contains(name),
        });
        known
            .filter(|_| is_short)
            .map(|(_, at)| (*at).min(options.len()))
    })?;
    let option = options.get(number.checked_sub(1)?)?;
    Some(Found {
        quote: message.trim().to_owned(),
        value: option.value.as_str().to_owned(),
    })
}

/// The option that a message names beside the field's own name, unasked: "it is of high
/// severity". Options that are everyday words say nothing alone.
pub fn beside_the_name(options: &[ChoiceOption], label: &str, message: &str) -> Option<Found> {
    let names = words(label);
    let names: Vec<&String> = names
        .iter()
        .filter(|word| word.chars().count() > 3)
        .collect();
    let mut at = 0;
    for clause in message.split_inclusive(['.', ';', '\n', '。', '！', '!']) {
        let start = at;
        at += clause.len();
        let said = words(clause);
        if names.is_empty() || !names.iter().any(|name| said.contains(name)) {
            continue;
        }
        if let [(range, option)] = named(options, clause).as_slice() {
            let range = start + range.start..start + range.end;
            return found(message, &range, option);
        }
    }
    None
}

/// A text letter by letter as it is compared, with where each letter stands.
pub(super) fn folded(text: &str) -> Vec<(usize, char)> {
    text.char_indices().map(|(at, c)| (at, fold(c))).collect()
}

fn fold(c: char) -> char {
    narrow(c).to_lowercase().next().unwrap_or(c)
}
