//! What the person is asked to write, and whether what they write fits.

use kikitori_json::FromJson;
use serde::Serialize;
use serde_json::{Map, Value};

/// Fields that the person fills in instead of choosing.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct AskedForm {
    /// The fields, in the order in which they are asked.
    pub fields: Vec<AskedField>,
    /// The parameter that takes the answer: a list, at whose end it stands as an object.
    pub parameter: String,
    /// What stands in that list before it.
    #[serde(default)]
    pub before: Vec<Value>,
}

/// One of the fields.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct AskedField {
    /// Its name in the answer.
    pub name: String,
    /// What the person reads.
    pub label: String,
    /// What may be written.
    pub kind: AskedFieldKind,
    /// Whether it has to be filled in.
    pub is_required: bool,
    /// What stands in it until somebody writes something else.
    #[serde(default)]
    pub default: Option<Value>,
}

/// What may be written into a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub enum AskedFieldKind {
    /// Words.
    Text,
    /// A number.
    Number,
    /// A whole number.
    WholeNumber,
    /// Yes or no.
    YesNo,
    /// One of these, each a value and what the person reads.
    OneOf(Vec<(String, String)>),
}

impl AskedForm {
    /// What is written, as the parameter's value. What is not asked for is left out.
    ///
    /// # Errors
    /// The name of the first field that is missing or of another kind.
    pub fn answer(&self, written: &Map<String, Value>) -> Result<Value, String> {
        let mut answer = Map::new();
        for field in &self.fields {
            match written.get(&field.name).filter(|it| !it.is_null()) {
                Some(value) if field.kind.fits(value) => {
                    answer.insert(field.name.clone(), value.clone());
                }
                None if !field.is_required => {}
                _ => return Err(field.name.clone()),
            }
        }
        let mut answers = self.before.clone();
        answers.push(Value::Object(answer));
        Ok(Value::Array(answers))
    }
}

impl AskedFieldKind {
    fn fits(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Text, Value::String(text)) => !text.trim().is_empty(),
            (Self::Number, Value::Number(_)) | (Self::YesNo, Value::Bool(_)) => true,
            (Self::WholeNumber, Value::Number(number)) => number.is_i64() || number.is_u64(),
            (Self::OneOf(options), Value::String(text)) => options.iter().any(|it| it.0 == *text),
            _ => false,
        }
    }
}
