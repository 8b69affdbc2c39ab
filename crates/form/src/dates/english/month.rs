//! Days of a month: 14 March, the 3rd of next month, the first Monday in December.

use jiff::civil::Date;

use super::super::said::{Days, any_month, any_year, in_year, nth_of_month, on_both_sides};
use super::super::year::in_written_year;
use super::super::{DateContext, DateRefusal, calendar};
use super::tokens::Token::{self, Name, Number, Ordinal};
use super::{step, weekday};

type Read = Result<Option<Days>, DateRefusal>;

pub(super) fn read(tokens: &[Token<'_>], context: &DateContext<'_>) -> Read {
    let today = context.today;
    if let Some(date) = end(tokens, today) {
        return Ok(Some(Days::One(date)));
    }
    if let Some(days) = nth(tokens, today)? {
        return Ok(Some(days));
    }
    if let Some(days) = in_named_month(tokens, context)? {
        return Ok(Some(days));
    }
    in_relative_month(tokens, today)
}

/// The end of a month or year.
fn end(tokens: &[Token<'_>], today: Date) -> Option<Date> {
    let this_year = i64::from(today.year());
    let rest = match tokens {
        [Name("last" | "final"), Name("day"), rest @ ..]
        | [Name("end"), rest @ ..]
        | [rest @ .., Name("end")] => rest,
        _ => return None,
    };
    match rest {
        [Name("month")] => Some(today.last_of_month()),
        [Name("year")] => calendar::end_of(this_year, 12),
        [Name(which), Name("month")] => {
            let (year, month) = calendar::month_after(today, step(which)?)?;
            calendar::end_of(year, month)
        }
        [Name(which), Name("year")] => calendar::end_of(this_year + step(which)?, 12),
        [Name(name), Number(year @ 1000..=9999)] => calendar::end_of(*year, month(name)?),
        [Name(name), Name(which), Name("year")] => {
            calendar::end_of(this_year + step(which)?, month(name)?)
        }
        _ => None,
    }
}

/// The first Monday in December, next month's last Friday.
fn nth(tokens: &[Token<'_>], today: Date) -> Read {
    let (nth, day, rest) = match tokens {
        [nth, Name(day), rest @ ..] if nth_of(nth).is_some() && weekday(day).is_some() => {
            (nth_of(nth), weekday(day), rest)
        }
        [rest @ .., nth, Name(day)] => (nth_of(nth), weekday(day), rest),
        _ => return Ok(None),
    };
    let rest = match rest {
        [Name("in"), rest @ ..] => rest,
        rest => rest,
    };
    let (Some(nth), Some(day)) = (nth, day) else {
        return Ok(None);
    };
    let this_year = i64::from(today.year());
    let of = |year: Option<i64>, month: Option<i64>| match month {
        Some(month) => nth_of_month(today, year, month, nth, day),
        None => Ok(None),
    };
    match rest {
        [Name("month")] => of(Some(this_year), Some(today.month().into())),
        [Name(which), Name("month")] => {
            match step(which).and_then(|months| calendar::month_after(today, months)) {
                Some((year, month)) => of(Some(year), Some(month)),
                None => Ok(None),
            }
        }
        [Name(name)] => of(None, month(name)),
        [Name(name), Number(year @ 1000..=9999)] => of(Some(*year), month(name)),
        [Name(name), Name(which), Name("year")] => match step(which) {
            Some(years) => of(Some(this_year + years), month(name)),
            None => Ok(None),
        },
        _ => Ok(None),
    }
}

/// Which of the weekdays of a month; the last for -1.
fn nth_of(token: &Token<'_>) -> Option<i64> {
    match token {
        Ordinal(nth @ 1..=5) => Some(*nth),
        Name("last" | "final") => Some(-1),
        _ => None,
    }
}

/// A day of a month that is named.
fn in_named_month(tokens: &[Token<'_>], context: &DateContext<'_>) -> Read {
    let today = context.today;
    let this_year = i64::from(today.year());
    if let [Name("mar"), Number(_) | Ordinal(_)] = tokens
        && is_tuesday_too(context.language)
    {
        return Ok(None);
    }
    let (name, day, year) = match tokens {
        [Name("end"), Name(name)]
        | [Name(name), Name("end")]
        | [Name("last" | "final"), Name("day"), Name(name)] => {
            let ends = |month: i64| {
                let years = this_year - 1..=this_year + 1;
                on_both_sides(
                    today,
                    years.filter_map(|year| calendar::end_of(year, month)),
                )
            };
            return Ok(month(name).and_then(ends));
        }
        [Ordinal(1), Name("day"), Name(name), year @ ..] => (name, 1, year),
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
        (Some(month), Some(year)) => in_written_year(context, year, month, day),
        (Some(month), None) => any_year(today, month, day),
        (None, _) => Ok(None),
    }
}

/// Whether `mar 3` is Tuesday the 3rd in this language: martes, mardi, martedì, marți.
fn is_tuesday_too(language: &str) -> bool {
    let spoken = language.split('-').next().unwrap_or_default();
    let mut all = ["es", "fr", "gl", "it", "ro"].into_iter();
    all.any(|it| spoken.eq_ignore_ascii_case(it))
}

/// A day of a month that is counted from this one, or of some month.
fn in_relative_month(tokens: &[Token<'_>], today: Date) -> Read {
    let (which, day) = match tokens {
        [Ordinal(day)] | [Ordinal(day), Name("month")] => return any_month(today, *day),
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
