//! A key that cannot be printed by accident.

use crate::ProxyError;
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
