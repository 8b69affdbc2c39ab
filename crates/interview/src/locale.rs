//! Languages, countries and time zones: their shapes, and the port that knows their names.

use std::fmt;

use kikitori_form::values::Formats;
use kikitori_json::from_json_by_serde;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

macro_rules! checked_text {
    ($(#[$doc:meta])* $name:ident, $check:expr, $expected:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// `text` as one, if it has the shape of one.
            pub fn new(text: &str) -> Option<Self> {
                let check: fn(&str) -> Option<String> = $check;
                check(text.trim()).map(Self)
            }

            /// As text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = String::deserialize(from)?;
                Self::new(&text).ok_or_else(|| D::Error::custom(concat!("expected ", $expected)))
            }
        }

        from_json_by_serde!($name);
    };
}

checked_text!(
    /// A language as a BCP 47 tag, such as `en` or `pt-BR`.
    LanguageTag,
    |text| {
        let mut parts = text.split('-');
        let first = parts.next()?;
        let fits = (2..=3).contains(&first.len())
            && first.bytes().all(|b| b.is_ascii_alphabetic())
            && parts.all(|part| {
                (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
            })
            && text.len() <= 35;
        fits.then(|| text.to_owned())
    },
    "a BCP 47 language tag such as en or pt-BR"
);

checked_text!(
    /// A country as an ISO 3166-1 alpha-2 code in capitals, such as `JP`.
    CountryCode,
    |text| {
        let fits = text.len() == 2 && text.bytes().all(|b| b.is_ascii_alphabetic());
        fits.then(|| text.to_ascii_uppercase())
    },
    "a two-letter ISO 3166-1 country code such as JP"
);

checked_text!(
    /// A time zone by its IANA name, such as `Asia/Tokyo`.
    TimeZone,
    |text| {
        let fits = (1..=64).contains(&text.len())
            && text
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"/_+-".contains(&b));
        fits.then(|| text.to_owned())
    },
    "an IANA time zone such as Asia/Tokyo"
);

/// The language of a tag, without its country or script: en-US is English as en is.
pub(crate) fn language_of(tag: &str) -> String {
    let language = tag.split('-').next().unwrap_or_default();
    language.to_ascii_lowercase()
}

impl TimeZone {
    /// The zone that a country's is taken to be when it cannot be inferred: Asia/Tokyo.
    pub fn fallback() -> Self {
        Self("Asia/Tokyo".to_owned())
    }
}

/// What the platform knows of languages, countries and time zones, and how values are written in other
/// languages than English and Japanese. What a platform does not say, it does not know: then shapes are
/// all that is checked.
pub trait Locale: Formats {
    /// The tag in its canonical form; `None` when the platform refuses it.
    fn canonical_language(&self, tag: &LanguageTag) -> Option<LanguageTag> {
        Some(tag.clone())
    }

    /// Whether there is such a country.
    fn is_country(&self, _code: &CountryCode) -> bool {
        true
    }

    /// Whether there is such a time zone.
    fn is_time_zone(&self, _zone: &TimeZone) -> bool {
        true
    }

    /// The time zones of a country; empty when the platform does not know.
    fn time_zones(&self, _country: &CountryCode) -> Vec<TimeZone> {
        Vec::new()
    }

    /// The only country of a time zone; `None` when it has several, or the platform does not know.
    fn country_of(&self, zone: &TimeZone) -> Option<CountryCode> {
        let letters = || (b'A'..=b'Z').map(char::from);
        let codes = letters().flat_map(|first| letters().map(move |second| [first, second]));
        let codes = codes.filter_map(|code| CountryCode::new(&String::from_iter(code)));
        let mut countries =
            codes.filter(|code| self.time_zones(code).contains(zone) && self.is_country(code));
        let first = countries.next()?;
        countries.next().is_none().then_some(first)
    }

    /// A text in the form in which texts are compared: letters of one width, ASCII ones small. A
    /// platform that has Unicode's tables brings it to NFKC first.
    fn fold(&self, text: &str) -> String {
        let letters = text.trim().chars().map(kikitori_form::narrow_letter);
        letters.collect::<String>().to_ascii_lowercase()
    }

    /// Whether all of a text fits a regular expression as JavaScript writes it; `None` where the platform
    /// has none, or does not take this one.
    fn fits(&self, _pattern: &str, _text: &str) -> Option<bool> {
        None
    }

    /// What the language of a tag is called in another, such as `Spanisch`; `None` when the platform does
    /// not know.
    fn language_name(&self, _tag: &str, _language: &str) -> Option<String> {
        None
    }

    /// What the time in `zone` is called in a language, such as `Central European Time`; `None` when
    /// the platform does not know.
    fn zone_name(&self, _zone: &TimeZone, _language: &str) -> Option<String> {
        None
    }

    /// What a clock in `zone` says, with the weekday in English and the offset, as in
    /// `Friday 2026-11-20T18:00:00+09:00`; `None` when the platform does not know the zone.
    fn local_time(&self, _zone: &TimeZone, _at_ms: u64) -> Option<String> {
        None
    }
}

/// A platform that knows nothing: every time zone is the fallback.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoLocale;

impl Formats for NoLocale {}

impl Locale for NoLocale {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_right_shapes_pass() {
        for good in ["en", "ja", "pt-BR", "zh-Hant-TW"] {
            assert!(LanguageTag::new(good).is_some(), "{good}");
        }
        for bad in ["", "e", "english", "en_US", "en-", "日本語", "en<b>"] {
            assert!(LanguageTag::new(bad).is_none(), "{bad}");
        }
        assert_eq!(CountryCode::new("jp").unwrap().as_str(), "JP");
        for bad in ["", "J", "JPN", "日本", "J1"] {
            assert!(CountryCode::new(bad).is_none(), "{bad}");
        }
        assert!(TimeZone::new("America/Argentina/Buenos_Aires").is_some());
        assert!(TimeZone::new("<script>").is_none());
    }
}
