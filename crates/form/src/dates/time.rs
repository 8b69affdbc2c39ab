//! Times of the day.

use std::ops::RangeInclusive;

use jiff::civil::Time;
use serde::Serialize;
use thiserror::Error;

use super::japanese::{Cursor, is_numeral};
use super::{DateRefusal, english};
use crate::plain::plain;

/// Why a text is no time.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[serde(
    tag = "code",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum TimeRefusal {
    /// No time can be told from it.
    #[error("no time can be told from it")]
    NotATime,
    /// It can be before or after noon.
    #[error("it can be before or after noon")]
    Ambiguous {
        /// The hour that was said.
        hour: i8,
        /// The minute.
        minute: i8,
    },
    /// What it says of the day is none.
    #[error("{0}")]
    Date(DateRefusal),
}

/// A time as it was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SaidTime {
    pub(super) time: Time,
    /// Whether it is after midnight in a night that has begun on the day before: with a day beside
    /// it, either of the two can be meant.
    pub(super) in_night: bool,
}

/// The time that `text` means. "2:30" is in the night, as clocks with 24 hours write it; "2
/// o'clock" can be either.
///
/// # Errors
/// [`TimeRefusal`].
///
/// ```
/// use jiff::civil::time;
/// use kikitori_form::dates::resolve_time;
///
/// assert_eq!(resolve_time("2:30 pm"), Ok(time(14, 30, 0, 0)));
/// assert_eq!(resolve_time("午後2時半"), Ok(time(14, 30, 0, 0)));
/// ```
pub fn resolve_time(text: &str) -> Result<Time, TimeRefusal> {
    read(text).map(|said| said.time)
}

/// The time that `text` is, if it is one as `09:30` or `9:30`, and nothing else.
pub(crate) fn from_clock(text: &str) -> Option<Time> {
    let (hour, minute) = text.split_once(':')?;
    let number = |part: &str| {
        let is_number = part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse().ok())?
    };
    let minute = number(minute).filter(|_| minute.len() == 2)?;
    Time::new(number(hour)?, minute, 0, 0).ok()
}

pub(super) fn read(text: &str) -> Result<SaidTime, TimeRefusal> {
    let text = plain(text);
    if has_numbers_side_by_side(&text) {
        return Err(TimeRefusal::NotATime);
    }
    match read_japanese(&text) {
        Err(TimeRefusal::NotATime) if text.is_ascii() => {
            english::read_time(&text).unwrap_or(Err(TimeRefusal::NotATime))
        }
        found => found,
    }
}

/// Reads Japanese, and hours that are only digits with am or pm.
fn read_japanese(text: &str) -> Result<SaidTime, TimeRefusal> {
    let text: String = text.chars().filter(|it| *it != ' ').collect();
    let text = text.strip_prefix("at").unwrap_or(&text);
    let text = ["です", "でした"]
        .iter()
        .find_map(|ending| text.strip_suffix(ending))
        .unwrap_or(text);
    let text = ["ちょうど", "きっかり", "ジャスト"]
        .iter()
        .find_map(|word| text.strip_suffix(word))
        .unwrap_or(text);
    match text {
        "noon" | "midday" | "正午" | "お昼の12時" => return by_day(clock_time(12, 0)),
        "midnight" | "真夜中" => return in_night(clock_time(0, 0), true),
        _ => {}
    }
    if let Some(said) = in_part_of_day(text) {
        return said;
    }
    let before = HALVES_BEFORE.iter();
    let mut before = before.filter_map(|(word, pm)| Some((text.strip_prefix(word)?, *pm)));
    let after = HALVES_AFTER.iter();
    let mut after = after.filter_map(|(word, pm)| Some((text.strip_suffix(word)?, *pm)));
    if let Some((rest, pm)) = before.next().or_else(|| after.next()) {
        let (hour, minute, _) = hours(rest.strip_prefix('の').unwrap_or(rest))?;
        return by_day(half(hour, minute, pm));
    }
    let (hour, minute, is_clear) = hours(text)?;
    let time = clock_time(hour, minute)?;
    if !is_clear && (1..=12).contains(&hour) {
        return Err(TimeRefusal::Ambiguous { hour, minute });
    }
    by_day(Ok(time))
}

/// What stands before and behind an hour, and whether it means the half of the day after noon.
const HALVES_BEFORE: [(&str, bool); 6] = [
    ("午前", false),
    ("午後", true),
    ("ごぜん", false),
    ("ごご", true),
    ("am", false),
    ("pm", true),
];
const HALVES_AFTER: [(&str, bool); 6] = [
    ("a.m.", false),
    ("p.m.", true),
    ("a.m", false),
    ("p.m", true),
    ("am", false),
    ("pm", true),
];

/// Whether only white space or a mark stands between two numbers, which would be one without it.
pub(super) fn has_numbers_side_by_side(text: &str) -> bool {
    let words = text.split([' ', ',', '、', '。']);
    let mut words = words.filter(|word| !word.is_empty());
    let mut before = words.next().unwrap_or_default();
    words.any(|word| {
        let touching = before.ends_with(is_numeral) && word.starts_with(is_numeral);
        before = word;
        touching
    })
}

/// A time of a clock with 24 hours.
pub(super) fn clock_time(hour: i8, minute: i8) -> Result<Time, TimeRefusal> {
    Time::new(hour, minute, 0, 0).map_err(|_| TimeRefusal::NotATime)
}

