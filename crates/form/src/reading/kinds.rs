//! How the simplest types are read.

use serde_json::Value;

use super::{Read, Reader};

impl Read for bool {
    const EXPECTED: &'static str = "true or false";

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        if !value.is_boolean() {
            reader.mismatch(value, Self::EXPECTED);
        }
        value.as_bool()
    }
}

impl<T: Read> Read for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;
    const TAKES_NULL: bool = true;

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        T::read(value, reader).map(Some)
    }
}

impl<T: Read> Read for Vec<T> {
    const EXPECTED: &'static str = "a list";

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        let Value::Array(items) = value else {
            reader.mismatch(value, Self::EXPECTED);
            return None;
        };
        let read = |(at, item): (usize, &Value)| {
            reader.inside(&format!("[{at}]"), |reader| T::read(item, reader))
        };
        // Every item is read before one that does not fit ends it.
        let all: Vec<Option<T>> = items.iter().enumerate().map(read).collect();
        all.into_iter().collect()
    }
}

/// A whole number between two bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count<const MIN: u32, const MAX: u32>(pub u32);

impl<const MIN: u32, const MAX: u32> Read for Count<MIN, MAX> {
    const EXPECTED: &'static str = "a whole number";

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        let fits = number.filter(|number| (MIN..=MAX).contains(number));
        if fits.is_none() {
            reader.mismatch(value, &format!("a whole number from {MIN} to {MAX}"));
        }
        fits.map(Self)
    }
}

#[cfg(feature = "schema")]
impl<const MIN: u32, const MAX: u32> schemars::JsonSchema for Count<MIN, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("From{MIN}To{MAX}").into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "integer", "minimum": MIN, "maximum": MAX})
    }
}
