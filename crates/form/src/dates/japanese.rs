//! Japanese phrases.

mod cursor;

use jiff::civil::{Date, Weekday};

use super::calendar::{self, Unit};
use super::era::era;
use super::said::{Days, Said, any_month, any_weekday, any_year, in_year, on_both_sides};
use super::time::has_numbers_side_by_side;
use super::{DateContext, DateRefusal, numeric};
pub(super) use cursor::{Cursor, is_numeral};

type Read<T> = Result<Option<T>, DateRefusal>;

/// Reads a Japanese phrase, or a date of numbers; none if it is something else.
pub(super) fn read(text: &str, context: &DateContext<'_>) -> Read<Said> {
    if has_numbers_side_by_side(text) {
        return Ok(None);
    }
    let text: String = text.chars().filter(|it| !" 、,。".contains(*it)).collect();
    let mut text = text.as_str();
    for ending in ["です", "でした", "に"] {
        text = text.strip_suffix(ending).unwrap_or(text);
    }
    if let Some(days) = phrase(text, context)? {
        return Ok(Some(days.into()));
    }
    let Some((rest, day)) = weekday_at_end(text) else {
        return Ok(None);
    };
    let rest = rest.strip_suffix('の').unwrap_or(rest);
    Ok(phrase(rest, context)?.map(|days| Said {
        days,
        weekday: Some(day),
    }))
}

fn phrase(text: &str, context: &DateContext<'_>) -> Read<Days> {
    if let Some(days) = numeric::read(text, context)? {
        return Ok(Some(days));
    }
    if let Some(date) = relative(text, context.today) {
        return Ok(Some(Days::One(date)));
    }
    if let Some(("", day)) = weekday_at_end(text)
        && !text.starts_with('(')
    {
        return Ok(any_weekday(context.today, day));
    }
    written(text, context.today)
}

/// Phrases that say exactly one day.
fn relative(text: &str, today: Date) -> Option<Date> {
    let days = |count: i64| calendar::later(today, count, Unit::Day);
    let this_year = i64::from(today.year());
    match text {
        "今日" | "本日" | "きょう" | "今夜" | "今晩" => return Some(today),
        "明日" | "あした" | "あす" => return days(1),
        "明後日" | "あさって" => return days(2),
        "明々後日" | "明明後日" | "しあさって" => return days(3),
        "昨日" | "きのう" => return days(-1),
        "一昨日" | "おととい" => return days(-2),
        "一昨々日" | "さきおととい" => return days(-3),
        "月末" | "今月末" => return Some(today.last_of_month()),
        "年末" | "今年末" => return calendar::end_of(this_year, 12),
        _ => {}
    }
    counted(text, today)
        .or_else(|| weekday_of_week(text, today))
        .or_else(|| in_relative_month(text, today))
}

/// 三週間後, 3日前, 半年後, and 二週間後の金曜, a day of the week that lies so far away.
fn counted(text: &str, today: Date) -> Option<Date> {
    let mut text = Cursor::new(text);
    let (count, unit) = if text.eat(&["半年"]) {
        (6, Unit::Month)
    } else {
        let count = text.number()?;
        let months = ["ヶ月", "か月", "カ月", "ヵ月", "ケ月", "箇月"];
        let unit = if text.eat(&["日"]) {
            Unit::Day
        } else if text.eat(&["週"]) {
            Unit::Week
        } else if text.eat(&months) {
            Unit::Month
        } else if text.eat(&["年"]) {
            Unit::Year
        } else {
            return None;
        };
        text.eat(&["間"]);
        (count, unit)
    };
    let count = match (text.eat(&["後", "あと"]), text.eat(&["前", "まえ"])) {
        (true, false) => count,
        (false, true) => -count,
        _ => return None,
    };
    let day = text.eat(&["の"]).then(|| text.weekday()).flatten();
    text.end()?;
    match (day, unit) {
        (None, _) => calendar::later(today, count, unit),
        (Some(day), Unit::Week) => calendar::in_week(today, count, day),
        _ => None,
    }
}

