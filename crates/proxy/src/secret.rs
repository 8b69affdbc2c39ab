//! A key that cannot be printed by accident.

use crate::{
    ProxyError,
    mask::{Mask, SHORTEST},
};
use axum::http::HeaderValue;
use std::fmt;

/// The endpoint's key. It has no way to be shown: not by `Debug`, not in an error, not in a log.
///
/// ```
/// let key = kikitori_proxy::Secret::new("sk-very-secret");
/// assert_eq!(format!("{key:?}"), "Secret(…)");
/// ```
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Keeps `key`, without the white space that copying often adds around it.
    pub fn new(key: &str) -> Self {
        Self(key.trim().to_owned())
    }

    /// Whether it is long enough to be told from a word, and so hidden where an endpoint repeats it.
    ///
    /// ```
    /// assert!(!kikitori_proxy::Secret::new("ollama").is_recognisable());
    /// ```
    pub fn is_recognisable(&self) -> bool {
        self.0.len() >= SHORTEST
    }

    /// What recognises this key wherever an endpoint repeats it.
    pub(crate) fn mask(&self) -> Mask {
        Mask::new(self.0.as_bytes())
    }

    /// The value of an `Authorization` header, marked so that HTTP libraries do not print it.
    pub(crate) fn bearer(&self) -> Result<HeaderValue, ProxyError> {
        let mut value =
            HeaderValue::from_str(&format!("Bearer {}", self.0)).map_err(|_| ProxyError::BadKey)?;
        value.set_sensitive(true);
        Ok(value)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
