//! Values of fields that take one kind of answer.

use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{Refusal, check};
use serde_json::Value as Json;

use super::{Circumstances, Found, choice, windows, written};
use crate::text::{narrow, plain, words};

/// What a message says for the field that was asked for.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// A value.
    Found(Found),
    /// None, and why.
    Refused(Refusal),
}

/// Names of days, spans and points of time that make a day of a phrase without a number.
#[rustfmt::skip]
const DAY_WORDS: [&str; 33] = [
    "today", "tonight", "tomorrow", "yesterday", "monday", "tuesday", "wednesday", "thursday",
    "friday", "saturday", "sunday", "week", "weeks", "weekend", "fortnight", "month", "months",
    "year", "years", "january", "february", "march", "april", "june", "july", "august",
    "september", "october", "november", "december", "days", "day", "may",
];
/// Words that begin to say no, or yes.
const NO: [&str; 9] = [
    "no",
    "nope",
    "nah",
    "not",
    "never",
    "いいえ",
    "いや",
    "いえ",
    "ううん",
];
#[rustfmt::skip]
const YES: [&str; 13] = [
    "yes", "yeah", "yep", "yup", "sure", "certainly", "absolutely", "correct", "indeed", "はい",
    "ええ", "うん", "もちろん",
];
const NO_ENDS: [&str; 6] = [
    "ません",
    "ませんでした",
    "ない",
    "ないです",
    "なし",
    "違います",
];
const YES_ENDS: [&str; 6] = [
    "あります",
    "ありました",
    "いました",
    "います",
    "そうです",
    "しました",
];
/// What is counted. A number with another unit than the field's is no answer.
#[rustfmt::skip]
const UNITS: [&str; 48] = [
    "second", "minute", "hour", "day", "week", "month", "year", "kg", "g", "lb", "lbs", "pound",
    "ton", "km", "m", "cm", "mm", "mile", "foot", "feet", "inch", "yard", "l", "litre", "liter",
    "percent", "person", "people", "guest", "room", "box", "piece", "usd", "eur", "jpy", "gbp",
    "yen", "dollar", "euro", "秒", "分", "時間", "日", "週", "か月", "年", "人", "箱",
];

/// Reads a message as the answer to a field of this kind.
pub fn answer(kind: &AnswerType, message: &str, around: &Circumstances) -> Reading {
    let context = around.checks();
    let whole = message.trim();
    let read = |part: &str| check(kind, &Json::from(part), &context).ok().map(|_| ());
    let found = match kind {
        AnswerType::Choice(it) => choice::one(&it.options, message, it.other),
        AnswerType::Choices(it) => choice::several(&it.options, message, it.other),
        AnswerType::YesNo(_) => yes_or_no(message),
        AnswerType::Address(_) => Some(Found::said(whole)),
        _ => None,
    };
    if let Some(found) = found.filter(|found| read(&found.value).is_some()) {
        return Reading::Found(found);
    }
    let is_exact = !matches!(
        kind,
        AnswerType::Choice(_) | AnswerType::Choices(_) | AnswerType::YesNo(_)
    );
    let refusal = match check(kind, &Json::from(whole), &context) {
        Ok(_) if is_exact => return Reading::Found(Found::said(whole)),
        Ok(_) => Refusal::WrongKind,
        Err(refusal) => refusal,
    };
    if let Some(found) = among(kind, message, around) {
        return Reading::Found(found);
    }
    // What the only day or number is refused for says more than what the sentence is.
    Reading::Refused(refusal_of_part(kind, message, around).unwrap_or(refusal))
}

