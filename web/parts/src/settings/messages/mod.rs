//! Texts of the settings.

mod en;
mod findings;
mod ja;

use leptos::prelude::*;

use crate::Language;
use crate::page::Page;
pub use findings::{About, Advice};

/// The texts that need nothing filled in.
#[allow(missing_docs, reason = "each field's text says what it is")]
pub struct Messages {
    pub tokens_read: &'static str,
    pub tokens_written: &'static str,
    pub budget: &'static str,
    pub budget_hint: &'static str,
    pub not_a_number: &'static str,
    pub not_money: &'static str,
    pub connection: &'static str,
    pub by_server: &'static str,
    pub by_server_none: &'static str,
    pub by_server_wait: &'static str,
    pub by_server_away: &'static str,
    pub by_server_scripted: &'static str,
    pub directly: &'static str,
    pub directly_hint: &'static str,
    pub address: &'static str,
    pub address_missing: &'static str,
    pub address_unfit: &'static str,
    pub address_secret: &'static str,
    pub model_hint: &'static str,
    pub key: &'static str,
    pub key_unfit: &'static str,
    pub key_warning: &'static str,
    pub key_kept: &'static str,
    pub forget_key: &'static str,
    pub patience: &'static str,
    /// The name and what it means.
    pub patience_normal: (&'static str, &'static str),
    pub patience_long: (&'static str, &'static str),
    pub check: &'static str,
    pub check_stop: &'static str,
    pub check_costs: &'static str,
    pub check_running: &'static str,
    pub check_passed: &'static str,
    pub check_failed: &'static str,
    pub may_be_asked: &'static str,
    pub support: &'static str,
    pub support_assumed: &'static str,
    pub step_reach: &'static str,
    pub step_key: &'static str,
    pub step_models: &'static str,
    pub step_chat: &'static str,
    pub step_streaming: &'static str,
    pub step_tools: &'static str,
    pub step_forced: &'static str,
    pub step_schema: &'static str,
    pub state_waiting: &'static str,
    pub state_running: &'static str,
    pub state_passed: &'static str,
    pub state_failed: &'static str,
    pub state_skipped: &'static str,
    pub models_there: &'static str,
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
