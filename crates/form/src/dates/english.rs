//! English phrases.

mod tokens;

use jiff::civil::{Date, Weekday};

use super::calendar::{self, Unit};
use super::said::{Days, Said, any_month, any_weekday, any_year, in_year, on_both_sides};
use super::{DateContext, DateRefusal, numeric};
use tokens::Token::{self, Name, Number, Ordinal, Written};

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
    if let Some(date) = relative(tokens, context.today) {
        return Ok(Some(Days::One(date)));
    }
    if let [Name(day)] = tokens
        && let Some(day) = weekday(day)
    {
        return Ok(any_weekday(context.today, day));
    }
    if let Some(days) = in_named_month(tokens, context.today)? {
        return Ok(Some(days));
    }
    in_relative_month(tokens, context.today)
}

/// Phrases that say exactly one day.
fn relative(tokens: &[Token<'_>], today: Date) -> Option<Date> {
    let days = |count: i64| calendar::later(today, count, Unit::Day);
    match tokens {
        [Name("today" | "tonight")] => Some(today),
        [Name("tomorrow")] => days(1),
        [Name("yesterday")] => days(-1),
        [Name("day"), Name("after"), Name("tomorrow")] => days(2),
        [Name("day"), Name("before"), Name("yesterday")] => days(-2),
        [Name("in"), Number(count), Name(unit)]
        | [Name("in"), Number(count), Name(unit), Name("time")]
        | [Number(count), Name(unit), Name("later" | "hence")]
        | [Number(count), Name(unit), Name("from"), Name("now")] => shifted(today, *count, unit),
        [Number(count), Name(unit), Name("ago")] => shifted(today, -*count, unit),
        [Number(count), Name(unit), Name("from" | "after"), rest @ ..] => {
            shifted(relative(rest, today)?, *count, unit)
        }
        [Number(count), Name(unit), Name("before"), rest @ ..] => {
            shifted(relative(rest, today)?, -*count, unit)
        }
        [Name(which), Name("weekend"), Name(day)] | [Name(day), Name(which), Name("weekend")] => {
            let on_weekend = |day: &Weekday| matches!(day, Weekday::Saturday | Weekday::Sunday);
            calendar::in_week(today, step(which)?, weekday(day).filter(on_weekend)?)
        }
        [Name(which), Name("week"), Name(day)] | [Name(day), Name(which), Name("week")] => {
            calendar::in_week(today, step(which)?, weekday(day)?)
        }
        [Name(day), Name("after"), Name("next")] => calendar::in_week(today, 2, weekday(day)?),
        [Name("next"), Name(day)] => calendar::in_week(today, 1, weekday(day)?),
        [Name("this"), Name(day)] => calendar::in_week(today, 0, weekday(day)?),
        [Name("coming"), Name(day)] => calendar::next_weekday(today, weekday(day)?),
        [Name("last"), Name("day"), rest @ ..] | [Name("end"), rest @ ..] => end(rest, today),
        [Name("last" | "past"), Name(day)] => calendar::previous_weekday(today, weekday(day)?),
        _ => None,
    }
}

fn shifted(from: Date, count: i64, unit: &str) -> Option<Date> {
    let (times, unit) = match unit {
        "day" | "days" => (1, Unit::Day),
        "week" | "weeks" => (1, Unit::Week),
        "fortnight" | "fortnights" => (2, Unit::Week),
        "month" | "months" => (1, Unit::Month),
        "year" | "years" => (1, Unit::Year),
        _ => return None,
    };
    calendar::later(from, count.checked_mul(times)?, unit)
}

/// The end of a month or year.
fn end(tokens: &[Token<'_>], today: Date) -> Option<Date> {
    let this_year = i64::from(today.year());
    match tokens {
        [Name("month")] => Some(today.last_of_month()),
        [Name("year")] => calendar::end_of(this_year, 12),
        [Name(which), Name("month")] => {
            let (year, month) = calendar::month_after(today, step(which)?)?;
            calendar::end_of(year, month)
        }
        [Name(which), Name("year")] => calendar::end_of(this_year + step(which)?, 12),
        [Name(name), Number(year @ 1000..=9999)] => calendar::end_of(*year, month(name)?),
        _ => None,
    }
}

/// A day of a month that is named.
fn in_named_month(tokens: &[Token<'_>], today: Date) -> Read<Days> {
    let this_year = i64::from(today.year());
    let (name, day, year) = match tokens {
        [Name("end"), Name(name)] | [Name("last"), Name("day"), Name(name)] => {
            let ends = |month: i64| {
                let years = this_year - 1..=this_year + 1;
                on_both_sides(
                    today,
                    years.filter_map(|year| calendar::end_of(year, month)),
                )
            };
            return Ok(month(name).and_then(ends));
        }
        [Number(day) | Ordinal(day), Name(name), year @ ..]
        | [Name(name), Number(day) | Ordinal(day), year @ ..] => (name, *day, year),
        _ => return Ok(None),
    };
    // 2025 March 14 has its number first too.
    let (day, year) = match (day, year) {
        (written @ 1000..=9999, [Number(day) | Ordinal(day)]) => (*day, Some((written, 4))),
        // May 2025 has no day.
        (1000.., _) => return Ok(None),
        (day, []) => (day, None),
        (day, [Number(year @ 1000..=9999)]) => (day, Some((*year, 4))),
        (day, [Number(year @ 0..=99)]) => (day, Some((*year, 2))),
        (day, [Name(which), Name("year")]) => match step(which) {
            Some(years) => (day, Some((this_year + years, 4))),
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    match (month(name), year) {
        (Some(month), Some(year)) => in_year(today, year, month, day),
        (Some(month), None) => any_year(today, month, day),
        (None, _) => Ok(None),
    }
}

/// A day of a month that is counted from this one, or of some month.
fn in_relative_month(tokens: &[Token<'_>], today: Date) -> Read<Days> {
    let (which, day) = match tokens {
        [Ordinal(day)] => return any_month(today, *day),
        [Name(which), Name("month"), Number(day) | Ordinal(day)]
        | [Number(day) | Ordinal(day), Name(which), Name("month")]
        | [Ordinal(day @ 1), Name("day"), Name(which), Name("month")] => (which, *day),
        _ => return Ok(None),
    };
    match step(which).and_then(|months| calendar::month_after(today, months)) {
        Some((year, month)) => in_year(today, (year, 4), month, day),
        None => Ok(None),
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
        "wednesday" | "wed" => Weekday::Wednesday,
        "thursday" | "thu" | "thur" | "thurs" => Weekday::Thursday,
        "friday" | "fri" => Weekday::Friday,
        "saturday" | "sat" => Weekday::Saturday,
        "sunday" | "sun" => Weekday::Sunday,
        _ => return None,
    })
}

fn month(name: &str) -> Option<i64> {
    Some(match name {
        "january" | "jan" => 1,
        "february" | "feb" => 2,
        "march" | "mar" => 3,
        "april" | "apr" => 4,
        "may" => 5,
        "june" | "jun" => 6,
        "july" | "jul" => 7,
        "august" | "aug" => 8,
        "september" | "sep" | "sept" => 9,
        "october" | "oct" => 10,
        "november" | "nov" => 11,
        "december" | "dec" => 12,
        _ => return None,
    })
}
