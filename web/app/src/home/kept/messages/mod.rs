//! Texts about what is stored on this device.

mod en;
mod ja;
pub mod phrases;
mod texts;

use kikitori_parts::Language;
use kikitori_parts::page::Page;
use leptos::prelude::*;
pub use texts::Messages;

impl Messages {
    /// The texts in `language`.
    pub fn of(language: Language) -> &'static Self {
        language.pick(&en::MESSAGES, &ja::MESSAGES)
    }
}

/// The texts in the page's language.
pub fn messages(page: Page) -> &'static Messages {
    Messages::of(page.language.get())
}
