//! Numbers as people write them.

use serde_json::Value as Json;

use super::Refusal;
use super::check::{CheckContext, text};
use super::decimal_mark::decimal_mark;
use crate::decimal::Decimal;
use crate::file::text::Text;
use crate::plain::plain;

/// What is written before or behind a sum, and the units that it can mean.
const CURRENCIES: [(&str, &[&str]); 8] = [
    ("¥", &["jpy", "円", "yen", "¥", "cny", "rmb"]),
    ("円", &["jpy", "円", "yen", "¥"]),
    ("yen", &["jpy", "円", "yen", "¥"]),
    ("jpy", &["jpy", "円", "yen", "¥"]),
    (
        "$",
        &[
            "usd", "$", "dollars", "dollar", "cad", "aud", "nzd", "sgd", "hkd",
        ],
    ),
    ("€", &["eur", "€", "euro", "euros"]),
    ("£", &["gbp", "£", "pounds", "pound"]),
    ("₩", &["krw", "₩", "won"]),
];

/// Powers of ten that a number or a unit can be told in, and how many zeros each has.
const MAGNITUDES: [(&str, usize); 2] = [("万", 4), ("億", 8)];
/// What the unit of sums in thousands or millions has in its name.
const UNIT_MAGNITUDES: [&str; 10] = [
    "十", "百", "千", "万", "億", "兆", "hundred", "thousand", "million", "billion",
];

/// The number that `input` is, in the field's unit.
pub(super) fn read(
    input: &Json,
    unit: Option<&Text>,
    context: &CheckContext<'_>,
) -> Result<Decimal, Refusal> {
    if let Json::Number(number) = input {
        return Decimal::new(&number.to_string()).ok_or(Refusal::NotANumber);
    }
    let said = plain(text(input)?);
    let units: Vec<String> = unit.iter().flat_map(|unit| unit.all().map(plain)).collect();
    let other_unit = |unit: &Text| Refusal::OtherUnit {
        unit: unit.in_language(context.language).to_owned(),
    };
    let said = without_unit(&said, &units);
    let magnitude = MAGNITUDES.iter().find(|(word, _)| said.ends_with(word));
    let (digits, factor) = match (magnitude, unit) {
        (None, _) => (said, 0),
        (Some((word, zeros)), unit) => {
            let digits = said.strip_suffix(word).unwrap_or(said);
            match unit.filter(|_| units.iter().any(|unit| has_magnitude(unit))) {
                None => (digits, *zeros),
                // 300万 is the 300 of a field in 万円.
                Some(_) if units.iter().any(|unit| unit.starts_with(word)) => (digits, 0),
                Some(unit) => return Err(other_unit(unit)),
            }
        }
    };
    if !digits.starts_with(|it: char| it.is_ascii_digit() || "+-".contains(it)) {
        return Err(Refusal::NotANumber);
    }
    let is_written = |it: char| it.is_ascii_digit() || "+-., '".contains(it);
    if !digits.chars().all(is_written) {
        // A number with other words beside it.
        return Err(unit.map_or(Refusal::NotANumber, other_unit));
    }
    written(
        digits.trim(),
        decimal_mark(context.language, context.country),
    )?
    .shifted(factor)
    .ok_or(Refusal::NotANumber)
}

/// Whether a unit counts tens, thousands or millions of another.
fn has_magnitude(unit: &str) -> bool {
    UNIT_MAGNITUDES.iter().any(|word| unit.contains(word))
}

/// Without the field's unit, and without a sign of money if it is the field's.
fn without_unit<'a>(said: &'a str, units: &[String]) -> &'a str {
    for unit in units {
        if let Some(rest) = said.strip_suffix(unit.as_str()) {
            return rest.trim();
        }
    }
    for (sign, meant) in CURRENCIES {
        let rest = said.strip_prefix(sign).or_else(|| said.strip_suffix(sign));
        let fits = units.is_empty() || units.iter().any(|unit| meant.contains(&unit.as_str()));
        if let Some(rest) = rest.filter(|_| fits) {
            return rest.trim();
        }
    }
    said
}

/// Digits with a point or comma, and with marks between thousands.
fn written(text: &str, decimal: Option<char>) -> Result<Decimal, Refusal> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let number = |whole: &str, mark: Option<char>, behind: &str| {
        let point = if behind.is_empty() { "" } else { "." };
        let whole = without_marks(whole, mark)?;
        Decimal::new(&format!("{sign}{whole}{point}{behind}"))
    };
    let last = digits.rfind(['.', ',']);
    let Some((at, separator)) = last.and_then(|at| Some((at, digits.get(at..)?.chars().next()?)))
    else {
        return number(digits, None, "").ok_or(Refusal::NotANumber);
    };
    let (whole, behind) = digits.split_at_checked(at).ok_or(Refusal::NotANumber)?;
    let behind = behind.get(1..).unwrap_or_default();
    let other = if separator == '.' { ',' } else { '.' };
    let as_point = (!behind.is_empty())
        .then(|| number(whole, Some(other), behind))
        .flatten();
    let as_mark = number(digits, Some(separator), "");
    match (as_point, as_mark) {
        (Some(found), None) | (None, Some(found)) => Ok(found),
        (None, None) => Err(Refusal::NotANumber),
        (Some(point), Some(mark)) => match decimal {
            Some(decimal) if decimal == separator => Ok(point),
            Some(_) => Ok(mark),
            None => Err(Refusal::AmbiguousNumber {
                readings: vec![point.to_string(), mark.to_string()],
            }),
        },
    }
}

/// Digits without the marks between thousands, if each stands before three digits.
fn without_marks(whole: &str, mark: Option<char>) -> Option<String> {
    let is_mark = |it: char| Some(it) == mark || it == ' ' || it == '\'';
    let mut groups = whole.split(is_mark);
    let first = groups.next()?;
    let rest: Vec<&str> = groups.collect();
    let digits = |text: &&str| text.bytes().all(|it| it.is_ascii_digit());
    let fits = !first.is_empty()
        && digits(&first)
        && rest.iter().all(|group| group.len() == 3 && digits(group))
        && (rest.is_empty() || (first.len() <= 3 && !first.starts_with('0')));
    fits.then(|| format!("{first}{}", rest.concat()))
}

/// That a number lies between its bounds.
pub(super) fn within(
    number: Decimal,
    min: Option<Decimal>,
    max: Option<Decimal>,
) -> Result<Decimal, Refusal> {
    match (min, max) {
        (Some(min), _) if number < min => Err(Refusal::TooSmall {
            min: min.to_string(),
        }),
        (_, Some(max)) if number > max => Err(Refusal::TooLarge {
            max: max.to_string(),
        }),
        _ => Ok(number),
    }
}
