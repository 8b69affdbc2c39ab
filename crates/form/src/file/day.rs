//! The first or last day that a field takes.

use jiff::Span;
use jiff::civil::Date;
use serde_json::Value;

use crate::dates::iso;
use crate::reading::{Read, Reader, Write, schema_of, serialize_written};

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

impl Day {
    /// Whether it is after `other` on whatever day the form is answered. A day of the calendar and one
    /// that is counted from today never are, as the answer depends on today.
    pub(super) fn is_always_after(self, other: Self) -> bool {
        match (self, other) {
            (Self::On(day), Self::On(other)) => day > other,
            (
                Self::FromToday { count, unit },
                Self::FromToday {
                    count: few,
                    unit: of,
                },
            ) => match unit == of {
                true => count > few,
                false => days_of(count, unit).0 > days_of(few, of).1,
            },
            _ => false,
        }
    }
}

/// The fewest and the most days that so many units have: 400 years of the calendar have 146,097 days
/// and 4,800 months, and no months of it are three days off that.
fn days_of(count: i32, unit: char) -> (i64, i64) {
    let count = i64::from(count);
    let of_months = |months: i64| {
        let days = (months * 146_097).div_euclid(4_800);
        (days - 3, days + 3)
    };
    match unit {
        'w' => (count * 7, count * 7),
        'm' => of_months(count),
        'y' => of_months(count * 12),
        _ => (count, count),
    }
}

impl Write for Day {
    fn write(&self) -> Value {
        match self {
            Self::On(date) => iso(*date).into(),
            Self::FromToday { count: 0, .. } => "today".into(),
            Self::FromToday { count, unit } => format!("today{count:+}{unit}").into(),
        }
    }
}

serialize_written!(Day);

impl Read for Day {
    const EXPECTED: &'static str = "a day such as 2025-03-14, today or today-18y";

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        reader.text(value, Self::EXPECTED, Self::new)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::{Day, days_of};
    use jiff::civil::date;

    #[test]
    fn a_day_is_always_after_another_only_where_no_today_says_otherwise() {
        for (one, other, expected) in [
            ("2025-03-15", "2025-03-14", true),
            ("2025-03-14", "2025-03-14", false),
            ("2025-03-14", "today", false),
            ("today", "2025-03-14", false),
            ("today", "today-1d", true),
            ("today+2m", "today+1m", true),
            ("today-18y", "today-99y", true),
            ("today-99y", "today-18y", false),
            ("today+2m", "today+1w", true),
            ("today+1y", "today+11m", true),
            ("today-1m", "today-1y", true),
            // In some months it is, in others it is not.
            ("today+30d", "today+1m", false),
            ("today+1m", "today+30d", false),
            ("today+366d", "today+1y", false),
        ] {
            let is_after = Day::new(one)
                .unwrap()
                .is_always_after(Day::new(other).unwrap());
            assert_eq!(is_after, expected, "{one} after {other}");
        }
    }

    #[test]
    fn no_months_or_years_have_fewer_or_more_days_than_is_said() {
        let first = date(1999, 1, 1);
        for today in (0..1_500).filter_map(|days| {
            Day::FromToday {
                count: days,
                unit: 'd',
            }
            .when(first)
        }) {
            for (count, unit) in [
                (-240, 'm'),
                (-11, 'm'),
                (-1, 'm'),
                (1, 'm'),
                (2, 'm'),
                (7, 'm'),
                (25, 'm'),
                (-99, 'y'),
                (-18, 'y'),
                (1, 'y'),
                (101, 'y'),
            ] {
                let then = Day::FromToday { count, unit }.when(today).unwrap();
                let days = i64::from((then - today).get_days());
                let (fewest, most) = days_of(count, unit);
                assert!(
                    (fewest..=most).contains(&days),
                    "{count}{unit} from {today}: {days}"
                );
            }
        }
    }
}
