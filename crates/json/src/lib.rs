//! Reading and writing JSON values without the liberties that `serde_json` takes.
//!
//! What is read is parsed to a [`Value`] first and read as a type from there. A type of ours
//! derives [`FromJson`] for that, which takes its members one by one and comes to a quarter of the
//! code that serde derives; what is of serde only is read by [`StrictValue`].

mod from_json;
mod members;
mod strict_value;
mod strict_writer;
mod variant;

pub use from_json::{FromJson, read};
pub use kikitori_json_derive::FromJson;
pub use members::Members;
pub use strict_value::StrictValue;
pub use strict_writer::StrictWriter;
pub use variant::{no_content, unknown_variant, variant};

// For what the macro makes.
pub use serde::{Deserialize, Deserializer};
pub use serde_json::{Error, Value};

/// Reads a type from JSON text.
///
/// # Errors
/// What is wrong with the text, or where it is not the type.
pub fn from_str<T: FromJson>(text: &str) -> Result<T, Error> {
    T::from_json(serde_json::from_str(text)?)
}

/// The same from bytes. They are read as text: what reads bytes is all of the reader once more.
///
/// # Errors
/// See [`from_str`]; and where they are no UTF-8.
pub fn from_slice<T: FromJson>(json: &[u8]) -> Result<T, Error> {
    let text = str::from_utf8(json).map_err(<Error as serde::de::Error>::custom)?;
    from_str(text)
}

#[cfg(test)]
mod tests {
    use super::{Value, from_slice, from_str};

    #[test]
    fn bytes_are_read_as_the_text_that_they_are_and_refused_where_they_are_none() {
        let text = r#"{"said": "聞き取り", "often": [1, 2.5, null]}"#;
        let value: Value = from_str(text).unwrap();
        assert_eq!(from_slice::<Value>(text.as_bytes()).unwrap(), value);
        assert!(from_slice::<Value>(b"{\"said\": \"\xff\"}").is_err());
        assert!(from_slice::<Value>(b"").is_err());
    }
}
