//! Times of the day, and a day with its time.

use jiff::civil::{DateTime, Time};
use serde::Serialize;
use thiserror::Error;

use super::japanese::Cursor;
use super::{DateContext, DateRefusal, resolve_date};
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
    },
    /// What it says of the day is none.
    #[error("{0}")]
    Date(DateRefusal),
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
    let text: String = plain(text).chars().filter(|it| *it != ' ').collect();
    let text = text.strip_prefix("at").unwrap_or(&text);
    match text {
        "noon" | "midday" | "正午" => return time(12, 0),
        "midnight" | "真夜中" => return time(0, 0),
        _ => {}
    }
    let before = [("午前", false), ("午後", true), ("朝", false), ("夜", true)];
    let said = before
        .iter()
        .find_map(|(word, pm)| Some((text.strip_prefix(word)?, *pm)));
    if let Some((rest, pm)) = said {
        let (hour, minute, _) = hours(rest)?;
        return half(hour, minute, pm);
    }
    let after = [
        ("a.m.", false),
        ("p.m.", true),
        ("a.m", false),
        ("p.m", true),
    ];
    let after = after.into_iter().chain([("am", false), ("pm", true)]);
    let said = after
        .into_iter()
        .find_map(|(word, pm)| Some((text.strip_suffix(word)?, pm)));
    if let Some((rest, pm)) = said {
        let (hour, minute, _) = hours(rest)?;
        return half(hour, minute, pm);
    }
    let (hour, minute, is_clear) = hours(text)?;
    if !is_clear && (1..=12).contains(&hour) {
        return Err(TimeRefusal::Ambiguous { hour });
    }
    time(hour, minute)
}

fn time(hour: i8, minute: i8) -> Result<Time, TimeRefusal> {
    Time::new(hour, minute, 0, 0).map_err(|_| TimeRefusal::NotATime)
}

/// An hour of half a day; 午後15時 is said too, and only one thing can be meant by it.
fn half(hour: i8, minute: i8, pm: bool) -> Result<Time, TimeRefusal> {
    match (hour, pm) {
        (12, false) => time(0, minute),
        (0..=11, false) | (12..=23, true) => time(hour, minute),
        (0..=11, true) => time(hour + 12, minute),
        _ => Err(TimeRefusal::NotATime),
    }
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
    let hour = i8::try_from(text.number()?).ok()?;
    if text.eat(&["時"]) {
        let minute = if text.eat(&["半"]) {
            30
        } else if text.end().is_some() {
            0
        } else {
            let minute = text.number()?;
            text.eat(&["分"]).then(|| i8::try_from(minute).ok())??
        };
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

/// The day and time that `text` means, as a clock on the wall shows them. One that the clock
/// skips in spring, or shows twice in autumn, is taken as it is written.
///
/// # Errors
/// [`TimeRefusal`].
pub fn resolve_date_time(text: &str, context: &DateContext<'_>) -> Result<DateTime, TimeRefusal> {
    let text = plain(text);
    if text.chars().nth(super::MAX_PHRASE_CHARS).is_some() {
        return Err(TimeRefusal::NotATime);
    }
    let mut refusal = TimeRefusal::NotATime;
    for (at, _) in text.char_indices().skip(1) {
        let Some((first, second)) = text.split_at_checked(at) else {
            continue;
        };
        for (day, hour) in [(first, second), (second, first)] {
            let (day, hour) = (without_joint(day), without_joint(hour));
            match (resolve_date(day, context), resolve_time(hour)) {
                (Ok(date), Ok(time)) => return Ok(date.to_datetime(time)),
                (Err(DateRefusal::NotADate), _) | (_, Err(TimeRefusal::NotATime)) => {}
                (Err(date), _) => refusal = TimeRefusal::Date(date),
                (_, Err(time)) => refusal = time,
            }
        }
    }
    Err(refusal)
}

/// Without the word that joins a day and its time: `T`, `at`, の, に.
fn without_joint(text: &str) -> &str {
    let text = text.trim_matches([' ', ',']);
    let text = text
        .strip_suffix("at")
        .or_else(|| text.strip_suffix('t'))
        .unwrap_or(text);
    let text = text
        .strip_suffix('の')
        .or_else(|| text.strip_suffix('に'))
        .unwrap_or(text);
    text.strip_prefix("on ").unwrap_or(text).trim()
}
