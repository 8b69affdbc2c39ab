//! What kind of answer a field takes.

use serde_json::Value;

use super::day::Day;
use super::form::LineField;
use super::pattern::Pattern;
use super::text::{Text, Words};
use super::{FormError, checks};
use crate::dates::from_clock;
use crate::decimal::Decimal;
use crate::reading::{Count, Read, Reader, Write, object, schema_of, serialize_written, tagged};

/// Options of a choice.
pub const MAX_OPTIONS: usize = 300;
/// Fields of a line of a repeating group.
pub const MAX_LINE_FIELDS: usize = 20;
/// Lines of a repeating group.
pub const MAX_LINES: u32 = 500;
/// Characters of an answer in words.
pub const MAX_ANSWER_CHARS: u32 = 100_000;

tagged! {
    /// What kind of answer a field takes.
    pub enum AnswerType;
    /// A line of text.
    "shortText" ShortText,
    /// Text of several lines.
    "longText" LongText,
    /// A number with an amount behind the point.
    "number" Number,
    /// A whole number.
    "integer" Integer,
    /// Yes or no.
    "yesNo" YesNo,
    /// One of several options.
    "choice" Choice,
    /// Any of several options.
    "choices" Choices,
    /// A day.
    "date" Date,
    /// A time of the day.
    "time" Time,
    /// A day with its time.
    "dateTime" DateTime,
    /// An e-mail address.
    "email" Email,
    /// A phone number.
    "phone" Phone,
    /// An address on the web.
    "url" Url,
    /// A postal address.
    "address" Address,
    /// A point on a scale.
    "rating" Rating,
    /// Lines of several fields each, such as the items of an order.
    "group" Group,
}

impl AnswerType {
    /// Reads one by itself, as it stands in a form.
    ///
    /// # Errors
    /// [`FormError::Invalid`], with every place that does not fit.
    pub fn from_json(value: &Value) -> Result<Self, FormError> {
        let mut reader = Reader::default();
        let answer = Self::read(value, &mut reader);
        if let Some(answer) = &answer {
            checks::answer(answer, "", &mut reader);
        }
        match answer {
            Some(answer) if reader.problems.is_empty() => Ok(answer),
            _ => Err(FormError::Invalid {
                problems: reader.problems,
                more: reader.more,
            }),
        }
    }
}

impl AnswerType {
    /// As it stands in a form.
    pub fn to_json(&self) -> Value {
        self.write()
    }

    /// What one or several can be chosen of; nothing for other kinds of answers.
    pub fn options(&self) -> &[ChoiceOption] {
        match self {
            Self::Choice(it) => &it.options,
            Self::Choices(it) => &it.options,
            _ => &[],
        }
    }
}

impl Default for AnswerType {
    fn default() -> Self {
        Self::LongText(LongText::default())
    }
}

object! {
    /// A line of text.
    pub struct ShortText, "an object";
    required {}
    optional {
        /// Characters at most; 200 where nothing is said.
        "maxLength" max_length: Option<Count<1, MAX_ANSWER_CHARS>>,
        /// Characters at least.
        "minLength" min_length: Option<Count<1, MAX_ANSWER_CHARS>>,
        /// What all of it has to fit.
        "pattern" pattern: Option<Pattern>,
        /// What a text of that kind looks like, in words, such as "two letters and four digits".
        "patternHint" pattern_hint: Option<Text>,
    }
}

object! {
    /// Text of several lines.
    #[derive(Default)]
    pub struct LongText, "an object";
    required {}
    optional {
        /// Characters at most; 20,000 where nothing is said.
        "maxLength" max_length: Option<Count<1, MAX_ANSWER_CHARS>>,
        /// Characters at least.
        "minLength" min_length: Option<Count<1, MAX_ANSWER_CHARS>>,
    }
}

object! {
    /// A number.
    pub struct Number, "an object";
    required {}
    optional {
        /// What is counted, such as kg or JPY.
        "unit" unit: Option<Text>,
        /// The smallest.
        "min" min: Option<Decimal>,
        /// The largest.
        "max" max: Option<Decimal>,
    }
}

object! {
    /// A whole number.
    pub struct Integer, "an object";
    required {}
    optional {
        /// What is counted, such as people.
        "unit" unit: Option<Text>,
        /// The smallest.
        "min" min: Option<Decimal>,
        /// The largest.
        "max" max: Option<Decimal>,
    }
}

object! {
    /// Yes or no.
    pub struct YesNo, "an object";
    required {}
    optional {}
}

/// One option of a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChoiceOption {
    /// What is exported.
    pub value: Words,
    /// What people are shown.
    pub label: Text,
}

schema_of!(ChoiceOption, {
    "description": "An option: a text that is both value and label, or an object with both.",
    "anyOf": [
        {"type": "string", "pattern": "\\S", "maxLength": 2000},
        {
            "type": "object",
            "properties": {
                "value": {"type": "string", "pattern": "\\S", "maxLength": 2000},
                "label": {"$ref": "#/$defs/Text"}
            },
            "required": ["value", "label"],
            "additionalProperties": false
        }
    ]
});

