//! Tells a wish to speak another language from an answer.

use crate::text::words;

#[rustfmt::skip]
const LANGUAGES: [&str; 20] = [
    "english", "japanese", "chinese", "korean", "french", "german", "spanish", "portuguese",
    "italian", "dutch", "russian", "arabic", "français", "francais", "deutsch", "español",
    "espanol", "português", "italiano", "nederlands",
];
/// What makes a wish of a language's name.
#[rustfmt::skip]
const WISHES: [&str; 21] = [
    "can", "could", "please", "switch", "change", "prefer", "let's", "may", "in", "would", "want",
    "use", "possible", "instead", "en", "auf", "bitte", "plaît", "plait", "favor", "favore",
];
/// What else such a wish is made of.
#[rustfmt::skip]
const AROUND: [&str; 35] = [
    "we", "you", "speak", "talk", "i", "i'd", "like", "to", "the", "language", "do", "it", "this",
    "that", "interview", "rather", "continue", "go", "on", "write", "answer", "is", "ok", "okay",
    "sorry", "ask", "me", "s'il", "vous", "te", "por", "per", "wir", "können", "parler",
];
const LANGUAGES_JAPANESE: [&str; 8] = [
    "日本語",
    "にほんご",
    "英語",
    "中国語",
    "韓国語",
    "フランス語",
    "ドイツ語",
    "スペイン語",
];
/// What follows the particle after the language's name.
#[rustfmt::skip]
const WISHES_JAPANESE: [&str; 15] = [
    "お願い", "おねがい", "して", "話", "変え", "変更", "切り替え", "続け", "いいです", "大丈夫",
    "できます", "答え", "質問", "聞いて", "やって",
];
/// Longer texts say something else too.
const LONGEST: usize = 24;

/// Whether a plain, short text only asks for another language.
pub fn is_one(text: &str) -> bool {
    let words = words(text);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let nothing_else = words.iter().all(|word| {
        let word = word.as_str();
        LANGUAGES.contains(&word) || WISHES.contains(&word) || AROUND.contains(&word)
    });
    (has(&LANGUAGES) && has(&WISHES) && nothing_else) || is_one_in_japanese(text)
}

fn is_one_in_japanese(text: &str) -> bool {
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    text.chars().count() <= LONGEST
        && LANGUAGES_JAPANESE.iter().any(|language| {
            let Some((_, rest)) = text.split_once(language) else {
                return false;
            };
            let wished = |rest: &str| WISHES_JAPANESE.iter().any(|wish| rest.starts_with(wish));
            match (rest.strip_prefix('で'), rest.strip_prefix('に')) {
                (Some(rest), _) => rest.is_empty() || wished(rest),
                (_, Some(rest)) => wished(rest),
                _ => rest.starts_with("お願い"),
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_told_from_answers() {
        for (text, expected) in [
            ("日本語でお願いします", true),
            ("日本語にしてください。", true),
            ("英語でもいいですか", false),
            ("英語でいいですか", true),
            ("can we speak japanese", true),
            ("in english please", true),
            ("english please", true),
            ("english", false),
            ("i speak english", false),
            ("the page is in english", false),
            ("日本語で入力すると消えます", false),
            ("日本語", false),
        ] {
            assert_eq!(is_one(text), expected, "{text}");
        }
    }
}
