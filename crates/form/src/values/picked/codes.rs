//! Pieces of a text that look like the code or the number of something.

use super::Candidate;
use super::candidates::runs;
use super::rest::Words;
use crate::plain::narrow_letter;
use crate::values::no_answer::is_unspaced;

/// Characters of a code at least: fewer are a number of anything.
const LEAST: usize = 3;
/// Letters of a group of a code that has no digit, such as AB 123 456 C; a British driving licence begins with
/// five.
const LETTERS: usize = 5;

/// Groups of a code at most, where the shape tells which they are.
const MOST_GROUPS: usize = 8;

/// Words with a digit, with the groups of letters beside them.
pub(super) fn codes(
    text: &str,
    words: &Words<'_>,
    has_pattern: bool,
    reads: &dyn Fn(&str) -> bool,
) -> Vec<Candidate> {
    let all = tokens(text);
    let has_digit = |(start, end): &(usize, usize)| {
        let token = text.get(*start..*end).unwrap_or_default();
        token.contains(|it| narrow_letter(it).is_ascii_digit())
    };
    let is_group = |token: &(usize, usize)| {
        let letters = text.get(token.0..token.1).unwrap_or_default();
        let count = letters.chars().count();
        let is_code = letters.chars().all(|it| it.is_uppercase()) || count <= 2;
        has_digit(token) || (count <= LETTERS && is_code && !words.is_framing(letters))
    };
    let is_joined = |before: usize, after: usize| {
        let between = text.get(before..after).unwrap_or("x");
        let count = between.chars().count();
        count <= 3
            && between
                .chars()
                .all(|it| matches!(narrow_letter(it), ' ' | '-'))
    };
    let mut rows: Vec<Vec<(usize, usize)>> = Vec::new();
    for token in all.iter().copied().filter(is_group) {
        match rows.last_mut() {
            Some(row) if row.last().is_some_and(|last| is_joined(last.1, token.0)) => {
                row.push(token);
            }
            _ => rows.push(vec![token]),
        }
    }
    let rows = rows.into_iter().filter(|row| row.iter().any(has_digit));
    let fits = |start: usize, end: usize| {
        let code = text.get(start..end);
        code.is_some_and(|it| it.chars().count() >= LEAST && reads(it))
    };
    // A code that is told as "alr 447 109": its digits alone are none.
    let with_small_letters = |start: usize, end: usize| {
        let before = all.iter().rev().find(|token| token.1 <= start)?;
        let letters = text.get(before.0..before.1)?;
        let is_of_code =
            letters.len() <= LETTERS && letters.bytes().all(|it| it.is_ascii_lowercase());
        (is_of_code && is_joined(before.1, start) && fits(before.0, end)).then_some((before.0, end))
    };
    // Of "ie 123 456 789 he says" the longest part that has the shape.
    let part_of = |row: &[(usize, usize)]| {
        let lengths = (1..=row.len().min(MOST_GROUPS)).rev();
        let mut parts = lengths.flat_map(|length| row.windows(length));
        let part = parts.find(|part| {
            let ends = part.first().zip(part.last());
            part.iter().any(has_digit) && ends.is_some_and(|(one, other)| fits(one.0, other.1))
        })?;
        Some((part.first()?.0, part.last()?.1))
    };
    let found = rows.filter_map(|whole| {
        let row = without_words(text, &whole);
        let (start, end) = (row.first()?.0, row.last()?.1);
        let found = match fits(start, end) {
            true => Some((start, end)),
            false if has_pattern => with_small_letters(start, end).or_else(|| part_of(&whole)),
            false => None,
        };
        found.map(|(start, end)| Candidate::words(start, end))
    });
    found.collect()
}

/// A row of groups without the words at its ends: letters that are no capitals, beside a code whose own
/// are, or stand in a group with its digits, or that has none.
fn without_words<'a>(text: &str, mut row: &'a [(usize, usize)]) -> &'a [(usize, usize)] {
    let of = |token: &(usize, usize)| text.get(token.0..token.1).unwrap_or_default();
    let is_word = |token: &(usize, usize), others: &[(usize, usize)]| {
        let is_small = of(token).chars().all(char::is_lowercase);
        // Many languages have no capitals.
        let has_case = |it: char| it.is_uppercase() || it.is_lowercase() || it.is_numeric();
        let is_caseless = !of(token).contains(has_case);
        let is_small_group = |it: &(usize, usize)| of(it).chars().all(char::is_lowercase);
        is_caseless || (is_small && !others.iter().any(is_small_group))
    };
    // Of several words on one side of the digits none makes a group of another.
    let has_digit = |it: &(usize, usize)| of(it).contains(char::is_numeric);
    while let [first, rest @ ..] = row {
        let digits = rest.iter().position(has_digit).unwrap_or_default();
        if !is_word(first, rest.get(digits..).unwrap_or_default()) {
            break;
        }
        row = rest;
    }
    while let [rest @ .., last] = row {
        let digits = rest.iter().rposition(has_digit).map_or(0, |it| it + 1);
        if !is_word(last, rest.get(..digits).unwrap_or_default()) {
            break;
        }
        row = rest;
    }
    row
}

