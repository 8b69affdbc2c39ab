//! Whether a page has written an answer in its own way, or has made another one of it.

use crate::decimal::Decimal;

/// So many letters may stand before a number, and behind it: its currency or its unit.
const MAX_UNIT: usize = 3;

/// Whether `reads`, what an input shows, is `way`, what was put there, as its page writes it: the same
/// number, or of what is none the same letters and digits.
#[must_use]
pub fn is_as_formatted(way: &str, reads: &str) -> bool {
    let readings = readings(reads);
    match number(way) {
        Some(number) if !readings.is_empty() => readings.contains(&number),
        _ => {
            let reads = letters(reads);
            !reads.is_empty() && letters(way) == reads
        }
    }
}

fn letters(text: &str) -> String {
    let letters = text.chars().filter(|it| it.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// What is written as a number is. Digits behind a zero are a code.
fn number(way: &str) -> Option<Decimal> {
    let way = way.trim().replace('−', "-").replace(',', ".");
    let digits = way.trim_start_matches('-');
    let is_code = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
    (!is_code).then(|| Decimal::new(&way)).flatten()
}

/// The numbers that a text can be read as: which of its marks are decimal ones differs between languages.
fn readings(text: &str) -> Vec<Decimal> {
    let is_digit = |it: char| it.is_ascii_digit();
    let (Some(start), Some(last)) = (text.find(is_digit), text.rfind(is_digit)) else {
        return Vec::new();
    };
    let parts = (
        text.get(..start),
        text.get(start..=last),
        text.get(last + 1..),
    );
    let (Some(before), Some(digits), Some(after)) = parts else {
        return Vec::new();
    };
    let is_unit = |text: &str| text.chars().filter(|it| it.is_alphabetic()).count() <= MAX_UNIT;
    if !is_unit(before) || !is_unit(after) {
        return Vec::new();
    }
    let is_gap = |it: char| it.is_whitespace() || matches!(it, '\'' | '’');
    let digits: String = digits.chars().filter(|it| !is_gap(*it)).collect();
    let sign = if before.contains(['-', '−']) {
        "-"
    } else {
        ""
    };
    let mut written = vec![];
    // A zero may be left out; the point of “Rs.” is none of the number's.
    if before.ends_with(['.', ',']) {
        written.push(format!("0.{digits}"));
    }
    written.extend(with_points(&digits));
    let readings = written
        .iter()
        .map(|it| Decimal::new(&format!("{sign}{it}")));
    readings.flatten().collect()
}

/// The ways to write `digits` with a point as the only mark.
fn with_points(digits: &str) -> Vec<String> {
    let Some(at) = digits.rfind(['.', ',']) else {
        return vec![digits.to_owned()];
    };
    let (whole, behind) = (digits.get(..at), digits.get(at + 1..));
    let (Some(whole), Some(behind)) = (whole, behind) else {
        return Vec::new();
    };
    let last = if digits.ends_with(&format!(".{behind}")) {
        '.'
    } else {
        ','
    };
    let mut ways = Vec::new();
    if !whole.contains(last)
        && let Some(whole) = ungrouped(whole)
    {
        ways.push(format!("{whole}.{behind}"));
    }
    ways.extend(ungrouped(digits));
    ways
}

/// The digits alone, where all their marks are one and the same between groups of three, or of two before
/// the last three.
fn ungrouped(digits: &str) -> Option<String> {
    let marks: Vec<char> = digits.chars().filter(|it| !it.is_ascii_digit()).collect();
    let is_one_mark = marks.windows(2).all(|pair| pair.first() == pair.last());
    let mut groups: Vec<usize> = digits.split(['.', ',']).map(str::len).collect();
    let last = if marks.is_empty() { None } else { groups.pop() };
    let first = groups.first().copied().unwrap_or_default();
    let between = groups.get(1..).unwrap_or_default();
    let fits = match last {
        None => true,
        Some(last) => {
            let is_of = |size: usize| between.iter().all(|it| *it == size) && first <= size;
            last == 3 && first > 0 && (is_of(3) || is_of(2))
        }
    };
    let is_digit = |it: &char| it.is_ascii_digit();
    let plain = digits.chars().filter(is_digit).collect();
    let knows_all = marks.iter().all(|it| matches!(it, '.' | ','));
    (is_one_mark && fits && knows_all).then_some(plain)
}
