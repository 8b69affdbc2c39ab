//! A stored value with the version of its shape.

use kikitori_json::{FromJson, StrictValue, StrictWriter};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::StoreError;

/// What a store keeps at a key: JSON text, parsed only when it is read as a type. So a record that
/// cannot be read costs itself and not the list it stands in, and can be exported and deleted.
///
/// ```
/// use kikitori_store::{Record, Stored};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize)]
/// struct Name { given: String }
/// impl Stored for Name {
///     const KIND: &'static str = "name";
///     const VERSION: u32 = 1;
/// }
///
/// let record = Record::of(&Name { given: "Ada".into() }).unwrap();
/// assert_eq!(record.body, r#"{"given":"Ada"}"#);
/// assert!(Record { version: 1, body: "{damaged".into() }.read::<Name>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
pub struct Record {
    /// The version of the body's shape, from 1. It is [`Record::DAMAGED`] when what the store held
    /// was no record.
    pub version: u32,
    /// The value as JSON text.
    pub body: String,
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
        Err(StoreError::unknown_version(Self::KIND, from))
    }
}

impl Record {
    /// The version of what was found in a store and is no record; the body is its text as it came.
    pub const DAMAGED: u32 = 0;

    /// `value` as a record.
    pub fn json(version: u32, value: &Value) -> Self {
        Self {
            version,
            body: value.to_string(),
        }
    }

    /// What a store held that is no record, as text.
    pub fn damaged(text: impl Into<String>) -> Self {
        Self {
            version: Self::DAMAGED,
            body: text.into(),
        }
    }

    /// `value` as a record of its type's current version.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] when it could not be read back: nested too deep, or with a
    /// number that JSON does not have.
    pub fn of<T: Stored>(value: &T) -> Result<Self, StoreError> {
        Self::write_as(T::KIND, T::VERSION, value)
    }

    /// `value` as a record, for types that are not [`Stored`] themselves.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] when it could not be read back.
    pub fn write_as(
        kind: &'static str,
        version: u32,
        value: &(impl Serialize + ?Sized),
    ) -> Result<Self, StoreError> {
        let unreadable = |detail: String| StoreError::unreadable(kind, detail);
        let mut body = Vec::new();
        value
            .serialize(StrictWriter(&mut serde_json::Serializer::new(&mut body)))
            .map_err(|error| unreadable(error.to_string()))?;
        if may_be_too_deep(&body) && depth(&body) > MAX_DEPTH {
            return Err(unreadable("it is nested too deep".to_owned()));
        }
        let body = String::from_utf8(body).map_err(|error| unreadable(error.to_string()))?;
        Ok(Self { version, body })
    }

    /// The value, migrated to its type's current version if it is older.
    ///
    /// # Errors
    /// [`StoreError::TooNew`] or [`StoreError::Unreadable`].
    pub fn read<T: Stored>(&self) -> Result<T, StoreError> {
        self.read_as(T::KIND, T::VERSION, T::migrate)
    }

    /// The value as `T`, whose current version is `known`; `migrate` is called as
    /// [`Stored::migrate`] is.
    ///
    /// # Errors
    /// [`StoreError::TooNew`] or [`StoreError::Unreadable`].
    pub fn read_as<T: DeserializeOwned>(
        &self,
        kind: &'static str,
        known: u32,
        migrate: impl Fn(u32, Value) -> Result<Value, StoreError>,
    ) -> Result<T, StoreError> {
        let mut body = self.checked(kind, known)?;
        for version in self.version..known {
            body = migrate(version, body)?;
        }
        from_value(kind, body)
    }

    /// The body as a JSON value of whatever version.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] when it is no JSON, or nested too deep.
    pub fn value(&self) -> Result<Value, StoreError> {
        self.checked("record", u32::MAX)
    }

    fn checked(&self, kind: &'static str, known: u32) -> Result<Value, StoreError> {
        if self.version == Self::DAMAGED {
            let detail = "this is not a record".to_owned();
            return Err(StoreError::unreadable(kind, detail));
        }
        if self.version > known {
            return Err(StoreError::TooNew {
                kind,
                found: self.version,
                known,
            });
        }
        parse(kind, &self.body)
    }
}

/// How deep arrays and objects may be nested: what serde_json reads.
const MAX_DEPTH: usize = 127;

/// Whether arrays and objects are begun as often. Nearly no record does that, and this is seen
/// sooner than how deep they are nested.
fn may_be_too_deep(json: &[u8]) -> bool {
    let begins = |byte: &&u8| matches!(byte, b'[' | b'{');
    json.iter().filter(begins).count() > MAX_DEPTH
}

/// How deep arrays and objects are nested in `json`.
fn depth(json: &[u8]) -> usize {
    let (mut depth, mut deepest, mut in_text, mut escaped) = (0_usize, 0, false, false);
    for byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

fn parse(kind: &'static str, body: &str) -> Result<Value, StoreError> {
    serde_json::from_str(body).map_err(|error| StoreError::unreadable(kind, error.to_string()))
}

fn from_value<T: DeserializeOwned>(kind: &'static str, body: Value) -> Result<T, StoreError> {
    T::deserialize(StrictValue(body))
        .map_err(|error| StoreError::unreadable(kind, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
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
                _ => Err(StoreError::unknown_version(Self::KIND, from)),
            }
        }
    }

    #[derive(Debug, Serialize, Deserialize)]
    struct Any(Value);

    impl Stored for Any {
        const KIND: &'static str = "any";
        const VERSION: u32 = 1;
    }

    #[derive(Debug, Serialize, Deserialize)]
    struct Share(Option<f64>);

    impl Stored for Share {
        const KIND: &'static str = "share";
        const VERSION: u32 = 1;
    }

    #[test]
    fn an_older_record_is_migrated_and_a_newer_one_is_refused() {
        let old = Record::json(1, &json!("Ada"));
        assert_eq!(
            old.read::<Name>().unwrap(),
            Name {
                given: "Ada".into(),
                family: String::new()
            }
        );
        let newer = Record::json(3, &json!({}));
        assert!(matches!(
            newer.read::<Name>(),
            Err(StoreError::TooNew {
                found: 3,
                known: 2,
                ..
            })
        ));
    }

    #[test]
    fn what_is_no_record_of_the_type_is_unreadable() {
        let cases = [
            Record::json(2, &json!({"given": 1})),
            Record {
                version: 2,
                body: "{\"given".to_owned(),
            },
            Record::damaged(r#"{"given": "Ada", "family": ""}"#),
        ];
        for record in cases {
            let read = record.read::<Name>();
            assert!(
                matches!(read, Err(StoreError::Unreadable { .. })),
                "{read:?}"
            );
        }
    }

    #[test]
    fn what_could_not_be_read_back_is_refused_at_the_write() {
        let refused = Record::of(&Share(Some(f64::NAN)));
        assert!(matches!(refused, Err(StoreError::Unreadable { .. })));
        let share = Record::of(&Share(Some(0.5))).unwrap();
        assert_eq!(share.read::<Share>().unwrap().0, Some(0.5));
        let brackets = "]\"\\[".repeat(100);
        for depth in 0..200 {
            let nested = (0..depth).fold(json!(brackets), |inner, level| match level % 2 {
                0 => json!([inner]),
                _ => json!({"[": inner}),
            });
            let written = Record::of(&Any(nested.clone()));
            assert_eq!(written.is_ok(), depth <= MAX_DEPTH, "{depth}");
            let read = Record::json(1, &nested).read::<Any>();
            assert_eq!(read.is_ok(), written.is_ok(), "{depth}");
        }
    }
}
