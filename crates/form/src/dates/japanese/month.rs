//! Days of a month or a year: 先月の14日, 来月の最初の月曜, 来年3月14日, 大晦日.

use jiff::civil::Date;

use super::super::era::era;
use super::super::said::{Days, any_month, any_year, in_year, nth_of_month, on_both_sides};
use super::super::{DateRefusal, calendar, named_days};
use super::Cursor;

type Read = Result<Option<Days>, DateRefusal>;

const YEARS: [(&str, i64); 8] = [
    ("今年", 0),
    ("本年", 0),
    ("再来年", 2),
    ("来年", 1),
    ("一昨年", -2),
    ("おととし", -2),
    ("昨年", -1),
    ("去年", -1),
];
const MONTHS: [(&str, i64); 7] = [
    ("今月", 0),
    ("当月", 0),
    ("再来月", 2),
    ("来月", 1),
    ("翌月", 1),
    ("先々月", -2),
    ("先月", -1),
];

pub(super) fn read(text: &str, today: Date) -> Read {
    if let Some((era, rest)) = era(text) {
        let mut text = Cursor::new(rest);
        let Some((year, month, day)) = text.era_date() else {
            return Ok(None);
        };
        let date = era.day_of(year, month, day).ok_or(DateRefusal::NoSuchDay)?;
        return Ok(Some(Days::One(date)));
    }
    let mut text = Cursor::new(text);
    if let Some(months) = text.one_of(&MONTHS) {
        let Some((year, month)) = calendar::month_after(today, months) else {
            return Ok(None);
        };
        text.eat(&["の"]);
        return in_month(text, today, Some((year, 4)), month);
    }
    let this_year = i64::from(today.year());
    let year = match text.one_of(&YEARS) {
        Some(years) => Some((this_year + years, 4)),
        None => text.counted("年"),
    };
    if year.is_some() {
        text.eat(&["の"]);
    }
    let Some((month, _)) = text.counted("月") else {
        return without_month(text, today, year);
    };
    text.eat(&["の"]);
    in_month(text, today, year, month)
}

/// A named day, or a day of some month.
fn without_month(mut text: Cursor<'_>, today: Date, year: Option<(i64, usize)>) -> Read {
    let full_year = year
        .filter(|(_, digits)| *digits == 4)
        .map(|(year, _)| year);
    if year.is_none() || full_year.is_some() {
        let named = named_days::japanese(text.0, today, full_year)?;
        if named.is_some() {
            return Ok(named);
        }
    }
    let only_day = text.day_of_month().filter(|_| text.end().is_some());
    match (year, only_day) {
        (None, Some(day)) => any_month(today, day),
        _ => Ok(None),
    }
}

/// What is left of a text behind a month, and behind its year if one was said.
fn in_month(mut text: Cursor<'_>, today: Date, year: Option<(i64, usize)>, month: i64) -> Read {
    let this_year = i64::from(today.year());
    let mut ahead = text;
    let is_end = ahead.eat(&["月末", "末日", "末", "最終日", "最後の日", "晦日"]);
    if is_end && ahead.end().is_some() {
        return Ok(match year {
            Some((year, 4)) => calendar::end_of(year, month).map(Days::One),
            Some(_) => None,
            None => {
                let ends = (-1..=1).filter_map(|more| calendar::end_of(this_year + more, month));
                on_both_sides(today, ends)
            }
        });
    }
    let mut ahead = text;
    if let Some(nth) = nth(&mut ahead) {
        ahead.eat(&["の"]);
        let day = ahead.weekday().filter(|_| ahead.end().is_some());
        let is_full = year.is_none_or(|(_, digits)| digits == 4);
        if let Some(day) = day.filter(|_| is_full) {
            return nth_of_month(today, year.map(|(year, _)| year), month, nth, day);
        }
    }
    let first = text.eat(&["初日", "最初の日", "頭の1日"]).then_some(1);
    let day = first.or_else(|| text.day_of_month());
    let Some(day) = day.filter(|_| text.end().is_some()) else {
        return Ok(None);
    };
    match year {
        Some(year) => in_year(today, year, month, day),
        None => any_year(today, month, day),
    }
}

/// Which of the weekdays of a month: 最初, 第2, 最後; the last is -1.
fn nth(text: &mut Cursor<'_>) -> Option<i64> {
    let mut ahead = *text;
    let nth = if ahead.eat(&["第"]) {
        let nth = ahead.number().filter(|nth| (1..=5).contains(nth))?;
        ahead.eat(&["週", "回"]);
        nth
    } else {
        ahead.one_of(&[
            ("最初", 1),
            ("初め", 1),
            ("はじめ", 1),
            ("最後", -1),
            ("最終", -1),
        ])?
    };
    *text = ahead;
    Some(nth)
}
