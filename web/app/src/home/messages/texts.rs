//! What there is a text for.

/// The texts that need nothing filled in.
#[allow(missing_docs, reason = "each field's text says what it is")]
pub struct Messages {
    pub tagline: &'static str,
    pub interview: &'static str,
    pub interview_purpose: &'static str,
    pub interview_trial: &'static str,
    pub own_form: &'static str,
    pub build_form: &'static str,
    pub desk: &'static str,
    pub desk_purpose: &'static str,
    pub desk_trial: &'static str,
    pub desk_open: &'static str,
    pub agent: &'static str,
    pub agent_purpose: &'static str,
    pub agent_trial: &'static str,
    pub agent_open: &'static str,
    pub tasks: &'static str,
    pub tasks_purpose: &'static str,
    pub tasks_trial: &'static str,
    pub tasks_open: &'static str,
    pub file_too_large: &'static str,
    pub file_unreadable: &'static str,
    pub open_session_file: &'static str,
    pub stored: &'static str,
    pub erased: &'static str,
    pub erased_elsewhere: &'static str,
}
