//! Texts of the form builder.

mod conditions;
mod en;
mod ja;
mod texts;

use kikitori_form::edit::{AnswerKind, Bounded, End, FieldPlace};
use kikitori_parts::Language;

use crate::address::Unread;
pub use texts::Messages;

impl Messages {
    /// The texts in `language`.
    pub fn of(language: Language) -> &'static Self {
        language.pick(&en::MESSAGES, &ja::MESSAGES)
    }

    fn is_japanese(&self) -> bool {
        self.first_language == ja::MESSAGES.first_language
    }

    /// What a kind of answer is called.
    pub fn kind(&self, kind: AnswerKind) -> &'static str {
        let all = AnswerKind::ALL.into_iter().zip(self.kinds);
        let mut found = all.filter(|(it, _)| *it == kind);
        found.next().map_or("", |(_, name)| name)
    }

    /// What a bound is called.
    pub fn bound(&self, bounded: Bounded, end: End) -> &'static str {
        let [characters, number, options, points, day, time, lines] = match end {
            End::Low => self.bounds_low,
            End::High => self.bounds_high,
        };
        match bounded {
            Bounded::Characters => characters,
            Bounded::Number => number,
            Bounded::Options => options,
            Bounded::Points => points,
            Bounded::Day => day,
            Bounded::Time => time,
            Bounded::Lines => lines,
        }
    }

    /// A text's label with its language.
    pub fn in_language(&self, label: &str, language: &str) -> String {
        match self.is_japanese() {
            true => format!("{label}（{language}）"),
            false => format!("{label} ({language})"),
        }
    }

    /// Which question something is said of.
    pub fn question(&self, place: &FieldPlace) -> String {
        let FieldPlace { number, label } = place;
        match (self.is_japanese(), label.as_str()) {
            (true, "") => format!("質問 {number}："),
            (true, label) => format!("質問 {number}「{label}」："),
            (false, "") => format!("Question {number}: "),
            (false, label) => format!("Question {number}, “{label}”: "),
        }
    }

    /// That a form was made with so many fields.
    pub fn taken(&self, fields: usize) -> String {
        match (self.is_japanese(), fields) {
            (true, _) => format!("{fields} 問のフォームができました。"),
            (false, 1) => "The form has 1 question now.".to_owned(),
            (false, _) => format!("The form has {fields} questions now."),
        }
    }

    /// What brings back the form that another one has replaced.
    pub fn bring_back(&self, title: &str) -> String {
        match self.is_japanese() {
            true => format!("前のフォーム「{title}」に戻す"),
            false => format!("Bring back the form before it: “{title}”"),
        }
    }

    /// That it is back.
    pub fn brought_back(&self, title: &str) -> String {
        match self.is_japanese() {
            true => format!("フォーム「{title}」に戻しました。"),
            false => format!("The form “{title}” is back."),
        }
    }

    /// Why nothing was read at an address.
    pub fn unread(&self, unread: &Unread) -> String {
        match (self.is_japanese(), unread) {
            (_, Unread::Closed) => self.address_closed.to_owned(),
            (_, Unread::NoText) => self.address_empty.to_owned(),
            (true, Unread::Forbidden(origin)) => format!(
                "このページの規則（Content-Security-Policy）により、{origin} からは読み取れません。"
            ),
            (false, Unread::Forbidden(origin)) => format!(
                "This page's own rules (its Content-Security-Policy) do not let it read from {origin}."
            ),
            (true, Unread::Status(status)) => {
                format!("このアドレスのサーバーは、ステータス {status} を返しました。")
            }
            (false, Unread::Status(status)) => {
                format!("The server of this address answered with status {status}.")
            }
        }
    }

    /// What takes away the column at a place.
    pub fn remove_column(&self, place: usize) -> String {
        match self.is_japanese() {
            true => format!("{place} 番目の列を削除"),
            false => format!("Remove column {place}"),
        }
    }

    /// That a field has moved to a place.
    pub fn moved(&self, place: usize) -> String {
        match self.is_japanese() {
            true => format!("{place} 番目に移しました。"),
            false => format!("Moved to place {place}."),
        }
    }
}
