//! How the types of a file are written: as a JSON value first, whatever it is for. What serde derives
//! is there once for each serializer, and several times as large.

use serde_json::{Map, Value};

use super::{Count, is_default};

/// A type that is written as a JSON value.
pub(crate) trait Write {
    /// As it stands in a file.
    fn write(&self) -> Value;
}

/// Writes a member that need not be there, unless it says no more than a missing one.
pub(crate) fn put_given<T: Write + Default + PartialEq>(
    members: &mut Map<String, Value>,
    key: &str,
    member: &T,
) {
    if !is_default(member) {
        members.insert(key.to_owned(), member.write());
    }
}

/// Has serde write a type as it is written here.
macro_rules! serialize_written {
    ($($name:ty),*) => { $(
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                $crate::reading::Write::write(self).serialize(to)
            }
        }
    )* };
}

pub(crate) use serialize_written;

impl Write for bool {
    fn write(&self) -> Value {
        Value::Bool(*self)
    }
}

impl Write for String {
    fn write(&self) -> Value {
        Value::from(self.as_str())
    }
}

impl<T: Write> Write for Option<T> {
    fn write(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::write)
    }
}

impl<T: Write> Write for Vec<T> {
    fn write(&self) -> Value {
        Value::Array(self.iter().map(T::write).collect())
    }
}

impl<const MIN: u32, const MAX: u32> Write for Count<MIN, MAX> {
    fn write(&self) -> Value {
        Value::from(self.0)
    }
}
