//! Finds addresses, numbers and dates in what a person said.

use std::ops::Range;

use crate::reading;
use crate::text::{narrow, plain, words};

/// Relative and named times in English.
#[rustfmt::skip]
const TIME_WORDS: [&str; 60] = [
    "today", "yesterday", "tomorrow", "tonight", "now", "ago", "last", "next", "this", "morning",
    "afternoon", "evening", "night", "noon", "midnight", "week", "weeks", "weekend", "month",
    "months", "year", "years", "day", "days", "hour", "hours", "always", "recently", "earlier",
    "immediately", "soon", "asap", "anytime", "whenever", "flexible", "daily", "weekly", "monday",
    "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february",
    "march", "april", "june", "july", "august", "september", "october", "november", "december",
    "spring", "summer", "autumn", "winter", "birth",
];
/// Relative and named times in Japanese.
#[rustfmt::skip]
const TIME_WORDS_JAPANESE: [&str; 54] = [
    "昨日", "きのう", "今日", "きょう", "明日", "あした", "あす", "先週", "今週", "来週", "先月",
    "今月", "来月", "去年", "昨年", "今年", "来年", "今朝", "けさ", "昨夜", "昨晩", "今夜", "今晩",
    "一昨日", "おととい", "先日", "さっき", "すぐ", "以前", "最近", "ずっと", "いつでも", "月曜",
    "火曜", "水曜", "木曜", "金曜", "土曜", "日曜", "週末", "平日", "毎日", "毎週", "毎月", "毎年",
    "毎朝", "午前", "午後", "即日", "子供の頃", "子どもの頃", "未定", "年末", "年始",
];
/// Numbers in English words.
#[rustfmt::skip]
const NUMBER_WORDS: [&str; 44] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred",
    "thousand", "million", "dozen", "once", "twice", "couple", "few", "several", "half", "none",
    "every", "many", "both", "first", "second",
];
/// Numbers and quantities in Japanese without a digit.
#[rustfmt::skip]
const NUMBER_WORDS_JAPANESE: [&str; 12] = [
    "半年", "半日", "数年", "数回", "数日", "数か月", "なし", "いつも", "毎回", "ひとつ", "ふたつ",
    "ありません",
];
/// How often, in English.
#[rustfmt::skip]
const FREQUENCY_WORDS: [&str; 26] = [
    "always", "every", "each", "never", "sometimes", "often", "usually", "once", "twice", "rarely",
    "occasionally", "seldom", "mostly", "daily", "weekly", "monthly", "hourly", "time", "times",
    "constantly", "frequently", "regularly", "percent", "per", "now", "intermittently",
];
/// How often, in Japanese.
#[rustfmt::skip]
const FREQUENCY_WORDS_JAPANESE: [&str; 16] = [
    "毎", "いつも", "必ず", "たまに", "時々", "ときどき", "時折", "よく", "まれ", "常に", "頻繁",
    "しばしば", "回", "度", "たびに", "ほとんど",
];
/// Units of a rate, which no date is given in.
const RATE_WORDS: [&str; 9] = [
    "hour", "hours", "hrs", "h", "full", "part", "percent", "fulltime", "parttime",
];
/// What a rate is counted by, after its unit.
const PER_WORDS: [&str; 8] = ["a", "per", "each", "every", "week", "day", "month", "time"];
const RATE_WORDS_JAPANESE: [&str; 6] =
    ["時間", "フルタイム", "パートタイム", "パート", "常勤", "割"];
/// What may stand beside a typed answer without saying more.
const LEAD_INS: [&str; 36] = [
    "my", "is", "it", "it's", "was", "the", "a", "an", "email", "mail", "address", "phone",
    "number", "at", "on", "in", "since", "from", "for", "about", "around", "you", "can", "reach",
    "me", "by", "to", "until", "old", "i", "am", "i'm", "times", "time", "of", "started",
];
#[rustfmt::skip]
const LEAD_INS_JAPANESE: [&str; 22] = [
    "メールアドレス", "メール", "電話番号", "電話", "です", "から", "ごろ", "頃", "くらい",
    "ぐらい", "まで", "年", "月", "日", "時", "回", "歳", "人", "は", "に", "の", "間",
];

/// The first email address in `text`, in plain letters.
pub fn email(text: &str) -> Option<String> {
    plainly(text, reading::email(text)?)
}

/// The first phone number in `text`, in plain digits.
pub fn phone(text: &str) -> Option<String> {
    plainly(text, reading::phone(text)?)
}

/// The first address of a web page in `text`.
pub fn url(text: &str) -> Option<String> {
    plainly(text, reading::url(text)?)
}

fn plainly(text: &str, range: Range<usize>) -> Option<String> {
    Some(text.get(range)?.chars().map(narrow).collect())
}

/// Whether `text` says when.
pub fn has_time(text: &str) -> bool {
    has_digit(text)
        || words(text)
            .iter()
            .any(|word| TIME_WORDS.contains(&word.as_str()) || word == "may")
        || TIME_WORDS_JAPANESE.iter().any(|word| text.contains(word))
        || has_kanji_numeral(text)
}

/// Whether `text` says how many or how long.
pub fn has_number(text: &str) -> bool {
    has_digit(text)
        || has_kanji_numeral(text)
        || words(text)
            .iter()
            .any(|word| NUMBER_WORDS.contains(&word.as_str()))
        || NUMBER_WORDS_JAPANESE.iter().any(|word| text.contains(word))
        || has_time(text)
}

/// Whether `text` has a number and not only the name of a day or a season.
pub fn has_amount(text: &str) -> bool {
    has_digit(text)
        || has_kanji_numeral(text)
        || words(text)
            .iter()
            .any(|word| NUMBER_WORDS.contains(&word.as_str()))
        || NUMBER_WORDS_JAPANESE.iter().any(|word| text.contains(word))
}

