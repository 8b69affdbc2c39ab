//! Texts of the home screen that every visitor may see.

mod en;
mod ja;
pub mod samples;
mod texts;

use leptos::prelude::*;

use kikitori_parts::Language;
use kikitori_parts::page::Page;
pub use texts::Messages;

/// What the page is called in Japanese, which stands beside its name in every language.
pub const JAPANESE_NAME: &str = "聞き取り";

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
