//! Which language a text is in, as a BCP 47 tag.

/// Words that most texts of a language have, and few of another. Every list is as long.
const COMMON: [(&str, [&str; 10]); 7] = [
    (
        "en",
        [
            "the", "and", "of", "to", "is", "are", "for", "with", "not", "from",
        ],
    ),
    (
        "de",
        [
            "der", "die", "und", "das", "ist", "nicht", "ein", "mit", "von", "für",
        ],
    ),
    (
        "fr",
        [
            "le", "les", "et", "des", "est", "une", "pour", "dans", "que", "du",
        ],
    ),
    (
        "es",
        [
            "el", "los", "las", "y", "es", "una", "por", "del", "para", "con",
        ],
    ),
    (
        "it",
        [
            "il", "di", "che", "è", "per", "una", "sono", "gli", "della", "con",
        ],
    ),
    (
        "pt",
        [
            "os", "é", "uma", "não", "do", "da", "para", "com", "em", "são",
        ],
    ),
    (
        "nl",
        [
            "het", "een", "en", "van", "niet", "voor", "met", "zijn", "de", "is",
        ],
    ),
];
/// So many of them tell a language.
const ENOUGH: usize = 2;
/// So many characters of Chinese and Japanese writing without one kana are Chinese; fewer may be a
/// title or a few words in Japanese.
const ENOUGH_HAN: usize = 24;

/// What a text is written in.
enum Writing {
    /// In the letters of one language, or of one above all.
    Of(&'static str),
    /// In characters that Chinese and Japanese share.
    Han,
    /// In letters that many languages share.
    Latin,
    /// In none that is known.
    Unknown,
}

fn writing(text: &str) -> Writing {
    let count = |is: fn(char) -> bool| text.chars().filter(|letter| is(*letter)).count();
    let latin = count(|it| it.is_alphabetic() && it < '\u{250}');
    // Without what other writings use beside their own: the middle dot, the long vowel.
    let kana = count(|it| ('\u{3041}'..='\u{30ff}').contains(&it) && !"・ー゠".contains(it));
    let han = count(|it| ('\u{4e00}'..='\u{9fff}').contains(&it));
    let of_han = match (kana, han) {
        (0, 0..ENOUGH_HAN) => "",
        (0, _) => "zh",
        _ => "ja",
    };
    // A character of these says as much as a few letters.
    let writings = [
        (of_han, (kana + han) * 3),
        (
            "ko",
            count(|it| ('\u{ac00}'..='\u{d7a3}').contains(&it)) * 3,
        ),
        ("ru", count(|it| ('\u{400}'..='\u{4ff}').contains(&it))),
        ("el", count(|it| ('\u{370}'..='\u{3ff}').contains(&it))),
        ("he", count(|it| ('\u{590}'..='\u{5ff}').contains(&it))),
        ("ar", count(|it| ('\u{600}'..='\u{6ff}').contains(&it))),
        ("hi", count(|it| ('\u{900}'..='\u{97f}').contains(&it))),
        ("th", count(|it| ('\u{e00}'..='\u{e7f}').contains(&it))),
    ];
    let most = writings.into_iter().max_by_key(|(_, letters)| *letters);
    match most {
        Some(("", letters)) if letters > latin => Writing::Han,
        Some((tag, letters)) if letters > latin => Writing::Of(tag),
        _ if latin > 0 => Writing::Latin,
        _ => Writing::Unknown,
    }
}

/// The language that a text is in, where its writing alone tells. A few characters that Chinese and
/// Japanese share do not.
///
/// ```
/// use kikitori_search::by_writing;
/// assert_eq!(by_writing("鍵は Key Box にあります。"), Some("ja"));
/// assert_eq!(by_writing("駐車場"), None);
/// assert_eq!(by_writing("The key is under the mat."), None);
/// ```
pub fn by_writing(text: &str) -> Option<&'static str> {
    match writing(text) {
        Writing::Of(tag) => Some(tag),
        Writing::Han | Writing::Latin | Writing::Unknown => None,
    }
}

/// The same, and English for a text whose Latin letters are all ASCII: a guess that costs no lists
/// of words, for who shows a text.
///
/// ```
/// use kikitori_search::by_letters;
/// assert_eq!(by_letters("The key (鍵) is under the mat."), Some("en"));
/// assert_eq!(by_letters("Der Schlüssel"), None);
/// ```
pub fn by_letters(text: &str) -> Option<&'static str> {
    let is_ascii =
        |letter: char| letter.is_ascii() || letter >= '\u{250}' || !letter.is_alphabetic();
    match writing(text) {
        Writing::Of(tag) => Some(tag),
        Writing::Latin if text.chars().all(is_ascii) => Some("en"),
        Writing::Han | Writing::Latin | Writing::Unknown => None,
    }
}

