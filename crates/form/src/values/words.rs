//! Values as people read them, in English or Japanese.

use jiff::civil::{Date, Time};

use super::sentences::{english_weekday, japanese_weekday};
use super::{Chosen, Value};
use crate::dates::{from_iso, resolve_time};
use crate::file::answer::{AnswerType, ChoiceOption, Rating};
use crate::file::text::Text;

/// Digits without a mark between thousands, as in a year.
const UNMARKED: usize = 4;

/// `value` as somebody reads it who reads `language`: a day with its weekday and month, an option by
/// its label, a number with its unit. A group is told line by line.
///
/// ```
/// use jiff::civil::date;
/// use kikitori_form::file::answer::AnswerType;
/// use kikitori_form::values::{Value, in_words};
///
/// let answer = AnswerType::from_json(&serde_json::json!({"type": "date"})).unwrap();
/// let day = Value::Date(date(2026, 10, 14));
/// assert_eq!(in_words(&day, &answer, "en"), "Wednesday, 14 October 2026");
/// assert_eq!(in_words(&day, &answer, "ja"), "2026年10月14日（水）");
/// ```
pub fn in_words(value: &Value, answer: &AnswerType, language: &str) -> String {
    let speaker = Speaker::of(language);
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
        (Value::Group(lines), _) if lines.is_empty() => speaker.pick("None", "なし").to_owned(),
        (Value::Group(lines), AnswerType::Group(group)) => {
            let cell = |(id, value): &(crate::FieldId, Value)| {
                let field = group.fields.iter().find(|field| field.id == *id)?;
                let label = field.label.in_language(language);
                let value = in_words(value, &field.answer, language);
                Some(format!("{label}{}{value}", speaker.colon()))
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
    Some(Speaker::of(language).date_time(from_iso(date)?, time))
}

/// Who tells a value.
#[derive(Clone, Copy)]
struct Speaker<'a> {
    language: &'a str,
    is_japanese: bool,
}

impl<'a> Speaker<'a> {
    fn of(language: &'a str) -> Self {
        let spoken = language.split('-').next().unwrap_or_default();
        Self {
            language,
            is_japanese: spoken.eq_ignore_ascii_case("ja"),
        }
    }

    fn pick<T>(self, english: T, japanese: T) -> T {
        if self.is_japanese { japanese } else { english }
    }

    fn comma(self) -> &'static str {
        self.pick(", ", "、")
    }

    fn colon(self) -> &'static str {
        self.pick(": ", "：")
    }

    fn yes_no(self, yes: bool) -> &'static str {
        match yes {
            true => self.pick("Yes", "はい"),
            false => self.pick("No", "いいえ"),
        }
    }

    fn number(self, digits: &str, unit: Option<&Text>) -> String {
        let number = with_marks(digits);
        match unit.map(|unit| unit.in_language(self.language)) {
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
        match self.is_japanese {
            true => format!("{highest}段階の{point}"),
            false => format!("{point} of {highest}"),
        }
    }

    fn date(self, date: Date) -> String {
        let (year, day) = (date.year(), date.day());
        match self.is_japanese {
            true => {
                let weekday = japanese_weekday(date.weekday());
                format!("{year}年{}月{day}日（{weekday}）", date.month())
            }
            false => {
                let weekday = english_weekday(date.weekday());
                format!("{weekday}, {day} {} {year}", english_month(date))
            }
        }
    }

    fn date_time(self, date: Date, time: Time) -> String {
        let (date, between) = (self.date(date), self.pick(", ", ""));
        format!("{date}{between}{:02}:{:02}", time.hour(), time.minute())
    }
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
