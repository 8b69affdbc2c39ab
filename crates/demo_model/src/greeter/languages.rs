//! Names of languages, in English, in Japanese and in themselves.

use crate::speech::primary;
use crate::text::{is_han, is_kana, words};

/// Tag, then names. Names in letters match whole words; others match anywhere.
const LANGUAGES: [(&str, &[&str]); 32] = [
    (
        "en",
        &[
            "english",
            "英語",
            "イングリッシュ",
            "inglés",
            "anglais",
            "englisch",
        ],
    ),
    (
        "ja",
        &[
            "japanese",
            "日本語",
            "にほんご",
            "ニホンゴ",
            "nihongo",
            "japanisch",
            "japonais",
        ],
    ),
    (
        "de",
        &[
            "german",
            "deutsch",
            "ドイツ語",
            "独語",
            "alemán",
            "allemand",
        ],
    ),
    (
        "fr",
        &[
            "french",
            "français",
            "francais",
            "フランス語",
            "仏語",
            "francés",
            "französisch",
        ],
    ),
    (
        "es",
        &["spanish", "español", "espanol", "castellano", "スペイン語"],
    ),
    (
        "zh",
        &[
            "chinese",
            "mandarin",
            "cantonese",
            "中国語",
            "中文",
            "汉语",
            "漢語",
            "普通话",
            "華語",
            "國語",
        ],
    ),
    ("ko", &["korean", "한국어", "韓国語", "朝鮮語"]),
    (
        "pt",
        &["portuguese", "português", "portugues", "ポルトガル語"],
    ),
    ("it", &["italian", "italiano", "イタリア語"]),
    ("nl", &["dutch", "nederlands", "オランダ語"]),
    ("ru", &["russian", "русский", "ロシア語"]),
    ("uk", &["ukrainian", "українська", "ウクライナ語"]),
    ("pl", &["polish", "polski", "ポーランド語"]),
    ("cs", &["czech", "čeština", "チェコ語"]),
    ("sv", &["swedish", "svenska", "スウェーデン語"]),
    ("nb", &["norwegian", "norsk", "ノルウェー語"]),
    ("da", &["danish", "dansk", "デンマーク語"]),
    ("fi", &["finnish", "suomi", "フィンランド語"]),
    ("el", &["greek", "ελληνικά", "ギリシャ語"]),
    ("hu", &["hungarian", "magyar", "ハンガリー語"]),
    ("ro", &["romanian", "română", "ルーマニア語"]),
    ("tr", &["turkish", "türkçe", "トルコ語"]),
    ("ar", &["arabic", "العربية", "アラビア語"]),
    ("he", &["hebrew", "עברית", "ヘブライ語"]),
    ("fa", &["persian", "farsi", "فارسی", "ペルシャ語"]),
    ("hi", &["hindi", "हिन्दी", "हिंदी", "ヒンディー語"]),
    ("bn", &["bengali", "bangla", "বাংলা", "ベンガル語"]),
    ("th", &["thai", "ไทย", "タイ語"]),
    ("vi", &["vietnamese", "tiếng việt", "ベトナム語"]),
    ("id", &["indonesian", "bahasa indonesia", "インドネシア語"]),
    ("ms", &["malay", "bahasa melayu", "マレー語"]),
    ("tl", &["tagalog", "filipino", "タガログ語", "フィリピン語"]),
];

/// English words that show the language when two of them come together.
const ENGLISH_WORDS: [&str; 24] = [
    "i", "i'm", "you", "my", "the", "is", "am", "are", "in", "to", "want", "would", "like",
    "please", "this", "that", "it", "do", "don't", "live", "we", "can", "use", "speak",
];
/// English words that show it alone.
const ENGLISH_GREETINGS: [&str; 5] = ["hello", "hi", "hey", "welcome", "thanks"];

