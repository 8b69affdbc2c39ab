//! Texts of the home screen.

mod en;
mod ja;
mod phrases;

use leptos::prelude::*;

use kikitori_parts::Language;
use kikitori_parts::page::Page;
pub use phrases::privacy;

/// The texts that need nothing filled in.
#[allow(missing_docs, reason = "each field's text says what it is")]
pub struct Messages {
    pub tagline: &'static str,
    pub stored_here: &'static str,
    pub scripted_notice: &'static str,
    pub settings_wait: &'static str,
    pub settings_failed: &'static str,
    pub samples: &'static str,
    pub own_form: &'static str,
    pub own_form_label: &'static str,
    pub own_form_hint: &'static str,
    pub desk: &'static str,
    pub desk_text: &'static str,
    pub desk_open: &'static str,
    pub file_too_large: &'static str,
    pub file_unreadable: &'static str,
    pub sessions: &'static str,
    pub sessions_wait: &'static str,
    pub sessions_empty: &'static str,
    /// Stands for an interview that cannot be read.
    pub unreadable: &'static str,
    pub open_session_file: &'static str,
    pub no_session_file: &'static str,
    pub session_stored: &'static str,
    pub sessions_failed: &'static str,
    pub finished: &'static str,
    pub continue_it: &'static str,
    pub open_it: &'static str,
    pub delete: &'static str,
}

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