impl Write for ChoiceOption {
    fn write(&self) -> Value {
        let members = [("value", self.value.write()), ("label", self.label.write())];
        let members = members.map(|(key, member)| (key.to_owned(), member));
        Value::Object(members.into_iter().collect())
    }
}

serialize_written!(ChoiceOption);

impl Read for ChoiceOption {
    const EXPECTED: &'static str = "a text, or an object with value and label";

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        if value.is_string() {
            let value = Words::read(value, reader)?;
            let label = Text::new(value.as_str())?;
            return Some(Self { value, label });
        }
        let members = reader.members(value, Self::EXPECTED)?;
        reader.unknown(members, &["value", "label"]);
        let (value, label) = (
            reader.required(members, "value"),
            reader.required(members, "label"),
        );
        Some(Self {
            value: value?,
            label: label?,
        })
    }
}

object! {
    /// One of several options.
    pub struct Choice, "an object with options";
    required {
        /// The options.
        "options" options: Vec<ChoiceOption>,
    }
    optional {
        /// Whether something else may be answered in words.
        "other" other: bool,
    }
}

object! {
    /// Any of several options.
    pub struct Choices, "an object with options";
    required {
        /// The options.
        "options" options: Vec<ChoiceOption>,
    }
    optional {
        /// Whether something else may be answered in words.
        "other" other: bool,
        /// How many at least.
        "min" min: Option<Count<0, 300>>,
        /// How many at most.
        "max" max: Option<Count<1, 300>>,
    }
}

object! {
    /// A day.
    pub struct Date, "an object";
    required {}
    optional {
        /// The first day that is taken.
        "earliest" earliest: Option<Day>,
        /// The last day that is taken.
        "latest" latest: Option<Day>,
    }
}

/// A time of the day, as 14:30.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeOfDay(pub jiff::civil::Time);

schema_of!(TimeOfDay, {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"});

impl Write for TimeOfDay {
    fn write(&self) -> Value {
        format!("{:02}:{:02}", self.0.hour(), self.0.minute()).into()
    }
}

serialize_written!(TimeOfDay);

impl Read for TimeOfDay {
    const EXPECTED: &'static str = "a time such as 09:30";

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        let read = |text: &str| from_clock(text).filter(|_| text.len() == 5).map(Self);
        reader.text(value, Self::EXPECTED, read)
    }
}

object! {
    /// A time of the day.
    pub struct Time, "an object";
    required {}
    optional {
        /// The first time that is taken.
        "earliest" earliest: Option<TimeOfDay>,
        /// The last time that is taken.
        "latest" latest: Option<TimeOfDay>,
    }
}

object! {
    /// A day with its time.
    pub struct DateTime, "an object";
    required {}
    optional {
        /// The first day that is taken.
        "earliest" earliest: Option<Day>,
        /// The last day that is taken.
        "latest" latest: Option<Day>,
    }
}

object! {
    /// An e-mail address.
    pub struct Email, "an object";
    required {}
    optional {}
}

object! {
    /// A phone number.
    pub struct Phone, "an object";
    required {}
    optional {}
}

object! {
    /// An address on the web.
    pub struct Url, "an object";
    required {}
    optional {}
}

object! {
    /// A postal address.
    pub struct Address, "an object";
    required {}
    optional {}
}

object! {
    /// A point on a scale.
    pub struct Rating, "an object with max";
    required {
        /// The highest point, above the lowest.
        "max" max: Count<1, 100>,
    }
    optional {
        /// The lowest point; 1 where nothing is said.
        "min" min: Option<Count<0, 99>>,
        /// What the lowest point means.
        "lowLabel" low_label: Option<Text>,
        /// What the highest point means.
        "highLabel" high_label: Option<Text>,
    }
}

impl Rating {
    /// The lowest point.
    pub fn lowest(&self) -> u32 {
        self.min.map_or(1, |min| min.0)
    }
}

object! {
    /// Lines of several fields each.
    pub struct Group, "an object with fields";
    required {
        /// The fields of a line.
        "fields" fields: Vec<LineField>,
    }
    optional {
        /// Lines at least.
        "minLines" min_lines: Option<Count<0, MAX_LINES>>,
        /// Lines at most; 500 where nothing is said.
        "maxLines" max_lines: Option<Count<1, MAX_LINES>>,
    }
}

impl Group {
    /// The same, with options that say which language they are called so in: `own` where they do not.
    pub fn with_options_in(mut self, own: &str) -> Self {
        for field in &mut self.fields {
            let options = match &mut field.answer {
                AnswerType::Choice(it) => &mut it.options,
                AnswerType::Choices(it) => &mut it.options,
                _ => continue,
            };
            for option in options {
                option.label.begins_in(own);
            }
        }
        self
    }
}
