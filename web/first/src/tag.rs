//! What a BCP 47 tag tells of a language.

/// Whether it is Japanese.
pub(crate) fn is_japanese(tag: &str) -> bool {
    let primary = tag.split('-').next().unwrap_or_default();
    primary.eq_ignore_ascii_case("ja")
}

/// Whether the language of a BCP 47 tag is written from right to left: by its script, where the tag
/// names one.
pub fn is_right_to_left(tag: &str) -> bool {
    const SCRIPTS: [&str; 6] = ["adlm", "arab", "hebr", "nkoo", "syrc", "thaa"];
    const LANGUAGES: [&str; 13] = [
        "ar", "ckb", "dv", "fa", "he", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
    ];
    let has = |all: &[&str], part: &str| all.iter().any(|it| it.eq_ignore_ascii_case(part));
    let mut parts = tag.split('-');
    let primary = parts.next().unwrap_or_default();
    match parts.find(|part| part.len() == 4) {
        Some(script) => has(&SCRIPTS, script),
        None => has(&LANGUAGES, primary),
    }
}