/// Whether a text may be Chinese as well as Japanese.
pub fn is_han(text: &str) -> bool {
    matches!(writing(text), Writing::Han)
}

/// The language that a text is in; none where its writing and its most common words do not tell.
///
/// ```
/// use kikitori_search::language;
/// assert_eq!(language("The key is under the mat."), Some("en"));
/// assert_eq!(language("鍵は Key Box にあります。"), Some("ja"));
/// assert_eq!(language("A4 | 2.50"), None);
/// ```
pub fn language(text: &str) -> Option<&'static str> {
    match writing(text) {
        Writing::Of(tag) => Some(tag),
        Writing::Latin => by_words(text),
        Writing::Han | Writing::Unknown => None,
    }
}

/// The English name of a language that is told here; of any other its tag.
pub fn language_name(tag: &str) -> &str {
    match tag {
        "ar" => "Arabic",
        "de" => "German",
        "el" => "Greek",
        "en" => "English",
        "es" => "Spanish",
        "fr" => "French",
        "he" => "Hebrew",
        "hi" => "Hindi",
        "it" => "Italian",
        "ja" => "Japanese",
        "ko" => "Korean",
        "nl" => "Dutch",
        "pt" => "Portuguese",
        "ru" => "Russian",
        "th" => "Thai",
        "zh" => "Chinese",
        other => other,
    }
}

fn by_words(text: &str) -> Option<&'static str> {
    let mut hits = [0_usize; COMMON.len()];
    for word in text.split(|letter: char| !letter.is_alphabetic()) {
        let word = word.to_lowercase();
        for (hits, (_, words)) in hits.iter_mut().zip(COMMON) {
            *hits += usize::from(words.contains(&word.as_str()));
        }
    }
    let mut ranked: Vec<(usize, &str)> = hits.into_iter().zip(COMMON.map(|(tag, _)| tag)).collect();
    ranked.sort_by_key(|(hits, _)| std::cmp::Reverse(*hits));
    match ranked.as_slice() {
        [first, second, ..] if first.0 >= ENOUGH && first.0 > second.0 => Some(first.1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_and_common_words_tell_a_language() {
        // What writing, letters and words say of each.
        for (text, writing, letters, words) in [
            (
                "Ten-entry cards are valid for 18 months from the date of purchase.",
                "",
                "en",
                "en",
            ),
            ("駐車場は60台分あります。", "ja", "ja", "ja"),
            ("Wi-Fi のパスワードは受付で", "ja", "ja", "ja"),
            (
                "Kikitori (聞き取り) is the name of the page and of its logo.",
                "",
                "en",
                "en",
            ),
            ("The menu: café・bar, from 8 to 10, for all.", "", "", "en"),
            ("駐車場案内", "", "", ""),
            ("PDF 資料", "", "", ""),
            ("游泳池每天开放。", "", "", ""),
            (
                "游泳池每天开放，但是周一上午因清洁关闭，请提前查看网站上的通知。",
                "zh",
                "zh",
                "zh",
            ),
            ("수영장은 매일 엽니다.", "ko", "ko", "ko"),
            ("Бассейн открыт каждый день.", "ru", "ru", "ru"),
            ("Das Bad ist am Montag nicht geöffnet.", "", "", "de"),
            (
                "La piscine est ouverte pour les élèves et les adultes.",
                "",
                "",
                "fr",
            ),
            ("parking fee per hour", "", "en", ""),
            ("£4.00", "", "", ""),
            ("", "", "", ""),
        ] {
            let told = |tag: Option<&'static str>| tag.unwrap_or_default();
            assert_eq!(told(by_writing(text)), writing, "{text}");
            assert_eq!(told(by_letters(text)), letters, "{text}");
            assert_eq!(told(language(text)), words, "{text}");
            // Where both say something, they say the same.
            if !letters.is_empty() && !words.is_empty() {
                assert_eq!(letters, words, "{text}");
            }
        }
        assert_eq!(language("Het bad is op maandag niet open."), Some("nl"));
    }

    #[test]
    fn every_language_that_is_told_has_a_name() {
        for (tag, _) in COMMON {
            assert_ne!(language_name(tag), tag);
        }
        assert_eq!(language_name("ja"), "Japanese");
        assert_eq!(language_name("eo"), "eo");
    }

    #[test]
    fn a_few_shared_characters_are_either_of_two_languages() {
        assert!(is_han("駐車場 A"));
        assert!(!is_han("駐車場の"));
        assert!(!is_han("A"));
    }
}
