//! A platform that knows regular expressions, as browsers do.

use kikitori_interview::{Formats, Locale};
use regex_lite::Regex;

pub struct Expressions;

impl Formats for Expressions {}

impl Locale for Expressions {
    fn fits(&self, pattern: &str, text: &str) -> Option<bool> {
        let whole = Regex::new(&format!("^(?:{pattern})$")).ok()?;
        Some(whole.is_match(text))
    }

    fn fold(&self, text: &str) -> String {
        text.trim().to_lowercase()
    }
}
