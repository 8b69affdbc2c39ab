//! Every text of the page itself, in the languages that it speaks. What agents say is not here.

mod en;
mod ja;
mod phrases;
mod trouble;

/// The languages of the page's own texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lang {
    /// English, also for every language that has no texts of its own.
    En,
    /// Japanese.
    Ja,
}

impl Lang {
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
    pub input: &'static str,
    pub output: &'static str,
    pub running: &'static str,
    pub step_failed: &'static str,
}
