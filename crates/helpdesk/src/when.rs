//! Times and dates as texts write them.

use crate::figures::{Value, is_word};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A whole number at the beginning, and what follows it.
fn whole(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|it: char| !it.is_ascii_digit());
    let (digits, rest) = text.split_at_checked(end.unwrap_or(text.len()))?;
    Some((digits.parse().ok()?, rest))
}

/// So much of a text as "a.m." and what follows it take, in small letters.
fn beginning(text: &str) -> String {
    let letters = text.chars().take(8);
    letters.map(|it| it.to_ascii_lowercase()).collect()
}

/// A value, what of it stands before, and how long the rest of it is.
type Read<'a> = Option<(Value, &'a str, usize)>;

/// 15:15, 3:15 pm, 15時15分 and the like.
pub(crate) fn time<'a>(before: &str, from: &str) -> Read<'a> {
    let (hour, rest) = whole(from)?;
    let (minute, mut rest) = if let Some(rest) = rest.strip_prefix(':') {
        whole(rest).filter(|_| {
            rest.find(|it: char| !it.is_ascii_digit())
                .unwrap_or(rest.len())
                == 2
        })?
    } else if let Some(rest) = rest.strip_prefix('時').filter(|it| !it.starts_with('間')) {
        let minute =
            whole(rest).and_then(|(minute, rest)| Some((minute, rest.strip_prefix('分')?)));
        let half = rest.strip_prefix('半').map(|rest| (30, rest));
        minute.or(half).unwrap_or((0, rest))
    } else {
        let later = beginning(rest.trim_start());
        let is_hour = ["am", "a.m", "pm", "p.m"];
        let is_hour = is_hour.iter().any(|it| is_word(&later, it));
        is_hour.then_some((0, rest))?
    };
    let said = rest.trim_start();
    let lower = beginning(said);
    let says = |japanese: &str, english: [&str; 2]| {
        before.ends_with(japanese) || english.iter().any(|it| is_word(&lower, it))
    };
    let is_after_noon = says("午後", ["pm", "p.m"]);
    let is_before_noon = says("午前", ["am", "a.m"]);
    if let Some(half) = ["am", "a.m.", "pm", "p.m.", "a.m", "p.m"]
        .iter()
        .find(|it| is_word(&lower, it))
    {
        rest = said.get(half.len()..)?;
    }
    let hour = match hour {
        hour if is_after_noon => hour % 12 + 12,
        12 if is_before_noon => 0,
        hour => hour,
    };
    let is_time = hour <= 24 && minute < 60;
    is_time.then(|| (Value::Time(hour * 60 + minute), "", from.len() - rest.len()))
}

/// 24 November 2026, November 24, 2026, 2026-11-24, 2026年11月24日 and parts of these.
pub(crate) fn date<'a>(before: &'a str, from: &str) -> Read<'a> {
    let (first, rest) = whole(from)?;
    let length = |rest: &str| from.len() - rest.len();
    if first > 999
        && let Some((month, rest)) = rest.strip_prefix('-').and_then(whole)
        && let Some((day, rest)) = rest.strip_prefix('-').and_then(whole)
    {
        return Some((of(Some(first), month, Some(day))?, "", length(rest)));
    }
    if let Some(rest) = rest.strip_prefix('年')
        && let Some((month, rest)) = whole(rest)
        && let Some(rest) = rest.strip_prefix('月')
    {
        let (day, rest) = day_in_japanese(rest);
        return Some((of(Some(first), month, day)?, "", length(rest)));
    }
    if let Some(rest) = rest.strip_prefix('月') {
        let (day, rest) = day_in_japanese(rest);
        // One month, or so many, is no date.
        return Some((of(None, first, Some(day?))?, "", length(rest)));
    }
    let ordinal = ["st", "nd", "rd", "th"].iter();
    let rest = ordinal
        .filter_map(|it| rest.strip_prefix(it))
        .next()
        .unwrap_or(rest);
    if let Some((month, rest)) = rest.strip_prefix(' ').and_then(month_first) {
        let (year, rest) = year(rest);
        return Some((of(year, month, Some(first))?, "", length(rest)));
    }
    let (prefix, month) = month_last(before)?;
    let (year, rest) = match first > 999 {
        true => (Some(first), rest),
        false => year(rest),
    };
    let day = (first <= 999).then_some(first);
    Some((of(year, month, day)?, prefix, length(rest)))
}

fn of(year: Option<u32>, month: u32, day: Option<u32>) -> Option<Value> {
    let is_date = (1..=12).contains(&month) && day.is_none_or(|day| (1..=31).contains(&day));
    is_date.then_some(Value::Date { year, month, day })
}

fn day_in_japanese(text: &str) -> (Option<u32>, &str) {
    let day = whole(text).and_then(|(day, rest)| Some((day, rest.strip_prefix('日')?)));
    day.map_or((None, text), |(day, rest)| (Some(day), rest))
}

/// The year after a date.
fn year(text: &str) -> (Option<u32>, &str) {
    let rest = text.strip_prefix(',').unwrap_or(text);
    let year = rest.strip_prefix(' ').and_then(whole);
    match year.filter(|(year, _)| (1_000..3_000).contains(year)) {
        Some((year, rest)) => (Some(year), rest),
        None => (None, text),
    }
}

/// The month that `text` begins with, and what follows its name.
fn month_first(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|it: char| !it.is_ascii_alphabetic());
    let (name, rest) = text.split_at_checked(end.unwrap_or(text.len()))?;
    Some((month(name)?, rest))
}

/// The month that `text` ends with, with the space after it.
fn month_last(text: &str) -> Option<(&str, u32)> {
    let name = text.strip_suffix(' ')?;
    let at = name.rfind(|it: char| !it.is_ascii_alphabetic());
    let at = at.map_or(0, |at| {
        at + name
            .get(at..)
            .and_then(|it| it.chars().next())
            .map_or(1, char::len_utf8)
    });
    Some((text.get(at..)?, month(name.get(at..)?)?))
}

/// The number of the month of this name, or of its first three letters. "may" and "march" are words.
fn month(name: &str) -> Option<u32> {
    let is_it = |month: &str| name == month || month.get(..3) == Some(name);
    let place = MONTHS.iter().position(|month| is_it(month))?;
    u32::try_from(place + 1).ok()
}
