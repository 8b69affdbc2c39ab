//! Texts of what every page has.

mod en;
mod ja;
mod phrases;

use crate::Language;

/// The texts that need nothing filled in.
#[allow(missing_docs, reason = "each field's text says what it is")]
pub struct Messages {
    pub home: &'static str,
    pub try_again: &'static str,
    pub delete_question: &'static str,
    pub delete_now: &'static str,
    pub keep: &'static str,
    pub deleted: &'static str,
    pub delete_locked: &'static str,
    pub delete_failed: &'static str,
    pub save_session: &'static str,
    pub full: &'static str,
    pub elsewhere: &'static str,
    pub local_storage: &'static str,
    pub memory: &'static str,
    pub theme_system: &'static str,
    pub theme_light: &'static str,
    pub theme_dark: &'static str,
    pub close: &'static str,
    pub details: &'static str,
    pub saved: &'static str,
    pub saved_in_tab: &'static str,
    pub crash_title: &'static str,
    pub lost_with_tab: &'static str,
    pub reload: &'static str,
    pub download_failed: &'static str,
    pub model: &'static str,
    pub calls: &'static str,
    pub cost: &'static str,
    pub nothing_chosen: &'static str,
    pub choose_model: &'static str,
    pub settings: &'static str,
    pub open_settings: &'static str,
    pub other_language: &'static str,
    pub part_wait: &'static str,
    pub part_unreachable: &'static str,
    pub part_outdated: &'static str,
    pub part_broken: &'static str,
}

impl Messages {
    /// The texts in `language`.
    pub fn of(language: Language) -> &'static Self {
        language.pick(&en::MESSAGES, &ja::MESSAGES)
    }
}