/// The only value of this kind among other words.
fn among(kind: &AnswerType, message: &str, around: &Circumstances) -> Option<Found> {
    let context = around.checks();
    let reads = |part: &str| {
        check(kind, &Json::from(part), &context)
            .ok()
            .map(|it| it.value)
    };
    let said =
        |(range, _): &(std::ops::Range<usize>, _)| message.get(range.clone()).map(Found::said);
    match kind {
        AnswerType::Email(_) => {
            let found = message.get(written::email(message)?)?;
            reads(found).map(|_| Found::said(found))
        }
        AnswerType::Url(_) => {
            let found = message.get(written::url(message)?)?;
            reads(found).map(|_| Found::said(found))
        }
        AnswerType::Phone(_) => {
            let found = message.get(written::phone(message)?)?;
            reads(found).map(|_| Found::said(found))
        }
        AnswerType::Date(_) | AnswerType::DateTime(_) => {
            let found = windows::first(message, |part| says_day(part).then(|| reads(part))?);
            found.as_ref().and_then(said)
        }
        AnswerType::Time(_) => {
            let found = windows::first(message, |part| {
                (has_digit(part) || shows_clock(part)).then(|| reads(part))?
            });
            found.as_ref().and_then(said)
        }
        AnswerType::Number(_) | AnswerType::Integer(_) | AnswerType::Rating(_) => {
            let all = windows::all(message, |part| has_digit(part).then(|| reads(part))?);
            let (range, _) = match all.as_slice() {
                [only] => only,
                _ => return None,
            };
            let rest = message.get(range.end..).unwrap_or_default();
            let part = message.get(range.clone())?;
            (!has_other_unit(kind, part, rest)).then(|| Found::said(part))
        }
        _ => None,
    }
}

/// Why the part that looks like a value is none.
fn refusal_of_part(kind: &AnswerType, message: &str, around: &Circumstances) -> Option<Refusal> {
    let context = around.checks();
    let why = |part: &str| check(kind, &Json::from(part), &context).err();
    let is_telling = |refusal: &Refusal| {
        use kikitori_form::dates::{DateRefusal, TimeRefusal};
        !matches!(
            refusal,
            Refusal::NotANumber
                | Refusal::OtherUnit { .. }
                | Refusal::WrongKind
                | Refusal::NotAnOption { .. }
                | Refusal::Date {
                    refusal: DateRefusal::NotADate
                }
                | Refusal::Time {
                    refusal: TimeRefusal::NotATime
                }
                | Refusal::Time {
                    refusal: TimeRefusal::Date(DateRefusal::NotADate)
                }
        )
    };
    matches!(
        kind,
        AnswerType::Date(_)
            | AnswerType::DateTime(_)
            | AnswerType::Time(_)
            | AnswerType::Number(_)
            | AnswerType::Integer(_)
            | AnswerType::Rating(_)
    )
    .then(|| {
        windows::first(message, |part| {
            has_digit(part).then(|| why(part).filter(is_telling))?
        })
    })
    .flatten()
    .map(|(_, refusal)| refusal)
}

/// The only value of this kind that a message tells without having been asked for it.
pub fn volunteered(kind: &AnswerType, message: &str, around: &Circumstances) -> Option<Found> {
    let context = around.checks();
    let reads = |part: &str| check(kind, &Json::from(part), &context).ok().map(|_| ());
    let only = |shows: &dyn Fn(&str) -> bool| {
        let all = windows::all(message, |part| shows(part).then(|| reads(part))?);
        let (range, ()) = match all.as_slice() {
            [only] => only,
            _ => return None,
        };
        message.get(range.clone()).map(Found::said)
    };
    match kind {
        AnswerType::Email(_) | AnswerType::Url(_) => among(kind, message, around),
        AnswerType::Phone(_) => {
            among(kind, message, around).filter(|found| looks_dialled(&found.quote))
        }
        AnswerType::Date(_) | AnswerType::DateTime(_) => only(&says_day),
        AnswerType::Time(_) => only(&shows_clock),
        AnswerType::Number(_) | AnswerType::Integer(_) => {
            only(&|part| has_digit(part) && !is_bare_number(part))
        }
        AnswerType::Rating(it) => {
            let ends = [
                format!("/{}", it.max.0),
                format!("of {}", it.max.0),
                "点".to_owned(),
            ];
            only(&|part| ends.iter().any(|end| plain(part).ends_with(end.as_str())))
        }
        _ => None,
    }
}

