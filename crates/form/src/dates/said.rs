//! What was said of a day, and what settles it.

use jiff::civil::{Date, Weekday};

use super::correcting::in_place_of;
use super::year::full_year;
use super::{DateContext, DateRefusal, calendar, elsewhere, english, japanese};
use crate::plain::plain;

/// A phrase that names a day is no longer than this.
pub const MAX_PHRASE_CHARS: usize = 80;
/// A day without its year is the nearest one if that is so many days away at most.
const NEAR_DAYS: i32 = 90;

/// The days that a phrase can mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Days {
    /// This one.
    One(Date),
    /// Those on both sides of today: what makes sense, or is much nearer, is meant.
    AnyOf(Vec<Date>),
    /// Either of these, however near: what makes sense is meant.
    OneOf(Vec<Date>),
    /// One number can be the day or the month. Only a weekday tells.
    Either(Vec<Date>),
}

/// A phrase: the days and, if one was said beside them, the weekday.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) days: Days,
    pub(super) weekday: Option<Weekday>,
}

impl From<Days> for Said {
    fn from(days: Days) -> Self {
        Self {
            days,
            weekday: None,
        }
    }
}

/// Reads a phrase in whichever language it is. What it leaves open is nearest to today, or as it was in
/// the day that it corrects.
pub(super) fn read(text: &str, context: &DateContext<'_>) -> Result<Said, DateRefusal> {
    let said = read_against(text, context)?;
    let Some(corrected) = context.corrects else {
        return Ok(said);
    };
    let Days::AnyOf(_) = &said.days else {
        return Ok(said);
    };
    let around = DateContext {
        today: corrected,
        ..*context
    };
    let Days::AnyOf(days) = read_against(text, &around)?.days else {
        return Ok(said);
    };
    let days = in_place_of(corrected, &days, said.weekday, context);
    Ok(match days {
        Some(days) => Said { days, ..said },
        None => said,
    })
}

/// The same against today alone.
fn read_against(text: &str, context: &DateContext<'_>) -> Result<Said, DateRefusal> {
    if text.chars().nth(MAX_PHRASE_CHARS).is_some() {
        return Err(DateRefusal::NotADate);
    }
    let text = plain(text);
    if text.is_ascii()
        && let Some(said) = english::read(&text, context).transpose()
    {
        return said;
    }
    if let Some(said) = elsewhere::read(&text, context)? {
        return Ok(said);
    }
    japanese::read(&text, context)?.ok_or(DateRefusal::NotADate)
}

impl Said {
    pub(super) fn settle(self, context: &DateContext<'_>) -> Result<Date, DateRefusal> {
        let (days, range_tells, nearness_tells) = match self.days {
            Days::One(date) => (vec![date], false, false),
            Days::AnyOf(days) => (days, true, true),
            Days::OneOf(days) => (days, true, false),
            Days::Either(days) => (days, false, false),
        };
        let on_weekday = match self.weekday {
            Some(said) => with_weekday(&days, said)?,
            None => days,
        };
        let mut sensible = on_weekday.clone();
        if range_tells {
            sensible.retain(|date| context.makes_sense(*date));
        }
        let left = if sensible.is_empty() {
            on_weekday
        } else {
            sensible
        };
        match left.as_slice() {
            [] => Err(DateRefusal::NotADate),
            [date] => Ok(*date),
            _ => nearest(&left, context.today)
                .filter(|_| nearness_tells)
                .ok_or(DateRefusal::Ambiguous { readings: left }),
        }
    }
}

fn with_weekday(days: &[Date], said: Weekday) -> Result<Vec<Date>, DateRefusal> {
    let fitting: Vec<Date> = days
        .iter()
        .copied()
        .filter(|date| date.weekday() == said)
        .collect();
    match days {
        _ if !fitting.is_empty() => Ok(fitting),
        [] => Err(DateRefusal::NotADate),
        [date] => Err(DateRefusal::WeekdayDiffers {
            date: *date,
            said,
            nearest: calendar::nearest_weekday(*date, said).ok_or(DateRefusal::NotADate)?,
        }),
        several => Err(DateRefusal::Ambiguous {
            readings: several.to_vec(),
        }),
    }
}

/// The only one that is near.
fn nearest(days: &[Date], today: Date) -> Option<Date> {
    let mut near = days
        .iter()
        .filter(|date| today.duration_until(**date).as_hours().abs() <= i64::from(NEAR_DAYS) * 24);
    near.next().copied().filter(|_| near.next().is_none())
}

/// What a weekday alone can mean: the last one, today's, the next one.
pub(super) fn any_weekday(today: Date, day: Weekday) -> Option<Days> {
    let previous = if today.weekday() == day {
        Some(today)
    } else {
        calendar::previous_weekday(today, day)
    };
    Some(Days::AnyOf(vec![
        previous?,
        calendar::next_weekday(today, day)?,
    ]))
}

