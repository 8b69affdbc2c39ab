//! A question that was typed and not asked yet, kept over a reload.

use kikitori_browser::{preference, set_preference};

/// The preference that holds it.
const DRAFT: &str = "desk-draft";

/// The question, if there is one.
pub fn draft() -> Option<String> {
    preference(DRAFT).filter(|text| !text.is_empty())
}

/// Keeps `text` for the question's box; with an empty one there is none.
pub fn keep_draft(text: &str) {
    set_preference(DRAFT, text);
}
