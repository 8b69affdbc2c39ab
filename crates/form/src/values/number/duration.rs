//! Lengths of time as they are said, in the unit of a field: two hours where it asks for minutes.

use super::words::told_in_any;
use super::{english, japanese};
use crate::decimal::Decimal;

/// Units of fields that ask for minutes.
const MINUTES: [&str; 15] = [
    "分", "분", "分钟", "分鐘", "min", "mins", "min.", "minute", "minutes", "minuten", "minuti",
    "minutos", "minut", "minuter", "minuty",
];
/// Words for hours, which are units of fields too.
const HOURS: [&str; 26] = [
    "時間", "시간", "小时", "小時", "h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden",
    "heure", "heures", "ora", "ore", "hora", "horas", "uur", "uren", "timme", "timmar", "time",
    "timer", "godzina", "godziny",
];
/// Words for days, and for weeks.
const DAYS: [&str; 25] = [
    "day", "days", "tag", "tage", "tagen", "jour", "jours", "día", "días", "dia", "dias", "giorno",
    "giorni", "dag", "dagen", "dagar", "dage", "dager", "dzień", "dni", "den", "dan", "dana",
    "日間", "天",
];
const WEEKS: [&str; 18] = [
    "week",
    "weeks",
    "woche",
    "wochen",
    "semaine",
    "semaines",
    "semana",
    "semanas",
    "settimana",
    "settimane",
    "weken",
    "vecka",
    "veckor",
    "uge",
    "uger",
    "tydzień",
    "tygodnie",
    "週間",
];
const MINUTES_OF_DAY: u64 = 24 * 60;

/// What stands between hours and a part of one.
const AND: [&str; 7] = ["and", "und", "et", "e", "y", "en", "og"];
/// Half of one.
const HALF: [&str; 10] = [
    "half", "halb", "halbe", "demie", "mezza", "mezzo", "media", "meia", "halv", "pół",
];

/// A quarter of one, and several.
const QUARTERS: [&str; 14] = [
    "quarter", "quarters", "viertel", "quart", "quarts", "quarto", "quarti", "quartos", "cuarto",
    "cuartos", "kwart", "kvart", "kvarter", "kwadrans",
];
/// The same in one word with the hour, and how many minutes that is.
const PARTS: [(&str, u64); 7] = [
    ("viertelstunde", 15),
    ("dreiviertelstunde", 45),
    ("kwartier", 15),
    ("kvart", 15),
    ("kvarter", 15),
    ("kwadrans", 15),
    ("halvtimme", 30),
];
const THREE: [&str; 11] = [
    "3", "three", "drei", "trois", "tres", "tre", "três", "drie", "trzy", "tri", "három",
];
const ARTICLES: [&str; 14] = [
    "a", "an", "one", "un", "una", "une", "uno", "um", "uma", "eine", "einer", "een", "en", "et",
];

/// How many minutes the unit of a field has, if it is one of time.
pub(super) fn minutes_of(units: &[String]) -> Option<u64> {
    let is_of = |known: &[&str]| units.iter().any(|unit| known.contains(&unit.as_str()));
    match () {
        () if is_of(&MINUTES) => Some(1),
        () if is_of(&HOURS) => Some(60),
        () if is_of(&DAYS) => Some(MINUTES_OF_DAY),
        () => None,
    }
}

/// The number in the field's unit that a text is, where the unit counts minutes or hours and the text says
/// another of the two.
pub(super) fn read(said: &str, units: &[String]) -> Option<Decimal> {
    read_by(said, units, &number)
}

/// The same where numbers in words of any language that a library reads count too.
pub(super) fn read_in_any(said: &str, units: &[String]) -> Option<Decimal> {
    read_by(said, units, &number_in_any)
}

/// How words are read as a number.
type Read<'a> = &'a dyn Fn(&[&str]) -> Option<u64>;

