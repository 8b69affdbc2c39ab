//! The check of an answer against its field.

use jiff::civil::Date;
use serde_json::{Map, Value as Json};

use super::yes_no::said_in;
use super::{Refusal, Value, choice, contact, decade, number, phone, shaped};
use crate::dates::{DateContext, TimeRefusal, iso, resolve_date, resolve_date_time, resolve_time};
use crate::decimal::Decimal;
use crate::file::LineField;
use crate::file::answer::{AnswerType, Group, MAX_LINES, Rating};
use crate::file::day::Day;
use crate::plain::{narrow_letter, plain};
use crate::reading::Count;

/// Characters of an answer in words, where its field says nothing.
const MAX_SHORT_CHARS: u32 = 200;
const MAX_LONG_CHARS: u32 = 20_000;
/// Lines of a postal address, and the characters of each.
const MAX_ADDRESS_LINES: u32 = 10;
const MAX_ADDRESS_CHARS: u32 = 500;

/// What an answer is checked against beside its field.
#[derive(Clone, Copy)]
pub struct CheckContext<'a> {
    /// The day it is where the person is.
    pub today: Date,
    /// The person's language, as a BCP 47 tag.
    pub language: &'a str,
    /// Their country, as an ISO 3166-1 code.
    pub country: Option<&'a str>,
    /// A text in the form in which texts are compared: NFKC, then small letters. The tables for
    /// it are the platform's.
    pub fold: &'a dyn Fn(&str) -> String,
    /// Whether all of a text fits a pattern; `None` where the platform has no regular expressions, or does
    /// not take this one. See [`no_patterns`].
    pub fits: &'a dyn Fn(&str, &str) -> Option<bool>,
}

/// A platform without regular expressions: every text fits.
pub fn no_patterns(_pattern: &str, _text: &str) -> Option<bool> {
    None
}

/// A value, and the words that it was told in.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// The value in its normal form.
    pub value: Value,
    /// What was said, where it was said in another way.
    pub said: Option<String>,
}

/// Checks `input`, a text or JSON, as an answer of this type.
///
/// # Errors
/// [`Refusal`], which says what to do.
///
/// ```
/// use jiff::civil::date;
/// use kikitori_form::file::answer::AnswerType;
/// use kikitori_form::values::{CheckContext, check, no_patterns};
///
/// let context = CheckContext {
///     today: date(2026, 11, 25),
///     language: "en",
///     country: None,
///     fold: &|text| text.to_lowercase(),
///     fits: &no_patterns,
/// };
/// let answer = AnswerType::from_json(&serde_json::json!({"type": "date", "latest": "today"})).unwrap();
/// let checked = check(&answer, &"last month's 14th".into(), &context).unwrap();
/// assert_eq!(checked.value.to_string(), "2026-10-14");
/// assert_eq!(checked.said.as_deref(), Some("last month's 14th"));
/// let refusal = check(&answer, &"tomorrow".into(), &context).unwrap_err();
/// assert_eq!(refusal.sentence("en"), "That is too late: give 25 November 2026 or earlier.");
/// ```
pub fn check(
    answer: &AnswerType,
    input: &Json,
    context: &CheckContext<'_>,
) -> Result<Checked, Refusal> {
    let value = value_of(answer, input, context)?;
    let said = input.as_str().map(str::trim);
    let said = said.filter(|said| *said != value.to_string());
    Ok(Checked {
        value,
        said: said.map(str::to_owned),
    })
}

