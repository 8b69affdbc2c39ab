//! Lines of a text that plainly are no lines of a group.

use super::amount::{has_digit, numbers_in};
use super::cell_value;
use crate::file::answer::{AnswerType, Number};
use crate::id::FieldId;
use crate::plain::{narrow, plain};
use crate::values::{CheckContext, Value};

/// Sums that are no further apart are the same.
const NEAR: f64 = 1e-6;

/// Words that a line which adds up begins with.
const TOTALS: [&str; 9] = [
    "grand total",
    "sub-total",
    "subtotal",
    "total",
    "sum",
    "合計",
    "小計",
    "総計",
    "計",
];
/// Words that may stand beside the figures of a total.
const BESIDE_TOTALS: [&str; 16] = [
    "items", "item", "lines", "line", "cases", "case", "cs", "ea", "lbs", "qty", "pcs", "units",
    "usd", "jpy", "x", "of",
];
/// The same in Japanese, where words are not apart.
const BESIDE_TOTALS_JA: &str = "点件個行数量品目ケース円本箱";

/// A line without letters and digits, such as ----- or |---|---|.
pub(super) fn is_rule(line: &str) -> bool {
    let mut letters = line.chars();
    letters.all(|it| it.is_whitespace() || "-–—―─━=_*~+|:・.…／/#".contains(it))
}

/// A line that says what others come to: a word for it, and figures.
pub fn is_total(line: &str) -> bool {
    let said = plain(line);
    let said = said.trim_start_matches(|it: char| it.is_whitespace() || "*-|=[(【".contains(it));
    let rest = TOTALS.iter().find_map(|word| said.strip_prefix(word));
    let Some(rest) = rest.filter(|rest| has_digit(rest)) else {
        return false;
    };
    let mut words = rest.split(|it: char| it.is_ascii() && !it.is_ascii_alphabetic());
    words.all(|word| {
        let is_known = BESIDE_TOTALS.contains(&word);
        is_known || word.chars().all(is_beside_totals)
    })
}

fn is_beside_totals(letter: char) -> bool {
    !letter.is_ascii() && (BESIDE_TOTALS_JA.contains(letter) || "：、。・】　¥£€".contains(letter))
}

/// Whether a line has a single number, and that says how many there are of something.
pub fn counts(line: &str, how_many: usize) -> bool {
    let line = narrow(line);
    let count = how_many.to_string();
    // A3 is what something is called.
    let mut words = line.split(|it: char| !it.is_ascii_alphanumeric());
    numbers_in(&line) == [count.as_str()] && words.any(|word| word == count)
}

/// Whether each number of a line, of which there are some, is how many `lines` there are or what one of
/// their fields comes to.
pub fn adds_up(line: &str, lines: &[Vec<(&FieldId, &Value)>], context: &CheckContext<'_>) -> bool {
    let read = |answer: &str| {
        let number = cell_value(&number(), answer, context).ok()?;
        number.to_string().parse::<f64>().ok()
    };
    let mut sums: Vec<(&FieldId, f64)> = Vec::new();
    for (field, value) in lines.iter().flatten() {
        let Value::Number(number) = value else {
            continue;
        };
        let number: f64 = number.to_string().parse().unwrap_or(f64::NAN);
        match sums.iter_mut().find(|(known, _)| known == field) {
            Some((_, sum)) => *sum += number,
            None => sums.push((field, number)),
        }
    }
    let line = narrow(line);
    let mut numbers = numbers_in(&line).into_iter().peekable();
    numbers.peek().is_some()
        && numbers.all(|told| {
            let sums = sums.iter().map(|(_, sum)| *sum);
            let mut known = sums.chain([lines.len() as f64]);
            read(told).is_some_and(|told| known.any(|it| (it - told).abs() < NEAR))
        })
}

/// What a number is read as that is of no field.
fn number() -> AnswerType {
    AnswerType::Number(Number {
        unit: None,
        min: None,
        max: None,
    })
}

/// A line that is marked as the name of what follows and has no figures.
pub(super) fn is_heading(line: &str) -> bool {
    let is_marked = line.ends_with([':', '：'])
        || line.starts_with('#')
        || [
            ('【', '】'),
            ('[', ']'),
            ('＜', '＞'),
            ('<', '>'),
            ('*', '*'),
            ('=', '='),
            ('-', '-'),
        ]
        .iter()
        .any(|(open, close)| line.starts_with(*open) && line.ends_with(*close));
    is_marked && !has_digit(line) && line.chars().count() > 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_many_others_there_are() {
        for (line, counted) in [
            ("3 of us", true),
            ("参加者は３名です", true),
            ("نحن ٣ أشخاص", true),
            ("3 of us, 2 of them children", false),
            ("13 of us", false),
            ("A3", false),
            ("1/3", false),
            ("three of us", false),
        ] {
            assert_eq!(counts(line, 3), counted, "{line}");
        }
    }

    #[test]
    fn rules_totals_and_headings_are_told_from_lines() {
        for (line, rule, total, heading) in [
            ("-----", true, false, false),
            ("|---|:--|", true, false, false),
            ("Total: 50 items", false, true, false),
            ("TOTAL\t\t112", false, true, false),
            ("Subtotal  12 cs", false, true, false),
            ("合計 ５０点", false, true, false),
            ("小計：12ケース", false, true, false),
            ("Total Bran cereal 2 cs", false, false, false),
            ("Total", false, false, false),
            ("Dairy:", false, false, true),
            ("*** PRODUCE ***", false, false, true),
            ("【冷凍】", false, false, true),
            ("Aisle 4:", false, false, false),
            ("tomatoes", false, false, false),
            ("10234 2 cs", false, false, false),
        ] {
            assert_eq!(
                (
                    is_rule(line),
                    is_total(line),
                    !is_rule(line) && is_heading(line)
                ),
                (rule, total, heading),
                "{line:?}"
            );
        }
    }
}
