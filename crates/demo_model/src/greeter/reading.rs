//! What an answer to the Greeter says.

use super::{countries, languages};
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

/// Language, country and time zone, as far as an answer has them.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Reading {
    pub language: Option<String>,
    /// Whether the language was called by its name, not only written in.
    pub language_is_named: bool,
    pub country: Option<&'static str>,
    pub timezone: Option<String>,
}

impl Reading {
    /// Reads an answer. `language_is_open` decides what a bare code such as `de` means.
    pub fn of(answer: &str, language_is_open: bool, browser_languages: &[String]) -> Self {
        let text = plain(answer);
        let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
        let named = languages::named(&text);
        let country = countries::named(&languages::without_names(&text))
            .or_else(|| countries::coded(answer, bare, !language_is_open));
        let language = match (&named, language_is_open) {
            (Some(tag), _) => Some((*tag).to_owned()),
            (None, true) => languages::coded(bare)
                .or_else(|| languages::written_in(&text, browser_languages))
                .map(str::to_owned),
            (None, false) => None,
        };
        Self {
            language,
            language_is_named: named.is_some(),
            country,
            timezone: time_zone(answer),
        }
    }
}

fn time_zone(answer: &str) -> Option<String> {
    answer
        .split(|c: char| c.is_whitespace() || ",;()、。「」".contains(c))
        .map(|word| word.trim_end_matches(['.', '!', '?']))
        .find(|word| {
            REGIONS.iter().any(|region| {
                word.strip_prefix(region).is_some_and(|city| {
                    !city.is_empty()
                        && city
                            .chars()
                            .all(|c| c.is_ascii_alphanumeric() || "_-+/".contains(c))
                })
            })
        })
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_in_both_languages() {
        // answer, language open, language, country
        for (answer, open, language, country) in [
            ("English", true, Some("en"), None),
            ("english please", true, Some("en"), None),
            ("日本語", true, Some("ja"), None),
            ("日本語でお願いします", true, Some("ja"), None),
            ("にほんごで", true, Some("ja"), None),
            ("英語でお願いします", true, Some("en"), None),
            ("日本語ではなく英語で", true, Some("en"), None),
            ("Japanese", true, Some("ja"), None),
            ("Deutsch", true, Some("de"), None),
            ("ドイツ語", true, Some("de"), None),
            ("中国語", true, Some("zh"), None),
            ("한국어", true, Some("ko"), None),
            ("français, s'il vous plaît", true, Some("fr"), None),
            ("I don't speak Japanese", true, Some("en"), None),
            ("ja", true, Some("ja"), None),
            ("JA-jp", true, Some("ja"), None),
            ("de", true, Some("de"), None),
            ("de", false, None, Some("DE")),
            ("Hello", true, Some("en"), None),
            ("こんにちは", true, Some("ja"), None),
            ("42", true, None, None),
            ("blue", true, None, None),
            ("English, Germany", true, Some("en"), Some("DE")),
            ("English. I live in Japan.", true, Some("en"), Some("JP")),
            ("日本語、日本です", true, Some("ja"), Some("JP")),
            ("I live in Germany", false, None, Some("DE")),
            ("GERMANY", false, None, Some("DE")),
            ("I AM IN GERMANY", false, None, Some("DE")),
            ("日本です", false, None, Some("JP")),
            ("日本", false, None, Some("JP")),
            ("ドイツに住んでいます", false, None, Some("DE")),
            (
                "日本人ですが、ドイツに住んでいます",
                false,
                None,
                Some("DE"),
            ),
            (
                "I am from Japan but live in France",
                false,
                None,
                Some("FR"),
            ),
            ("Deutschland", false, None, Some("DE")),
            ("the US", false, None, Some("US")),
            ("USA", false, None, Some("US")),
            ("U.S.", false, None, Some("US")),
            ("jp", false, None, Some("JP")),
            ("South Korea", false, None, Some("KR")),
            ("Northern Ireland", false, None, Some("GB")),
            ("no", false, None, None),
            ("Oz and its wizard", false, None, None),
            ("England", false, None, Some("GB")),
            ("I do not know", false, None, None),
            ("日本語にしてください", false, Some("ja"), None),
            ("German speaker from nowhere", false, Some("de"), None),
        ] {
            let reading = Reading::of(answer, open, &["ja-JP".to_owned()]);
            assert_eq!(
                reading.language.as_deref(),
                language,
                "language of {answer}"
            );
            assert_eq!(reading.country, country, "country of {answer}");
        }
    }

    #[test]
    fn chinese_characters_alone_are_read_by_the_browsers_language() {
        let reading = |browser: &str| Reading::of("日本", true, &[browser.to_owned()]).language;
        assert_eq!(reading("ja").as_deref(), Some("ja"));
        assert_eq!(reading("zh-TW").as_deref(), Some("zh"));
        assert_eq!(reading("en"), None);
    }

    #[test]
    fn a_time_zone_is_taken_only_by_its_name() {
        for (answer, zone) in [
            ("Japan, Asia/Tokyo.", Some("Asia/Tokyo")),
            (
                "America/Argentina/Buenos_Aires",
                Some("America/Argentina/Buenos_Aires"),
            ),
            ("Japan and/or Asia", None),
        ] {
            assert_eq!(Reading::of(answer, false, &[]).timezone.as_deref(), zone);
        }
    }
}
