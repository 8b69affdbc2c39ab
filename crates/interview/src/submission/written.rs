//! How the values of a finished form are written.

use kikitori_form::values::{Currency, DayName, Formats};

/// As a platform writes them, as of the day on which the form was confirmed: what leaves says the same
/// whenever it is taken.
pub(super) struct WrittenOn<'a> {
    day: &'a str,
    platform: &'a dyn Formats,
}

impl<'a> WrittenOn<'a> {
    /// As of the local time `submitted_at`.
    pub(super) fn of(submitted_at: &'a str, platform: &'a dyn Formats) -> Self {
        let day = submitted_at.split('T').next().unwrap_or_default();
        Self { day, platform }
    }
}

impl Formats for WrittenOn<'_> {
    fn number(&self, digits: &str, currency: Option<Currency>, language: &str) -> Option<String> {
        self.platform.number(digits, currency, language)
    }

    fn day(&self, local: &str, language: &str, weekday: DayName) -> Option<String> {
        self.platform.day(local, language, weekday)
    }

    fn today(&self) -> Option<String> {
        Some(self.day.to_owned())
    }
}