fn read_by(said: &str, units: &[String], number: Read<'_>) -> Option<Decimal> {
    let asks_for = |known: &[&str]| units.iter().any(|unit| known.contains(&unit.as_str()));
    let is_hours = asks_for(&HOURS);
    if !is_hours && !asks_for(&MINUTES) {
        return None;
    }
    let minutes = in_japanese(said)
        .or_else(|| in_korean(said))
        .or_else(|| in_chinese(said))
        .or_else(|| in_words(said, number))?;
    match is_hours {
        false => Decimal::new(&minutes.to_string()),
        true => {
            // Quarters of an hour have an end behind the point.
            let (hours, rest) = (minutes / 60, minutes % 60);
            let quarters = (rest % 15 == 0).then_some(rest * 100 / 60)?;
            Decimal::new(&format!("{hours}.{quarters:02}"))
        }
    }
}

/// 2時間, 二時間半, 1時間30分, and 90分 where hours are asked for.
fn in_japanese(said: &str) -> Option<u64> {
    let number = |text: &str| -> Option<u64> {
        if let Ok(number) = text.parse() {
            return Some(number);
        }
        match japanese::read(text)? {
            japanese::Said::Number(number, _) => number.to_string().parse().ok(),
            japanese::Said::Either(_) => None,
        }
    };
    Unspaced {
        abouts: ["くらい", "ぐらい", "ほど"],
        hours: "時間",
        minutes: '分',
        half: "半",
    }
    .read(said, number)
}

/// 두 시간, 한 시간 반, 1시간 20분, 이십 분쯤.
fn in_korean(said: &str) -> Option<u64> {
    let number = |text: &str| text.parse().ok().or_else(|| korean(text));
    Unspaced {
        abouts: ["쯤", "정도", "가량"],
        hours: "시간",
        minutes: '분',
        half: "반",
    }
    .read(said.trim_start_matches("약"), number)
}

