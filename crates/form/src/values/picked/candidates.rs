//! Pieces of a text that look like addresses, phone numbers and amounts.

use super::Candidate;
use super::rest::is_called;
use crate::file::text::Text;
use crate::plain::{narrow_letter, plain};
use crate::values::no_answer::is_unspaced;

/// Groups of digits that a phone number may be written in.
const GROUPS: usize = 8;
/// Letters behind a number that may be what is counted.
const COUNTER: usize = 2;

/// The longest runs of letters that are `of` it: from where to where, in bytes.
pub(crate) fn runs(text: &str, of: impl Fn(char) -> bool) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        match found.last_mut() {
            _ if !of(letter) => {}
            Some(last) if last.1 == at => last.1 = end,
            _ => found.push((at, end)),
        }
    }
    found
}

/// A run without the letters at both ends that are no part of it.
fn trimmed(
    text: &str,
    (start, end): (usize, usize),
    begins: impl Fn(char) -> bool,
    ends: impl Fn(char) -> bool,
) -> Option<(usize, usize)> {
    let piece = text.get(start..end)?;
    let before = piece.len() - piece.trim_start_matches(|it| !begins(it)).len();
    let kept = piece.trim_start_matches(|it| !begins(it));
    let kept = kept.trim_end_matches(|it| !ends(it)).len();
    (kept > 0).then_some((start + before, start + before + kept))
}

fn is_digit(letter: char) -> bool {
    narrow_letter(letter).is_ascii_digit()
}

/// What stands around an `@`. Letters of writings without spaces are not taken for a part of it.
pub(super) fn emails(text: &str) -> Vec<Candidate> {
    let is_part = |it: char| {
        let narrow = narrow_letter(it);
        let is_letter = !it.is_ascii() && it.is_alphanumeric() && !is_unspaced(it);
        narrow.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.@".contains(narrow) || is_letter
    };
    let found = runs(text, is_part).into_iter().filter(|(start, end)| {
        let piece = text.get(*start..*end).unwrap_or_default();
        piece.contains(['@', '＠'])
    });
    let found = found.filter_map(|run| {
        let is_name = |it: char| it.is_alphanumeric() || "_+".contains(it);
        let (start, end) = trimmed(text, run, is_name, char::is_alphanumeric)?;
        Some(Candidate::words(start, end))
    });
    found.collect()
}

/// Words that are addresses on the web: those with a scheme or with www, or, where there are none,
/// those that could be one.
pub(super) fn urls(text: &str, reads: &dyn Fn(&str) -> bool) -> Vec<Candidate> {
    let is_part = |it: char| it.is_ascii_graphic() && !"<>\"`{}|\\^".contains(it);
    let is_end = |it: char| it.is_ascii_alphanumeric() || "/=#&_-~".contains(it);
    let found = runs(text, is_part).into_iter();
    let found = found.filter_map(|run| {
        let (start, end) = trimmed(text, run, |it| it.is_ascii_alphanumeric(), is_end)?;
        reads(text.get(start..end)?).then(|| Candidate::words(start, end))
    });
    let found: Vec<Candidate> = found.collect();
    let has_sign = |it: &Candidate| {
        let piece = plain(it.text(text));
        piece.contains("://") || piece.starts_with("www.")
    };
    match found.iter().any(has_sign) {
        true => found.into_iter().filter(has_sign).collect(),
        // The full stop of an abbreviation, or one without a space behind it, makes none.
        false => found
            .into_iter()
            .filter(|it| {
                let piece = it.text(text);
                let host = piece.split(['/', '?', '#']).next().unwrap_or_default();
                let last = host.rsplit('.').next().unwrap_or_default();
                last.len() > 1 && last.bytes().all(|it| it.is_ascii_lowercase())
            })
            .collect(),
    }
}

/// The longest rows of groups of digits that are phone numbers.
pub(super) fn phones(text: &str, reads: &dyn Fn(&str) -> bool) -> Vec<Candidate> {
    let is_part = |it: char| is_digit(it) || "+-().ー/".contains(narrow_letter(it));
    let groups = runs(text, is_part).into_iter();
    let groups = groups.filter(|(start, end)| {
        let piece = text.get(*start..*end).unwrap_or_default();
        piece.contains(is_digit)
    });
    let begins = |it: char| is_digit(it) || "+(".contains(narrow_letter(it));
    let ends = |it: char| is_digit(it) || narrow_letter(it) == ')';
    let groups: Vec<(usize, usize)> = groups
        .filter_map(|run| trimmed(text, run, begins, ends))
        .filter(|(start, _)| !is_in_a_code(text, *start))
        .filter(|(start, end)| !is_day_or_decimal(text.get(*start..*end).unwrap_or_default()))
        .collect();
    let is_joined = |before: usize, after: usize| {
        let between = text.get(before..after).unwrap_or("x");
        // A column of a table begins anew.
        between
            .chars()
            .all(|it| it != '\t' && (narrow_letter(it) == ' ' || is_part(it)))
    };
    longest(text, &groups, &is_joined, reads)
}

