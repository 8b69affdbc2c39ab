//! How an answer is written back into the page's controls.

use jiff::civil::Date;
use serde::Serialize;
use thiserror::Error;

use super::control::ControlRef;
use super::date_format::DateFormat;
use super::date_part::DatePart;
use super::options::PageOption;
use crate::id::FieldId;
use crate::values::{Chosen, Value, in_country, pieces};

/// The controls that hold a field's answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Target {
    /// Its text, the same in each.
    Text(Vec<ControlRef>),
    /// Its lines.
    Lines(ControlRef),
    /// A day in a text or a `date` input.
    Date {
        /// The input.
        control: ControlRef,
        /// How it wants the day written.
        format: DateFormat,
    },
    /// A day in three controls.
    DateParts {
        /// The day of the month.
        day: DatePart,
        /// The month.
        month: DatePart,
        /// The year.
        year: DatePart,
    },
    /// A checkbox that is on or off.
    Check(ControlRef),
    /// Radio buttons, by the answers that they stand for.
    OneOf(Vec<(String, ControlRef)>),
    /// Checkboxes, by the answers that they stand for.
    AnyOf(Vec<(String, ControlRef)>),
    /// A select, with its options by their answers.
    Select {
        /// The select.
        control: ControlRef,
        /// Its options.
        options: Vec<(String, PageOption)>,
    },
    /// A select of several options.
    SelectMany {
        /// The select.
        control: ControlRef,
        /// Its options.
        options: Vec<(String, PageOption)>,
    },
    /// A phone number in one input.
    Phone(ControlRef),
    /// A phone number behind its country's code.
    PhoneWithCountry {
        /// The select of the code.
        country: ControlRef,
        /// Its options.
        options: Vec<CountryOption>,
        /// The input of the number.
        number: ControlRef,
    },
    /// A phone number in three pieces.
    PhoneInThree([ControlRef; 3]),
    /// A postal code of three and four digits.
    PostalCode([ControlRef; 2]),
}

/// A country by the code that is dialled for it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CountryOption {
    /// The code's digits.
    pub code: String,
    /// The option.
    pub option: PageOption,
    /// Whether it is chosen now.
    pub selected: bool,
}

/// What is put into a control.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Write {
    /// The control.
    pub control: ControlRef,
    /// What is put into it.
    pub put: Put,
}

/// What is put into a control.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Put {
    /// The first of these ways to write it that fits the control's pattern and length.
    Text(Vec<String>),
    /// A checkbox or radio button, on or off.
    Checked(bool),
    /// Exactly these options of a select.
    Options(Vec<PageOption>),
}

/// Why an answer has no way into the page's form.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WriteError {
    /// The page's form has no such field.
    #[error("The page's form has no field {0}.")]
    NoSuchField(FieldId),
    /// The value is of another kind than the field's.
    #[error("The answer to {0} is of another kind than its control.")]
    WrongKind(FieldId),
    /// No option of the page stands for the answer.
    #[error("The page has no option for {answer:?} in {field}.")]
    NoSuchOption {
        /// The field.
        field: FieldId,
        /// The answer.
        answer: String,
    },
    /// Nothing says where the number is to be divided.
    #[error("The answer to {0} does not say where it is to be divided between the page's inputs.")]
    NotDivided(FieldId),
}

impl Target {
    /// The controls.
    pub fn controls(&self) -> Vec<&ControlRef> {
        match self {
            Self::Text(all) => all.iter().collect(),
            Self::Lines(one) | Self::Check(one) | Self::Phone(one) => vec![one],
            Self::Date { control, .. }
            | Self::Select { control, .. }
            | Self::SelectMany { control, .. } => vec![control],
            Self::DateParts { day, month, year } => {
                vec![&day.control, &month.control, &year.control]
            }
            Self::OneOf(all) | Self::AnyOf(all) => all.iter().map(|(_, control)| control).collect(),
            Self::PhoneWithCountry {
                country, number, ..
            } => vec![country, number],
            Self::PhoneInThree(all) => all.iter().collect(),
            Self::PostalCode(all) => all.iter().collect(),
        }
    }
}

fn text(control: &ControlRef, ways: Vec<String>) -> Write {
    Write {
        control: control.clone(),
        put: Put::Text(ways),
    }
}

fn check(control: &ControlRef, on: bool) -> Write {
    Write {
        control: control.clone(),
        put: Put::Checked(on),
    }
}