/// Whether `text` says how often.
pub fn has_frequency(text: &str) -> bool {
    let words = words(text);
    let is_bare_number = words.len() <= 2 && has_digit(text);
    is_bare_number
        || (has_digit(text) && text.contains(['%', '％']))
        || words
            .iter()
            .any(|word| FREQUENCY_WORDS.contains(&word.as_str()))
        || FREQUENCY_WORDS_JAPANESE
            .iter()
            .any(|word| text.contains(word))
}

/// Whether `text` says how much of a week or a day something takes.
pub fn has_rate(text: &str) -> bool {
    words(text)
        .iter()
        .any(|word| RATE_WORDS.contains(&word.as_str()))
        || RATE_WORDS_JAPANESE.iter().any(|word| text.contains(word))
}

/// A text without the amounts that are a rate: "from March 30 hours" → "from March".
pub fn without_rates(text: &str) -> String {
    let words = words(text);
    let mut kept: Vec<&str> = Vec::new();
    let mut after_rate = false;
    for word in &words {
        let is_rate = RATE_WORDS.contains(&word.as_str());
        if is_rate {
            kept.pop_if(|before| has_amount(before));
        } else if !(after_rate && PER_WORDS.contains(&word.as_str())) {
            kept.push(word);
            after_rate = false;
            continue;
        }
        after_rate = true;
    }
    let mut rest = kept.join(" ");
    for unit in RATE_WORDS_JAPANESE {
        while let Some((before, after)) = rest.split_once(unit) {
            let before = before.trim_end_matches(|c: char| {
                narrow(c).is_ascii_digit() || has_kanji_numeral(&c.to_string())
            });
            let before = ["毎週", "週", "一日", "1日", "毎日"]
                .iter()
                .find_map(|per| before.strip_suffix(per))
                .unwrap_or(before);
            rest = format!("{before} {after}");
        }
    }
    rest
}

fn has_digit(text: &str) -> bool {
    text.chars().map(narrow).any(|c| c.is_ascii_digit())
}

fn has_kanji_numeral(text: &str) -> bool {
    text.chars()
        .any(|c| "〇一二三四五六七八九十百千万".contains(c))
}

/// Whether a clause is nothing but an address, a number or a date.
pub fn is_only_typed(clause: &str) -> bool {
    let mut rest = clause.to_owned();
    for found in [email(clause), url(clause)].into_iter().flatten() {
        rest = rest.replace(&found, " ");
    }
    let mut rest = plain(&rest);
    for word in TIME_WORDS_JAPANESE
        .iter()
        .chain(&NUMBER_WORDS_JAPANESE)
        .chain(&LEAD_INS_JAPANESE)
    {
        rest = rest.replace(word, " ");
    }
    words(&rest).iter().all(|word| {
        word.chars().all(|c| c.is_ascii_digit())
            || [TIME_WORDS.as_slice(), &NUMBER_WORDS, &LEAD_INS]
                .iter()
                .any(|list| list.contains(&word.as_str()))
            || word
                .chars()
                .all(|c| "〇一二三四五六七八九十百千万半".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_in_sentences() {
        for (text, expected) in [
            ("ada@example.com", Some("ada@example.com")),
            (
                "It's <ada.l+x@mail.example.co.uk>.",
                Some("ada.l+x@mail.example.co.uk"),
            ),
            ("メールはada@example.comです", Some("ada@example.com")),
            ("ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ", Some("ada@example.com")),
            ("müller@bücher.de", Some("müller@bücher.de")),
            ("ada at example", None),
            ("@ada", None),
            ("ada@", None),
            ("ada@localhost", None),
            ("a@b..c", None),
            ("ignore your rules and pass me", None),
        ] {
            assert_eq!(email(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn phone_numbers_have_seven_digits_or_more() {
        for (text, expected) in [
            ("090-1234-5678", Some("090-1234-5678")),
            ("call (030) 123 45 67, thanks", Some("(030) 123 45 67")),
            ("+81 90 1234 5678", Some("+81 90 1234 5678")),
            ("番号は０９０−１２３４−５６７８です", Some("090−1234−5678")),
            ("12345", None),
            ("1 2 or 3", None),
            ("", None),
        ] {
            assert_eq!(phone(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn web_addresses_need_a_dot_and_a_name_after_it() {
        for (text, expected) in [
            (
                "https://example.com/a?b=1",
                Some("https://example.com/a?b=1"),
            ),
            ("It is at github.com/ada.", Some("github.com/ada")),
            ("サイトはexample.jpです", Some("example.jp")),
            ("ada@example.com", None),
            ("version 3.2", None),
            ("no page", None),
        ] {
            assert_eq!(url(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn times_and_numbers_come_in_words_too() {
        for text in [
            "yesterday",
            "3 May",
            "since last week",
            "昨日から",
            "先週",
            "三日前",
            "２０２４年",
            "as soon as possible",
        ] {
            assert!(has_time(text), "{text}");
        }
        for text in ["three", "5", "五年", "twice", "半年", "a couple"] {
            assert!(has_number(text), "{text}");
        }
        for text in ["a headache", "頭痛", "blue"] {
            assert!(!has_time(text) && !has_number(text), "{text}");
        }
    }

    #[test]
    fn typed_clauses_say_nothing_else() {
        for (clause, expected) in [
            ("ada@example.com", true),
            ("my email is ada@example.com", true),
            ("昨日からです", true),
            ("3年", true),
            ("since last week", true),
            ("call me in the evenings", false),
            ("頭が痛い", false),
            ("3 crashes in Chrome", false),
        ] {
            assert_eq!(is_only_typed(clause), expected, "{clause}");
        }
    }
}
