//! Values as people read them: in English or Japanese by code, in other languages as far as a platform
//! knows how they write numbers and days.

use jiff::civil::{Date, Time};

use super::currency::{Currency, code_with_sign, has_hundredths, is_sign_of_money, with_cents};
use super::marks::Marks;
use super::sentences::{english_weekday, japanese_weekday};
use super::yes_no::yes_no_in;
use super::{Chosen, Value, ends_as_question};
use crate::dates::{days_between, from_iso, iso, resolve_time};
use crate::file::answer::{AnswerType, ChoiceOption, Rating};
use crate::file::text::Text;

/// Digits without a mark between thousands, as in a year.
const UNMARKED: usize = 4;

/// A weekday helps to find a day that is near. More days from now than these it says nothing to anybody,
/// as with a day of birth.
const WEEKDAY_HELPS: i64 = 366;

/// Whether a day is told with its weekday.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayName {
    /// As in `Wednesday, 14 October 2026`.
    Told,
    /// As in `14 October 2026`.
    LeftOut,
}

/// How numbers and days are written in other languages than English and Japanese. What a platform does
/// not know is written as in English.
pub trait Formats {
    /// Digits such as `-1234.50`, alone or as an amount of a currency, which it then names.
    fn number(
        &self,
        _digits: &str,
        _currency: Option<Currency>,
        _language: &str,
    ) -> Option<String> {
        None
    }

    /// Digits as an amount of the currency of this ISO 4217 code, as people write it in any language; none
    /// where the code stays.
    fn amount(&self, _digits: &str, _code: &str, _language: &str) -> Option<String> {
        None
    }

    /// A day such as `2026-10-14`, or a day with its time, such as `2026-10-14T09:05`.
    fn day(&self, _local: &str, _language: &str, _weekday: DayName) -> Option<String> {
        None
    }

    /// The day that it is where values are read, as `2026-10-14`.
    fn today(&self) -> Option<String> {
        None
    }
}

/// A platform that knows no other language.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFormats;

impl Formats for NoFormats {}

/// `value` as somebody reads it who reads `language`: a day with its month, and with its weekday unless
/// `formats` knows that it is more than about a year away, an option by its label, a number with its unit. A group is told line by line.
///
/// ```
/// use jiff::civil::date;
/// use kikitori_form::file::answer::AnswerType;
/// use kikitori_form::values::{NoFormats, Value, in_words};
///
/// let answer = AnswerType::from_json(&serde_json::json!({"type": "date"})).unwrap();
/// let day = Value::Date(date(2026, 10, 14));
/// assert_eq!(in_words(&day, &answer, "en", &NoFormats), "Wednesday, 14 October 2026");
/// assert_eq!(in_words(&day, &answer, "ja", &NoFormats), "2026年10月14日（水）");
/// ```
pub fn in_words(
    value: &Value,
    answer: &AnswerType,
    language: &str,
    formats: &dyn Formats,
) -> String {
    let speaker = Speaker::of(language, formats);
    match (value, answer) {
        (Value::Number(number), AnswerType::Number(it)) => {
            speaker.number(&number.to_string(), it.unit.as_ref())
        }
        (Value::Number(number), AnswerType::Integer(it)) => {
            speaker.number(&number.to_string(), it.unit.as_ref())
        }
        (Value::YesNo(yes), _) => speaker.yes_no(*yes).to_owned(),
        (Value::Choice(one), AnswerType::Choice(it)) => speaker.chosen(one, &it.options),
        (Value::Choices(all), AnswerType::Choices(it)) => {
            let all = all.iter().map(|one| speaker.chosen(one, &it.options));
            all.collect::<Vec<_>>().join(speaker.comma())
        }
        (Value::Date(date), _) => speaker.date(*date),
        (Value::DateTime(at), _) => speaker.date_time(at.date(), at.time()),
        (Value::Rating(point), AnswerType::Rating(it)) => speaker.rating(*point, it),
        (Value::Group(lines), _) if lines.is_empty() => speaker.none().to_owned(),
        (Value::Group(lines), AnswerType::Group(group)) => {
            let cell = |(id, value): &(crate::FieldId, Value)| {
                let field = group.fields.iter().find(|field| field.id == *id)?;
                let label = field.label.in_language(language);
                let value = in_words(value, &field.answer, language, formats);
                // One that is a question has its mark.
                let mark = match ends_as_question(label) {
                    true => " ",
                    false => speaker.colon(),
                };
                Some(format!("{label}{mark}{value}"))
            };
            let line = |line: &Vec<(crate::FieldId, Value)>| {
                let cells: Vec<String> = line.iter().filter_map(cell).collect();
                cells.join(speaker.comma())
            };
            lines.iter().map(line).collect::<Vec<_>>().join("\n")
        }
        (value, _) => value.to_string(),
    }
}

/// A local time such as `2026-11-25T09:30:00+09:00` as somebody reads it, to the minute; none if it
/// is no such text.
pub fn time_in_words(local: &str, language: &str) -> Option<String> {
    let (date, clock) = local.split_once('T')?;
    let time = resolve_time(clock.get(..5)?).ok()?;
    Some(Speaker::of(language, &NoFormats).date_time(from_iso(date)?, time))
}

/// Who tells a value.
#[derive(Clone, Copy)]
struct Speaker<'a> {
    language: &'a str,
    is_japanese: bool,
    /// What knows the language, where code does not tell it itself.
    other: Option<&'a dyn Formats>,
    formats: &'a dyn Formats,
}

