//! Numbers as people write and say them.

mod composed;
mod duration;
mod english;
mod japanese;
mod lakhs;
mod span;
mod sum;
mod words;

use serde_json::Value as Json;

use super::Refusal;
use super::check::{CheckContext, text};
use super::currency::other_name;
use super::decimal_mark::decimal_mark;
use super::measures;
use crate::decimal::Decimal;
use crate::file::text::Text;
use crate::plain::plain;

/// What is written before or behind a sum, and the units that it can mean. A word comes before those
/// that it begins or ends with.
const CURRENCIES: [(&str, &[&str]); 19] = [
    ("¥", &["jpy", "円", "yen", "¥", "cny", "rmb"]),
    ("円", YEN),
    ("yen", YEN),
    ("jpy", YEN),
    ("us$", US_DOLLARS),
    ("usd", US_DOLLARS),
    ("$", DOLLARS),
    ("dollars", DOLLARS),
    ("dollar", DOLLARS),
    ("euros", EUROS),
    ("euro", EUROS),
    ("eur", EUROS),
    ("€", EUROS),
    ("pounds", POUNDS),
    ("gbp", POUNDS),
    ("£", POUNDS),
    ("won", WON),
    ("₩", WON),
    ("원", WON),
];
const YEN: &[&str] = &["jpy", "円", "yen", "¥"];
const US_DOLLARS: &[&str] = &["usd", "$", "us$", "dollars", "dollar"];
const DOLLARS: &[&str] = &[
    "usd", "$", "dollars", "dollar", "cad", "aud", "nzd", "sgd", "hkd",
];
const EUROS: &[&str] = &["eur", "€", "euro", "euros"];
const POUNDS: &[&str] = &["gbp", "£", "pounds", "pound"];
const WON: &[&str] = &["krw", "₩", "won", "원"];

/// What the unit of sums in thousands or millions has in its name.
const UNIT_MAGNITUDES: [&str; 18] = [
    "十", "百", "千", "万", "億", "兆", "萬", "亿", "십", "백", "천", "만", "억", "조", "hundred",
    "thousand", "million", "billion",
];

/// How many zeros the English ones have that a unit begins with.
const ENGLISH_MAGNITUDES: [(&str, u32); 4] = [
    ("hundred", 2),
    ("thousand", 3),
    ("million", 6),
    ("billion", 9),
];

/// The number that `input` is, in the field's unit.
pub(super) fn read(
    input: &Json,
    unit: Option<&Text>,
    context: &CheckContext<'_>,
) -> Result<Decimal, Refusal> {
    if let Json::Number(number) = input {
        return Decimal::of_json(number).ok_or(Refusal::NotANumber);
    }
    let said = flat(&plain(text(input)?));
    let names = unit.iter().flat_map(|unit| unit.all());
    let units = names.flat_map(|unit| [Some(unit), other_name(unit)]);
    let units = units.flatten().map(plain);
    let units = units.map(|unit| flat(&unit));
    let units: Vec<String> = units
        .flat_map(|unit| {
            let others: Vec<String> = measures::other_names(&unit).collect();
            [unit].into_iter().chain(others)
        })
        .collect();
    let other_unit = |unit: &Text| Refusal::OtherUnit {
        unit: unit.in_language(context.language).to_owned(),
    };
    let said = without_about(without_end(&said));
    if let Some(number) = duration::read(said, &units) {
        return Ok(number);
    }
    if let Some(sum) = sum::read(said, &units) {
        return Decimal::new(&sum).ok_or(Refusal::NotANumber);
    }
    let (said, has_unit) = match without_unit(said, &units) {
        // The 万 of 1億2000万円 is the number's and not the unit's.
        (rest, true) if japanese::has_large(rest) => {
            without_currency_of(said, &units).map_or((rest, true), |all| (all, false))
        }
        found => found,
    };
    if let Some((number, zeros)) = without_base(said, &units).filter(|_| !has_unit) {
        return in_larger_unit(number, zeros, context)
            .unwrap_or_else(|| Err(other_words(said, unit.map(other_unit))));
    }
    if said.chars().all(is_written) {
        let said = match said.strip_prefix('.') {
            Some(behind) => &format!("0.{behind}"),
            None => said,
        };
        if !said.starts_with(|it: char| it.is_ascii_digit() || "+-".contains(it)) {
            return Err(Refusal::NotANumber);
        }
        let lakhs = lakhs::without_commas(said, context.language, context.country);
        let said = lakhs.as_deref().unwrap_or(said);
        return written(said, decimal_mark(context.language, context.country));
    }
    let has_magnitude = !has_unit && units.iter().any(|unit| has_magnitude(unit));
    if said.is_ascii() {
        let is_large = said.contains(|it: char| it.is_ascii_alphabetic());
        return match english::read(said).filter(|_| is_large && !has_magnitude) {
            Some(number) => Ok(number),
            // A number with other words beside it.
            None => Err(other_words(said, unit.map(other_unit))),
        };
    }
    let counted =
        || japanese::without_counter(said).filter(|_| units.is_empty() || is_counter(&units));
    let found = japanese::read(said).or_else(|| japanese::read(counted()?));
    match (found, unit.filter(|_| has_magnitude)) {
        (None, _) => Err(other_words(said, unit.map(other_unit))),
        (Some(japanese::Said::Either(readings)), _) => Err(Refusal::AmbiguousNumber {
            readings: readings.iter().map(Decimal::to_string).collect(),
        }),
        (Some(japanese::Said::Number(number, _)), None) => Ok(number),
        (Some(japanese::Said::Number(number, largest)), Some(unit)) => {
            let mut zeros = units
                .iter()
                .filter_map(|unit| japanese::zeros_of_unit(unit));
            // 300万 is the 300 of a field in 万円.
            zeros
                .next()
                .filter(|zeros| largest >= *zeros)
                .and_then(|zeros| number.divided(zeros))
                .ok_or_else(|| other_unit(unit))
        }
    }
}