/// The language that a plain text calls by its name, unless it says that it is not wanted.
pub fn named(text: &str) -> Option<&'static str> {
    let spaced = spaced(text);
    let mut found: Vec<(usize, &'static str)> = Vec::new();
    for (tag, names) in LANGUAGES {
        for name in names {
            let at = if is_spaced_script(name) {
                spaced.find(&format!(" {name} "))
            } else {
                text.find(name)
            };
            if let Some(at) = at
                && !is_refused(text, &spaced, name)
            {
                found.push((at, tag));
            }
        }
    }
    // Of several, the one that is named first counts.
    found.into_iter().min().map(|(_, tag)| tag)
}

fn is_refused(text: &str, spaced: &str, name: &str) -> bool {
    if is_spaced_script(name) {
        return [
            "not",
            "no",
            "don't speak",
            "not speak",
            "don't know",
            "not in",
            "cannot speak",
            "can't speak",
        ]
        .iter()
        .any(|refusal| spaced.contains(&format!(" {refusal} {name} ")));
    }
    [
        "ではなく",
        "じゃなく",
        "は話せ",
        "は苦手",
        "はわかり",
        "は分かり",
        "ではない",
        "以外",
    ]
    .iter()
    .any(|refusal| text.contains(&format!("{name}{refusal}")))
}

/// The text without the names of languages, so that 日本語 does not look like 日本.
pub fn without_names(text: &str) -> String {
    let mut rest = text.to_owned();
    for (_, names) in LANGUAGES {
        for name in names.iter().filter(|name| !is_spaced_script(name)) {
            rest = rest.replace(name, " ");
        }
    }
    rest
}

/// The language of a code such as `de` or `en-us`.
pub fn coded(bare: &str) -> Option<&'static str> {
    let code = match primary(bare).as_str() {
        // The country's code, often mistaken for the language's.
        "jp" => "ja".to_owned(),
        "no" if bare.len() > 2 => "nb".to_owned(),
        "cn" => "zh".to_owned(),
        "kr" => "ko".to_owned(),
        other => other.to_owned(),
    };
    let is_code = bare.split(['-', '_']).all(|part| {
        (2..=4).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric())
    });
    LANGUAGES
        .iter()
        .map(|(tag, _)| *tag)
        .find(|tag| is_code && *tag == code)
}

/// The language in which a plain text is written, where its script or its words show it.
pub fn written_in(text: &str, browser_languages: &[String]) -> Option<&'static str> {
    let any = |test: fn(char) -> bool| text.chars().any(test);
    if any(is_kana) {
        return Some("ja");
    }
    if any(|c| matches!(c, '\u{AC00}'..='\u{D7A3}' | '\u{1100}'..='\u{11FF}')) {
        return Some("ko");
    }
    if any(is_han) {
        let browser = browser_languages.first().map(|tag| primary(tag));
        return match browser.as_deref() {
            Some("ja") => Some("ja"),
            Some("zh") => Some("zh"),
            _ => None,
        };
    }
    let of_script = |c: char| match c {
        '\u{0E01}'..='\u{0E5B}' => Some("th"),
        '\u{0370}'..='\u{03FF}' => Some("el"),
        '\u{05D0}'..='\u{05EA}' => Some("he"),
        'ы' | 'э' | 'ъ' => Some("ru"),
        _ => None,
    };
    if let Some(tag) = text.chars().find_map(of_script) {
        return Some(tag);
    }
    let words = words(text);
    let has = |list: &[&str]| {
        words
            .iter()
            .filter(|word| list.contains(&word.as_str()))
            .count()
    };
    (has(&ENGLISH_GREETINGS) > 0 || has(&ENGLISH_WORDS) > 1).then_some("en")
}

/// Whether words of the script are set apart by spaces.
pub fn is_spaced_script(name: &str) -> bool {
    name.chars().all(|c| {
        !is_kana(c) && !is_han(c) && !matches!(c, '\u{AC00}'..='\u{D7A3}' | '\u{0E01}'..='\u{0E5B}')
    })
}

/// Words between single spaces, with one at either end.
pub fn spaced(text: &str) -> String {
    format!(" {} ", words(text).join(" "))
}
