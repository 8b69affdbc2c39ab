//! English phrases.

mod clock;
mod counted;
mod month;
mod tokens;

use jiff::civil::{Date, Weekday};

use super::calendar::{self, Unit};
use super::said::{Days, Said, any_week, any_weekday, weekend};
use super::{DateContext, DateRefusal, named_days, numeric};
pub(super) use clock::read as read_time;
pub(super) use clock::without_part;
use tokens::Token::{self, Name, Number, Written};

type Read<T> = Result<Option<T>, DateRefusal>;

/// Reads an English phrase; none if it is something else.
pub(super) fn read(text: &str, context: &DateContext<'_>) -> Read<Said> {
    let Some(tokens) = tokens::tokens(text) else {
        return Ok(None);
    };
    if let Some(days) = phrase(&tokens, context)? {
        return Ok(Some(days.into()));
    }
    let (weekday, rest) = match tokens.as_slice() {
        [Name(first), rest @ ..] if weekday(first).is_some() => (weekday(first), rest),
        [rest @ .., Name(last)] => (weekday(last), rest),
        _ => return Ok(None),
    };
    if weekday.is_none() || rest.is_empty() {
        return Ok(None);
    }
    Ok(phrase(rest, context)?.map(|days| Said { days, weekday }))
}

fn phrase(tokens: &[Token<'_>], context: &DateContext<'_>) -> Read<Days> {
    if let [Written(text)] = tokens {
        return numeric::read(text, context);
    }
    if let [Number(number @ 10_000_000..=99_999_999)] = tokens {
        return numeric::read(&number.to_string(), context);
    }
    if let Some(days) = relative(tokens, context.today).or_else(|| in_week(tokens, context.today)) {
        return Ok(Some(days));
    }
    if let Some(days) = counted::read(tokens, context)? {
        return Ok(Some(days));
    }
    if let [Name(day)] = tokens
        && let Some(day) = weekday(day)
    {
        return Ok(any_weekday(context.today, day));
    }
    if let Some(days) = month::read(tokens, context)? {
        return Ok(Some(days));
    }
    if let Some(days) = named_day(tokens, context.today)? {
        return Ok(Some(days));
    }
    in_part_of_day(tokens, context)
}

/// Yesterday evening is a part of yesterday.
fn in_part_of_day(tokens: &[Token<'_>], context: &DateContext<'_>) -> Read<Days> {
    let [
        rest @ ..,
        Name("morning" | "afternoon" | "evening" | "night"),
    ] = tokens
    else {
        return Ok(None);
    };
    let rest = match rest {
        [rest @ .., Name("in" | "at")] => rest,
        rest => rest,
    };
    match rest {
        [] => Ok(None),
        rest => phrase(rest, context),
    }
}

/// Phrases that say one day without a number.
fn relative(tokens: &[Token<'_>], today: Date) -> Option<Days> {
    let days = |count: i64| calendar::later(today, count, Unit::Day).map(Days::One);
    let one = |date: Option<Date>| date.map(Days::One);
    match tokens {
        [Name("today" | "tonight" | "now")] | [Name("right"), Name("now")] => days(0),
        [Name("this"), Name("morning" | "afternoon" | "evening")] => days(0),
        [Name("tomorrow" | "tmrw" | "tmr")] => days(1),
        [Name("yesterday")] | [Name("last"), Name("night" | "evening")] => days(-1),
        [Name("day"), Name("after"), Name("next")] => days(2),
        [Name("same" | "this"), Name("day"), Name(which), Name(unit)] => {
            let count = step(which).filter(|count| *count != 0)?;
            one(counted::shifted(today, count, unit))
        }
        [Name("today"), Name("week")] => days(7),
        [Name("tomorrow"), Name("week")] => days(8),
        [Name(day), Name("week")] => {
            let next = calendar::next_weekday(today, weekday(day)?)?;
            one(calendar::later(next, 1, Unit::Week))
        }
        [Name("coming"), Name(day)] | [Name("this"), Name("coming"), Name(day)] => {
            one(calendar::next_weekday(today, weekday(day)?))
        }
        [Name("last" | "past"), Name(day)] | [Name("this"), Name("past"), Name(day)] => {
            one(calendar::previous_weekday(today, weekday(day)?))
        }
        [Name(day), Name("before"), Name("last")] => {
            let last = calendar::previous_weekday(today, weekday(day)?)?;
            one(calendar::later(last, -1, Unit::Week))
        }
        _ => None,
    }
}

/// A weekday of a week that is told, and weekends.
fn in_week(tokens: &[Token<'_>], today: Date) -> Option<Days> {
    let week = |weeks: i64, day: &str| any_week(today, weeks, weekday(day)?);
    match tokens {
        [Name("weekend")] => weekend(today, 0),
        [Name(which), Name("weekend")] => weekend(today, step(which)?),
        [Name(which), Name("weekend"), Name(day)] | [Name(day), Name(which), Name("weekend")] => {
            let on_weekend = |day: &Weekday| matches!(day, Weekday::Saturday | Weekday::Sunday);
            let day = weekday(day).filter(on_weekend)?;
            calendar::in_week(today, step(which)?, day).map(Days::One)
        }
        [Name(which), Name("week" | "weeks"), Name(day)]
        | [Name(day), Name(which), Name("week" | "weeks")] => week(step(which)?, day),
        [Name("week"), Name("after"), Name("next"), Name(day)]
        | [Name(day), Name("week"), Name("after"), Name("next")]
        | [Name(day), Name("after"), Name("next")] => week(2, day),
        [Name("week"), Name("before"), Name("last"), Name(day)]
        | [Name(day), Name("week"), Name("before"), Name("last")] => week(-2, day),
        [Name("next"), Name(day)] => week(1, day),
        [Name("this"), Name(day)] => week(0, day),
        [Name("in"), Number(count), Name(unit), Name(day)]
        | [Name(day), Name("in"), Number(count), Name(unit)] => week(weeks(*count, unit)?, day),
        [Number(count), Name(unit), Name("ago"), Name(day)]
        | [Name(day), Number(count), Name(unit), Name("ago")] => week(-weeks(*count, unit)?, day),
        _ => None,
    }
}

/// Christmas, last Christmas, New Year's Eve 2026.
fn named_day(tokens: &[Token<'_>], today: Date) -> Read<Days> {
    let named = |names: &[Token<'_>], year: Option<i64>| {
        let names: Option<Vec<&str>> = names
            .iter()
            .map(|token| match token {
                Name(name) => Some(*name),
                _ => None,
            })
            .collect();
        match names {
            Some(names) if !names.is_empty() => named_days::english(&names.join(" "), today, year),
            _ => Ok(None),
        }
    };
    let this_year = i64::from(today.year());
    match tokens {
        [names @ .., Number(year @ 1000..=9999)] => named(names, Some(*year)),
        [names @ .., Name(which), Name("year")] if step(which).is_some() => {
            named(names, step(which).map(|years| this_year + years))
        }
        [Name(which @ ("last" | "next" | "this")), names @ ..] => {
            let days = named(names, None)?
                .map(Days::into_dates)
                .unwrap_or_default();
            let found = match *which {
                "last" => days.into_iter().filter(|day| *day < today).max(),
                _ => days.into_iter().filter(|day| *day > today).min(),
            };
            Ok(found.map(Days::One))
        }
        names => named(names, None),
    }
}

fn weeks(count: i64, unit: &str) -> Option<i64> {
    match unit {
        "week" | "weeks" => Some(count),
        "fortnight" | "fortnights" => count.checked_mul(2),
        _ => None,
    }
}

fn step(which: &str) -> Option<i64> {
    match which {
        "this" => Some(0),
        "next" | "coming" => Some(1),
        "last" | "previous" | "past" => Some(-1),
        _ => None,
    }
}

fn weekday(name: &str) -> Option<Weekday> {
    Some(match name {
        "monday" | "mon" => Weekday::Monday,
        "tuesday" | "tue" | "tues" => Weekday::Tuesday,
        "wednesday" | "wed" | "weds" => Weekday::Wednesday,
        "thursday" | "thu" | "thur" | "thurs" => Weekday::Thursday,
        "friday" | "fri" => Weekday::Friday,
        "saturday" | "sat" => Weekday::Saturday,
        "sunday" | "sun" => Weekday::Sunday,
        _ => return None,
    })
}