/// What is put where for `value`, the answer to `field`. `language` is the page's.
pub(super) fn writes(
    target: &Target,
    field: &FieldId,
    value: &Value,
    language: &str,
) -> Result<Vec<Write>, WriteError> {
    let wrong = || WriteError::WrongKind(field.clone());
    let no_option = |answer: &str| WriteError::NoSuchOption {
        field: field.clone(),
        answer: answer.to_owned(),
    };
    let not_divided = || WriteError::NotDivided(field.clone());
    Ok(match (target, value) {
        (Target::Check(control), Value::YesNo(yes)) => vec![check(control, *yes)],
        (Target::Date { control, format }, Value::Date(date)) => {
            vec![text(control, vec![format.write(*date)])]
        }
        (Target::DateParts { day, month, year }, Value::Date(date)) => {
            date_parts([day, month, year], *date).ok_or_else(|| no_option(&value.to_string()))?
        }
        (Target::OneOf(options), Value::Choice(chosen)) => {
            let is_it = |it: &&(String, ControlRef)| it.0 == chosen.as_str();
            let found = options.iter().find(is_it);
            vec![check(
                &found.ok_or_else(|| no_option(chosen.as_str()))?.1,
                true,
            )]
        }
        (Target::AnyOf(options), Value::Choices(all)) => {
            let known = |it: &Chosen| options.iter().any(|(answer, _)| answer == it.as_str());
            if let Some(unknown) = all.iter().find(|it| !known(it)) {
                return Err(no_option(unknown.as_str()));
            }
            let is_chosen = |answer: &str| all.iter().any(|it| it.as_str() == answer);
            let one = |(answer, control): &(String, ControlRef)| check(control, is_chosen(answer));
            options.iter().map(one).collect()
        }
        (Target::Select { control, options }, Value::Choice(chosen)) => {
            vec![select(control, options, std::slice::from_ref(chosen)).map_err(no_option)?]
        }
        (Target::SelectMany { control, options }, Value::Choices(all)) => {
            vec![select(control, options, all).map_err(no_option)?]
        }
        (Target::Lines(control), Value::Address(lines)) => {
            vec![text(control, vec![lines.join("\n")])]
        }
        (Target::Phone(control), Value::Phone(number)) => {
            vec![text(control, ways_to_write(number, language))]
        }
        (
            Target::PhoneWithCountry {
                country,
                options,
                number,
            },
            Value::Phone(phone),
        ) => with_country(country, options, number, phone, language),
        (Target::PhoneInThree(controls), Value::Phone(number)) => {
            let pieces = pieces(number).ok_or_else(not_divided)?;
            let each = controls.iter().zip(pieces);
            each.map(|(control, piece)| text(control, vec![piece]))
                .collect()
        }
        (Target::PostalCode([first, second]), Value::Text(code)) => {
            let narrow = code.chars().map(crate::narrow_letter);
            let digits: String = narrow.filter(char::is_ascii_digit).collect();
            let halves = digits.split_at_checked(3).filter(|_| digits.len() == 7);
            let (three, four) = halves.ok_or_else(not_divided)?;
            vec![
                text(first, vec![three.to_owned()]),
                text(second, vec![four.to_owned()]),
            ]
        }
        (Target::Text(controls), value) if is_text(value) => {
            let each = controls.iter();
            each.map(|control| text(control, vec![value.to_string()]))
                .collect()
        }
        _ => return Err(wrong()),
    })
}

/// Whether a value's own text is what an input takes.
fn is_text(value: &Value) -> bool {
    matches!(
        value,
        Value::Text(_)
            | Value::Number(_)
            | Value::Choice(_)
            | Value::Time(_)
            | Value::DateTime(_)
            | Value::Email(_)
            | Value::Url(_)
    )
}

fn date_parts([day, month, year]: [&DatePart; 3], date: Date) -> Option<Vec<Write>> {
    // The year first and the day last: some pages offer a month's days only.
    Some(vec![
        year.write(date.year())?,
        month.write(date.month().into())?,
        day.write(date.day().into())?,
    ])
}

