//! A day that takes the place of another: what its words leave open is as it was there.

use jiff::civil::{Date, Weekday};

use super::said::Days;
use super::{DateContext, calendar};

/// The other side is meant too where it is so many times nearer: the 2nd, after the 30th.
const MUCH_NEARER: i64 = 4;
/// Candidates that are no further apart are the same weekday, or the same day of a month.
const WEEK: i64 = 7;
const TWO_MONTHS: i64 = 62;

/// Which of `days`, those on both sides of `corrected` that a phrase can mean, takes its place: that of
/// the same week, month or year. None where the range and the weekday leave nothing, or none is such.
pub(super) fn in_place_of(
    corrected: Date,
    days: &[Date],
    weekday: Option<Weekday>,
    context: &DateContext<'_>,
) -> Option<Days> {
    let fits = |date: &Date| {
        context.makes_sense(*date) && weekday.is_none_or(|weekday| date.weekday() == weekday)
    };
    let fitting: Vec<Date> = days.iter().copied().filter(fits).collect();
    let (first, last) = (fitting.first()?, fitting.last()?);
    let gap = days_between(*days.first()?, *days.last()?);
    if first == last {
        return Some(Days::One(*first));
    }
    let is_like = |date: &&Date| match gap {
        gap if gap <= WEEK => calendar::in_week(corrected, 0, date.weekday()) == Some(**date),
        gap if gap <= TWO_MONTHS => date.first_of_month() == corrected.first_of_month(),
        _ => date.year() == corrected.year(),
    };
    let like = fitting.iter().find(is_like)?;
    let far = days_between(*like, corrected);
    let is_near = |date: &Date| date != like && days_between(*date, corrected) * MUCH_NEARER <= far;
    match fitting.iter().any(is_near) {
        true => Some(Days::OneOf(fitting)),
        false => Some(Days::One(*like)),
    }
}

/// How many days lie between the two, whichever is first.
pub(crate) fn days_between(one: Date, other: Date) -> i64 {
    (one.duration_until(other).as_hours() / 24).abs()
}