/// How a language tells lengths of time whose words stand next to each other.
struct Unspaced {
    /// What stands behind a length that is only about right.
    abouts: [&'static str; 3],
    hours: &'static str,
    minutes: char,
    half: &'static str,
}

impl Unspaced {
    /// The minutes that a text is, where `number` reads the language's numbers.
    fn read(&self, said: &str, number: impl Fn(&str) -> Option<u64>) -> Option<u64> {
        let said: String = said.chars().filter(|it| !it.is_whitespace()).collect();
        let mut abouts = self.abouts.iter();
        let said = abouts
            .find_map(|about| said.strip_suffix(about))
            .unwrap_or(&said);
        let minutes = |rest: &str| match rest {
            "" => Some(0),
            half if half == self.half => Some(30),
            rest => number(rest.strip_suffix(self.minutes)?),
        };
        match said.split_once(self.hours) {
            Some((hours, rest)) => number(hours)?.checked_mul(60)?.checked_add(minutes(rest)?),
            None => number(said.strip_suffix(self.minutes)?),
        }
    }
}

/// Numbers below a hundred in Hangul: those that hours are counted with, up to twelve, and those of minutes.
fn korean(text: &str) -> Option<u64> {
    const HOURS: [&str; 12] = [
        "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "열한", "열두",
    ];
    const DIGITS: [&str; 9] = ["일", "이", "삼", "사", "오", "육", "칠", "팔", "구"];
    let place = |of: &[&str], text: &str| -> Option<u64> {
        let at = of.iter().position(|it| *it == text)?;
        u64::try_from(at + 1).ok()
    };
    if let Some(hours) = place(&HOURS, text) {
        return Some(hours);
    }
    let digit = |text: &str| place(&DIGITS, text);
    match text.split_once('십') {
        None => digit(text),
        Some((tens, ones)) => {
            let tens = if tens.is_empty() { 1 } else { digit(tens)? };
            let ones = if ones.is_empty() { 0 } else { digit(ones)? };
            Some(tens * 10 + ones)
        }
    }
}

/// 两个小时, 一个半小时, 半小时, 1小时20分钟.
fn in_chinese(said: &str) -> Option<u64> {
    let said: String = said.chars().filter(|it| !it.is_whitespace()).collect();
    let said = said
        .trim_start_matches(['约', '約'])
        .trim_end_matches("左右");
    let said = said.replace('鐘', "钟").replace("小時", "小时");
    let said = said.replace("分钟", "分").replace(['两', '兩'], "二");
    let said = said.replace(['个', '個'], "");
    match said.split_once("半小时") {
        Some(("", "")) => return Some(30),
        Some((hours, "")) => return in_japanese(&format!("{hours}時間半")),
        _ => {}
    }
    in_japanese(&said.replace("小时", "時間"))
}

/// 2 hours, an hour and a half, half an hour, three quarters of an hour, 1 h 30, 2h30, 90 minutes.
fn in_words(said: &str, number: Read<'_>) -> Option<u64> {
    let spaced = apart(
        &said
            .replace(['-', '‐'], " ")
            .replace("d'", "")
            .replace("d’", ""),
    );
    let words = spaced.split_whitespace();
    let words: Vec<&str> = words.filter(|it| !matches!(*it, "of" | "de")).collect();
    let is_hour = |word: &str| HOURS.contains(&word);
    let Some(at) = words.iter().position(|word| is_hour(word)) else {
        let (last, before) = words.split_last()?;
        let days = match last {
            last if DAYS.contains(last) => Some(1),
            last if WEEKS.contains(last) => Some(7),
            _ => None,
        };
        if let Some(days) = days {
            return number(before)?.checked_mul(days * MINUTES_OF_DAY);
        }
        if let Some((_, minutes)) = PARTS.iter().find(|(part, _)| part == last) {
            return Some(minutes * part_count(before)?);
        }
        return MINUTES.contains(last).then(|| number(before))?;
    };
    let (before, after) = (words.get(..at)?, words.get(at + 1..)?);
    let bare = match before {
        [rest @ .., article] if ARTICLES.contains(article) && !rest.is_empty() => rest,
        before => before,
    };
    if let Some((whole, minutes)) = quarters_of(bare) {
        let whole = match whole {
            [] => 0,
            [whole @ .., and] if AND.contains(and) => number(whole)?,
            whole => number(whole)?,
        };
        return after
            .is_empty()
            .then(|| whole.checked_mul(60)?.checked_add(minutes))?;
    }
    let whole = match before {
        [half] | [half, _] if HALF.contains(half) && bare == [*half] => {
            return after.is_empty().then_some(30);
        }
        // Two and a half hours.
        [whole @ .., and, article, half]
            if AND.contains(and) && ARTICLES.contains(article) && HALF.contains(half) =>
        {
            let minutes = number(whole)?.checked_mul(60)?.checked_add(30)?;
            return after.is_empty().then_some(minutes);
        }
        before => number(before)?.checked_mul(60)?,
    };
    let after = match after {
        [and, rest @ ..] if AND.contains(and) => rest,
        rest => rest,
    };
    let minutes = match after {
        [] => 0,
        quarters if quarters_of(quarters).is_some_and(|(before, _)| before.is_empty()) => {
            quarters_of(quarters)?.1
        }
        [half] if HALF.contains(half) => 30,
        [article, half] if ARTICLES.contains(article) && HALF.contains(half) => 30,
        [count @ .., minutes] if MINUTES.contains(minutes) => number(count)?,
        rest => number(rest).filter(|minutes| *minutes < 60)?,
    };
    whole.checked_add(minutes)
}

/// What stands before quarters at the end of words, and how many minutes these are.
fn quarters_of<'a, 'b>(words: &'b [&'a str]) -> Option<(&'b [&'a str], u64)> {
    let (last, before) = words.split_last()?;
    if !QUARTERS.contains(last) {
        return None;
    }
    match before {
        [whole @ .., count] if ARTICLES.contains(count) && !AND.contains(count) => {
            Some((whole, 15))
        }
        [whole @ .., count] if THREE.contains(count) => Some((whole, 45)),
        [] => Some((before, 15)),
        [.., and] if AND.contains(and) => Some((before, 15)),
        _ => None,
    }
}

/// How many parts of an hour words count: one, or three.
fn part_count(words: &[&str]) -> Option<u64> {
    match words {
        [] => Some(1),
        [article] if ARTICLES.contains(article) => Some(1),
        [three] if THREE.contains(three) => Some(3),
        _ => None,
    }
}