/// A weekday of the week that lies `weeks` after this one. On a Sunday this week ends for some and
/// begins for others.
pub(super) fn any_week(today: Date, weeks: i64, day: Weekday) -> Option<Days> {
    let ending = calendar::in_week(today, weeks, day)?;
    match (today.weekday(), day) {
        (Weekday::Sunday, Weekday::Sunday) => Some(Days::One(ending)),
        (Weekday::Sunday, _) => {
            let beginning = calendar::in_week(today, weeks + 1, day)?;
            Some(Days::OneOf(vec![ending, beginning]))
        }
        _ => Some(Days::One(ending)),
    }
}

/// Saturday or Sunday of the week that lies `weeks` after this one.
pub(super) fn weekend(today: Date, weeks: i64) -> Option<Days> {
    let days = [Weekday::Saturday, Weekday::Sunday].map(|day| calendar::in_week(today, weeks, day));
    Some(Days::Either(days.into_iter().collect::<Option<_>>()?))
}

/// The `nth` of a weekday in a month of a year, or in the last and the next month of that name.
pub(super) fn nth_of_month(
    today: Date,
    year: Option<i64>,
    month: i64,
    nth: i64,
    day: Weekday,
) -> Result<Option<Days>, DateRefusal> {
    let in_year = |year: i64| calendar::nth_weekday(year, month, nth, day);
    let this_year = i64::from(today.year());
    match year {
        Some(year) => match in_year(year) {
            Some(date) => Ok(Some(Days::One(date))),
            None => Err(DateRefusal::NoSuchDay),
        },
        None => {
            let days = (-2..=2).filter_map(|years| in_year(this_year + years));
            on_both_sides(today, days).map_or(Err(DateRefusal::NoSuchDay), |days| Ok(Some(days)))
        }
    }
}

/// What a day of some month can mean: the last one that there was, and the next one.
pub(super) fn any_month(today: Date, day: i64) -> Result<Option<Days>, DateRefusal> {
    if !(1..=31).contains(&day) {
        return Err(DateRefusal::NoSuchDay);
    }
    let in_month = |months: i64| {
        let (year, month) = calendar::month_after(today, months)?;
        calendar::day_of(year, month, day)
    };
    Ok(on_both_sides(today, (-2..=2).filter_map(in_month)))
}

/// What a day of a month can mean: this or last year's, and the next one.
pub(super) fn any_year(today: Date, month: i64, day: i64) -> Result<Option<Days>, DateRefusal> {
    // 2000 has all days.
    if calendar::day_of(2000, month, day).is_none() {
        return Err(DateRefusal::NoSuchDay);
    }
    let this_year = i64::from(today.year());
    let in_year = |years: i64| calendar::day_of(this_year + years, month, day);
    Ok(on_both_sides(today, (-8..=8).filter_map(in_year)))
}

pub(super) fn on_both_sides(today: Date, days: impl Iterator<Item = Date>) -> Option<Days> {
    let (past, ahead): (Vec<Date>, Vec<Date>) = days.partition(|date| *date <= today);
    let both: Vec<Date> = past
        .into_iter()
        .max()
        .into_iter()
        .chain(ahead.into_iter().min())
        .collect();
    (!both.is_empty()).then_some(Days::AnyOf(both))
}

/// A day in a year that is written, with two digits if there are only two.
pub(super) fn in_year(
    today: Date,
    (year, digits): (i64, usize),
    month: i64,
    day: i64,
) -> Result<Option<Days>, DateRefusal> {
    let found = |year: i64| calendar::day_of(year, month, day).ok_or(DateRefusal::NoSuchDay);
    match digits {
        4 => found(year).map(|date| Some(Days::One(date))),
        2 => found(full_year(today.year().into(), year)).map(|date| Some(Days::One(date))),
        _ => Ok(None),
    }
}

impl Days {
    pub(super) fn into_dates(self) -> Vec<Date> {
        match self {
            Self::One(date) => vec![date],
            Self::AnyOf(days) | Self::OneOf(days) | Self::Either(days) => days,
        }
    }

    /// Each of the days moved; none if one leaves the calendar.
    pub(super) fn moved(self, to: impl Fn(Date) -> Option<Date>) -> Option<Self> {
        let all = |days: Vec<Date>| days.into_iter().map(&to).collect::<Option<Vec<_>>>();
        Some(match self {
            Self::One(date) => Self::One(to(date)?),
            Self::AnyOf(days) => Self::AnyOf(all(days)?),
            Self::OneOf(days) => Self::OneOf(all(days)?),
            Self::Either(days) => Self::Either(all(days)?),
        })
    }
}
