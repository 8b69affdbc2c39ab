//! Texts of the form builder.

mod conditions;
mod en;
mod ja;
mod texts;

use kikitori_form::edit::{AnswerKind, Bounded, End};
use kikitori_parts::Language;

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

    /// That a form was made with so many fields.
    pub fn taken(&self, fields: usize) -> String {
        match (self.is_japanese(), fields) {
            (true, _) => format!("{fields} 問のフォームができました。"),
            (false, 1) => "The form has 1 question now.".to_owned(),
            (false, _) => format!("The form has {fields} questions now."),
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
