//! The key that an endpoint wants to see.

use std::fmt;

use thiserror::Error;

/// A key for an endpoint. It is never shown: not by `Debug`, and it cannot be serialised.
///
/// ```
/// use kikitori_llm::ApiKey;
/// let key = ApiKey::new(" sk-secret\n").unwrap();
/// assert!(!format!("{key:?}").contains("secret"));
/// assert!(ApiKey::new("two words").is_err());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

/// A text that is no key. It does not hold the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "a key has only letters, digits and signs of ASCII and no space; copy it again, without anything around it"
)]
pub struct ApiKeyError;

impl ApiKey {
    /// The key in `text`, without the space around it that copying often brings along.
    ///
    /// # Errors
    /// [`ApiKeyError`] when it is empty or holds what no header can carry.
    pub fn new(text: &str) -> Result<Self, ApiKeyError> {
        let text = text.trim();
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(ApiKeyError);
        }
        Ok(Self(text.to_owned()))
    }

    /// The key itself, to be kept where only this tab reads it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// `text` with the key taken out, wherever an endpoint repeats it.
    pub(crate) fn hidden_in(&self, text: &str) -> String {
        text.replace(&self.0, "…")
    }

    pub(crate) fn bearer(&self) -> String {
        format!("Bearer {}", self.0)
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::ApiKey;

    #[test]
    fn only_what_a_header_can_carry_is_a_key() {
        for text in ["sk-1_a.b", " sk-1 ", "\u{9}sk-1\r\n", "a+/="] {
            assert!(ApiKey::new(text).is_ok(), "{text:?}");
        }
        for text in ["", "  ", "a b", "a\nb", "鍵", "a\u{0}"] {
            assert!(ApiKey::new(text).is_err(), "{text:?}");
        }
    }
}
