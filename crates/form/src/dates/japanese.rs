//! Japanese phrases.

mod cursor;
mod month;
mod week;

use jiff::civil::{Date, Weekday};

use super::calendar::{self, Unit};
use super::said::{Days, Said, any_week, any_weekday};
use super::time::has_numbers_side_by_side;
use super::{DateContext, DateRefusal, numeric};
pub(super) use cursor::{Cursor, is_numeral};

type Read<T> = Result<Option<T>, DateRefusal>;

/// Words for a part of a day that is told by its distance, and day and part as they are said apart.
const PARTS_OF_DAYS: [(&str, &str, &str); 12] = [
    ("今朝", "今日", "朝"),
    ("けさ", "今日", "朝"),
    ("今夕", "今日", "夕方"),
    ("今夜", "今日", "夜"),
    ("今晩", "今日", "夜"),
    ("昨夕", "昨日", "夕方"),
    ("昨夜", "昨日", "夜"),
    ("昨晩", "昨日", "夜"),
    ("ゆうべ", "昨日", "夜"),
    ("明朝", "明日", "朝"),
    ("明晩", "明日", "夜"),
    ("翌々日", "明後日", ""),
];

/// What may stand behind a day without changing it. What is after midnight is told by none of them.
const PARTS: [&str; 9] = [
    "午前中",
    "午前",
    "午後",
    "早朝",
    "朝",
    "お昼",
    "昼",
    "夕方",
    "夜",
];

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

/// A text in which a part of a day that is told by its distance is said apart: 今夜8時 is 今日夜8時.
pub(super) fn with_parts_apart(text: &str) -> Option<String> {
    let (word, day, part) = PARTS_OF_DAYS
        .iter()
        .find(|(word, _, part)| !part.is_empty() && text.contains(word))?;
    let (before, rest) = text.split_once(word)?;
    let rest = rest.strip_prefix('の').unwrap_or(rest);
    Some(format!("{before}{day}{part}{rest}"))
}

/// Whether a day ends with a part of it, which belongs to an hour that follows.
pub(super) fn ends_with_part(text: &str) -> bool {
    let text = text.trim_end();
    let text = text.strip_suffix('の').unwrap_or(text).trim_end();
    PARTS.iter().any(|part| text.ends_with(part))
}

fn phrase(text: &str, context: &DateContext<'_>) -> Read<Days> {
    let today = context.today;
    if let Some(days) = numeric::read(text, context)? {
        return Ok(Some(days));
    }
    let days = relative(text, today)
        .map(Days::One)
        .or_else(|| counted(text, today))
        .or_else(|| week::read(text, today));
    if let Some(days) = days {
        return Ok(Some(days));
    }
    if let Some(days) = month::read(text, today)? {
        return Ok(Some(days));
    }
    if let Some(("", day)) = weekday_at_end(text)
        && !text.starts_with('(')
    {
        return Ok(any_weekday(today, day));
    }
    match PARTS.iter().find_map(|part| text.strip_suffix(part)) {
        None | Some("") => Ok(None),
        Some(rest) => phrase(rest.strip_suffix('の').unwrap_or(rest), context),
    }
}

/// Phrases that say exactly one day.
fn relative(text: &str, today: Date) -> Option<Date> {
    let days = |count: i64| calendar::later(today, count, Unit::Day);
    let this_year = i64::from(today.year());
    match text {
        "今日" | "本日" | "きょう" | "今" => return Some(today),
        "明日" | "あした" | "あす" | "明くる日" => return days(1),
        "明後日" | "あさって" | "翌々日" => return days(2),
        "明々後日" | "明明後日" | "しあさって" => return days(3),
        "昨日" | "きのう" => return days(-1),
        "一昨日" | "おととい" | "おとつい" => return days(-2),
        "一昨々日" | "さきおととい" | "先おととい" => return days(-3),
        "月末" | "今月末" => return Some(today.last_of_month()),
        "年末" | "今年末" => return calendar::end_of(this_year, 12),
        _ => {}
    }
    if let Some((_, day, _)) = PARTS_OF_DAYS.iter().find(|(word, ..)| *word == text) {
        return relative(day, today);
    }
    let (count, unit) = match text.strip_suffix("の今日")? {
        "来週" => (1, Unit::Week),
        "再来週" => (2, Unit::Week),
        "先週" => (-1, Unit::Week),
        "来月" => (1, Unit::Month),
        "再来月" => (2, Unit::Month),
        "先月" => (-1, Unit::Month),
        "来年" => (1, Unit::Year),
        "去年" | "昨年" => (-1, Unit::Year),
        "一昨年" | "おととし" => (-2, Unit::Year),
        _ => return None,
    };
    calendar::later(today, count, unit)
}

/// 三週間後, 3日前, 半年後, and 二週間後の金曜, a day of the week that lies so far away.
fn counted(text: &str, today: Date) -> Option<Days> {
    let mut text = Cursor::new(text);
    let (count, unit) = if text.eat(&["半年"]) {
        (6, Unit::Month)
    } else {
        let count = text.number()?;
        let months = ["ヶ月", "か月", "カ月", "ヵ月", "ケ月", "箇月", "ヶ月間"];
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
    let count = match (text.eat(&["後", "あと", "のち"]), text.eat(&["前", "まえ"])) {
        (true, false) => count,
        (false, true) => -count,
        _ => return None,
    };
    let has_more = text.eat(&["の"]);
    let is_this_day = has_more && text.eat(&["今日"]);
    let day = (has_more && !is_this_day).then(|| text.weekday()).flatten();
    text.end()?;
    match (day, unit) {
        (None, _) if has_more && !is_this_day => None,
        (None, _) => calendar::later(today, count, unit).map(Days::One),
        (Some(day), Unit::Week) => any_week(today, count, day),
        _ => None,
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
