//! What a language is called in English, for agents.

/// The language of `tag` as agents are told it: `Japanese (ja)`. One that has no name here is told
/// by its tag.
pub(crate) fn language_name(tag: &str) -> String {
    let primary = tag.split('-').next().unwrap_or(tag).to_ascii_lowercase();
    let named = NAMES.iter().find(|(code, _)| *code == primary);
    match named {
        Some((_, name)) => format!("{name} ({tag})"),
        None => format!("the language {tag}"),
    }
}

/// The languages that have a name here.
pub(crate) fn tags() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|(tag, _)| *tag)
}

/// What the language of one of [`tags`] is called in English.
pub(crate) fn in_english(tag: &str) -> Option<&'static str> {
    let named = NAMES.iter().find(|(code, _)| *code == tag);
    named.map(|(_, name)| *name)
}

const NAMES: [(&str, &str); 49] = [
    ("ar", "Arabic"),
    ("be", "Belarusian"),
    ("bg", "Bulgarian"),
    ("bn", "Bengali"),
    ("ca", "Catalan"),
    ("cs", "Czech"),
    ("da", "Danish"),
    ("de", "German"),
    ("el", "Greek"),
    ("en", "English"),
    ("es", "Spanish"),
    ("et", "Estonian"),
    ("fa", "Persian"),
    ("fi", "Finnish"),
    ("fr", "French"),
    ("gu", "Gujarati"),
    ("he", "Hebrew"),
    ("hi", "Hindi"),
    ("hr", "Croatian"),
    ("hu", "Hungarian"),
    ("id", "Indonesian"),
    ("it", "Italian"),
    ("ja", "Japanese"),
    ("ko", "Korean"),
    ("lt", "Lithuanian"),
    ("lv", "Latvian"),
    ("mr", "Marathi"),
    ("ms", "Malay"),
    ("my", "Burmese"),
    ("ne", "Nepali"),
    ("nl", "Dutch"),
    ("no", "Norwegian"),
    ("pa", "Punjabi"),
    ("pl", "Polish"),
    ("pt", "Portuguese"),
    ("ro", "Romanian"),
    ("ru", "Russian"),
    ("sk", "Slovak"),
    ("sl", "Slovenian"),
    ("sr", "Serbian"),
    ("sv", "Swedish"),
    ("sw", "Swahili"),
    ("ta", "Tamil"),
    ("te", "Telugu"),
    ("th", "Thai"),
    ("tr", "Turkish"),
    ("uk", "Ukrainian"),
    ("vi", "Vietnamese"),
    ("zh", "Chinese"),
];

#[cfg(test)]
mod tests {
    use super::language_name;

    #[test]
    fn a_language_is_named_in_english_with_its_tag() {
        assert_eq!(language_name("ja"), "Japanese (ja)");
        assert_eq!(language_name("pt-BR"), "Portuguese (pt-BR)");
        assert_eq!(language_name("tlh"), "the language tlh");
    }
}
