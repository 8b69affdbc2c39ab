//! What a message wishes of language, country and time zone.

use super::{country_named, is_spoken, language_named, without_names};
use crate::reviewer::{Answer, sort_of};
use crate::speech::primary;
use crate::text::plain;

/// Regions with which names of time zones begin.
const REGIONS: [&str; 11] = [
    "Africa/",
    "America/",
    "Antarctica/",
    "Arctic/",
    "Asia/",
    "Atlantic/",
    "Australia/",
    "Europe/",
    "Indian/",
    "Pacific/",
    "Etc/",
];
/// Who says where they live says these words before or after it.
const HOME: [&str; 9] = [
    "live in",
    "living in",
    "based in",
    "my country is",
    "country should be",
    "に住ん",
    "在住",
    "国は",
    "にいます",
];
/// Longer messages tell a story, in which places come up.
const LONGEST: usize = 120;

/// Language, country and time zone, as far as a message wishes for one.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// A language that is spoken here.
    pub language: Option<&'static str>,
    /// A language was wished for that is not.
    pub cannot_speak: bool,
    pub country: Option<&'static str>,
    pub time_zone: Option<String>,
}

impl Wish {
    /// Reads a message of someone who is spoken to in `language`.
    pub fn of(message: &str, language: &str) -> Self {
        let text = plain(message);
        if text.chars().count() > LONGEST {
            return Self::default();
        }
        let named = (sort_of(message) == Answer::OtherLanguage)
            .then(|| language_named(&text))
            .flatten();
        let is_new = |tag: &&'static str| primary(tag) != primary(language);
        let says_home = HOME.iter().any(|home| text.contains(home));
        let says_zone = ["time zone", "timezone", "タイムゾーン"]
            .iter()
            .any(|it| text.contains(it));
        Self {
            language: named.filter(|tag| is_spoken(tag)).filter(is_new),
            cannot_speak: named.is_some_and(|tag| !is_spoken(tag)),
            country: says_home
                .then(|| country_named(&without_names(&text)))
                .flatten(),
            time_zone: says_zone.then(|| time_zone(message)).flatten(),
        }
    }
}

fn time_zone(message: &str) -> Option<String> {
    let words = message.split(|c: char| c.is_whitespace() || ",;()、。「」".contains(c));
    let mut words = words.map(|word| word.trim_end_matches(['.', '!', '?']));
    let is_zone = |word: &&str| {
        REGIONS.iter().any(|region| {
            word.strip_prefix(region).is_some_and(|city| {
                let fits = |c: char| c.is_ascii_alphanumeric() || "_-+/".contains(c);
                !city.is_empty() && city.chars().all(fits)
            })
        })
    };
    words.find(is_zone).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_read_in_both_languages() {
        // message, language, whether it cannot be spoken, country, time zone
        for (message, language, cannot_speak, country, zone) in [
            ("日本語でお願いします", Some("ja"), false, None, None),
            ("Can we speak Japanese?", Some("ja"), false, None, None),
            ("In English please", None, false, None, None),
            ("En français, s'il vous plaît", None, true, None, None),
            ("Auf Deutsch bitte", None, true, None, None),
            ("I live in Germany", None, false, Some("DE"), None),
            ("ドイツに住んでいます", None, false, Some("DE"), None),
            (
                "I am from Japan but live in France",
                None,
                false,
                Some("FR"),
                None,
            ),
            (
                "My time zone is Europe/Berlin.",
                None,
                false,
                None,
                Some("Europe/Berlin"),
            ),
            ("The Japanese page is blank", None, false, None, None),
            ("I flew to Germany", None, false, None, None),
        ] {
            let expected = Wish {
                language,
                cannot_speak,
                country,
                time_zone: zone.map(str::to_owned),
            };
            assert_eq!(Wish::of(message, "en"), expected, "{message}");
        }
    }
}
