//! What a replay has instead of a browser.

use std::time::Duration;

use kikitori_interview::{Formats, Locale, with_one_i};
use kikitori_ports::Jitter;
use unicode_normalization::UnicodeNormalization;

/// Waits half the time: there is one client here, which nobody has to be kept apart from.
pub struct Half;

impl Jitter for Half {
    fn up_to(&self, longest: Duration) -> Duration {
        longest / 2
    }
}

/// Unicode's tables, and no places: the recording says which day it was for the respondent.
pub struct Unicode;

impl Formats for Unicode {}

impl Locale for Unicode {
    fn fold(&self, text: &str) -> String {
        with_one_i(text.trim().nfkc().collect::<String>().to_lowercase())
    }
}
