//! Every text of the page itself, in the languages that it speaks. What agents say is not here.

mod connection;
mod en;
mod ja;
mod phrases;
mod trouble;

pub use connection::{About, Advice};
use kikitori_parts::Tongue;

/// The languages of the page's own texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lang {
    /// English, also for every language that has no texts of its own.
    En,
    /// Japanese.
    Ja,
}

impl Lang {
    /// The language as parts that the pages share know it.
    pub fn tongue(self) -> Tongue {
        match self {
            Self::En => Tongue::En,
            Self::Ja => Tongue::Ja,
        }
    }

    /// The language that serves a BCP 47 tag best.
    pub fn of(tag: &str) -> Self {
        let primary = tag.split('-').next().unwrap_or_default();
        if primary.eq_ignore_ascii_case("ja") {
            Self::Ja
        } else {
            Self::En
        }
    }

    /// As a BCP 47 tag.
    pub fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ja => "ja",
        }
    }

    /// Its texts.
    pub fn words(self) -> &'static Words {
        match self {
            Self::En => &en::WORDS,
            Self::Ja => &ja::WORDS,
        }
    }
}

/// The texts that need nothing filled in. Those that do are methods of [`Lang`].
#[allow(missing_docs, reason = "each field's text says what it is")]
pub struct Words {
    pub home: &'static str,
    pub tagline: &'static str,
    pub stored_here: &'static str,
    pub scripted_notice: &'static str,
    pub settings_wait: &'static str,
    pub settings_failed: &'static str,
    pub try_again: &'static str,
    pub samples: &'static str,
    pub own_form: &'static str,
    pub own_form_label: &'static str,
    pub own_form_hint: &'static str,
    pub desk: &'static str,
    pub desk_text: &'static str,
    pub desk_open: &'static str,
    pub file_unreadable: &'static str,
    pub start_failed: &'static str,
    pub sessions: &'static str,
    pub sessions_wait: &'static str,
    pub sessions_empty: &'static str,
    /// Stands for an interview that cannot be read.
    pub unreadable: &'static str,
    pub save_session: &'static str,
    pub open_session_file: &'static str,
    pub no_session_file: &'static str,
    pub session_stored: &'static str,
    pub sessions_failed: &'static str,
    pub finished: &'static str,
    pub continue_it: &'static str,
    pub open_it: &'static str,
    pub delete: &'static str,
    pub delete_question: &'static str,
    pub delete_now: &'static str,
    pub keep: &'static str,
    pub deleted: &'static str,
    pub delete_locked: &'static str,
    pub delete_failed: &'static str,
    pub elsewhere: &'static str,
    pub local_storage: &'static str,
    pub memory: &'static str,
    pub theme_system: &'static str,
    pub theme_light: &'static str,
    pub theme_dark: &'static str,
    pub opening: &'static str,
    pub locked_title: &'static str,
    pub locked_text: &'static str,
    pub missing_title: &'static str,
    pub missing_text: &'static str,
    pub broken_title: &'static str,
    pub back_home: &'static str,
    pub fields: &'static str,
    pub close: &'static str,
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
    pub details: &'static str,
    pub saved: &'static str,
    pub saved_in_tab: &'static str,
    pub saved_before: &'static str,
    pub crash_title: &'static str,
    pub lost_with_tab: &'static str,
    pub reload: &'static str,
    pub review_title: &'static str,
    pub review_text: &'static str,
    pub send_form: &'static str,
    pub send_means: &'static str,
    pub done_title: &'static str,
    pub done_text: &'static str,
    pub done_text_in_tab: &'static str,
    pub download: &'static str,
    pub download_failed: &'static str,
    pub another: &'static str,
    pub delete_this: &'static str,
    pub inspector: &'static str,
    pub inspector_empty: &'static str,
    pub model: &'static str,
    pub tokens: &'static str,
    pub calls: &'static str,
    pub cost: &'static str,
    pub tokens_read: &'static str,
    pub tokens_written: &'static str,
    pub budget: &'static str,
    pub budget_hint: &'static str,
    pub not_a_number: &'static str,
    pub not_money: &'static str,
    pub input: &'static str,
    pub output: &'static str,
    pub running: &'static str,
    pub step_failed: &'static str,
    pub nothing_chosen: &'static str,
    pub choose_model: &'static str,
    pub settings: &'static str,
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
    pub looking: &'static str,
    pub works_now: &'static str,
    pub open_settings: &'static str,
    pub models_there: &'static str,
}
