//! What is said of the lines of a list.

use kikitori_form::lines::{AsideReason, Confidence};
use kikitori_parts::Language;

use super::Messages;

/// How sure it is that a line was read as it was meant.
pub fn confidence(words: &Messages, confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::High => words.read_surely,
        Confidence::Medium => words.read_in_doubt,
        Confidence::Low => words.please_check,
    }
}

/// Why words are no line.
pub fn reason(words: &Messages, reason: AsideReason) -> &'static str {
    match reason {
        AsideReason::Header => words.aside_header,
        AsideReason::Heading => words.aside_heading,
        AsideReason::Total => words.aside_total,
        AsideReason::Rule => words.aside_rule,
        AsideReason::Remark => words.aside_remark,
    }
}

/// What opens a line to be changed.
pub fn change(language: Language, number: u32) -> String {
    match language {
        Language::En => format!("Change line {number}"),
        Language::Ja => format!("{number}行目を変更"),
    }
}

/// What takes a line away.
pub fn remove(language: Language, number: usize) -> String {
    match language {
        Language::En => format!("Remove line {number}"),
        Language::Ja => format!("{number}行目を削除"),
    }
}

/// How many lines there are, and how many of them lack something.
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

/// How many lines of a text are no lines of the list.
pub fn set_aside(language: Language, count: usize) -> String {
    match language {
        Language::En if count == 1 => "1 line of the text is no line of the list".to_owned(),
        Language::En => format!("{count} lines of the text are no lines of the list"),
        Language::Ja => format!("明細に入れていない行：{count}行"),
    }
}

/// What makes a line of words that are none.
pub fn take_up(language: Language, words: &str) -> String {
    match language {
        Language::En => format!("Make a line of “{words}”"),
        Language::Ja => format!("「{words}」を明細に入れる"),
    }
}

/// What moves a line, for who sees which it is.
pub fn move_it(language: Language, is_up: bool) -> &'static str {
    let words = Messages::of(language);
    match is_up {
        true => words.move_up,
        false => words.move_down,
    }
}

/// The same for who does not.
pub fn move_line(language: Language, is_up: bool, number: usize) -> String {
    let words = move_it(language, is_up);
    match language {
        Language::En => format!("{words}: line {number}"),
        Language::Ja => format!("{words}：{number}行目"),
    }
}

/// Where a line is now, by its name where it has one.
pub fn moved(language: Language, name: Option<&str>, number: usize) -> String {
    match (language, name) {
        (Language::En, Some(name)) => format!("“{name}” is line {number} now."),
        (Language::En, None) => format!("It is line {number} now."),
        (Language::Ja, Some(name)) => format!("「{name}」を{number}行目に移しました。"),
        (Language::Ja, None) => format!("{number}行目に移しました。"),
    }
}
