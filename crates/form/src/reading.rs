//! Reading a file whole: every place that does not fit is listed, not only the first. And writing it
//! again.

mod kinds;
mod objects;
mod writing;

use serde::Serialize;
use serde_json::{Map, Value};

pub(crate) use kinds::Count;
pub(crate) use objects::{is_default, object, schema_of, tagged, words};
pub(crate) use writing::{Write, put_given, serialize_written};

/// So many problems of a file are listed.
pub const MAX_PROBLEMS: usize = 50;

/// A place of a file that does not fit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Where, as in `fields[2].label`.
    pub place: String,
    /// What was found there and what was expected.
    pub what: String,
}

/// Where the reading is, and what did not fit so far.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    place: String,
    pub(crate) problems: Vec<Problem>,
    /// How many more there are than are listed.
    pub(crate) more: usize,
}

/// A type that is read from a JSON value.
pub(crate) trait Read: Sized {
    /// What stands at its place, for people.
    const EXPECTED: &'static str;
    /// Whether null says that nothing stands there.
    const TAKES_NULL: bool = false;

    /// Reads it, or tells the reader what does not fit.
    fn read(value: &Value, reader: &mut Reader) -> Option<Self>;
}

impl Reader {
    /// What does not fit at this place.
    pub(crate) fn problem(&mut self, what: String) {
        let place = match self.place.as_str() {
            "" => "the top of the file",
            place => place,
        };
        self.problem_at(place.to_owned(), what);
    }

    /// What does not fit at another place.
    pub(crate) fn problem_at(&mut self, place: String, what: String) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(Problem { place, what });
        } else {
            self.more += 1;
        }
    }

    /// Something else than was expected.
    pub(crate) fn mismatch(&mut self, value: &Value, expected: &str) {
        self.problem(format!("{}; expected {expected}", found(value)));
    }

    /// Reads at a member or an item of this place.
    pub(crate) fn inside<T>(&mut self, step: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.place.len();
        if length > 0 && !step.starts_with('[') {
            self.place.push('.');
        }
        self.place.push_str(step);
        let result = read(self);
        self.place.truncate(length);
        result
    }

    /// Reads a text of some form.
    pub(crate) fn text<T>(
        &mut self,
        value: &Value,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let Value::String(text) = value else {
            self.mismatch(value, expected);
            return None;
        };
        let result = read(text);
        if result.is_none() {
            self.problem(format!("{}; expected {expected}", quoted(text)));
        }
        result
    }

    /// The members of an object.
    pub(crate) fn members<'a>(
        &mut self,
        value: &'a Value,
        expected: &str,
    ) -> Option<&'a Map<String, Value>> {
        if !value.is_object() {
            self.mismatch(value, expected);
        }
        value.as_object()
    }

    /// Tells of members that nothing is known of.
    pub(crate) fn unknown(&mut self, members: &Map<String, Value>, known: &[&str]) {
        for key in members.keys().filter(|key| !known.contains(&key.as_str())) {
            let all = known.join(", ");
            self.inside(key, |reader| {
                reader.problem(format!("unknown; known are {all}"))
            });
        }
    }

    /// A member that has to be there.
    pub(crate) fn required<T: Read>(
        &mut self,
        members: &Map<String, Value>,
        key: &str,
    ) -> Option<T> {
        match members.get(key) {
            Some(value) => self.inside(key, |reader| T::read(value, reader)),
            None => {
                self.inside(key, |reader| {
                    reader.problem(format!("missing; expected {}", T::EXPECTED));
                });
                None
            }
        }
    }

    /// A member that may be missing.
    pub(crate) fn optional<T: Read + Default>(
        &mut self,
        members: &Map<String, Value>,
        key: &str,
    ) -> Option<T> {
        match members.get(key) {
            None => Some(T::default()),
            Some(Value::Null) if T::TAKES_NULL => Some(T::default()),
            Some(value) => self.inside(key, |reader| T::read(value, reader)),
        }
    }
}

fn found(value: &Value) -> String {
    match value {
        Value::Null => "nothing (null)".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => format!("the text {}", quoted(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

fn quoted(text: &str) -> String {
    let mut shown: String = text.chars().take(40).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    Value::from(shown).to_string()
}
