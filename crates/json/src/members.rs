//! Reading an object member by member.

use serde::de::Error as _;
use serde_json::{Error, Map, Value};

use crate::from_json::FromJson;
use crate::strict_value::StrictValue;

/// The members of an object that have not been taken yet.
pub struct Members(Map<String, Value>);

impl Members {
    /// Those of an object.
    ///
    /// # Errors
    /// When it is none.
    pub fn of(value: Value) -> Result<Self, Error> {
        match value {
            Value::Object(members) => Ok(Self(members)),
            other => Err(StrictValue(other).mismatch(&"an object")),
        }
    }

    /// The member called `name`. One that is missing is what its type says of that.
    ///
    /// # Errors
    /// When it has to be there, or is something else.
    pub fn required<T: FromJson>(&mut self, name: &'static str) -> Result<T, Error> {
        match self.0.shift_remove(name) {
            Some(member) => T::from_json(member),
            None => T::missing().ok_or_else(|| missing(name)),
        }
    }

    /// The member called `name`, unless it is missing or null.
    ///
    /// # Errors
    /// When it is something else.
    pub fn present<T: FromJson>(&mut self, name: &'static str) -> Result<Option<T>, Error> {
        match self.0.shift_remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(member) => T::from_json(member).map(Some),
        }
    }

    /// Refuses what has not been taken.
    ///
    /// # Errors
    /// When there is something.
    pub fn nothing_else(&self, known: &'static [&'static str]) -> Result<(), Error> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(name) => Err(Error::unknown_field(name, known)),
        }
    }

    /// What has not been taken.
    pub fn rest(&mut self) -> Map<String, Value> {
        std::mem::take(&mut self.0)
    }
}

fn missing(name: &'static str) -> Error {
    Error::missing_field(name)
}
