//! Days that are counted from another: in three weeks, a week before Christmas.

use jiff::civil::Date;

use super::super::calendar::{self, Unit};
use super::super::said::Days;
use super::super::{DateContext, DateRefusal};
use super::tokens::Token::{self, Name, Number};
use super::{phrase, weekday};

pub(super) fn read(
    tokens: &[Token<'_>],
    context: &DateContext<'_>,
) -> Result<Option<Days>, DateRefusal> {
    let today = context.today;
    if let Some(date) = from_today(tokens, today) {
        return Ok(Some(Days::One(date)));
    }
    let (count, unit, rest) = match tokens {
        [Name("day"), Name("after"), rest @ ..] => (1, "day", rest),
        [Name("day"), Name("before"), rest @ ..] => (-1, "day", rest),
        [Number(count), Name(unit), Name("from" | "after"), rest @ ..] => (*count, *unit, rest),
        [Number(count), Name(unit), Name("before"), rest @ ..] => (-*count, *unit, rest),
        // A week on Monday, two weeks tomorrow.
        [Number(count), Name(unit), rest @ ..] if is_weekday_or_tomorrow(rest) => {
            (*count, *unit, rest)
        }
        // A week last Tuesday.
        [Number(count), Name(unit), rest @ ..] if is_last_weekday(rest) => (-*count, *unit, rest),
        _ => return Ok(None),
    };
    let anchor = match rest {
        // Of days that are counted from, the next one is meant.
        [Name(day)] if weekday(day).is_some() => weekday(day)
            .and_then(|day| calendar::next_weekday(today, day))
            .map(Days::One),
        [] => None,
        rest => phrase(rest, context)?,
    };
    Ok(anchor.and_then(|days| days.moved(|date| shifted(date, count, unit))))
}

/// What is counted from today, to the one day that it is.
fn from_today(tokens: &[Token<'_>], today: Date) -> Option<Date> {
    match tokens {
        [Name("in"), Number(count), Name(unit)]
        | [Name("in"), Number(count), Name(unit), Name("time")]
        | [Number(count), Name(unit), Name("hence")]
        | [Number(count), Name(unit), Name("from"), Name("now")] => shifted(today, *count, unit),
        [Number(count), Name(unit), Name("ago" | "back")]
        | [Number(count), Name(unit), Name("ago"), Name("today")] => shifted(today, -*count, unit),
        [Name("in"), Name("half"), Number(1), Name("year")]
        | [
            Name("half"),
            Number(1),
            Name("year"),
            Name("from"),
            Name("now"),
        ] => calendar::later(today, 6, Unit::Month),
        [Name("half"), Number(1), Name("year"), Name("ago")] => {
            calendar::later(today, -6, Unit::Month)
        }
        _ => None,
    }
}

/// A day so many units later.
pub(super) fn shifted(from: Date, count: i64, unit: &str) -> Option<Date> {
    let (times, unit) = match unit {
        "day" | "days" => (1, Unit::Day),
        "week" | "weeks" => (1, Unit::Week),
        "fortnight" | "fortnights" => (2, Unit::Week),
        "month" | "months" => (1, Unit::Month),
        "year" | "years" => (1, Unit::Year),
        "decade" | "decades" => (10, Unit::Year),
        _ => return None,
    };
    calendar::later(from, count.checked_mul(times)?, unit)
}

fn is_weekday_or_tomorrow(tokens: &[Token<'_>]) -> bool {
    match tokens {
        [Name(day)] => weekday(day).is_some() || matches!(*day, "today" | "tomorrow"),
        _ => false,
    }
}

fn is_last_weekday(tokens: &[Token<'_>]) -> bool {
    match tokens {
        [Name("last"), Name(day)] => weekday(day).is_some(),
        _ => false,
    }
}