pub(crate) use span::{lengths_in, tells_length};
pub(crate) use sum::sums_in;
pub(crate) use words::{is_told_in_any, numbers_told, tells_no_amount, told_in_any};

/// The number that words tell which are a number and nothing else.
pub(crate) fn spelled(words: &str) -> Option<String> {
    let number = match words.is_ascii() {
        true => english::read(words)?,
        false => match japanese::read(words)? {
            japanese::Said::Number(number, _) => number,
            japanese::Said::Either(_) => return None,
        },
    };
    Some(number.to_string())
}

/// Whether a word in small letters can be one of a number that English words tell.
pub(crate) fn is_numeral(word: &str) -> bool {
    english::is_numeral(word)
}

/// Why a text with other words than a number's is none.
fn other_words(said: &str, other_unit: Option<Refusal>) -> Refusal {
    let begins = said.starts_with(|it: char| it.is_ascii_digit() || "+-".contains(it));
    other_unit.filter(|_| begins).unwrap_or(Refusal::NotANumber)
}

fn is_written(letter: char) -> bool {
    letter.is_ascii_digit() || "+-., '".contains(letter)
}

/// Units as they are typed where a keyboard has no signs for them: m² and ㎡ are m2.
fn flat(text: &str) -> String {
    const SIGNS: [(char, &str); 7] = [
        ('㎡', "m2"),
        ('㎥', "m3"),
        ('㎝', "cm"),
        ('㎜', "mm"),
        ('㎞', "km"),
        ('㎏', "kg"),
        ('㎎', "mg"),
    ];
    let mut flat = String::with_capacity(text.len());
    for letter in text.chars() {
        let is_of_unit = flat.ends_with(|it: char| it.is_ascii_alphabetic());
        match (letter, SIGNS.iter().find(|(sign, _)| *sign == letter)) {
            (_, Some((_, letters))) => flat.push_str(letters),
            ('²', _) if is_of_unit => flat.push('2'),
            ('³', _) if is_of_unit => flat.push('3'),
            _ => flat.push(letter),
        }
    }
    flat
}

/// Without what only ends a sentence.
fn without_end(said: &str) -> &str {
    let said = said.trim_end_matches(['.', '。', '!']);
    let endings = ["です", "でした"];
    let ended = endings.iter().find_map(|ending| said.strip_suffix(ending));
    ended.unwrap_or(said).trim()
}

/// Without what says that digits are near enough.
fn without_about(said: &str) -> &str {
    const ABOUT: [&str; 3] = ["ca.", "circa", "ca"];
    let rest = ABOUT.iter().find_map(|about| said.strip_prefix(about));
    let rest = rest.map(str::trim_start);
    rest.filter(|rest| rest.starts_with(|it: char| it.is_ascii_digit()))
        .unwrap_or(said)
}

