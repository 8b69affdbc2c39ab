//! Languages by their codes.

/// Whether a language, be it with its region, is one of those `languages` by their codes, with spaces between.
pub(crate) fn is_one_of(language: &str, languages: &str) -> bool {
    let own = language.split(['-', '_']).next().unwrap_or_default();
    let mut languages = languages.split(' ');
    languages.any(|it| own.eq_ignore_ascii_case(it))
}
