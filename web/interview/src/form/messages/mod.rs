//! Texts of the form as a form.

mod en;
mod ja;
pub mod line_words;
pub mod phrases;
mod texts;

use leptos::prelude::*;

use kikitori_parts::Language;
use kikitori_parts::page::Page;

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