/// 来週の金曜, 今度の土曜, 今週末の土曜.
fn weekday_of_week(text: &str, today: Date) -> Option<Date> {
    let mut text = Cursor::new(text);
    let week = text.one_of(&[
        ("今週", 0),
        ("再来週", 2),
        ("さ来週", 2),
        ("来週", 1),
        ("先々週", -2),
        ("先週", -1),
        ("週末", 0),
        ("今度の週末", 0),
    ]);
    let near = text.one_of(&[
        ("今度の", 1),
        ("こんどの", 1),
        ("次の", 1),
        ("つぎの", 1),
        ("この前の", -1),
        ("前の", -1),
    ]);
    let is_weekend = text.eat(&["末"]);
    text.eat(&["の"]);
    if let (None, Some(1), Some(day)) = (week, near, text.day_of_month()) {
        let in_month = |months: i64| {
            let (year, month) = calendar::month_after(today, months)?;
            calendar::day_of(year, month, day)
        };
        text.end()?;
        return (0..=2).filter_map(in_month).find(|date| *date > today);
    }
    let day = text.weekday()?;
    text.end()?;
    let on_weekend = matches!(day, Weekday::Saturday | Weekday::Sunday);
    match (week, near) {
        (Some(weeks), None) if !is_weekend || on_weekend => calendar::in_week(today, weeks, day),
        (None, Some(1)) => calendar::next_weekday(today, day),
        (None, Some(_)) => calendar::previous_weekday(today, day),
        _ => None,
    }
}

/// 先月の14日, 来月末.
fn in_relative_month(text: &str, today: Date) -> Option<Date> {
    let mut text = Cursor::new(text);
    let months = text.one_of(&[
        ("今月", 0),
        ("再来月", 2),
        ("来月", 1),
        ("先々月", -2),
        ("先月", -1),
    ])?;
    let (year, month) = calendar::month_after(today, months)?;
    text.eat(&["の"]);
    let date = if text.eat(&["月末", "末日", "末"]) {
        calendar::end_of(year, month)
    } else {
        calendar::day_of(year, month, text.day_of_month()?)
    };
    text.end()?;
    date
}

/// 2025年3月14日, 令和7年3月14日, 来年3月末, 3月14日, 14日.
fn written(text: &str, today: Date) -> Read<Days> {
    if let Some((era, rest)) = era(text) {
        let mut text = Cursor::new(rest);
        let Some((year, month, day)) = text.era_date() else {
            return Ok(None);
        };
        let date = era.day_of(year, month, day).ok_or(DateRefusal::NoSuchDay)?;
        return Ok(Some(Days::One(date)));
    }
    let mut text = Cursor::new(text);
    let this_year = i64::from(today.year());
    let year = text.one_of(&[
        ("今年", 0),
        ("本年", 0),
        ("再来年", 2),
        ("来年", 1),
        ("一昨年", -2),
        ("おととし", -2),
        ("昨年", -1),
        ("去年", -1),
    ]);
    let year = match year {
        Some(years) => {
            text.eat(&["の"]);
            Some((this_year + years, 4))
        }
        None => text.counted("年"),
    };
    let Some((month, _)) = text.counted("月") else {
        let only_day = text.day_of_month().filter(|_| text.end().is_some());
        return match (year, only_day) {
            (None, Some(day)) => any_month(today, day),
            _ => Ok(None),
        };
    };
    text.eat(&["の"]);
    if text.eat(&["末日", "末"]) && text.end().is_some() {
        return Ok(match year {
            Some((year, 4)) => calendar::end_of(year, month).map(Days::One),
            Some(_) => None,
            None => {
                let ends = (-1..=1).filter_map(|more| calendar::end_of(this_year + more, month));
                on_both_sides(today, ends)
            }
        });
    }
    let Some(day) = text.day_of_month().filter(|_| text.end().is_some()) else {
        return Ok(None);
    };
    match year {
        Some(year) => in_year(today, year, month, day),
        None => any_year(today, month, day),
    }
}

/// What stands before a weekday at the end, in brackets or not.
fn weekday_at_end(text: &str) -> Option<(&str, Weekday)> {
    let in_brackets = text.strip_suffix(')').and_then(|it| it.rsplit_once('('));
    if let Some((rest, inner)) = in_brackets {
        let mut inner = Cursor::new(inner);
        let day = inner.weekday().or_else(|| inner.weekday_letter())?;
        return inner.end().map(|()| (rest, day));
    }
    let (at, _) = text.char_indices().rev().find(|(at, _)| {
        let mut rest = Cursor::new(text.get(*at..).unwrap_or_default());
        rest.weekday().is_some() && rest.end().is_some()
    })?;
    let (rest, day) = text.split_at_checked(at)?;
    Some((rest, Cursor::new(day).weekday()?))
}
