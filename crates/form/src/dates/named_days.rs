//! Days that have a name and the same date, or the same weekday, in every year.

use jiff::civil::{Date, Weekday};

use super::DateRefusal;
use super::said::{Days, any_year, in_year, nth_of_month};

/// When a named day is.
#[derive(Debug, Clone, Copy)]
enum When {
    /// On this day of this month.
    Date(i64, i64),
    /// On this Monday of this month.
    Monday(i64, i64),
}

/// English names, without `the`, `of` and `'s`.
const ENGLISH: [(&str, When); 15] = [
    ("new year day", When::Date(1, 1)),
    ("new years day", When::Date(1, 1)),
    ("valentine day", When::Date(2, 14)),
    ("valentines day", When::Date(2, 14)),
    ("april fool day", When::Date(4, 1)),
    ("april fools day", When::Date(4, 1)),
    ("halloween", When::Date(10, 31)),
    ("christmas eve", When::Date(12, 24)),
    ("xmas eve", When::Date(12, 24)),
    ("christmas day", When::Date(12, 25)),
    ("christmas", When::Date(12, 25)),
    ("xmas", When::Date(12, 25)),
    ("boxing day", When::Date(12, 26)),
    ("new year eve", When::Date(12, 31)),
    ("new years eve", When::Date(12, 31)),
];

/// Japanese names. Days that depend on the sun, as the equinoxes, are not among them.
const JAPANESE: [(&str, When); 23] = [
    ("元日", When::Date(1, 1)),
    ("元旦", When::Date(1, 1)),
    ("成人の日", When::Monday(1, 2)),
    ("建国記念の日", When::Date(2, 11)),
    ("バレンタインデー", When::Date(2, 14)),
    ("天皇誕生日", When::Date(2, 23)),
    ("ひな祭り", When::Date(3, 3)),
    ("ホワイトデー", When::Date(3, 14)),
    ("昭和の日", When::Date(4, 29)),
    ("憲法記念日", When::Date(5, 3)),
    ("みどりの日", When::Date(5, 4)),
    ("こどもの日", When::Date(5, 5)),
    ("子供の日", When::Date(5, 5)),
    ("七夕", When::Date(7, 7)),
    ("海の日", When::Monday(7, 3)),
    ("山の日", When::Date(8, 11)),
    ("敬老の日", When::Monday(9, 3)),
    ("スポーツの日", When::Monday(10, 2)),
    ("文化の日", When::Date(11, 3)),
    ("勤労感謝の日", When::Date(11, 23)),
    ("クリスマスイブ", When::Date(12, 24)),
    ("クリスマス", When::Date(12, 25)),
    ("大晦日", When::Date(12, 31)),
];

/// The day that has this English name, in this year or in any.
pub(super) fn english(
    name: &str,
    today: Date,
    year: Option<i64>,
) -> Result<Option<Days>, DateRefusal> {
    named(&ENGLISH, name, today, year)
}

/// The day that has this Japanese name, in this year or in any.
pub(super) fn japanese(
    name: &str,
    today: Date,
    year: Option<i64>,
) -> Result<Option<Days>, DateRefusal> {
    named(&JAPANESE, name, today, year)
}

fn named(
    days: &[(&str, When)],
    name: &str,
    today: Date,
    year: Option<i64>,
) -> Result<Option<Days>, DateRefusal> {
    let Some((_, when)) = days.iter().find(|(known, _)| *known == name) else {
        return Ok(None);
    };
    match (*when, year) {
        (When::Date(month, day), Some(year)) => in_year(today, (year, 4), month, day),
        (When::Date(month, day), None) => any_year(today, month, day),
        (When::Monday(month, nth), year) => nth_of_month(today, year, month, nth, Weekday::Monday),
    }
}
