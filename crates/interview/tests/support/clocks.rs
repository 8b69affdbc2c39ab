//! A platform that knows every country and zone, and whose clocks a test sets.

use kikitori_interview::{CountryCode, Formats, Locale, TimeZone};

pub struct Clocks {
    /// The time zones of a country.
    pub of_country: fn(&CountryCode) -> &'static [&'static str],
    /// What a clock in a zone says, in milliseconds since the epoch.
    pub say: fn(&str, u64) -> String,
}

impl Formats for Clocks {}

impl Locale for Clocks {
    fn time_zones(&self, country: &CountryCode) -> Vec<TimeZone> {
        let names = (self.of_country)(country).iter();
        names.filter_map(|name| TimeZone::new(name)).collect()
    }

    fn local_time(&self, zone: &TimeZone, at_ms: u64) -> Option<String> {
        Some((self.say)(zone.as_str(), at_ms))
    }
}