fn by_day(time: Result<Time, TimeRefusal>) -> Result<SaidTime, TimeRefusal> {
    in_night(time, false)
}

fn in_night(time: Result<Time, TimeRefusal>, in_night: bool) -> Result<SaidTime, TimeRefusal> {
    time.map(|time| SaidTime { time, in_night })
}

/// An hour of half a day; 午後15時 is said too, and only one thing can be meant by it.
pub(super) fn half(hour: i8, minute: i8, pm: bool) -> Result<Time, TimeRefusal> {
    match (hour, pm) {
        (12, false) => clock_time(0, minute),
        (0..=11, false) | (12..=23, true) => clock_time(hour, minute),
        (0..=11, true) => clock_time(hour + 12, minute),
        _ => Err(TimeRefusal::NotATime),
    }
}

/// Hours as they are said with a part of the day, and what is to be added to them.
type Hours = (RangeInclusive<i8>, i8);

const EARLY: &[Hours] = &[(0..=6, 0)];
const MORNING: &[Hours] = &[(3..=11, 0)];
const NOON: &[Hours] = &[(11..=16, 0), (1..=4, 12)];
const AFTERNOON: &[Hours] = &[(15..=19, 0), (3..=7, 12)];
const EVENING: &[Hours] = &[(0..=4, 0), (5..=11, 12), (12..=12, -12), (17..=23, 0)];
const NIGHT: &[Hours] = &[(0..=4, 0), (10..=11, 12), (12..=12, -12), (22..=23, 0)];

/// What stands before an hour. A word comes before those that it begins with.
const PARTS_OF_DAY: [(&str, &[Hours]); 13] = [
    ("未明", EARLY),
    ("明け方", EARLY),
    ("早朝", MORNING),
    ("朝", MORNING),
    ("お昼", NOON),
    ("昼", NOON),
    ("夕方", AFTERNOON),
    ("夕", AFTERNOON),
    ("真夜中", NIGHT),
    ("夜中", NIGHT),
    ("深夜", NIGHT),
    ("夜", EVENING),
    ("晩", EVENING),
];

/// 夜9時, 朝の8時: none if no part of the day is named.
fn in_part_of_day(text: &str) -> Option<Result<SaidTime, TimeRefusal>> {
    let (rest, parts) = PARTS_OF_DAY
        .iter()
        .find_map(|(word, hours)| Some((text.strip_prefix(word)?, *hours)))?;
    let at_night = parts == EVENING || parts == NIGHT;
    let said = hours(rest.strip_prefix('の').unwrap_or(rest)).and_then(|(hour, minute, _)| {
        let added = parts.iter().find(|(hours, _)| hours.contains(&hour));
        let (_, added) = added.ok_or(TimeRefusal::NotATime)?;
        let hour = hour + added;
        in_night(clock_time(hour, minute), at_night && hour <= 4)
    });
    Some(said)
}

/// Hour, minute, and whether they are written as on a clock with 24 hours.
fn hours(text: &str) -> Result<(i8, i8, bool), TimeRefusal> {
    read_hours(text).ok_or(TimeRefusal::NotATime)
}

fn read_hours(text: &str) -> Option<(i8, i8, bool)> {
    if let Some((hour, rest)) = text.split_once([':', '.']) {
        let minute = match rest.split_once(':') {
            Some((minute, "00")) => minute,
            Some(_) => return None,
            None => rest,
        };
        return (minute.len() == 2)
            .then(|| Some((digits(hour)?, digits(minute)?, true)))
            .flatten();
    }
    let mut text = Cursor::new(text);
    let hour = match text.eat(&["零"]) {
        true => 0,
        false => i8::try_from(text.number()?).ok()?,
    };
    if text.eat(&["時"]) {
        let minute = if text.eat(&["半"]) {
            30
        } else if text.end().is_some() {
            0
        } else {
            let minute = text.number()?;
            text.eat(&["分"]).then(|| i8::try_from(minute).ok())??
        };
        // Three o'clock less a quarter of an hour.
        if text.eat(&["前"]) {
            text.end()?;
            let before = match hour {
                0 => 23,
                1 => 12,
                hour => hour - 1,
            };
            let fits = (1..=59).contains(&minute);
            return fits.then_some((before, 60 - minute, hour == 0 || hour > 12));
        }
        text.end()?;
        return Some((hour, minute, false));
    }
    text.eat(&["o'clock", "h"]);
    text.end()?;
    Some((hour, 0, false))
}

fn digits(text: &str) -> Option<i8> {
    let fits = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    fits.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::from_clock;
    use jiff::civil::time;

    #[test]
    fn a_clock_with_24_hours_is_read_and_nothing_else() {
        for (text, expected) in [
            ("09:30", Some((9, 30))),
            ("9:30", Some((9, 30))),
            ("00:00", Some((0, 0))),
            ("23:59", Some((23, 59))),
            ("24:00", None),
            ("12:60", None),
            ("12:5", None),
            (":30", None),
            ("+9:30", None),
            ("009:30", None),
            ("09:30:00", None),
            ("9:30 pm", None),
            ("９:30", None),
            ("", None),
        ] {
            let expected = expected.map(|(hour, minute)| time(hour, minute, 0, 0));
            assert_eq!(from_clock(text), expected, "{text:?}");
        }
    }
}