/// Whether a part says a day, and not only a number or one of several things.
fn says_day(part: &str) -> bool {
    let in_japanese = || {
        part.chars().any(|c| "日月週年末今明昨本き".contains(c)) && part.chars().nth(1).is_some()
    };
    let has_word = || {
        let words = words(part);
        words != ["may"]
            && words.iter().any(|word| {
                let word = word.strip_suffix("'s").unwrap_or(word);
                DAY_WORDS.contains(&word)
            })
    };
    has_digit(part) || in_japanese() || has_word()
}

fn shows_clock(part: &str) -> bool {
    let part = plain(part);
    let ends = ["am", "pm", "a.m", "p.m", "a.m.", "p.m.", "o'clock"];
    part.contains([':', '時'])
        || ["noon", "midday", "midnight", "正午"].contains(&part.as_str())
        || (has_digit(&part) && ends.iter().any(|end| part.ends_with(end)))
}

pub(super) fn looks_dialled(part: &str) -> bool {
    let part: String = part.chars().map(narrow).collect();
    let digits = part.chars().filter(char::is_ascii_digit).count();
    part.starts_with(['+', '0', '(']) || (digits >= 10 && part.contains(['-', ' ', '.']))
}

pub(super) fn has_digit(part: &str) -> bool {
    part.chars().map(narrow).any(|c| c.is_ascii_digit())
}

fn is_bare_number(part: &str) -> bool {
    part.chars()
        .map(narrow)
        .all(|c| c.is_ascii_digit() || "+-., '".contains(c))
}

/// Whether a number is told in something else than the field's unit.
fn has_other_unit(kind: &AnswerType, part: &str, rest: &str) -> bool {
    let unit = match kind {
        AnswerType::Number(it) => &it.unit,
        AnswerType::Integer(it) => &it.unit,
        _ => return false,
    };
    let Some(unit) = unit.as_ref().filter(|_| is_bare_number(part)) else {
        return false;
    };
    let next = plain(rest.trim_start());
    let own: Vec<String> = unit.all().map(plain).collect();
    if own
        .iter()
        .any(|own| next.starts_with(own.trim_end_matches('s')))
    {
        return false;
    }
    let word = words(&next).into_iter().next().unwrap_or_default();
    let singular = word.trim_end_matches('s');
    UNITS.iter().any(|unit| match unit.is_ascii() {
        true => *unit == word || *unit == singular,
        false => next.starts_with(unit),
    })
}

/// Yes or no, from how a message begins or, in Japanese, ends.
fn yes_or_no(message: &str) -> Option<Found> {
    let (range, says_yes) = windows::first(message, |part| {
        let part = plain(part);
        let is_one = |list: &[&str]| list.contains(&part.as_str());
        match (is_one(&NO), is_one(&YES)) {
            (true, _) => Some(false),
            (_, true) => Some(true),
            _ => None,
        }
    })
    .filter(|(range, _)| range.start <= message.len() - message.trim_start().len() + 3)
    .or_else(|| {
        let said = message.trim().trim_end_matches(['。', '.', '!', '！']);
        let at = message.find(said)?;
        let ends = |list: &[&str]| list.iter().any(|end| said.ends_with(end));
        match (ends(&NO_ENDS), ends(&YES_ENDS)) {
            (true, _) => Some((at..at + said.len(), false)),
            (_, true) => Some((at..at + said.len(), true)),
            _ => None,
        }
    })?;
    Some(Found {
        quote: message.get(range)?.to_owned(),
        value: if says_yes { "yes" } else { "no" }.to_owned(),
    })
}

#[cfg(test)]
mod tests;
