//! Texts of the interview.

mod en;
pub mod failures;
mod ja;
pub mod phrases;

use leptos::prelude::*;

use kikitori_parts::Language;
use kikitori_parts::page::Page;

/// The texts that need nothing filled in.
#[allow(missing_docs, reason = "each field's text says what it is")]
pub struct Messages {
    pub start_failed: &'static str,
    pub opening: &'static str,
    pub locked_title: &'static str,
    pub locked_text: &'static str,
    pub missing_title: &'static str,
    pub missing_text: &'static str,
    pub broken_title: &'static str,
    pub back_home: &'static str,
    pub fields: &'static str,
    pub progress: &'static str,
    pub optional: &'static str,
    pub not_provided: &'static str,
    pub pending: &'static str,
    pub interviewing: &'static str,
    pub reviewing: &'static str,
    pub done: &'static str,
    pub conversation: &'static str,
    pub you: &'static str,
    pub interviewer: &'static str,
    pub suggestions: &'static str,
    pub one_moment: &'static str,
    pub greeting: &'static str,
    pub planning: &'static str,
    pub asking: &'static str,
    pub checking: &'static str,
    pub composer_label: &'static str,
    pub composer_hint: &'static str,
    pub send: &'static str,
    pub stop: &'static str,
    pub blank: &'static str,
    pub stopped_title: &'static str,
    pub stopped_text: &'static str,
    pub go_on: &'static str,
    pub error_title: &'static str,
    pub pause_title: &'static str,
    pub saved_before: &'static str,
    pub review_title: &'static str,
    pub review_text: &'static str,
    pub send_form: &'static str,
    pub send_means: &'static str,
    pub done_title: &'static str,
    pub done_text: &'static str,
    pub done_text_in_tab: &'static str,
    pub download: &'static str,
    pub another: &'static str,
    pub delete_this: &'static str,
    pub inspector: &'static str,
    pub inspector_empty: &'static str,
    pub tokens: &'static str,
    pub input: &'static str,
    pub output: &'static str,
    pub running: &'static str,
    pub step_failed: &'static str,
    pub looking: &'static str,
    pub works_now: &'static str,
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
