//! Which language a text is in.

/// Words that most texts of a language have, and few of another. Every list is as long.
const COMMON: [(&str, [&str; 10]); 7] = [
    (
        "English",
        [
            "the", "and", "of", "to", "is", "are", "for", "with", "not", "from",
        ],
    ),
    (
        "German",
        [
            "der", "die", "und", "das", "ist", "nicht", "ein", "mit", "von", "für",
        ],
    ),
    (
        "French",
        [
            "le", "les", "et", "des", "est", "une", "pour", "dans", "que", "du",
        ],
    ),
    (
        "Spanish",
        [
            "el", "los", "las", "y", "es", "una", "por", "del", "para", "con",
        ],
    ),
    (
        "Italian",
        [
            "il", "di", "che", "è", "per", "una", "sono", "gli", "della", "con",
        ],
    ),
    (
        "Portuguese",
        [
            "os", "é", "uma", "não", "do", "da", "para", "com", "em", "são",
        ],
    ),
    (
        "Dutch",
        [
            "het", "een", "en", "van", "niet", "voor", "met", "zijn", "de", "is",
        ],
    ),
];
/// So many of them tell a language.
const ENOUGH: usize = 2;

/// The language that a text is in, by its English name; none where its writing and its most common
/// words do not tell.
///
/// ```
/// use kikitori_search::language;
/// assert_eq!(language("The key is under the mat."), Some("English"));
/// assert_eq!(language("鍵は Key Box にあります。"), Some("Japanese"));
/// assert_eq!(language("A4 | 2.50"), None);
/// ```
pub fn language(text: &str) -> Option<&'static str> {
    let count = |is: fn(char) -> bool| text.chars().filter(|letter| is(*letter)).count();
    let latin = count(|it| it.is_alphabetic() && it < '\u{250}');
    // A character of these says as much as a few letters.
    let kana = count(|it| ('\u{3041}'..='\u{30ff}').contains(&it));
    let han = count(|it| ('\u{4e00}'..='\u{9fff}').contains(&it));
    let hangul = count(|it| ('\u{ac00}'..='\u{d7a3}').contains(&it));
    let writing = [
        ("Japanese", (if kana > 0 { kana + han } else { 0 }) * 3),
        ("Chinese", (if kana == 0 { han } else { 0 }) * 3),
        ("Korean", hangul * 3),
        ("Russian", count(|it| ('\u{400}'..='\u{4ff}').contains(&it))),
        ("Greek", count(|it| ('\u{370}'..='\u{3ff}').contains(&it))),
        ("Hebrew", count(|it| ('\u{590}'..='\u{5ff}').contains(&it))),
        ("Arabic", count(|it| ('\u{600}'..='\u{6ff}').contains(&it))),
        ("Hindi", count(|it| ('\u{900}'..='\u{97f}').contains(&it))),
        ("Thai", count(|it| ('\u{e00}'..='\u{e7f}').contains(&it))),
    ];
    let most = writing.into_iter().max_by_key(|(_, letters)| *letters)?;
    match most.1 > latin {
        true => Some(most.0),
        false => by_words(text),
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
    let mut ranked: Vec<(usize, &str)> =
        hits.into_iter().zip(COMMON.map(|(name, _)| name)).collect();
    ranked.sort_by_key(|(hits, _)| std::cmp::Reverse(*hits));
    match ranked.as_slice() {
        [first, second, ..] if first.0 >= ENOUGH && first.0 > second.0 => Some(first.1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::language;

    #[test]
    fn writing_and_common_words_tell_a_language() {
        for (text, expected) in [
            (
                "Ten-entry cards are valid for 18 months from the date of purchase.",
                Some("English"),
            ),
            ("駐車場は60台分あります。", Some("Japanese")),
            ("Wi-Fi のパスワードは受付で", Some("Japanese")),
            ("游泳池每天开放。", Some("Chinese")),
            ("수영장은 매일 엽니다.", Some("Korean")),
            ("Бассейн открыт каждый день.", Some("Russian")),
            ("Das Bad ist am Montag nicht geöffnet.", Some("German")),
            (
                "La piscine est ouverte pour les enfants et les adultes.",
                Some("French"),
            ),
            ("Het bad is op maandag niet open.", Some("Dutch")),
            ("parking fee per hour", None),
            ("£4.00", None),
            ("", None),
        ] {
            assert_eq!(language(text), expected, "{text}");
        }
    }
}