fn value_of(
    answer: &AnswerType,
    input: &Json,
    context: &CheckContext<'_>,
) -> Result<Value, Refusal> {
    if input.is_null() || input.as_str().is_some_and(|text| text.trim().is_empty()) {
        return Err(Refusal::Empty);
    }
    match answer {
        AnswerType::ShortText(it) => {
            let text = words(input, it.min_length, it.max_length, MAX_SHORT_CHARS)?;
            shaped::fitting(text, it, context).map(Value::Text)
        }
        AnswerType::LongText(it) => {
            words(input, it.min_length, it.max_length, MAX_LONG_CHARS).map(Value::Text)
        }
        AnswerType::Number(it) => {
            let number = number::read(input, it.unit.as_ref(), context)?;
            number::within(number, it.min, it.max).map(Value::Number)
        }
        AnswerType::Integer(it) => {
            let number = number::read(input, it.unit.as_ref(), context)
                .map_err(|refusal| decade::instead(refusal, it, input.as_str()))?;
            let number = Some(number).filter(|it| it.is_whole());
            let number = number.ok_or(Refusal::NotWhole)?;
            number::within(number, it.min, it.max).map(Value::Number)
        }
        AnswerType::YesNo(_) => yes_no(input, context).map(Value::YesNo),
        AnswerType::Choice(it) => {
            choice::one(&it.options, it.other, input, context).map(Value::Choice)
        }
        AnswerType::Choices(it) => choice::several(it, input, context).map(Value::Choices),
        AnswerType::Date(it) => {
            let dates = date_context(it.earliest, it.latest, context);
            let date = resolve_date(text(input)?, &dates);
            let date = date.map_err(|refusal| Refusal::Date { refusal })?;
            in_days(date, &dates).map(Value::Date)
        }
        AnswerType::DateTime(it) => {
            let dates = date_context(it.earliest, it.latest, context);
            let at = resolve_date_time(text(input)?, &dates);
            let at = at.map_err(|refusal| match refusal {
                TimeRefusal::Date(refusal) => Refusal::Date { refusal },
                refusal => Refusal::Time { refusal },
            })?;
            in_days(at.date(), &dates).map(|_| Value::DateTime(at))
        }
        AnswerType::Time(it) => {
            let time = resolve_time(text(input)?).map_err(|refusal| Refusal::Time { refusal })?;
            let written = |time| Value::Time(time).to_string();
            match (it.earliest, it.latest) {
                (Some(earliest), _) if time < earliest.0 => Err(Refusal::TooEarly {
                    earliest: written(earliest.0),
                }),
                (_, Some(latest)) if time > latest.0 => Err(Refusal::TooLate {
                    latest: written(latest.0),
                }),
                _ => Ok(Value::Time(time)),
            }
        }
        AnswerType::Email(_) => contact::email(text(input)?).map(Value::Email),
        AnswerType::Phone(_) => phone::phone(text(input)?, context.country).map(Value::Phone),
        AnswerType::Url(_) => contact::url(text(input)?).map(Value::Url),
        AnswerType::Address(_) => address(input),
        AnswerType::Rating(it) => rating(it, input, context).map(Value::Rating),
        AnswerType::Group(it) => group(it, input, context),
    }
}

pub(super) fn text(input: &Json) -> Result<&str, Refusal> {
    input.as_str().ok_or(Refusal::WrongKind)
}

pub(super) fn words<const MIN: u32, const MAX: u32>(
    input: &Json,
    min: Option<Count<MIN, MAX>>,
    max: Option<Count<MIN, MAX>>,
    unsaid: u32,
) -> Result<String, Refusal> {
    let text = text(input)?.trim();
    let is_counted = min.is_some() || max.is_some();
    let (least, most) = (min.map_or(0, |min| min.0), max.map_or(unsaid, |max| max.0));
    let refusal = match of_length(text, least, most) {
        Ok(()) => return Ok(text.to_owned()),
        Err(refusal) => refusal,
    };
    // As it is printed on a card, in groups.
    let ungrouped = ungrouped(text).filter(|it| is_counted && of_length(it, least, most).is_ok());
    ungrouped.ok_or(refusal)
}

fn of_length(text: &str, min: u32, max: u32) -> Result<(), Refusal> {
    let count = text.chars().take(max as usize + 1).count();
    if count >= min as usize && count <= max as usize {
        return Ok(());
    }
    Err(match (min == max, count < min as usize) {
        (true, _) => Refusal::OtherLength { characters: max },
        (false, true) => Refusal::TooShort { min },
        (false, false) => Refusal::TooLong { max },
    })
}