/// Whether things are counted that several words stand for.
fn is_counter(units: &[String]) -> bool {
    const ALIKE: [&str; 7] = ["人", "名", "歳", "才", "個", "つ", "コ"];
    units.iter().any(|unit| ALIKE.contains(&unit.as_str()))
}

/// Whether a unit counts tens, thousands or millions of another.
fn has_magnitude(unit: &str) -> bool {
    UNIT_MAGNITUDES.iter().any(|word| unit.contains(word))
}

/// What a unit of thousands or more counts, and how many zeros that has: 円 and four of 万円.
fn base_of(unit: &str) -> Option<(&str, u32)> {
    let found = match japanese::zeros_of_unit(unit) {
        Some(zeros) => {
            let is_magnitude = |it: char| UNIT_MAGNITUDES.iter().any(|word| word.starts_with(it));
            (unit.trim_start_matches(is_magnitude), zeros)
        }
        None => {
            let (magnitude, base) = unit.split_once(' ')?;
            let magnitude = magnitude.strip_suffix('s').unwrap_or(magnitude);
            let zeros = ENGLISH_MAGNITUDES
                .iter()
                .find(|(word, _)| *word == magnitude)?;
            (base.strip_prefix("of ").unwrap_or(base), zeros.1)
        }
    };
    Some(found).filter(|(base, _)| !base.trim().is_empty())
}

/// A number that is told in what the field's unit counts, as 158,000円 where that is 万円, and how
/// many zeros the unit has.
fn without_base<'a>(said: &'a str, units: &[String]) -> Option<(&'a str, u32)> {
    units.iter().find_map(|unit| {
        let (base, zeros) = base_of(unit)?;
        let (number, _) = without_unit(said, &[base.to_owned()]);
        let is_told = !number.is_empty() && number.len() < said.len();
        is_told.then_some((number, zeros))
    })
}

/// The same number in the field's unit; none if it is no number.
fn in_larger_unit(
    number: &str,
    zeros: u32,
    context: &CheckContext<'_>,
) -> Option<Result<Decimal, Refusal>> {
    match read(&Json::from(number), None, context) {
        Ok(number) => number.divided(zeros).map(Ok),
        Err(Refusal::AmbiguousNumber { readings }) => {
            let readings = readings.iter().map(|it| {
                let reading = Decimal::new(it)?.divided(zeros)?;
                Some(reading.to_string())
            });
            let readings = readings.collect::<Option<Vec<_>>>()?;
            Some(Err(Refusal::AmbiguousNumber { readings }))
        }
        Err(_) => None,
    }
}

/// Without what a unit of ten thousands or more counts: 円 of 万円.
fn without_currency_of<'a>(said: &'a str, units: &[String]) -> Option<&'a str> {
    let mut counted = units.iter().filter_map(|unit| {
        japanese::zeros_of_unit(unit)?;
        let magnitude = |it: char| UNIT_MAGNITUDES.iter().any(|word| word.starts_with(it));
        said.strip_suffix(unit.trim_start_matches(magnitude))
    });
    counted.next()
}

/// Without the field's unit, and without a sign of money if it is the field's; whether it was its
/// unit.
fn without_unit<'a>(said: &'a str, units: &[String]) -> (&'a str, bool) {
    for unit in units {
        if let Some(rest) = said.strip_suffix(unit.as_str()) {
            return (rest.trim(), true);
        }
        // Amounts have theirs before them too: CHF 17.50. The t of ten is none.
        let rest = said.strip_prefix(unit.as_str()).map(str::trim_start);
        let begins =
            |rest: &&str| rest.starts_with(|it: char| it.is_ascii_digit() || "+-".contains(it));
        if let Some(rest) = rest.filter(begins) {
            return (rest, true);
        }
    }
    for (sign, meant) in CURRENCIES {
        let rest = said.strip_prefix(sign).or_else(|| said.strip_suffix(sign));
        let fits = units.is_empty() || units.iter().any(|unit| meant.contains(&unit.as_str()));
        if let Some(rest) = rest.filter(|_| fits) {
            return (rest.trim(), false);
        }
    }
    (said, false)
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
