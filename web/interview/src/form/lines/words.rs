//! What the table of lines says.

use kikitori_form::lines::{AsideReason, Confidence};
use kikitori_parts::Language;

pub fn number(language: Language) -> &'static str {
    language.pick("No.", "番号")
}

pub fn status(language: Language) -> &'static str {
    language.pick("Status", "状態")
}

pub fn is_whole(language: Language) -> &'static str {
    language.pick("Complete", "読み取り済み")
}

pub fn is_todo(language: Language) -> &'static str {
    language.pick("Incomplete", "要確認")
}

pub fn is_left(language: Language) -> &'static str {
    language.pick("Not all known", "一部不明")
}

pub fn is_by_hand(language: Language) -> &'static str {
    language.pick("Put in by hand", "手で入力")
}

/// How sure it is that a line was read as it was meant.
pub fn confidence(language: Language, confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::High => language.pick("Read with certainty", "確かさ：高"),
        Confidence::Medium => language.pick("Read with some doubt", "確かさ：中"),
        Confidence::Low => language.pick("Please check", "ご確認ください"),
    }
}

pub fn original(language: Language) -> &'static str {
    language.pick("Original text", "元の文")
}

pub fn change(language: Language, number: u32) -> String {
    match language {
        Language::En => format!("Change line {number}"),
        Language::Ja => format!("{number}行目を変更"),
    }
}

pub fn remove(language: Language, number: u32) -> String {
    match language {
        Language::En => format!("Remove line {number}"),
        Language::Ja => format!("{number}行目を削除"),
    }
}

pub fn count(language: Language, all: usize, todo: usize) -> String {
    match (language, all, todo) {
        (Language::En, 1, 0) => "1 line".to_owned(),
        (Language::En, all, 0) => format!("{all} lines"),
        (Language::En, 1, _) => "1 line, incomplete".to_owned(),
        (Language::En, all, todo) => format!("{all} lines, {todo} incomplete"),
        (Language::Ja, all, 0) => format!("{all}行"),
        (Language::Ja, all, todo) => format!("{all}行（要確認 {todo}行）"),
    }
}

pub fn set_aside(language: Language, count: usize) -> String {
    match language {
        Language::En if count == 1 => "1 line of the text is no line of the list".to_owned(),
        Language::En => format!("{count} lines of the text are no lines of the list"),
        Language::Ja => format!("明細に入れていない行：{count}行"),
    }
}

pub fn lacks(language: Language) -> &'static str {
    language.pick("Missing", "足りないもの")
}

pub fn take_up(language: Language) -> &'static str {
    language.pick("It is a line", "明細に入れる")
}

pub fn take_up_words(language: Language, words: &str) -> String {
    match language {
        Language::En => format!("Make a line of “{words}”"),
        Language::Ja => format!("「{words}」を明細に入れる"),
    }
}

pub fn reason(language: Language, reason: AsideReason) -> &'static str {
    match reason {
        AsideReason::Header => language.pick("Names of columns", "列の名前"),
        AsideReason::Heading => language.pick("Heading", "見出し"),
        AsideReason::Total => language.pick("Total", "合計"),
        AsideReason::Rule => language.pick("Rule", "区切り"),
        AsideReason::Remark => language.pick("Remark", "ひとこと"),
    }
}