impl<'a> Speaker<'a> {
    fn of(language: &'a str, formats: &'a dyn Formats) -> Self {
        let spoken = language.split('-').next().unwrap_or_default();
        let is_japanese = spoken.eq_ignore_ascii_case("ja");
        let is_told_here = is_japanese || spoken.eq_ignore_ascii_case("en");
        Self {
            language,
            is_japanese,
            other: (!is_told_here).then_some(formats),
            formats,
        }
    }

    fn pick<T>(self, english: T, japanese: T) -> T {
        if self.is_japanese { japanese } else { english }
    }

    fn comma(self) -> &'static str {
        Marks::of(self.language).comma
    }

    fn colon(self) -> &'static str {
        Marks::of(self.language).colon
    }

    /// What stands for a group without lines.
    fn none(self) -> &'static str {
        match self.other {
            Some(_) => "–",
            None => self.pick("None", "なし"),
        }
    }

    fn yes_no(self, yes: bool) -> &'static str {
        let other = self.other.and_then(|_| yes_no_in(self.language, yes));
        other.unwrap_or_else(|| match yes {
            true => self.pick("Yes", "はい"),
            false => self.pick("No", "いいえ"),
        })
    }

    fn number(self, digits: &str, unit: Option<&Text>) -> String {
        let unit = unit.map(|unit| unit.in_language(self.language));
        let written = unit.and_then(code_with_sign);
        let amount = written.and_then(|code| self.formats.amount(digits, code, self.language));
        if let Some(amount) = amount {
            return amount;
        }
        let currency = unit.and_then(Currency::of_unit);
        let other = |currency| self.other?.number(digits, currency, self.language);
        if let Some(amount) = currency.and_then(|it| other(Some(it))) {
            return amount;
        }
        let has_cents = currency.is_some() || unit.is_some_and(has_hundredths);
        let number = other(None).unwrap_or_else(|| match has_cents {
            true => with_marks(&with_cents(digits)),
            false => with_marks(digits),
        });
        match unit {
            Some(sign) if is_sign_of_money(sign) => match number.strip_prefix('-') {
                Some(number) => format!("-{sign}{number}"),
                None => format!("{sign}{number}"),
            },
            Some(unit) => format!("{number} {unit}"),
            None => number,
        }
    }

    fn chosen(self, chosen: &Chosen, options: &[ChoiceOption]) -> String {
        let Chosen::Option(value) = chosen else {
            return chosen.as_str().to_owned();
        };
        let option = options.iter().find(|it| it.value.as_str() == value);
        match option {
            Some(option) => option.label.in_language(self.language).to_owned(),
            None => value.clone(),
        }
    }

    fn rating(self, point: u32, rating: &Rating) -> String {
        let highest = rating.max.0;
        match (self.is_japanese, self.other) {
            (true, _) => format!("{highest}段階の{point}"),
            (false, None) => format!("{point} of {highest}"),
            (false, Some(_)) => format!("{point}/{highest}"),
        }
    }

    fn day_name(self, date: Date) -> DayName {
        let today = self.formats.today();
        let today = today.and_then(|it| from_iso(&it));
        match today.is_some_and(|it| days_between(it, date) > WEEKDAY_HELPS) {
            true => DayName::LeftOut,
            false => DayName::Told,
        }
    }

    fn date(self, date: Date) -> String {
        let weekday = self.day_name(date);
        let other = |other: &dyn Formats| other.day(&iso(date), self.language, weekday);
        if let Some(told) = self.other.and_then(other) {
            return told;
        }
        match (self.is_japanese, weekday) {
            (true, DayName::LeftOut) => japanese_day(date),
            (false, DayName::LeftOut) => english_day(date),
            (true, DayName::Told) => {
                let weekday = japanese_weekday(date.weekday());
                format!("{}（{weekday}）", japanese_day(date))
            }
            (false, DayName::Told) => {
                let weekday = english_weekday(date.weekday());
                format!("{weekday}, {}", english_day(date))
            }
        }
    }

    fn date_time(self, date: Date, time: Time) -> String {
        let (hour, minute) = (time.hour(), time.minute());
        let local = || format!("{}T{hour:02}:{minute:02}", iso(date));
        let weekday = self.day_name(date);
        let other = |other: &dyn Formats| other.day(&local(), self.language, weekday);
        if let Some(told) = self.other.and_then(other) {
            return told;
        }
        // In Japanese the brackets of a weekday stand between the two, or else a space.
        let between = match weekday {
            DayName::LeftOut => self.pick(", ", " "),
            DayName::Told => self.pick(", ", ""),
        };
        let date = self.date(date);
        format!("{date}{between}{hour:02}:{minute:02}")
    }
}

/// A day as it is written in English, without its weekday.
pub(super) fn english_day(date: Date) -> String {
    format!("{} {} {}", date.day(), english_month(date), date.year())
}

/// The same in Japanese.
pub(super) fn japanese_day(date: Date) -> String {
    format!("{}年{}月{}日", date.year(), date.month(), date.day())
}

fn english_month(date: Date) -> &'static str {
    match date.month() {
        1 => "January",
        2 => "February",
        3 => "March",
        4 => "April",
        5 => "May",
        6 => "June",
        7 => "July",
        8 => "August",
        9 => "September",
        10 => "October",
        11 => "November",
        _ => "December",
    }
}

/// A number's digits with a comma before each three of its whole part.
fn with_marks(number: &str) -> String {
    let (sign, digits) = match number.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", number),
    };
    let (whole, behind) = match digits.find('.') {
        Some(at) => digits.split_at_checked(at).unwrap_or((digits, "")),
        None => (digits, ""),
    };
    if whole.len() <= UNMARKED {
        return number.to_owned();
    }
    let mut marked = String::from(sign);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            marked.push(',');
        }
        marked.push(digit);
    }
    marked.push_str(behind);
    marked
}
