//! The two languages that this model speaks.

/// What it speaks with a respondent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speech {
    English,
    Japanese,
}

impl Speech {
    /// Japanese for Japanese, English for everyone else.
    pub fn of_tag(tag: &str) -> Self {
        if primary(tag) == "ja" {
            Self::Japanese
        } else {
            Self::English
        }
    }
}

/// The language in a tag, without script and region.
pub fn primary(tag: &str) -> String {
    tag.split(['-', '_'])
        .next()
        .unwrap_or_default()
        .trim()
        .to_lowercase()
}
