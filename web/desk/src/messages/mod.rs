//! Texts of the help desk.

mod en;
pub mod failures;
pub mod gaps;
mod ja;
pub mod phrases;

use kikitori_parts::Language;

/// The texts that need nothing filled in.
#[allow(missing_docs, reason = "each field's text says what it is")]
pub struct Messages {
    pub title: &'static str,
    pub lead: &'static str,
    pub scripted: &'static str,
    pub documents: &'static str,
    pub own_documents: &'static str,
    pub site_documents: &'static str,
    pub site_unusable: &'static str,
    pub search_both: &'static str,
    pub own_label: &'static str,
    pub own_hint: &'static str,
    pub reading: &'static str,
    pub remove: &'static str,
    pub unreadable: &'static str,
    pub question_label: &'static str,
    pub ask: &'static str,
    pub stop: &'static str,
    pub examples: &'static str,
    pub worked: &'static str,
    pub work: &'static str,
    pub plan: &'static str,
    pub select_tools: &'static str,
    pub execute_tools: &'static str,
    pub create_subtask_answer: &'static str,
    pub reflect_subtask: &'static str,
    pub write: &'static str,
    pub waiting: &'static str,
    pub running: &'static str,
    pub done: &'static str,
    pub not_found: &'static str,
    pub failed: &'static str,
    pub tries: &'static str,
    pub tokens: &'static str,
    pub answer: &'static str,
    pub no_source: &'static str,
    pub not_in_source: &'static str,
    pub source: &'static str,
    pub gaps: &'static str,
    pub searched_for: &'static str,
    pub nothing: &'static str,
    pub nothing_to_search: &'static str,
    pub stopped: &'static str,
    pub trouble: &'static str,
    pub saved: &'static str,
    pub go_on: &'static str,
    pub lost: &'static str,
    pub elsewhere: &'static str,
    pub forget_question: &'static str,
    pub forget: &'static str,
    pub not_all_stored: &'static str,
    pub as_found: &'static str,
}

impl Messages {
    /// The texts in `language`.
    pub fn of(language: Language) -> &'static Self {
        language.pick(&en::MESSAGES, &ja::MESSAGES)
    }
}