/// Letters and digits apart: 2h30 is 2 h 30.
fn apart(said: &str) -> String {
    let mut spaced = String::with_capacity(said.len() + 4);
    let mut last = ' ';
    for letter in said.chars() {
        let is_turn = |one: char, other: char| one.is_ascii_digit() && other.is_alphabetic();
        if is_turn(last, letter) || is_turn(letter, last) {
            spaced.push(' ');
        }
        spaced.push(letter);
        last = letter;
    }
    spaced
}

fn number(words: &[&str]) -> Option<u64> {
    match words {
        [article] if ARTICLES.contains(article) => Some(1),
        [digits] if digits.bytes().all(|it| it.is_ascii_digit()) => digits.parse().ok(),
        words => english::read(&words.join(" "))?.to_string().parse().ok(),
    }
}

fn number_in_any(words: &[&str]) -> Option<u64> {
    let own = || match told_in_any(&words.join(" ")).as_slice() {
        [only] => only.parse().ok(),
        _ => None,
    };
    number(words).or_else(own)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn hours_and_minutes_are_told_in_the_unit_that_is_asked_for() {
        for (unit, said, expected) in [
            ("分", "二時間", Some("120")),
            ("分", "2時間半", Some("150")),
            ("分", "307445734561825860時間30分", None),
            ("min", "307445734561825860 hours 59", None),
            ("分", "1時間30分", Some("90")),
            ("分", "45分", Some("45")),
            ("時間", "90分", Some("1.5")),
            ("時間", "二時間半", Some("2.5")),
            ("時間", "50分", None),
            ("min", "한 시간 이십 분쯤", Some("80")),
            ("분", "1시간 20분", Some("80")),
            ("분", "열두 시간", Some("720")),
            ("시간", "삼십 분", Some("0.5")),
            ("min", "두 시간 반 정도", Some("150")),
            ("분", "세 사람", None),
            ("分钟", "一个半小时", Some("90")),
            ("小时", "两个小时", Some("2")),
            ("min", "半小时左右", Some("30")),
            ("分钟", "1小时20分钟", Some("80")),
            ("min", "2 hours", Some("120")),
            ("min", "three quarters of an hour", Some("45")),
            ("minutes", "three-quarters of an hour", Some("45")),
            ("min", "a quarter of an hour", Some("15")),
            ("min", "quarter of an hour", Some("15")),
            ("min", "an hour and a quarter", Some("75")),
            ("min", "an hour and three quarters", Some("105")),
            ("min", "two and a quarter hours", Some("135")),
            ("h", "three quarters of an hour", Some("0.75")),
            ("minuten", "dreiviertelstunde", Some("45")),
            ("minuten", "eine viertelstunde", Some("15")),
            ("minutes", "trois quarts d'heure", Some("45")),
            ("minutes", "une heure et quart", Some("75")),
            ("minuti", "un quarto d'ora", Some("15")),
            ("minutos", "tres cuartos de hora", Some("45")),
            ("minuten", "drie kwartier", Some("45")),
            ("minuter", "en kvart", Some("15")),
            ("min", "three quarters", None),
            ("min", "five quarters of an hour", None),
            ("min", "an hour and a half", Some("90")),
            ("min", "half an hour", Some("30")),
            ("min", "two and a half hours", Some("150")),
            ("h", "two and a half hours", Some("2.5")),
            ("minuti", "due ore", None),
            ("minuti", "2 ore e mezza", Some("150")),
            ("min", "1 h 45", Some("105")),
            ("min", "2h30", Some("150")),
            ("h", "90 minutes", Some("1.5")),
            ("h", "two hours", Some("2")),
            ("hours", "three days", Some("72")),
            ("hours", "a week", Some("168")),
            ("m", "2 hours", None),
            ("min", "two people", None),
        ] {
            let found = read(said, &[unit.to_owned()]).map(|it| it.to_string());
            assert_eq!(found.as_deref(), expected, "{said} in {unit}");
        }
    }
}
