//! Why an answer is no value of its field.

use serde::Serialize;

use crate::dates::{DateRefusal, TimeRefusal};

/// Why an answer is no value of its field: a code with what belongs to it, for pages that say it
/// in their own words, and a sentence in English or Japanese ([`Refusal::sentence`]).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(
    tag = "code",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Refusal {
    /// There is nothing in it.
    Empty,
    /// Its JSON is of another kind than the field's answers.
    WrongKind,
    /// It has too few characters.
    TooShort {
        /// How many there have to be.
        min: u32,
    },
    /// It has too many characters.
    TooLong {
        /// How many there can be.
        max: u32,
    },
    /// It has another number of characters than the only one that fits.
    OtherLength {
        /// How many there have to be.
        characters: u32,
    },
    /// It does not look like what is wanted.
    OtherShape {
        /// What that looks like, in words.
        hint: Option<String>,
    },
    /// No number can be told from it.
    NotANumber,
    /// It is a decade or a range of years, where one year is wanted.
    Decade,
    /// It can be read as two numbers.
    AmbiguousNumber {
        /// Both.
        readings: Vec<String>,
    },
    /// It has something behind the point.
    NotWhole,
    /// It is too small.
    TooSmall {
        /// The smallest that is taken.
        min: String,
    },
    /// It is too large.
    TooLarge {
        /// The largest that is taken.
        max: String,
    },
    /// It is told in another unit.
    OtherUnit {
        /// The field's.
        unit: String,
    },
    /// Neither yes nor no can be told from it.
    NotYesOrNo,
    /// It is none of the options.
    NotAnOption {
        /// The first of them, as people are shown them.
        options: Vec<String>,
    },
    /// Too few options were chosen.
    TooFew {
        /// How many there have to be.
        min: u32,
    },
    /// Too many options were chosen, or lines given.
    TooMany {
        /// How many there can be.
        max: u32,
    },
    /// It is no day, or may be several.
    Date {
        /// Why.
        refusal: DateRefusal,
    },
    /// It is no time, or may be two.
    Time {
        /// Why.
        refusal: TimeRefusal,
    },
    /// It is before the first day or time that is taken.
    TooEarly {
        /// The first.
        earliest: String,
    },
    /// It is after the last day or time that is taken.
    TooLate {
        /// The last.
        latest: String,
    },
    /// It is no e-mail address.
    NotAnEmail,
    /// It is no phone number.
    NotAPhone,
    /// Phone numbers have another number of digits where the person is.
    PhoneDigits {
        /// How many they have, with the area's or the network's.
        digits: Vec<usize>,
    },
    /// It is no address on the web.
    NotAUrl,
    /// A line of a group does not fit.
    InLine {
        /// Which, from 1.
        line: usize,
        /// The field of the line.
        field: String,
        /// Why.
        refusal: Box<Refusal>,
    },
}
