//! Weekdays of a week that is told, and weekends: 来週の金曜, 今度の土曜, 週末.

use jiff::civil::{Date, Weekday};

use super::super::calendar::{self, Unit};
use super::super::said::{Days, any_week, weekend};
use super::Cursor;

const WEEKS: [(&str, i64); 8] = [
    ("今週", 0),
    ("再々来週", 3),
    ("再来週", 2),
    ("さ来週", 2),
    ("さらいしゅう", 2),
    ("来週", 1),
    ("先々週", -2),
    ("先週", -1),
];
const NEAR: [(&str, i64); 11] = [
    ("今度の", 1),
    ("こんどの", 1),
    ("次の次の", 2),
    ("次の", 1),
    ("つぎの", 1),
    ("今週末の", 0),
    ("この前の", -1),
    ("このまえの", -1),
    ("この間の", -1),
    ("こないだの", -1),
    ("前の", -1),
];

pub(super) fn read(text: &str, today: Date) -> Option<Days> {
    let mut text = Cursor::new(text);
    let week = text.one_of(&WEEKS);
    let near = match week {
        None => text.one_of(&NEAR),
        Some(_) => None,
    };
    // 今度の週末の土曜 is of that weekend.
    let is_weekend = text.eat(&["末", "週末"]);
    text.eat(&["の"]);
    let is_over = text.end().is_some();
    let both = text.eat(&["土日", "週末"]) && text.end().is_some();
    if both || (is_over && is_weekend) {
        let near = near.map(|near| near.min(1) - 1);
        return weekend(today, week.or(near).unwrap_or(0));
    }
    if let (None, Some(1), Some(day)) = (week, near, text.day_of_month()) {
        let in_month = |months: i64| {
            let (year, month) = calendar::month_after(today, months)?;
            calendar::day_of(year, month, day)
        };
        text.end()?;
        let mut days = (0..=2).filter_map(in_month);
        return days.find(|date| *date > today).map(Days::One);
    }
    let day = text.weekday()?;
    text.end()?;
    let on_weekend = matches!(day, Weekday::Saturday | Weekday::Sunday);
    let next = |weeks: i64| {
        let next = calendar::next_weekday(today, day)?;
        calendar::later(next, weeks, Unit::Week).map(Days::One)
    };
    match (week, near) {
        (Some(weeks), None) if is_weekend && on_weekend => {
            calendar::in_week(today, weeks, day).map(Days::One)
        }
        (Some(weeks), None) if !is_weekend => any_week(today, weeks, day),
        (None, _) if is_weekend && on_weekend => calendar::in_week(today, 0, day).map(Days::One),
        (None, Some(near @ 1..)) if !is_weekend => next(near - 1),
        (None, Some(_)) if !is_weekend => calendar::previous_weekday(today, day).map(Days::One),
        _ => None,
    }
}
