//! What is said of recorded interviews.

mod en;
mod ja;
mod phrases;
mod texts;

use kikitori_parts::Language;

pub use phrases::{counted, lead_again, led_by, values, verdict, why};
pub use texts::Messages;

impl Messages {
    /// The texts in `language`.
    pub fn of(language: Language) -> &'static Self {
        language.pick(&en::MESSAGES, &ja::MESSAGES)
    }
}