/// Whether digits are a day, as 11/01/2027 or 2027-01-11, or less than ten with a part of one, as 1.5.
fn is_day_or_decimal(piece: &str) -> bool {
    let lengths: Vec<usize> = piece.split(['/', '.', '-']).map(str::len).collect();
    let is_digits = piece
        .chars()
        .all(|it| it.is_ascii_digit() || "/.-".contains(it));
    let is_day = |parts: &[usize]| matches!(parts, [1..=2, 1..=2, 4] | [4, 1..=2, 1..=2]);
    let has_one_mark = ["/", ".", "-"]
        .iter()
        .any(|mark| piece.matches(mark).count() == 2);
    let is_decimal = matches!(lengths.as_slice(), [1, 1..=2]) && piece.contains('.');
    is_digits && ((has_one_mark && is_day(&lengths)) || is_decimal)
}

/// Whether digits that begin at a place go on with the letters before them, as in MH17002938, and those
/// are not what a number is called.
fn is_in_a_code(text: &str, start: usize) -> bool {
    let before = text.get(..start).unwrap_or_default();
    // "LV-4471933" is one too.
    let before = before.strip_suffix(['-', '/']).unwrap_or(before);
    let is_letter = |it: char| it.is_alphabetic() && !is_unspaced(it);
    let letters = before.trim_end_matches(is_letter).len();
    let letters = plain(before.get(letters..).unwrap_or_default());
    !letters.is_empty() && !is_called(&letters)
}

/// From each group on the longest row of them that reads, none of them twice.
fn longest(
    text: &str,
    groups: &[(usize, usize)],
    is_joined: &dyn Fn(usize, usize) -> bool,
    reads: &dyn Fn(&str) -> bool,
) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((start, first_end)) = groups.get(at) {
        let mut ends = vec![*first_end];
        for (next, next_end) in groups.iter().skip(at + 1).take(GROUPS - 1) {
            match ends.last() {
                Some(last) if is_joined(*last, *next) => ends.push(*next_end),
                _ => break,
            }
        }
        let mut rows = ends.iter().enumerate().rev();
        let row = rows.find(|(_, end)| text.get(*start..**end).is_some_and(reads));
        match row {
            Some((count, end)) => {
                found.push(Candidate::words(*start, *end));
                at += count + 1;
            }
            None => at += 1,
        }
    }
    found
}

/// Numbers with what is counted. Where the field has a unit, a number of something else is none.
pub(super) fn amounts(
    text: &str,
    unit: Option<&Text>,
    reads: &dyn Fn(&str) -> bool,
) -> Vec<Candidate> {
    let units: Vec<String> = unit.iter().flat_map(|unit| unit.all().map(plain)).collect();
    let is_part = |it: char| is_digit(it) || ".,'/".contains(narrow_letter(it));
    let found = runs(text, is_part).into_iter();
    let found = found.filter_map(|run| {
        let (mut start, end) = trimmed(text, run, is_digit, is_digit)?;
        let (before, behind) = (text.get(..start)?, text.get(end..)?);
        let mut letters = before.chars().rev();
        if let Some(sign) = letters.next() {
            // Of 70-72 the hyphen is no sign.
            let is_apart = letters.next().is_none_or(char::is_whitespace);
            match narrow_letter(sign) {
                '¥' | '$' | '€' | '£' | '₩' => start -= sign.len_utf8(),
                '-' if is_apart => start -= sign.len_utf8(),
                // K72 is no number.
                narrow if narrow.is_ascii_alphabetic() => return None,
                _ => {}
            }
        }
        let bare = behind.trim_start();
        let gap = behind.len() - bare.len();
        let of_unit = units.iter().filter_map(|unit| {
            let count = unit.chars().count();
            let taken: String = bare.chars().take(count).collect();
            let next = bare.chars().nth(count);
            let is_whole = next.is_none_or(|it| !it.is_ascii_alphanumeric());
            (is_whole && plain(&taken) == *unit).then(|| end + gap + taken.len())
        });
        if let Some(end) = of_unit.max() {
            return Some(Candidate::words(start, end));
        }
        let next = bare.chars().next();
        let is_counted = next.is_some_and(|it| it.is_alphabetic() && !is_kana(it));
        if (!units.is_empty() && is_counted)
            || behind.starts_with(|it: char| it.is_ascii_alphabetic())
        {
            return None;
        }
        // 72歳 is a number with what it counts.
        let mut ends = behind.char_indices().take(COUNTER);
        let mut longest = end;
        while let Some((at, letter)) = ends.next().filter(|(_, it)| is_unspaced(*it)) {
            let further = end + at + letter.len_utf8();
            if reads(text.get(start..further)?) {
                longest = further;
            }
        }
        Some(Candidate::words(start, longest))
    });
    found.collect()
}

fn is_kana(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}')
}