/// Where an International Bank Account Number stands in a text whose check digits are right (ISO 13616, with the
/// remainder by 97 of ISO 7064): from where to where, in bytes.
///
/// ```
/// use kikitori_form::values::iban_in;
///
/// let text = "Back to GB29 NWBK 6016 1331 9268 19, please.";
/// assert_eq!(iban_in(text).and_then(|(start, end)| text.get(start..end)), Some("GB29 NWBK 6016 1331 9268 19"));
/// assert_eq!(iban_in("GB29 NWBK 6016 1331 9268 91"), None);
/// ```
pub fn iban_in(text: &str) -> Option<(usize, usize)> {
    const LENGTHS: std::ops::RangeInclusive<usize> = 15..=34;
    let tokens = tokens(text);
    tokens.iter().enumerate().find_map(|(at, begins)| {
        if !begins_iban(text.get(begins.0..begins.1)?) {
            return None;
        }
        // A part of one may be one by chance.
        let ends = tokens.iter().skip(at).map(|token| token.1);
        let mut whole = ends.filter(|end| {
            let number = text.get(begins.0..*end).unwrap_or_default();
            let number: String = number.chars().filter(|it| it.is_alphanumeric()).collect();
            LENGTHS.contains(&number.len()) && remainder(&number) == Some(1)
        });
        Some((begins.0, whole.next_back()?))
    })
}

/// Whether a text has what looks like such a number: two letters and two digits, and groups of capitals and digits
/// behind them.
///
/// ```
/// use kikitori_form::values::looks_like_iban;
///
/// assert!(looks_like_iban("It's with the Barclays, GB33 BUKB 2021 0555 5555 55"));
/// assert!(!looks_like_iban("AB12 is the room, and my mobile 07700 900123"));
/// ```
pub fn looks_like_iban(text: &str) -> bool {
    const LEAST: usize = 15;
    let tokens = tokens(text);
    let of = |token: &(usize, usize)| text.get(token.0..token.1).unwrap_or_default();
    let is_group = |token: &str| {
        let mut letters = token.chars();
        letters.all(|it| it.is_ascii_digit() || it.is_ascii_uppercase() || it == '-')
    };
    tokens.iter().enumerate().any(|(at, begins)| {
        let groups = tokens.iter().skip(at + 1).map(of);
        let groups = groups.take_while(|it| is_group(it));
        let length: usize = [of(begins)].into_iter().chain(groups).map(str::len).sum();
        begins_iban(of(begins)) && length >= LEAST
    })
}

/// Whether a group is the first one of such a number: its country and its check digits.
fn begins_iban(group: &str) -> bool {
    let (country, rest) = group.split_at_checked(2).unwrap_or_default();
    let check = rest.get(..2).unwrap_or_default();
    country.bytes().all(|it| it.is_ascii_alphabetic())
        && check.len() == 2
        && check.bytes().all(|it| it.is_ascii_digit())
}

/// The remainder by 97 of a number whose letters are those from 10 to 35, with its first four at its end.
fn remainder(number: &str) -> Option<u32> {
    let (head, tail) = number.split_at_checked(4)?;
    let mut digits = tail.chars().chain(head.chars());
    digits.try_fold(0, |so_far, letter| {
        let value = letter.to_digit(36)?;
        let shift = if value < 10 { 10 } else { 100 };
        Some((so_far * shift + value) % 97)
    })
}

/// Words of letters and digits, with the marks within them.
fn tokens(text: &str) -> Vec<(usize, usize)> {
    let is_part = |it: char| it.is_alphanumeric() && (!is_unspaced(it) || it.is_numeric());
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (start, end) in runs(text, is_part) {
        if let Some(last) = found.last_mut() {
            let between = text.get(last.1..start).unwrap_or_default();
            let mut marks = between.chars().map(narrow_letter);
            let is_within = |it: char| "-./_'".contains(it);
            if marks.next().is_some_and(is_within) && marks.next().is_none() {
                last.1 = end;
                continue;
            }
        }
        found.push((start, end));
    }
    found
}
