//! Values as a session keeps them: each says what kind it is, so that it is read back as what it
//! was whatever became of its field.

use kikitori_json::FromJson;
use serde::Serialize;
use serde::de::Error as _;
use serde_json::{Error, Value as Json};

use super::{Chosen, Value};
use crate::dates::{from_iso, resolve_time};
use crate::decimal::Decimal;
use crate::id::FieldId;

/// A value with its kind beside it.
///
/// ```
/// use kikitori_form::values::{StoredValue, Value};
/// use kikitori_json::FromJson;
///
/// let stored = StoredValue(Value::YesNo(true));
/// let json = serde_json::to_value(&stored).unwrap();
/// assert_eq!(json, serde_json::json!({"yesNo": true}));
/// assert_eq!(StoredValue::from_json(json).unwrap(), stored);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct StoredValue(pub Value);

#[derive(Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
enum Kept {
    Text(String),
    Number(String),
    YesNo(bool),
    Choice(KeptChoice),
    Choices(Vec<KeptChoice>),
    Date(String),
    Time(String),
    DateTime(String),
    Email(String),
    Phone(String),
    Url(String),
    Address(Vec<String>),
    Rating(u32),
    Group(Vec<Vec<KeptField>>),
}

#[derive(Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
enum KeptChoice {
    Option(String),
    Other(String),
}

#[derive(Serialize, FromJson)]
struct KeptField {
    field: FieldId,
    value: StoredValue,
}

impl Serialize for StoredValue {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        keep(&self.0).serialize(to)
    }
}

impl FromJson for StoredValue {
    fn from_json(value: Json) -> Result<Self, Error> {
        let kept = Kept::from_json(value)?;
        let value = read(kept).ok_or_else(|| Error::custom("a value that is none"))?;
        Ok(Self(value))
    }
}

fn keep(value: &Value) -> Kept {
    match value {
        Value::Text(text) => Kept::Text(text.clone()),
        Value::Number(number) => Kept::Number(number.to_string()),
        Value::YesNo(yes) => Kept::YesNo(*yes),
        Value::Choice(chosen) => Kept::Choice(keep_choice(chosen)),
        Value::Choices(all) => Kept::Choices(all.iter().map(keep_choice).collect()),
        Value::Date(_) => Kept::Date(value.to_string()),
        Value::Time(_) => Kept::Time(value.to_string()),
        Value::DateTime(_) => Kept::DateTime(value.to_string()),
        Value::Email(text) => Kept::Email(text.clone()),
        Value::Phone(text) => Kept::Phone(text.clone()),
        Value::Url(text) => Kept::Url(text.clone()),
        Value::Address(lines) => Kept::Address(lines.clone()),
        Value::Rating(point) => Kept::Rating(*point),
        Value::Group(lines) => {
            let field = |(field, value): &(FieldId, Value)| KeptField {
                field: field.clone(),
                value: StoredValue(value.clone()),
            };
            let line = |line: &Vec<_>| line.iter().map(field).collect();
            Kept::Group(lines.iter().map(line).collect())
        }
    }
}

fn keep_choice(chosen: &Chosen) -> KeptChoice {
    match chosen {
        Chosen::Option(value) => KeptChoice::Option(value.clone()),
        Chosen::Other(words) => KeptChoice::Other(words.clone()),
    }
}

fn read(kept: Kept) -> Option<Value> {
    Some(match kept {
        Kept::Text(text) => Value::Text(text),
        Kept::Number(number) => Value::Number(Decimal::new(&number)?),
        Kept::YesNo(yes) => Value::YesNo(yes),
        Kept::Choice(chosen) => Value::Choice(read_choice(chosen)),
        Kept::Choices(all) => Value::Choices(all.into_iter().map(read_choice).collect()),
        Kept::Date(date) => Value::Date(from_iso(&date)?),
        Kept::Time(time) => Value::Time(resolve_time(&time).ok()?),
        Kept::DateTime(at) => {
            let (date, time) = at.split_once('T')?;
            Value::DateTime(from_iso(date)?.to_datetime(resolve_time(time).ok()?))
        }
        Kept::Email(text) => Value::Email(text),
        Kept::Phone(text) => Value::Phone(text),
        Kept::Url(text) => Value::Url(text),
        Kept::Address(lines) => Value::Address(lines),
        Kept::Rating(point) => Value::Rating(point),
        Kept::Group(lines) => {
            let line = |line: Vec<KeptField>| {
                let fields = line.into_iter().map(|it| (it.field, it.value.0));
                fields.collect()
            };
            Value::Group(lines.into_iter().map(line).collect())
        }
    })
}

fn read_choice(kept: KeptChoice) -> Chosen {
    match kept {
        KeptChoice::Option(value) => Chosen::Option(value),
        KeptChoice::Other(words) => Chosen::Other(words),
    }
}
