//! Which texts there are.

/// The texts that need nothing filled in.
#[allow(missing_docs, reason = "each field's text says what it is")]
pub struct Messages {
    pub review_title: &'static str,
    pub review_text: &'static str,
    pub confirm: &'static str,
    pub confirm_means: &'static str,
    pub done_title: &'static str,
    pub done_text: &'static str,
    pub done_text_in_tab: &'static str,
    pub declined: &'static str,
    pub open: &'static str,
    pub details: &'static str,
    pub language: &'static str,
    pub country: &'static str,
    pub time_zone: &'static str,
    pub confirmed_at: &'static str,
    pub not_said: &'static str,
    pub download_json: &'static str,
    pub download_csv: &'static str,
    pub print: &'static str,
    pub another: &'static str,
    pub delete_this: &'static str,
}