/// A number of something without the spaces, hyphens, dots and slashes between the groups of its digits and letters;
/// none if a text is no such number.
fn ungrouped(text: &str) -> Option<String> {
    let is_mark = |letter: char| matches!(narrow_letter(letter), ' ' | '-' | '.' | '/');
    let bare: String = text.chars().filter(|it| !is_mark(*it)).collect();
    let is_digit = |letter: &char| narrow_letter(*letter).is_ascii_digit();
    let digits = bare.chars().filter(is_digit).count();
    let is_number = bare
        .chars()
        .all(|it| narrow_letter(it).is_ascii_alphanumeric())
        && 2 * digits >= bare.chars().count();
    (is_number && bare.len() < text.len()).then_some(bare)
}

/// Yes and no in other languages than English and Japanese, whichever is spoken. A word that is one in one
/// language and the other in another is in neither.
const YES: &str = " ja oui sí si sì sim da så jo tak ano áno igen kyllä joo ναι да так evet نعم כן हाँ हां \
    ใช่ có ya 是 是的 对 對 네 예 ";
const NO: &str = " nein non não nee nej nei nie nem ne ei όχι нет ні hayır لا לא नहीं ไม่ใช่ ไม่ không tidak 否 不是 \
    不 没有 沒有 아니요 아니오 ";

fn yes_no(input: &Json, context: &CheckContext<'_>) -> Result<bool, Refusal> {
    if let Some(yes) = input.as_bool() {
        return Ok(yes);
    }
    let text = plain(text(input)?);
    match text.trim_end_matches(['.', '!', '。']) {
        "yes" | "y" | "yeah" | "yep" | "true" | "はい" | "ええ" | "うん" | "そうです"
        | "あります" => Ok(true),
        "no" | "n" | "nope" | "false" | "いいえ" | "いや" | "ううん" | "違います"
        | "ありません" => Ok(false),
        other => {
            let word = format!(" {} ", (context.fold)(other));
            let of_any = || match (YES.contains(&word), NO.contains(&word)) {
                (true, _) => Some(true),
                (_, true) => Some(false),
                _ => None,
            };
            said_in(context.language, other, context.fold)
                .or_else(of_any)
                .ok_or(Refusal::NotYesOrNo)
        }
    }
}

pub(super) fn date_context<'a>(
    earliest: Option<Day>,
    latest: Option<Day>,
    context: &CheckContext<'a>,
) -> DateContext<'a> {
    DateContext {
        country: context.country,
        earliest: earliest.and_then(|day| day.when(context.today)),
        latest: latest.and_then(|day| day.when(context.today)),
        ..DateContext::new(context.today, context.language)
    }
}

fn in_days(date: Date, dates: &DateContext<'_>) -> Result<Date, Refusal> {
    match (dates.earliest, dates.latest) {
        (Some(earliest), _) if date < earliest => Err(Refusal::TooEarly {
            earliest: iso(earliest),
        }),
        (_, Some(latest)) if date > latest => Err(Refusal::TooLate {
            latest: iso(latest),
        }),
        _ => Ok(date),
    }
}

fn address(input: &Json) -> Result<Value, Refusal> {
    let lines: Vec<&str> = match input {
        Json::Array(items) => items.iter().map(text).collect::<Result<_, _>>()?,
        other => vec![text(other)?],
    };
    let lines = lines
        .into_iter()
        .flat_map(str::lines)
        .map(str::trim)
        .filter(|it| !it.is_empty());
    let lines: Vec<String> = lines.map(str::to_owned).collect();
    let too_long = |line: &String| line.chars().nth(MAX_ADDRESS_CHARS as usize).is_some();
    match lines.len() {
        0 => Err(Refusal::Empty),
        count if count > MAX_ADDRESS_LINES as usize => Err(Refusal::TooMany {
            max: MAX_ADDRESS_LINES,
        }),
        _ if lines.iter().any(too_long) => Err(Refusal::TooLong {
            max: MAX_ADDRESS_CHARS,
        }),
        _ => Ok(Value::Address(lines)),
    }
}

