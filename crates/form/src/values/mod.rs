//! Values: what an answer is once code has checked it.

mod asked_back;
mod check;
mod choice;
mod clock;
mod contact;
mod currency;
mod decade;
mod decimal_mark;
mod figures;
mod for_model;
mod grounds;
mod hedged;
mod holds;
mod languages;
mod marks;
mod measures;
mod no_answer;
mod number;
mod phone;
mod picked;
mod refusal;
mod sentences;
mod shaped;
mod small_numbers;
mod stored;
mod stretches;
mod unnamed;
mod unsaid;
mod words;
mod yes_no;

use std::fmt;

use jiff::civil::{Date, DateTime, Time};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

pub use asked_back::{asks_back, ends_as_question};
pub use check::{CheckContext, Checked, check, no_patterns};
pub use clock::{Told, is_of_the_clock, tells_a_shift, told_by_clock};
pub use currency::Currency;
pub(crate) use decade::tells_decade_for;
pub use decimal_mark::number_as_typed;
pub(crate) use decimal_mark::with_the_other_mark;
pub use figures::figures_as_text;
pub use grounds::{Grounds, grounds};
pub use hedged::left_open_by;
pub(crate) use languages::is_one_of;
pub use marks::Marks;
pub(crate) use no_answer::tells_nothing;
pub use no_answer::{NoAnswer, Phrases, asks_for_code, is_unspaced, no_answer, reads_as_said};
pub(crate) use number::{
    is_numeral, is_told_in_any, lengths_in, numbers_told, spelled, sums_in, tells_length,
    tells_no_amount, told_in_any,
};
pub(crate) use phone::{in_country, pieces};
pub use picked::{
    Pick, Picked, asks_about_health, iban_in, is_framing, is_named, is_plain, is_spoken_of,
    looks_like_iban, names_in, pick, rest_beside, rest_without, sentences, tells_end_of_a_code,
    tells_figures_of, tells_of_health,
};
pub use refusal::Refusal;
pub use sentences::filled;
pub(crate) use small_numbers::another_number;
pub use stored::StoredValue;
pub(crate) use stretches::stretches;
pub(crate) use unnamed::shares_a_word;
pub use unnamed::{lost_unnamed, unnamed};
pub use unsaid::{unsaid, unsaid_but_for_endings};
pub use words::{DayName, Formats, NoFormats, in_words, time_in_words};
pub use yes_no::yes_no_in;

use crate::dates::iso;
use crate::decimal::Decimal;
use crate::id::FieldId;

/// A checked answer, in its normal form.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Words.
    Text(String),
    /// A number, whole or not.
    Number(Decimal),
    /// Yes or no.
    YesNo(bool),
    /// What was chosen.
    Choice(Chosen),
    /// All that was chosen, in the order of the answer.
    Choices(Vec<Chosen>),
    /// A day.
    Date(Date),
    /// A time of the day.
    Time(Time),
    /// A day with its time, as a clock on the wall shows them.
    DateTime(DateTime),
    /// An e-mail address, its domain in small letters.
    Email(String),
    /// A phone number: `+` and digits where the country is known, digits otherwise.
    Phone(String),
    /// An address on the web, with its scheme.
    Url(String),
    /// The lines of a postal address.
    Address(Vec<String>),
    /// A point on a scale.
    Rating(u32),
    /// Lines of a repeating group, each with its values by field.
    Group(Vec<Vec<(FieldId, Value)>>),
}

impl Value {
    /// What was chosen of options, or told besides; nothing for other kinds of values.
    pub fn chosen(&self) -> &[Chosen] {
        match self {
            Self::Choice(one) => std::slice::from_ref(one),
            Self::Choices(all) => all,
            _ => &[],
        }
    }
}

/// What was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chosen {
    /// The value of an option.
    Option(String),
    /// Something else, in the person's words.
    Other(String),
}

impl Chosen {
    /// The option's value, or the words.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Option(text) | Self::Other(text) => text,
        }
    }
}

/// The value as one text, the same in every language; for a group, a line of text each. It does not
/// say of what kind it is, and where people write 1,5 they do not write numbers so: 1.234 is the
/// normal form of a number, and [`check()`] takes it for 1234 from somebody who writes German.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Email(text) | Self::Phone(text) | Self::Url(text) => {
                f.write_str(text)
            }
            Self::Number(number) => number.fmt(f),
            Self::YesNo(true) => f.write_str("yes"),
            Self::YesNo(false) => f.write_str("no"),
            Self::Choice(chosen) => f.write_str(chosen.as_str()),
            Self::Choices(all) => {
                let all: Vec<&str> = all.iter().map(Chosen::as_str).collect();
                f.write_str(&all.join("; "))
            }
            Self::Date(date) => f.write_str(&iso(*date)),
            Self::Time(time) => write!(f, "{:02}:{:02}", time.hour(), time.minute()),
            Self::DateTime(at) => {
                write!(f, "{}T{:02}:{:02}", iso(at.date()), at.hour(), at.minute())
            }
            Self::Address(lines) => f.write_str(&lines.join("\n")),
            Self::Rating(point) => point.fmt(f),
            Self::Group(lines) if lines.is_empty() => f.write_str("none"),
            Self::Group(lines) => {
                let field = |(id, value): &(FieldId, Value)| format!("{id}: {value}");
                let line = |line: &Vec<(FieldId, Value)>| {
                    line.iter().map(field).collect::<Vec<_>>().join(", ")
                };
                f.write_str(&lines.iter().map(line).collect::<Vec<_>>().join("\n"))
            }
        }
    }
}

/// The value as it is exported.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => number.serialize(to),
            Self::YesNo(yes) => to.serialize_bool(*yes),
            Self::Rating(point) => to.serialize_u32(*point),
            Self::Choice(chosen) => chosen.serialize(to),
            Self::Choices(all) => to.collect_seq(all),
            Self::Address(lines) => to.collect_seq(lines),
            Self::Group(lines) => to.collect_seq(lines.iter().map(|line| Line(line))),
            text => to.collect_str(text),
        }
    }
}

impl Serialize for Chosen {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Option(value) => to.serialize_str(value),
            Self::Other(words) => to.collect_map([("other", words)]),
        }
    }
}

struct Line<'a>(&'a [(FieldId, Value)]);

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for (id, value) in self.0 {
            map.serialize_entry(id, value)?;
        }
        map.end()
    }
}
