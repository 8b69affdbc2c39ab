//! Arithmetic on days. Whatever leaves the calendar is none.

use jiff::Span;
use jiff::civil::{Date, Weekday};

/// Unit of a span as people say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Day,
    Week,
    Month,
    Year,
}

/// `date`, `count` units later. Where the month has no such day it is the month's last.
pub(super) fn later(date: Date, count: i64, unit: Unit) -> Option<Date> {
    let span = match unit {
        Unit::Day => Span::new().try_days(count),
        Unit::Week => Span::new().try_weeks(count),
        Unit::Month => Span::new().try_months(count),
        Unit::Year => Span::new().try_years(count),
    };
    date.checked_add(span.ok()?).ok()
}

/// The day of that weekday in the week that lies `weeks` after the one of `date`.
pub(super) fn in_week(date: Date, weeks: i64, day: Weekday) -> Option<Date> {
    let from = i64::from(date.weekday().to_monday_zero_offset());
    let to = i64::from(day.to_monday_zero_offset());
    later(date, weeks * 7 + to - from, Unit::Day)
}

/// The next day of that weekday after `date`.
pub(super) fn next_weekday(date: Date, day: Weekday) -> Option<Date> {
    in_week(date, 0, day)
        .filter(|found| *found > date)
        .or_else(|| in_week(date, 1, day))
}

/// The last day of that weekday before `date`.
pub(super) fn previous_weekday(date: Date, day: Weekday) -> Option<Date> {
    in_week(date, 0, day)
        .filter(|found| *found < date)
        .or_else(|| in_week(date, -1, day))
}

/// The day of that weekday nearest to `date`.
pub(super) fn nearest_weekday(date: Date, day: Weekday) -> Option<Date> {
    let ahead = i64::from(date.weekday().until(day));
    later(date, if ahead > 3 { ahead - 7 } else { ahead }, Unit::Day)
}

/// The year and month `months` after those of `date`.
pub(super) fn month_after(date: Date, months: i64) -> Option<(i64, i64)> {
    let first = later(date.first_of_month(), months, Unit::Month)?;
    Some((first.year().into(), first.month().into()))
}

/// A day of the calendar.
pub(super) fn day_of(year: i64, month: i64, day: i64) -> Option<Date> {
    Date::new(
        year.try_into().ok()?,
        month.try_into().ok()?,
        day.try_into().ok()?,
    )
    .ok()
}

/// The last day of a month.
pub(super) fn end_of(year: i64, month: i64) -> Option<Date> {
    day_of(year, month, 1).map(Date::last_of_month)
}

/// The `nth` day of that weekday in a month, counted from 1; -1 is the last.
pub(super) fn nth_weekday(year: i64, month: i64, nth: i64, day: Weekday) -> Option<Date> {
    let first = day_of(year, month, 1)?;
    first.nth_weekday_of_month(nth.try_into().ok()?, day).ok()
}
