//! What a replay has instead of a browser.

use std::time::Duration;

use kikitori_interview::{CountryCode, Formats, LanguageTag, Locale, NoLocale, TimeZone};
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
    fn canonical_language(&self, tag: &LanguageTag) -> Option<LanguageTag> {
        NoLocale.canonical_language(tag)
    }

    fn is_country(&self, code: &CountryCode) -> bool {
        NoLocale.is_country(code)
    }

    fn is_time_zone(&self, zone: &TimeZone) -> bool {
        NoLocale.is_time_zone(zone)
    }

    fn time_zones(&self, country: &CountryCode) -> Vec<TimeZone> {
        NoLocale.time_zones(country)
    }

    fn fold(&self, text: &str) -> String {
        text.trim().nfkc().collect::<String>().to_lowercase()
    }

    fn local_time(&self, zone: &TimeZone, at_ms: u64) -> Option<String> {
        NoLocale.local_time(zone, at_ms)
    }
}