/// 4, 4/5, 4 out of 5, 4点, or what an end of the scale is called.
fn rating(rating: &Rating, input: &Json, context: &CheckContext<'_>) -> Result<u32, Refusal> {
    let (lowest, highest) = (rating.lowest(), rating.max.0);
    if let Some(said) = input.as_str() {
        let said = (context.fold)(said.trim());
        let is_called = |label: &Option<crate::file::text::Text>| {
            let mut all = label.iter().flat_map(crate::file::text::Text::all);
            all.any(|label| (context.fold)(label) == said)
        };
        if is_called(&rating.low_label) {
            return Ok(lowest);
        }
        if is_called(&rating.high_label) {
            return Ok(highest);
        }
        let said = plain(&said);
        let without = |ending: &str| said.strip_suffix(ending).map(str::trim);
        let point = without(&format!("/{highest}"))
            .or_else(|| without(&format!("out of {highest}")))
            .or_else(|| without("点"))
            .unwrap_or(&said);
        return point_within(&Json::from(point), lowest, highest, context);
    }
    point_within(input, lowest, highest, context)
}

fn point_within(
    input: &Json,
    lowest: u32,
    highest: u32,
    context: &CheckContext<'_>,
) -> Result<u32, Refusal> {
    let number = number::read(input, None, context)?;
    let (low, high) = (Decimal::from(lowest), Decimal::from(highest));
    let number = number::within(number, Some(low), Some(high))?;
    let point = number.to_string().parse();
    point.map_err(|_| Refusal::NotWhole)
}

/// Lines of objects, each with its values by the fields' ids. A line without a value is none.
fn group(group: &Group, input: &Json, context: &CheckContext<'_>) -> Result<Value, Refusal> {
    let items = input.as_array().ok_or(Refusal::WrongKind)?;
    let min = group.min_lines.map_or(0, |it| it.0);
    let max = group.max_lines.map_or(MAX_LINES, |it| it.0);
    if items.len() > max as usize {
        return Err(Refusal::TooMany { max });
    }
    let line = |(at, item): (usize, &Json)| {
        let item = item.as_object().ok_or(Refusal::WrongKind)?;
        line_of(group, at + 1, item, context)
    };
    let lines: Result<Vec<_>, Refusal> = items.iter().enumerate().map(line).collect();
    let mut lines = lines?;
    lines.retain(|line| !line.is_empty());
    match lines.len() {
        count if count < min as usize => Err(Refusal::TooFew { min }),
        0 => Err(Refusal::Empty),
        _ => Ok(Value::Group(lines)),
    }
}

fn line_of(
    group: &Group,
    line: usize,
    item: &Map<String, Json>,
    context: &CheckContext<'_>,
) -> Result<Vec<(crate::FieldId, Value)>, Refusal> {
    let in_line = |field: &str, refusal: Refusal| Refusal::InLine {
        line,
        field: field.to_owned(),
        refusal: Box::new(refusal),
    };
    let is_known = |key: &&String| group.fields.iter().any(|it| it.id.as_str() == *key);
    if let Some(unknown) = item.keys().find(|key| !is_known(key)) {
        let name: String = unknown.chars().take(64).collect();
        return Err(in_line(&name, Refusal::WrongKind));
    }
    let mut values = Vec::new();
    for LineField {
        id,
        required,
        answer,
        ..
    } in &group.fields
    {
        let input = item.get(id.as_str()).unwrap_or(&Json::Null);
        match value_of(answer, input, context) {
            Ok(value) => values.push((id.clone(), value)),
            Err(Refusal::Empty) if !required => {}
            Err(refusal) => return Err(in_line(id.as_str(), refusal)),
        }
    }
    Ok(values)
}
