//! Kinds of answers, as somebody chooses among them.

use serde_json::{Map, Value, json};

use crate::file::answer::AnswerType;

/// A kind of answer, without what is said of it further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerKind {
    /// A line of text.
    ShortText,
    /// Text of several lines.
    LongText,
    /// A number.
    Number,
    /// A whole number.
    Integer,
    /// Yes or no.
    YesNo,
    /// One of several options.
    Choice,
    /// Any of several options.
    Choices,
    /// A day.
    Date,
    /// A time of the day.
    Time,
    /// A day with its time.
    DateTime,
    /// An e-mail address.
    Email,
    /// A phone number.
    Phone,
    /// An address on the web.
    Url,
    /// A postal address.
    Address,
    /// A point on a scale.
    Rating,
    /// Lines of several fields each.
    Group,
}

impl AnswerKind {
    /// All of them, the most common first.
    pub const ALL: [Self; 16] = [
        Self::ShortText,
        Self::LongText,
        Self::YesNo,
        Self::Choice,
        Self::Choices,
        Self::Integer,
        Self::Number,
        Self::Rating,
        Self::Date,
        Self::Time,
        Self::DateTime,
        Self::Email,
        Self::Phone,
        Self::Url,
        Self::Address,
        Self::Group,
    ];

    /// As the form's file names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::ShortText => "shortText",
            Self::LongText => "longText",
            Self::Number => "number",
            Self::Integer => "integer",
            Self::YesNo => "yesNo",
            Self::Choice => "choice",
            Self::Choices => "choices",
            Self::Date => "date",
            Self::Time => "time",
            Self::DateTime => "dateTime",
            Self::Email => "email",
            Self::Phone => "phone",
            Self::Url => "url",
            Self::Address => "address",
            Self::Rating => "rating",
            Self::Group => "group",
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The kind of an answer.
    pub fn of(answer: &AnswerType) -> Self {
        match answer {
            AnswerType::ShortText(_) => Self::ShortText,
            AnswerType::LongText(_) => Self::LongText,
            AnswerType::Number(_) => Self::Number,
            AnswerType::Integer(_) => Self::Integer,
            AnswerType::YesNo(_) => Self::YesNo,
            AnswerType::Choice(_) => Self::Choice,
            AnswerType::Choices(_) => Self::Choices,
            AnswerType::Date(_) => Self::Date,
            AnswerType::Time(_) => Self::Time,
            AnswerType::DateTime(_) => Self::DateTime,
            AnswerType::Email(_) => Self::Email,
            AnswerType::Phone(_) => Self::Phone,
            AnswerType::Url(_) => Self::Url,
            AnswerType::Address(_) => Self::Address,
            AnswerType::Rating(_) => Self::Rating,
            AnswerType::Group(_) => Self::Group,
        }
    }

    /// An answer of this kind; of what was said of one of another kind, what both have is kept. The
    /// columns that a list begins with are called as in `language`, the form's own.
    pub(super) fn answer(self, before: Option<&AnswerType>, language: &str) -> AnswerType {
        let before = before.and_then(|it| serde_json::to_value(it).ok());
        let kept = |member: &str| before.as_ref().and_then(|it| it.get(member)).cloned();
        let mut answer = Map::new();
        answer.insert("type".to_owned(), self.name().into());
        let mut keep = |member: &str, otherwise: Option<Value>| {
            if let Some(value) = kept(member).or(otherwise) {
                answer.insert(member.to_owned(), value);
            }
        };
        let members: &[&str] = match self {
            Self::ShortText => &["minLength", "maxLength", "pattern", "patternHint"],
            Self::LongText => &["minLength", "maxLength"],
            Self::Number | Self::Integer => &["unit", "min", "max"],
            Self::Date | Self::DateTime => &["earliest", "latest"],
            Self::Choice | Self::Choices => &["other"],
            _ => &[],
        };
        members.iter().for_each(|member| keep(member, None));
        match self {
            Self::Choice | Self::Choices => keep("options", Some(json!(["A", "B"]))),
            Self::Rating => keep("max", Some(json!(5))),
            Self::Group => {
                let spoken = language.split('-').next().unwrap_or_default();
                let [item, quantity] = match spoken.eq_ignore_ascii_case("ja") {
                    true => ["品目", "数量"],
                    false => ["Item", "Quantity"],
                };
                let item = json!({"id": "item", "label": item, "required": true,
                    "answer": {"type": "shortText"}});
                let quantity = json!({"id": "quantity", "label": quantity, "required": true,
                    "answer": {"type": "integer"}});
                keep("fields", Some(json!([item, quantity])));
            }
            _ => {}
        }
        // Where what was kept does not fit the other kind, that begins by itself.
        let alone = || AnswerType::from_json(&json!({ "type": self.name() })).ok();
        let made = AnswerType::from_json(&Value::Object(answer)).ok();
        made.or_else(alone).unwrap_or_default()
    }
}
