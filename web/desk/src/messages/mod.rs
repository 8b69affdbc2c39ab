//! Texts of the help desk.

mod en;
pub mod failures;
pub mod gaps;
mod ja;
pub mod phrases;
mod texts;

use kikitori_parts::Language;

pub use texts::Messages;

impl Messages {
    /// The texts in `language`.
    pub fn of(language: Language) -> &'static Self {
        language.pick(&en::MESSAGES, &ja::MESSAGES)
    }
}
