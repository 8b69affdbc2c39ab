//! Names of languages, in English, in Japanese and in themselves.

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

/// Names are written with fewer; more make a sentence.
const MOST_KANA_IN_A_NAME: usize = 6;

/// English words that show the language when two of them come together.
const ENGLISH_WORDS: [&str; 24] = [
    "i", "i'm", "you", "my", "the", "is", "am", "are", "in", "to", "want", "would", "like",
    "please", "this", "that", "it", "do", "don't", "live", "we", "can", "use", "speak",
];
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

/// The one of the two languages spoken here that whole sentences of a text are written in.
pub fn sentences_in(text: &str) -> Option<&'static str> {
    let count = |test: fn(char) -> bool| text.chars().filter(|c| test(*c)).count();
    let (kana, han) = (count(is_kana), count(is_han));
    let letters = count(char::is_alphabetic);
    if kana >= MOST_KANA_IN_A_NAME && (kana + han) * 2 > letters {
        return Some("ja");
    }
    let words = words(text);
    let mut known = words.clone();
    known.retain(|word| ENGLISH_WORDS.contains(&word.as_str()));
    known.sort_unstable();
    known.dedup();
    (kana + han == 0 && words.len() >= 4 && known.len() >= 2).then_some("en")
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
