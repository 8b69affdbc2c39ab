//! Dates as people say them, resolved against the day it is where they are.
//!
//! Nothing here reads a clock or knows a time zone: whoever asks says which day it is for the
//! person. Weeks begin on Monday. `docs/forms.md` says how each phrase is read.

mod calendar;
mod correcting;
mod date_time;
mod day_order;
mod elsewhere;
mod english;
mod era;
mod japanese;
mod named_days;
mod numeric;
mod said;
mod time;
mod within;
mod year;

use jiff::civil::{Date, Weekday};
use serde::Serialize;
use thiserror::Error;

pub(crate) use correcting::days_between;
pub use date_time::resolve_date_time;
pub use said::MAX_PHRASE_CHARS;
pub(crate) use time::from_clock;
pub use time::{TimeRefusal, resolve_time};
pub(crate) use within::{DayWithin, Reader, TimeWithin, days_within, no_days_within, times_within};

/// What a phrase is read against.
#[derive(Debug, Clone, Copy)]
pub struct DateContext<'a> {
    /// The day it is where the person is.
    pub today: Date,
    /// The person's language, as a BCP 47 tag.
    pub language: &'a str,
    /// Their country, as an ISO 3166-1 code.
    pub country: Option<&'a str>,
    /// The first day that makes sense. It settles which Friday is meant by "Friday".
    pub earliest: Option<Date>,
    /// The last day that makes sense.
    pub latest: Option<Date>,
    /// The day that this one takes the place of: “the 14th, not the 17th” is of its month.
    pub corrects: Option<Date>,
}

impl<'a> DateContext<'a> {
    /// A context without a country or a range.
    pub fn new(today: Date, language: &'a str) -> Self {
        Self {
            today,
            language,
            country: None,
            earliest: None,
            latest: None,
            corrects: None,
        }
    }

    fn makes_sense(&self, date: Date) -> bool {
        self.earliest.is_none_or(|earliest| date >= earliest)
            && self.latest.is_none_or(|latest| date <= latest)
    }
}

/// Why a text is no date.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[serde(
    tag = "code",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum DateRefusal {
    /// No day can be told from it.
    #[error("no day can be told from it")]
    NotADate,
    /// The calendar has no such day, as 30 February.
    #[error("there is no such day")]
    NoSuchDay,
    /// It can be read in several ways.
    #[error("it can be read as {readings:?}")]
    Ambiguous {
        /// The days that it can mean.
        #[serde(serialize_with = "dates_as_text")]
        readings: Vec<Date>,
    },
    /// The weekday that was said is not the day's.
    #[error("{date} is no {said:?}")]
    WeekdayDiffers {
        /// The day that was written.
        #[serde(serialize_with = "date_as_text")]
        date: Date,
        /// The weekday that was said, from 1 for Monday.
        #[serde(serialize_with = "weekday_as_number")]
        said: Weekday,
        /// The day of that weekday which is nearest to what was written.
        #[serde(serialize_with = "date_as_text")]
        nearest: Date,
    },
}

fn date_as_text<S: serde::Serializer>(date: &Date, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&iso(*date))
}

fn dates_as_text<S: serde::Serializer>(dates: &[Date], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(dates.iter().map(|date| iso(*date)))
}

fn weekday_as_number<S: serde::Serializer>(day: &Weekday, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_i8(day.to_monday_one_offset())
}

/// A date as ISO 8601 writes it.
pub fn iso(date: Date) -> String {
    format!("{:04}-{:02}-{:02}", date.year(), date.month(), date.day())
}

/// The day that `text` means.
///
/// # Errors
/// [`DateRefusal`], with the days that it could mean where there are several.
///
/// ```
/// use jiff::civil::date;
/// use kikitori_form::dates::{DateContext, resolve_date};
///
/// let context = DateContext::new(date(2026, 11, 25), "en");
/// assert_eq!(resolve_date("last month's 14th", &context), Ok(date(2026, 10, 14)));
/// assert_eq!(resolve_date("来週の金曜", &context), Ok(date(2026, 12, 4)));
/// assert!(resolve_date("03/04/2025", &context).is_err());
/// ```
pub fn resolve_date(text: &str, context: &DateContext<'_>) -> Result<Date, DateRefusal> {
    said::read(text, context)?.settle(context)
}

/// The day that `text` is, if ISO 8601 writes it so.
pub fn from_iso(text: &str) -> Option<Date> {
    let mut parts = text.split('-');
    let mut number = |digits: usize| {
        let part = parts.next().filter(|part| part.len() == digits)?;
        numeric::part(part).map(|(number, _)| number)
    };
    let (year, month, day) = (number(4)?, number(2)?, number(2)?);
    parts
        .next()
        .is_none()
        .then(|| calendar::day_of(year, month, day))?
}
