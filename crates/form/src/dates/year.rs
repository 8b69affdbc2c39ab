//! Years as people write them, who count them otherwise in some countries.

use jiff::civil::Date;

use super::said::Days;
use super::{DateContext, DateRefusal, calendar};

/// A Thai year is so many ahead of ours.
const THAI_AHEAD: i64 = 543;
/// The years that are Thai ones, and none of ours.
const THAI_YEARS: std::ops::RangeInclusive<i64> = 2400..=2700;
/// Where other calendars are in use too, an earlier year is one of theirs,
const FIRST_OF_OURS: i64 = 1800;
/// and so is one that lies further ahead.
const MOST_AHEAD: i64 = 200;

/// A number that is written for a year, and with how many digits.
type Written = (i64, usize);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counted {
    /// As ours.
    Ours,
    /// With our days and months, and years that are ahead.
    Thai,
    /// With months of its own, whose days no arithmetic here tells.
    Persian,
    /// With ours, and for some people with other ones.
    Either,
}

fn counted(context: &DateContext<'_>) -> Counted {
    let mut parts = context.language.split('-');
    let spoken = parts.next().unwrap_or_default().to_ascii_lowercase();
    let region = parts.find(|part| part.len() == 2);
    let places = [context.country, region].into_iter().flatten();
    let places: Vec<String> = places.map(str::to_ascii_uppercase).collect();
    let is_in = |codes: &[&str]| places.iter().any(|place| codes.contains(&place.as_str()));
    match spoken.as_str() {
        "fa" | "ps" => Counted::Persian,
        "th" => Counted::Thai,
        _ if is_in(&["TH"]) => Counted::Thai,
        "ar" | "ckb" | "he" => Counted::Either,
        _ if is_in(&["AF", "IL", "IR", "SA"]) => Counted::Either,
        _ => Counted::Ours,
    }
}

/// Whether a date of numbers, with this year if it has one, can be one of our calendar.
pub(super) fn is_of_ours(year: Option<Written>, context: &DateContext<'_>) -> bool {
    match year {
        Some((year, 4)) => of_ours(year, context).is_some(),
        _ => counted(context) != Counted::Persian,
    }
}

/// The year of our calendar that four digits are; none if they are one of a calendar that code does not
/// know.
fn of_ours(year: i64, context: &DateContext<'_>) -> Option<i64> {
    let last = i64::from(context.today.year()) + MOST_AHEAD;
    match counted(context) {
        Counted::Ours => Some(year),
        Counted::Thai if THAI_YEARS.contains(&year) => Some(year - THAI_AHEAD),
        Counted::Thai => Some(year),
        Counted::Persian | Counted::Either => {
            Some(year).filter(|it| (FIRST_OF_OURS..=last).contains(it))
        }
    }
}

/// A day in a year that somebody wrote.
pub(super) fn in_written_year(
    context: &DateContext<'_>,
    (year, digits): Written,
    month: i64,
    day: i64,
) -> Result<Option<Days>, DateRefusal> {
    let this_year = i64::from(context.today.year());
    let years = match digits {
        4 => match of_ours(year, context) {
            Some(year) => vec![year],
            None => return Ok(None),
        },
        // 68 is 2568 for some, and 1968 for others.
        2 if counted(context) == Counted::Thai => vec![
            full_year(this_year, year),
            full_year(this_year + THAI_AHEAD, year) - THAI_AHEAD,
        ],
        2 => vec![full_year(this_year, year)],
        _ => return Ok(None),
    };
    let days = years.into_iter();
    let days = days.filter_map(|year| calendar::day_of(year, month, day));
    let days: Vec<Date> = days.collect();
    match days.as_slice() {
        [] => Err(DateRefusal::NoSuchDay),
        [only] => Ok(Some(Days::One(*only))),
        _ => Ok(Some(Days::OneOf(days))),
    }
}

/// Two digits are a year of the 80 before this one or the 19 after it.
pub(super) fn full_year(this_year: i64, two_digits: i64) -> i64 {
    let first = this_year - 80;
    first + (two_digits - first).rem_euclid(100)
}
