//! What there is a text for.

/// The texts that need nothing filled in.
#[allow(missing_docs, reason = "each field's text says what it is")]
pub struct Messages {
    pub sessions: &'static str,
    pub sessions_failed: &'static str,
    /// Stands for a session that cannot be read.
    pub unreadable: &'static str,
    /// Stands for a system that this version of the page does not know.
    pub other_kind: &'static str,
    pub no_session_file: &'static str,
    pub session_stored: &'static str,
    pub continue_it: &'static str,
    pub open_it: &'static str,
    pub delete: &'static str,
    pub storage_wait: &'static str,
    pub storage_failed: &'static str,
    pub column_what: &'static str,
    pub column_count: &'static str,
    pub column_where: &'static str,
    pub column_size: &'static str,
    pub documents: &'static str,
    pub rest: &'static str,
    pub settings: &'static str,
    pub in_indexed_db: &'static str,
    pub in_local_storage: &'static str,
    pub in_memory: &'static str,
    pub persistent: &'static str,
    pub not_persistent: &'static str,
    pub keys: &'static str,
    pub erase: &'static str,
    pub erase_question: &'static str,
    pub erase_settings: &'static str,
    pub erase_keys: &'static str,
    pub erase_warning: &'static str,
    pub erase_now: &'static str,
    pub erasing: &'static str,
    pub erase_busy: &'static str,
    pub erase_refused: &'static str,
    pub erase_leave: &'static str,
}
