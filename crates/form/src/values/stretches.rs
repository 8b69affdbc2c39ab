//! Numbers among other words: what each stretch of them can be read as.

use super::Value;
use super::picked::runs;

/// So many runs of letters and digits are one number with its unit: an hour and twenty five minutes.
const MOST: usize = 6;
const LOOKED_AT: usize = 200;
/// Words that others before them multiply or divide, as in "a few hundred", "two and a half hours".
const OF_OTHERS: [&str; 19] = [
    "half", "halb", "halbe", "demie", "mezza", "mezzo", "media", "meia", "halv", "halve", "pół",
    "quarter", "couple", "pair", "dozen", "score", "hundred", "thousand", "million",
];
/// What goes on with a number.
const AND: [&str; 8] = ["and", "or", "und", "et", "y", "e", "og", "och"];
/// What ends what a number is said of.
const ENDS: &str = ".,;:!?)。、，；：！？）」\n";

/// A few runs of letters and digits next to each other, of at least `least`: where each begins and ends.
pub(crate) fn stretches(words: &str, least: usize) -> impl Iterator<Item = (usize, usize)> {
    let is_within = |it: char| it.is_alphanumeric() || "-.'".contains(it);
    let mut places = runs(words, is_within);
    places.truncate(LOOKED_AT);
    (0..places.len()).flat_map(move |first| {
        let lasts = first + least.saturating_sub(1)..(first + MOST).min(places.len());
        let places: Vec<(usize, usize)> = lasts
            .filter_map(|last| Some((places.get(first)?.0, places.get(last)?.1)))
            .collect();
        places.into_iter()
    })
}

/// What words among others say of a number.
pub(super) enum Among {
    /// They have it.
    Has,
    /// They have this one, and nothing that it could be made of.
    HasAnother(Value),
    /// They have none, or several.
    Unclear,
}

/// What `words` say of `value`, where `read` knows the field. A number counts for another one if it stands
/// alone at an end, with the field's unit, or before a word of what it is `called`, as in "four nights":
/// two of "two of them" may be a part of it. Where `any` number in figures is an answer, as on a scale, each
/// does.
pub(super) fn among(
    words: &str,
    value: &Value,
    any: bool,
    called: &str,
    read: impl Fn(&str) -> Option<Value>,
) -> Among {
    let digits = any.then(|| runs(words, char::is_numeric));
    let found = stretches(words, 1).chain(digits.into_iter().flatten());
    let mut readings: Vec<(usize, usize, Value)> = found
        .filter_map(|(from, to)| {
            let value = read(trimmed(words.get(from..to)?))?;
            Some((from, to, value))
        })
        .collect();
    // Twenty minutes are a part of an hour and twenty minutes.
    let all: Vec<(usize, usize)> = readings.iter().map(|(from, to, _)| (*from, *to)).collect();
    let is_within =
        |from, to, other: &(usize, usize)| *other != (from, to) && other.0 <= from && to <= other.1;
    readings.retain(|(from, to, _)| !all.iter().any(|other| is_within(*from, *to, other)));
    if readings.iter().any(|(.., it)| it == value) {
        return Among::Has;
    }
    let has_digit = |from, to| {
        words
            .get(from..to)
            .is_some_and(|it| it.contains(char::is_numeric))
    };
    readings.retain(|(from, to, _)| {
        (any && (has_digit(*from, *to) || goes_on_with_and(words, *from, *to)))
            || is_whole(words, *from, *to, called, &read)
    });
    readings.dedup_by(|one, other| one.2 == other.2);
    match (readings.pop(), readings.is_empty() || any) {
        (Some((.., another)), true) => Among::HasAnother(another),
        _ => Among::Unclear,
    }
}

/// Whether a number is the whole of what is said: nothing follows that it is a number of, but for what is
/// read with it.
fn is_whole(
    words: &str,
    from: usize,
    to: usize,
    called: &str,
    read: impl Fn(&str) -> Option<Value>,
) -> bool {
    let stretch = words.get(from..to).map(trimmed).unwrap_or_default();
    let (before, behind) = (words.get(..from), words.get(to..));
    let (before, behind) = (before.unwrap_or_default(), behind.unwrap_or_default());
    // 2 is a part of 1/2, and of 1,2.
    let joins = |mark: char| "/.,:;-–×*'".contains(mark);
    let goes_on = behind
        .trim_start_matches(joins)
        .starts_with(char::is_numeric);
    let went_on =
        before.ends_with(joins) && before.trim_end_matches(joins).ends_with(char::is_numeric);
    let has_word_before = before.trim_end().ends_with(char::is_alphanumeric);
    let of_others = |word: &str| OF_OTHERS.iter().any(|it| word.eq_ignore_ascii_case(it));
    let is_of_other = has_word_before
        && !stretch.contains(char::is_numeric)
        && stretch.split([' ', '-']).any(of_others);
    if is_of_other || went_on || (goes_on && !behind.starts_with(' ')) {
        return false;
    }
    let last = stretch.split_whitespace().next_back().unwrap_or_default();
    let has_unit = last.len() < stretch.len() && !last.contains(char::is_numeric);
    let has_unit = has_unit && read(last).is_none() && !AND.contains(&last);
    let behind = behind.trim_start_matches(' ');
    let is_at_end = behind.chars().next().is_none_or(|it| ENDS.contains(it));
    // "One" is said of much.
    let counts = stretch.contains(char::is_numeric) || stretch.contains(' ') || !is_one(stretch);
    has_unit || (counts && (is_at_end || is_of_name(behind, called)))
}

/// Whether a number in words is told, and then more: "a two and no more".
fn goes_on_with_and(words: &str, from: usize, to: usize) -> bool {
    let stretch = words.get(from..to).unwrap_or_default();
    let next = words
        .get(to..)
        .unwrap_or_default()
        .split_whitespace()
        .next();
    let last = stretch.split_whitespace().next_back();
    !is_one(trimmed(stretch))
        && [last, next]
            .into_iter()
            .flatten()
            .any(|it| AND.contains(&it))
}

/// Whether what follows a number begins with a word of what the field is called.
fn is_of_name(behind: &str, called: &str) -> bool {
    let of_word = |it: char| it.is_alphabetic();
    let word = runs(behind, of_word)
        .first()
        .filter(|it| it.0 == 0)
        .copied();
    let word = word.and_then(|(from, to)| behind.get(from..to));
    let word = word.unwrap_or_default().to_lowercase();
    let called = called.to_lowercase();
    let mut of_name = called.split(|it| !of_word(it));
    let is_same = |it: &str| it == word || it.strip_suffix('s') == Some(&word);
    word.chars().nth(2).is_some() && of_name.any(is_same)
}

fn is_one(word: &str) -> bool {
    matches!(word.to_ascii_lowercase().as_str(), "one" | "a" | "an")
}

/// Without the mark that ends a sentence.
fn trimmed(stretch: &str) -> &str {
    stretch.trim_end_matches(['.', '\'', '-'])
}
