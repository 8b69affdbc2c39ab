//! A stored value with the version of its shape.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::StoreError;
use crate::strict_value::StrictValue;
use crate::strict_writer::StrictWriter;

/// What a store keeps at a key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The version of the body's shape, from 1.
    pub version: u32,
    /// The value as JSON.
    pub body: Value,
}

/// A type that is kept in the store, with the version of its shape.
pub trait Stored: Serialize + DeserializeOwned {
    /// What errors call it.
    const KIND: &'static str;
    /// The version that is written now.
    const VERSION: u32;

    /// Brings a body of the older version `from` to the next one. Called once a version until
    /// the body is at [`Self::VERSION`].
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] when that version is not known, or its body is not of it.
    fn migrate(from: u32, _body: Value) -> Result<Value, StoreError> {
        Err(StoreError::Unreadable {
            kind: Self::KIND,
            detail: format!("version {from} is not known"),
        })
    }
}

impl Record {
    /// `value` as a record of its type's current version.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] when it cannot be written as JSON.
    pub fn of<T: Stored>(value: &T) -> Result<Self, StoreError> {
        let body = value.serialize(StrictWriter(serde_json::value::Serializer));
        let body = body.map_err(|error| StoreError::Unreadable {
            kind: T::KIND,
            detail: error.to_string(),
        })?;
        Ok(Self {
            version: T::VERSION,
            body,
        })
    }

    /// The value, migrated to its type's current version if it is older.
    ///
    /// # Errors
    /// [`StoreError::TooNew`] or [`StoreError::Unreadable`].
    pub fn read<T: Stored>(self) -> Result<T, StoreError> {
        if self.version > T::VERSION {
            return Err(StoreError::TooNew {
                kind: T::KIND,
                found: self.version,
                known: T::VERSION,
            });
        }
        let mut body = self.body;
        for version in self.version..T::VERSION {
            body = T::migrate(version, body)?;
        }
        T::deserialize(StrictValue(body)).map_err(|error| StoreError::Unreadable {
            kind: T::KIND,
            detail: error.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Name {
        given: String,
        family: String,
    }

    impl Stored for Name {
        const KIND: &'static str = "name";
        const VERSION: u32 = 2;
        fn migrate(from: u32, body: Value) -> Result<Value, StoreError> {
            match (from, body.as_str()) {
                (1, Some(given)) => Ok(json!({"given": given, "family": ""})),
                _ => Err(StoreError::Unreadable {
                    kind: Self::KIND,
                    detail: "version".into(),
                }),
            }
        }
    }

    #[derive(Debug, Serialize, Deserialize)]
    struct Share(Option<f64>);

    impl Stored for Share {
        const KIND: &'static str = "share";
        const VERSION: u32 = 1;
    }

    #[test]
    fn what_could_not_be_read_back_is_refused_at_the_write() {
        let refused = Record::of(&Share(Some(f64::NAN)));
        assert!(matches!(refused, Err(StoreError::Unreadable { .. })));
        let share = Record::of(&Share(Some(0.5))).unwrap();
        assert_eq!(share.read::<Share>().unwrap().0, Some(0.5));
    }

    #[test]
    fn an_older_record_is_migrated_and_a_newer_one_is_refused() {
        let old = Record {
            version: 1,
            body: json!("Ada"),
        };
        assert_eq!(
            old.read::<Name>().unwrap(),
            Name {
                given: "Ada".into(),
                family: String::new()
            }
        );
        let newer = Record {
            version: 3,
            body: json!({}),
        };
        assert!(matches!(
            newer.read::<Name>(),
            Err(StoreError::TooNew {
                found: 3,
                known: 2,
                ..
            })
        ));
        let broken = Record {
            version: 2,
            body: json!({"given": 1}),
        };
        assert!(matches!(
            broken.read::<Name>(),
            Err(StoreError::Unreadable { .. })
        ));
    }
}
