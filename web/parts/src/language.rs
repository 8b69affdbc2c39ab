//! The language of the pages' own texts. What agents say is in the respondent's.

use kikitori_browser::{BrowserLocale, preference, set_preference};
use kikitori_search::by_letters;

/// The preference that holds the chosen language.
const CHOICE: &str = "language";
/// The same as earlier versions of the help desk stored it.
const EARLIER_CHOICE: &str = "desk-language";

/// A language that the pages have texts in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// English, also for every language that has no texts of its own.
    En,
    /// Japanese.
    Ja,
}

impl Language {
    /// The language that serves a BCP 47 tag best.
    pub fn of(tag: &str) -> Self {
        let primary = tag.split('-').next().unwrap_or_default();
        if primary.eq_ignore_ascii_case("ja") {
            Self::Ja
        } else {
            Self::En
        }
    }

    /// As a BCP 47 tag.
    pub fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ja => "ja",
        }
    }

    /// The one of two texts, or sets of them, that is in this language.
    pub fn pick<T>(self, english: T, japanese: T) -> T {
        match self {
            Self::En => english,
            Self::Ja => japanese,
        }
    }

    /// The tag that a text bears of which nobody has said its language, where it is not in this
    /// one, as far as its letters tell ([`by_letters`]). Of other texts it is unknown, which is the
    /// empty tag.
    pub fn tag_of(self, text: &str) -> Option<&'static str> {
        let tag = by_letters(text).unwrap_or_default();
        let says_something = text.chars().any(char::is_alphabetic);
        (tag != self.tag() && says_something).then_some(tag)
    }

    /// `tag`, where it is another language than this one.
    pub fn unless_same(self, tag: Option<String>) -> Option<String> {
        tag.filter(|tag| tag.split('-').next() != Some(self.tag()))
    }

    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::En => Self::Ja,
            Self::Ja => Self::En,
        }
    }

    /// The language that was chosen on this device, if one was.
    pub fn chosen() -> Option<Self> {
        let tag = preference(CHOICE).or_else(|| preference(EARLIER_CHOICE))?;
        Some(Self::of(&tag))
    }

    /// Keeps this language as the chosen one.
    pub fn choose(self) {
        set_preference(CHOICE, self.tag());
    }

    /// The language that the browser asks for.
    pub fn of_browser() -> Self {
        let languages = BrowserLocale.own_languages();
        languages.first().map_or(Self::En, |tag| Self::of(tag))
    }
}
