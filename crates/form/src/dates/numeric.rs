//! Dates of numbers only, such as 2025-03-14, 3/14 or 14.3.25.

use jiff::civil::Date;

use super::day_order::{DayOrder, day_order};
use super::said::{Days, any_year};
use super::year::{in_written_year, is_of_ours};
use super::{DateContext, DateRefusal};

type Read = Result<Option<Days>, DateRefusal>;
/// A number and how many digits it was written with.
type Part = (i64, usize);

/// A number with its digits.
pub(super) fn part(text: &str) -> Option<Part> {
    let fits = (1..=8).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    fits.then(|| Some((text.parse().ok()?, text.len())))?
}

/// Reads a date of numbers; none if it is something else, or one of another calendar.
pub(super) fn read(text: &str, context: &DateContext<'_>) -> Read {
    let separator = ['-', '/', '.'].into_iter().find(|it| text.contains(*it));
    let Some(separator) = separator else {
        return compact(text, context);
    };
    let text = text.strip_suffix('.').unwrap_or(text);
    let parts: Option<Vec<Part>> = text.split(separator).map(|it| part(it.trim())).collect();
    let parts = parts.unwrap_or_default();
    let year = parts.iter().copied().find(|(_, digits)| *digits == 4);
    if !is_of_ours(year, context) {
        return Ok(None);
    }
    let known = day_order(context.language, context.country);
    // Who separates by full stops begins with the day.
    let order = known.or((separator == '.').then_some(DayOrder::DayMonthYear));
    match parts.as_slice() {
        [year @ (_, 4), (month, 1..=2), (day, 1..=2)] => {
            in_written_year(context, *year, *month, *day)
        }
        [first @ (_, 1..=2), second @ (_, 1..=2), year @ (_, 2 | 4)] => {
            year_last(context, *first, *second, *year, order)
        }
        [year @ (_, 2), (month, 1..=2), (day, 1)] if order == Some(DayOrder::YearMonthDay) => {
            in_written_year(context, *year, *month, *day)
        }
        [first @ (_, 1..=2), second @ (_, 1..=2)] => {
            without_year(context.today, *first, *second, order)
        }
        _ => Ok(None),
    }
}

/// 20250314.
fn compact(text: &str, context: &DateContext<'_>) -> Read {
    match part(text) {
        Some((number, 8)) => {
            let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100);
            in_written_year(context, (year, 4), month, day)
        }
        _ => Ok(None),
    }
}

fn year_last(
    context: &DateContext<'_>,
    first: Part,
    second: Part,
    year: Part,
    order: Option<DayOrder>,
) -> Read {
    let day_first = || in_written_year(context, year, second.0, first.0);
    let month_first = || in_written_year(context, year, first.0, second.0);
    let year_first = || in_written_year(context, first, second.0, year.0);
    let all = match (order, year.1) {
        (Some(DayOrder::YearMonthDay), 2) if first.1 == 2 => return year_first(),
        (Some(DayOrder::DayMonthYear), _) => return day_first().or_else(|_| month_first()),
        (Some(DayOrder::MonthDayYear), _) => return month_first().or_else(|_| day_first()),
        (None, 2) if first.1 == 2 => vec![day_first(), month_first(), year_first()],
        _ => vec![day_first(), month_first()],
    };
    either(all)
}

fn without_year(today: Date, first: Part, second: Part, order: Option<DayOrder>) -> Read {
    let day_first = || any_year(today, second.0, first.0);
    let month_first = || any_year(today, first.0, second.0);
    match order {
        Some(DayOrder::DayMonthYear) => day_first().or_else(|_| month_first()),
        Some(_) => month_first().or_else(|_| day_first()),
        None => either(vec![day_first(), month_first()]),
    }
}

/// What is left of several ways to read the numbers.
fn either(all: Vec<Read>) -> Read {
    let mut found: Vec<Days> = Vec::new();
    for days in all.into_iter().flatten().flatten() {
        if !found.contains(&days) {
            found.push(days);
        }
    }
    if found.len() < 2 {
        return found.pop().map(Some).ok_or(DateRefusal::NoSuchDay);
    }
    let mut days: Vec<Date> = Vec::new();
    for date in found.into_iter().flat_map(Days::into_dates) {
        if !days.contains(&date) {
            days.push(date);
        }
    }
    Ok(Some(Days::Either(days)))
}
