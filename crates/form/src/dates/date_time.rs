//! A day with its time.

use jiff::civil::DateTime;

use super::calendar::{self, Unit};
use super::japanese::{self, is_numeral};
use super::time::{self, SaidTime, TimeRefusal};
use super::{DateContext, DateRefusal, english, resolve_date};
use crate::plain::plain;

/// The day and time that `text` means, as a clock on the wall shows them. One that the clock
/// skips in spring, or shows twice in autumn, is taken as it is written.
///
/// # Errors
/// [`TimeRefusal`].
///
/// ```
/// use jiff::civil::date;
/// use kikitori_form::dates::{DateContext, TimeRefusal, resolve_date_time};
///
/// let context = DateContext::new(date(2026, 11, 25), "en");
/// let at = date(2026, 12, 4).at(14, 30, 0, 0);
/// assert_eq!(resolve_date_time("next Friday at 2:30 pm", &context), Ok(at));
/// assert_eq!(resolve_date_time("2026-12-04", &context), Err(TimeRefusal::NotATime));
/// ```
pub fn resolve_date_time(text: &str, context: &DateContext<'_>) -> Result<DateTime, TimeRefusal> {
    let text = plain(text);
    if text.chars().nth(super::MAX_PHRASE_CHARS).is_some() || is_day(&text, context) {
        return Err(TimeRefusal::NotATime);
    }
    let mut found: Vec<DateTime> = Vec::new();
    let mut refusal = None;
    // What says which half of the day is meant may stand with the day: tomorrow morning at 9.
    let (text, part) = match (text.is_ascii(), english::without_part(&text)) {
        (true, Some(without)) => (without.text, without.part),
        _ => (japanese::with_parts_apart(&text).unwrap_or(text), ""),
    };
    for (first, second) in cuts(&text) {
        for (day, hour, is_behind) in [(first, second, false), (second, first, true)] {
            if is_behind && begins_with_half(day, context) {
                continue;
            }
            let hour = match part {
                "" => without_joint(hour).to_owned(),
                part => format!("{} {part}", without_joint(hour)),
            };
            match both(without_joint(day), &hour, context) {
                Ok(Some(at)) if !found.contains(&at) => found.push(at),
                Ok(_) => {}
                Err(it) => refusal = refusal.or(Some(it)),
            }
        }
    }
    match found.as_slice() {
        [at] => Ok(*at),
        [] => Err(refusal.unwrap_or(TimeRefusal::NotATime)),
        several => {
            let mut readings: Vec<_> = several.iter().map(|at| at.date()).collect();
            readings.dedup();
            Err(match readings.len() {
                1 => TimeRefusal::NotATime,
                _ => TimeRefusal::Date(DateRefusal::Ambiguous { readings }),
            })
        }
    }
}

/// Whether all of it says a day, so that nothing is left for the time: 14 March 22.
fn is_day(text: &str, context: &DateContext<'_>) -> bool {
    !matches!(resolve_date(text, context), Err(DateRefusal::NotADate))
}

/// Whether a day behind its time begins with what belongs to the time: "12:00 am 1 April". In German "am" stands
/// before a day.
fn begins_with_half(day: &str, context: &DateContext<'_>) -> bool {
    let is_german = context.language.split('-').next() == Some("de");
    !is_german && day.starts_with("am ")
}

/// A day and its time; none if one of them is something else.
fn both(day: &str, hour: &str, context: &DateContext<'_>) -> Result<Option<DateTime>, TimeRefusal> {
    // A number beside a day may well be one of the day's.
    if hour.chars().all(is_numeral) || japanese::ends_with_part(day) {
        return Ok(None);
    }
    match (resolve_date(day, context), time::read(hour)) {
        (Err(DateRefusal::NotADate), _) | (_, Err(TimeRefusal::NotATime)) => Ok(None),
        (Err(date), _) => Err(TimeRefusal::Date(date)),
        (_, Err(time)) => Err(time),
        (
            Ok(date),
            Ok(SaidTime {
                time,
                in_night: false,
            }),
        ) => Ok(Some(date.to_datetime(time))),
        (Ok(date), Ok(_)) => {
            let next = calendar::later(date, 1, Unit::Day);
            let readings = std::iter::once(date).chain(next).collect();
            Err(TimeRefusal::Date(DateRefusal::Ambiguous { readings }))
        }
    }
}

/// Where a day and its time can meet: at white space and marks, at the T of ISO 8601, and beside a
/// letter that is not ASCII, as Japanese has no spaces. Never within a number.
fn cuts(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.char_indices().skip(1).filter_map(|(at, next)| {
        let (first, second) = text.split_at_checked(at)?;
        let before = first.chars().next_back()?;
        if let Some(day) = first.strip_suffix('t')
            && day.ends_with(|it: char| it.is_ascii_digit())
            && next.is_ascii_digit()
        {
            return Some((day, second));
        }
        let is_one_number = is_numeral(before) && is_numeral(next);
        let is_beside_word = !before.is_ascii() || !next.is_ascii();
        (" ,)".contains(before) || is_beside_word && !is_one_number).then_some((first, second))
    })
}

/// Without what joins a day and its time: `at`, の, に.
fn without_joint(text: &str) -> &str {
    let text = text.trim_matches([' ', ',', '、', '。']);
    let text = text.strip_prefix("on ").unwrap_or(text);
    let text = text.strip_suffix(" at").unwrap_or(text);
    let endings = ["です", "の", "に"];
    let ending = endings.iter().find_map(|ending| text.strip_suffix(ending));
    ending.unwrap_or(text).trim()
}
