//! Texts of what every page has.

pub mod advice;
pub mod budget;
mod en;
mod ja;
mod phrases;
pub mod refused_form;
mod texts;

use crate::Language;

pub use texts::Messages;

impl Messages {
    /// The texts in `language`.
    pub fn of(language: Language) -> &'static Self {
        language.pick(&en::MESSAGES, &ja::MESSAGES)
    }
}
