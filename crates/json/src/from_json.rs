//! What can be read from a JSON value.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Error, Map, Value};

use crate::strict_value::StrictValue;

/// Reads itself from a JSON value. The types of what is stored and sent derive it.
///
/// ```
/// use kikitori_json::FromJson;
/// use serde_json::json;
///
/// #[derive(Debug, PartialEq, FromJson)]
/// #[serde(rename_all = "camelCase")]
/// struct Name { given: String, family: Option<String>, #[serde(default)] called_by: Vec<String> }
///
/// let name = Name::from_json(json!({"given": "Ada"})).unwrap();
/// assert_eq!((name.given.as_str(), name.family), ("Ada", None));
/// assert!(Name::from_json(json!(["Ada"])).is_err());
/// ```
pub trait FromJson: Sized {
    /// Reads it.
    ///
    /// # Errors
    /// What was found instead.
    fn from_json(value: Value) -> Result<Self, Error>;

    /// What a member of this type is that is missing; none when it has to be there.
    fn missing() -> Option<Self> {
        None
    }
}

/// Reads it wherever serde reads.
///
/// # Errors
/// See [`FromJson::from_json`].
pub fn read<'de, T: FromJson, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    T::from_json(Value::deserialize(from)?).map_err(D::Error::custom)
}

/// `Deserialize` for types that say themselves how they are read from a JSON value.
#[macro_export]
macro_rules! deserialize_by_json {
    ($($kind:ty),* $(,)?) => {$(
        impl<'de> $crate::Deserialize<'de> for $kind {
            fn deserialize<D: $crate::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $crate::read(from)
            }
        }
    )*};
}

/// [`FromJson`] for types that serde reads.
#[macro_export]
macro_rules! from_json_by_serde {
    ($($kind:ty),* $(,)?) => {$(
        impl $crate::FromJson for $kind {
            fn from_json(value: $crate::Value) -> Result<Self, $crate::Error> {
                <Self as $crate::Deserialize>::deserialize($crate::StrictValue(value))
            }
        }
    )*};
}

from_json_by_serde!(bool, u8, u16, u32, u64, usize, i32, i64, f64, char);

impl FromJson for Value {
    fn from_json(value: Value) -> Result<Self, Error> {
        Ok(value)
    }
}

impl FromJson for Map<String, Value> {
    fn from_json(value: Value) -> Result<Self, Error> {
        match value {
            Value::Object(members) => Ok(members),
            other => Err(StrictValue(other).mismatch(&"an object")),
        }
    }
}

impl FromJson for String {
    fn from_json(value: Value) -> Result<Self, Error> {
        match value {
            Value::String(text) => Ok(text),
            other => Err(StrictValue(other).mismatch(&"a string")),
        }
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn from_json(value: Value) -> Result<Self, Error> {
        match value {
            Value::Null => Ok(None),
            value => T::from_json(value).map(Some),
        }
    }

    fn missing() -> Option<Self> {
        Some(None)
    }
}

impl<T: FromJson> FromJson for Box<T> {
    fn from_json(value: Value) -> Result<Self, Error> {
        T::from_json(value).map(Self::new)
    }
}

fn items(value: Value) -> Result<std::vec::IntoIter<Value>, Error> {
    match value {
        Value::Array(items) => Ok(items.into_iter()),
        other => Err(StrictValue(other).mismatch(&"a list")),
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(value: Value) -> Result<Self, Error> {
        items(value)?.map(T::from_json).collect()
    }
}

impl<T: FromJson + Ord> FromJson for BTreeSet<T> {
    fn from_json(value: Value) -> Result<Self, Error> {
        let mut set = Self::new();
        for item in items(value)? {
            set.insert(T::from_json(item)?);
        }
        Ok(set)
    }
}

impl<K: FromJson + Ord, V: FromJson> FromJson for BTreeMap<K, V> {
    fn from_json(value: Value) -> Result<Self, Error> {
        let mut map = Self::new();
        for (key, value) in Map::from_json(value)? {
            map.insert(K::from_json(Value::String(key))?, V::from_json(value)?);
        }
        Ok(map)
    }
}

macro_rules! tuples {
    ($($count:literal ($($item:ident),*);)*) => {$(
        impl<$($item: FromJson),*> FromJson for ($($item,)*) {
            fn from_json(value: Value) -> Result<Self, Error> {
                let mut items = items(value)?;
                if items.len() != $count {
                    return Err(Error::invalid_length(items.len(), &stringify!($count)));
                }
                Ok(($($item::from_json(items.next().unwrap_or_default())?,)*))
            }
        }
    )*};
}

tuples! {
    2 (A, B);
    3 (A, B, C);
}
