//! Years of Japanese eras.

use jiff::civil::Date;

use super::calendar::day_of;

type YearMonthDay = (i64, i64, i64);

/// Name, letter, the year before the first, and the first day. Before 1873 the calendar was
/// another.
const ERAS: [(&str, &str, i64, YearMonthDay); 5] = [
    ("令和", "r", 2018, (2019, 5, 1)),
    ("平成", "h", 1988, (1989, 1, 8)),
    ("昭和", "s", 1925, (1926, 12, 25)),
    ("大正", "t", 1911, (1912, 7, 30)),
    ("明治", "m", 1867, (1873, 1, 1)),
];

/// An era that a text begins with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Era {
    before: i64,
    first: YearMonthDay,
}

impl Era {
    /// The day in a year of the era. Years go on after an era's end, as people count them on; what
    /// lies before its first day is no day of it.
    pub(super) fn day_of(self, year: i64, month: i64, day: i64) -> Option<Date> {
        let (first_year, first_month, first_day) = self.first;
        let date = day_of(self.before.checked_add(year)?, month, day)?;
        (year > 0 && date >= day_of(first_year, first_month, first_day)?).then_some(date)
    }
}

/// The era that `text` begins with, by its name or its letter, and what follows.
pub(super) fn era(text: &str) -> Option<(Era, &str)> {
    ERAS.iter().find_map(|(name, letter, before, first)| {
        let era = Era {
            before: *before,
            first: *first,
        };
        if let Some(rest) = text.strip_prefix(name) {
            return Some((era, rest));
        }
        let rest = text.strip_prefix(letter)?;
        let digit_follows = rest.starts_with(|next: char| next.is_ascii_digit());
        digit_follows.then_some((era, rest))
    })
}
