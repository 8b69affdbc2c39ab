//! Which texts there are.

/// The texts that need nothing filled in.
#[allow(missing_docs, reason = "each field's text says what it is")]
pub struct Texts {
    pub stored_here: &'static str,
    pub server_asked: &'static str,
    pub scripted_anything: &'static str,
    pub read_anything: &'static str,
    pub read_by_server: &'static str,
    pub details: &'static str,
    pub sent_to: &'static str,
    pub model: &'static str,
    pub fields: &'static str,
    pub interviewer: &'static str,
    pub conversation: &'static str,
    pub place: &'static str,
    pub place_change: &'static str,
    pub kept_private: &'static str,
    pub change: &'static str,
    pub asking: &'static str,
    pub one_moment: &'static str,
    pub composer_label: &'static str,
    pub composer_hint: &'static str,
    pub send: &'static str,
    pub stop: &'static str,
    pub as_a_form: &'static str,
    pub suggestions: &'static str,
    pub yes: &'static str,
    pub no: &'static str,
    pub skip: &'static str,
    pub activity: &'static str,
    pub progress: &'static str,
}
