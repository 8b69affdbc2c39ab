//! Which mark stands before the part of a number that is less than one, where.

use super::CheckContext;
use crate::decimal::Decimal;

/// Countries that write 1.5, by their ISO 3166-1 codes.
const POINT: [&str; 54] = [
    "AU", "BD", "BM", "BN", "BS", "BW", "BZ", "CN", "CU", "DO", "FM", "GB", "GH", "GT", "GU", "HK",
    "HN", "IE", "IL", "IN", "JM", "JP", "KE", "KP", "KR", "LK", "MH", "MM", "MO", "MT", "MX", "MY",
    "NG", "NI", "NP", "NZ", "PA", "PE", "PH", "PK", "PR", "PW", "SG", "SV", "TH", "TT", "TW", "TZ",
    "UG", "US", "VG", "VI", "ZM", "ZW",
];
/// Countries that write 1,5.
const COMMA: [&str; 53] = [
    "AL", "AM", "AR", "AT", "AZ", "BA", "BE", "BG", "BO", "BR", "BY", "CL", "CO", "CR", "CZ", "DE",
    "DK", "DZ", "EC", "EE", "ES", "FI", "FR", "GE", "GL", "GR", "HR", "HU", "ID", "IS", "IT", "KZ",
    "LT", "LU", "LV", "MA", "MD", "ME", "MK", "NL", "NO", "PL", "PT", "PY", "RO", "RS", "RU", "SE",
    "SI", "SK", "TR", "UA", "UY",
];
/// Languages that write 1.5 in most countries that speak them, and those that write 1,5. Spanish is
/// in neither.
const POINT_LANGUAGES: [&str; 7] = ["en", "he", "hi", "ja", "ko", "th", "zh"];
const COMMA_LANGUAGES: [&str; 31] = [
    "bg", "ca", "cs", "da", "de", "el", "et", "fi", "fr", "gl", "hr", "hu", "id", "is", "it", "lt",
    "lv", "mk", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "tr", "uk",
];

/// A number as it is typed where the person is: as [`check()`](super::check()) reads it from them. Where
/// nobody can tell how they write it, it has a point.
///
/// ```
/// use kikitori_form::Decimal;
/// use kikitori_form::values::number_as_typed;
///
/// let number = Decimal::new("2.125").unwrap();
/// assert_eq!(number_as_typed(number, "de", None), "2,125");
/// assert_eq!(number_as_typed(number, "en", None), "2.125");
/// ```
pub fn number_as_typed(number: Decimal, language: &str, country: Option<&str>) -> String {
    let digits = number.to_string();
    match decimal_mark(language, country) {
        Some(',') => digits.replace('.', ","),
        _ => digits,
    }
}

/// The same person where the other mark stands before what is less than one: who writes 4.850 among people
/// that write 1.5 may have brought it from elsewhere. None where nobody can tell how they write.
pub(crate) fn with_the_other_mark<'a>(context: &CheckContext<'a>) -> Option<CheckContext<'a>> {
    let mark = decimal_mark(context.language, context.country)?;
    let language = if mark == '.' { "de" } else { "en" };
    Some(CheckContext {
        language,
        country: None,
        ..*context
    })
}

/// The mark that the region of the language and the person's country agree on, or that the language
/// alone says; none if nobody can tell which it is.
pub(super) fn decimal_mark(language: &str, country: Option<&str>) -> Option<char> {
    let mut parts = language.split('-');
    let spoken = parts.next().unwrap_or_default().to_ascii_lowercase();
    let region = parts.find(|part| part.len() == 2);
    let by_language = of_language(&spoken);
    let found: Vec<Option<char>> = match (region, country) {
        (None, None) => vec![by_language],
        (None, Some(country)) => {
            let by_language = by_language.into_iter().map(Some);
            by_language.chain([of_country(country, &spoken)]).collect()
        }
        (Some(region), country) => {
            let places = std::iter::once(region).chain(country);
            places.map(|place| of_country(place, &spoken)).collect()
        }
    };
    let first = found.first().copied().flatten()?;
    found.iter().all(|it| *it == Some(first)).then_some(first)
}

fn of_country(country: &str, spoken: &str) -> Option<char> {
    let country = country.to_ascii_uppercase();
    match (country.as_str(), spoken) {
        ("CH" | "CA", "fr") | ("LI", "fr") => Some(','),
        ("CA", "en") | ("CH" | "LI", "de" | "it" | "rm" | "gsw") => Some('.'),
        (code, _) if POINT.contains(&code) => Some('.'),
        (code, _) if COMMA.contains(&code) => Some(','),
        _ => None,
    }
}

fn of_language(spoken: &str) -> Option<char> {
    match spoken {
        it if POINT_LANGUAGES.contains(&it) => Some('.'),
        it if COMMA_LANGUAGES.contains(&it) => Some(','),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::decimal_mark;

    #[test]
    fn the_mark_is_known_where_language_and_country_agree() {
        for (language, country, expected) in [
            ("en", None, Some('.')),
            ("ja", Some("JP"), Some('.')),
            ("de-DE", Some("DE"), Some(',')),
            ("de-CH", Some("CH"), Some('.')),
            ("it-CH", None, Some('.')),
            ("fr-CH", None, Some(',')),
            ("fr-CA", Some("CA"), Some(',')),
            ("en-CA", Some("CA"), Some('.')),
            ("es-MX", None, Some('.')),
            ("es-us", Some("us"), Some('.')),
            ("es-ES", None, Some(',')),
            ("es", Some("MX"), Some('.')),
            ("pt-BR", None, Some(',')),
            ("sv", None, Some(',')),
            ("zh-Hant-TW", None, Some('.')),
            // Spain and Mexico differ, and so do the two that are told.
            ("es", None, None),
            ("es-419", None, None),
            ("en-US", Some("DE"), None),
            ("de", Some("CH"), None),
            ("en-ZA", None, None),
            ("sw", None, None),
            ("", None, None),
        ] {
            assert_eq!(
                decimal_mark(language, country),
                expected,
                "{language} {country:?}"
            );
        }
    }
}
