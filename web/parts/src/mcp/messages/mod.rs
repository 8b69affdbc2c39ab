//! Texts of the panel.

mod en;
mod ja;
mod phrases;
mod texts;

use crate::Language;

pub use phrases::{problem, trouble};
pub use texts::Messages;

impl Messages {
    /// The texts in `language`.
    pub fn of(language: Language) -> &'static Self {
        language.pick(&en::MESSAGES, &ja::MESSAGES)
    }
}
