//! Parts of a form as a session keeps them: read by what reads the file.

use kikitori_json::FromJson;
use serde::de::Error as _;
use serde_json::{Error, Value};

use super::answer::AnswerType;
use super::condition::Condition;
use super::form::{Budget, IfDeclined, Need, Review, Submit};
use super::text::{Language, Text, Words};
use crate::reading::{Read, Reader};

fn read<T: Read>(value: &Value) -> Result<T, Error> {
    let mut reader = Reader::default();
    let read = T::read(value, &mut reader);
    let problem = reader.problems.first();
    match (read, problem) {
        (Some(read), None) => Ok(read),
        (_, Some(problem)) => Err(Error::custom(format_args!(
            "{}: {}",
            problem.place, problem.what
        ))),
        (None, None) => Err(Error::custom(T::EXPECTED)),
    }
}

macro_rules! from_json_by_read {
    ($($kind:ty),* $(,)?) => {$(
        impl FromJson for $kind {
            fn from_json(value: Value) -> Result<Self, Error> {
                read(&value)
            }
        }
    )*};
}

from_json_by_read!(
    AnswerType, Budget, Condition, IfDeclined, Language, Need, Review, Submit
);

impl FromJson for Text {
    /// What older pages stored had other bounds, so a text is taken as it stands.
    fn from_json(value: Value) -> Result<Self, Error> {
        match value {
            Value::String(text) => Ok(Self::in_own_language(Words::as_stored(text))),
            other => read(&other),
        }
    }
}