fn select<'a>(
    control: &ControlRef,
    options: &[(String, PageOption)],
    chosen: &'a [Chosen],
) -> Result<Write, &'a str> {
    let option = |it: &'a Chosen| {
        let found = options.iter().find(|(answer, _)| answer == it.as_str());
        let (_, option) = found.ok_or(it.as_str())?;
        Ok(option.clone())
    };
    let chosen: Result<Vec<PageOption>, &str> = chosen.iter().map(option).collect();
    Ok(Write {
        control: control.clone(),
        put: Put::Options(chosen?),
    })
}

/// A phone number as pages want it: with its country, as it is dialled there, or in pieces. On a
/// Japanese page a Japanese number is dialled first, and an American one on an American page: what writes it
/// anew there counts ten digits.
fn ways_to_write(number: &str, language: &str) -> Vec<String> {
    let Some((code, within)) = in_country(number) else {
        return vec![number.to_owned()];
    };
    let pieces = pieces(number);
    let joined = pieces.as_ref().map(|pieces| pieces.join("-"));
    let american = pieces
        .filter(|_| code == "1")
        .and_then(|pieces| match pieces.as_slice() {
            [area, exchange, line] => Some(format!("({area}) {exchange}-{line}")),
            _ => None,
        });
    let speaks_japanese = language
        .get(..2)
        .is_some_and(|it| it.eq_ignore_ascii_case("ja"));
    const AMERICAN: [&str; 2] = ["en-US", "en-CA"];
    let is_american = AMERICAN.iter().any(|it| language.eq_ignore_ascii_case(it));
    let is_at_home = (code == "81" && speaks_japanese) || (code == "1" && is_american);
    let mut ways = match is_at_home {
        true => vec![within, number.to_owned()],
        false => vec![number.to_owned(), within],
    };
    ways.extend(joined);
    ways.extend(american);
    ways
}

fn with_country(
    country: &ControlRef,
    options: &[CountryOption],
    number: &ControlRef,
    phone: &str,
    language: &str,
) -> Vec<Write> {
    let Some(digits) = phone.strip_prefix('+') else {
        // Whoever gave no country has the page's own.
        return vec![text(number, vec![phone.to_owned()])];
    };
    let Some(found) = country_of(options, digits, language) else {
        return vec![text(number, vec![phone.to_owned()])];
    };
    let rest = digits.strip_prefix(found.code.as_str()).unwrap_or(digits);
    let mut ways = vec![rest.to_owned()];
    ways.extend(in_country(phone).map(|(_, within)| within));
    vec![
        Write {
            control: country.clone(),
            put: Put::Options(vec![found.option.clone()]),
        },
        text(number, ways),
    ]
}

/// Countries whose codes others have too.
const SHARED_CODES: [(&str, &str); 12] = [
    ("1", "US"),
    ("7", "RU"),
    ("39", "IT"),
    ("44", "GB"),
    ("47", "NO"),
    ("61", "AU"),
    ("64", "NZ"),
    ("212", "MA"),
    ("262", "RE"),
    ("358", "FI"),
    ("590", "GP"),
    ("599", "CW"),
];

/// The country of a number. Of several with its code the one that is chosen, or else that of the page's
/// language, the one that has most of the code's numbers, or the first.
fn country_of<'a>(
    options: &'a [CountryOption],
    digits: &str,
    language: &str,
) -> Option<&'a CountryOption> {
    let fits = |it: &&CountryOption| digits.starts_with(&it.code);
    let length = options.iter().filter(fits).map(|it| it.code.len()).max()?;
    let alike = options.iter().filter(fits);
    let alike: Vec<&CountryOption> = alike.filter(|it| it.code.len() == length).collect();
    let is_of = |it: &CountryOption, country: &str| {
        let said = [&it.option.value, &it.option.text];
        let mut words = said
            .into_iter()
            .flat_map(|it| it.split(|letter: char| !letter.is_alphabetic()));
        words.any(|word| word.eq_ignore_ascii_case(country))
    };
    let of = |country: Option<&str>| {
        let country = country?;
        alike.iter().find(|it| is_of(it, country))
    };
    let code = alike.first().map(|it| it.code.as_str());
    let main = SHARED_CODES.iter().find(|(it, _)| Some(*it) == code);
    let region = language.split(['-', '_']).skip(1).find(|it| it.len() == 2);
    let chosen = alike.iter().find(|it| it.selected);
    let found = chosen
        .or_else(|| of(region))
        .or_else(|| of(main.map(|(_, country)| *country)));
    found.or_else(|| alike.first()).copied()
}
