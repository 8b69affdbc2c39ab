//! The first or last day that a field takes.

use jiff::Span;
use jiff::civil::Date;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::dates::iso;
use crate::reading::{Read, Reader, schema_of};

/// A day, or one counted from the day on which the form is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Day {
    /// This day.
    On(Date),
    /// So many days, weeks, months or years from today.
    FromToday {
        /// How many; below zero for days before today.
        count: i32,
        /// `d`, `w`, `m` or `y`.
        unit: char,
    },
}

schema_of!(Day, {
    "description": "A day as 2025-03-14, or one counted from today: today, today-18y, today+2w, today+90d, today+6m.",
    "type": "string",
    "pattern": "^([0-9]{4}-[0-9]{2}-[0-9]{2}|today([+-][0-9]{1,5}[dwmy])?)$"
});

impl Day {
    /// `text` as a day.
    pub fn new(text: &str) -> Option<Self> {
        let Some(offset) = text.strip_prefix("today") else {
            return crate::dates::from_iso(text).map(Self::On);
        };
        if offset.is_empty() {
            return Some(Self::FromToday {
                count: 0,
                unit: 'd',
            });
        }
        let unit = offset.chars().last().filter(|it| "dwmy".contains(*it))?;
        let number = offset.strip_suffix(unit)?;
        let digits = number.strip_prefix(['+', '-'])?;
        let fits = (1..=5).contains(&digits.len()) && digits.bytes().all(|it| it.is_ascii_digit());
        Some(Self::FromToday {
            count: fits.then(|| number.parse().ok())??,
            unit,
        })
    }

    /// The day that it is when it is `today`; none beyond the calendar.
    pub fn when(self, today: Date) -> Option<Date> {
        match self {
            Self::On(date) => Some(date),
            Self::FromToday { count, unit } => {
                let span = Span::new();
                let span = match unit {
                    'w' => span.try_weeks(count),
                    'm' => span.try_months(count),
                    'y' => span.try_years(count),
                    _ => span.try_days(count),
                };
                today.checked_add(span.ok()?).ok()
            }
        }
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::On(date) => to.serialize_str(&iso(*date)),
            Self::FromToday { count: 0, .. } => to.serialize_str("today"),
            Self::FromToday { count, unit } => {
                to.collect_str(&format_args!("today{count:+}{unit}"))
            }
        }
    }
}

impl Read for Day {
    const EXPECTED: &'static str = "a day such as 2025-03-14, today or today-18y";

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        reader.text(value, Self::EXPECTED, Self::new)
    }
}
