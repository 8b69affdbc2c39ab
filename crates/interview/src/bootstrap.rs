//! What is settled of the respondent: language, country and time zone.

use kikitori_json::FromJson;
use serde::Serialize;

use crate::locale::{CountryCode, LanguageTag, TimeZone};

/// What the Greeter settles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, FromJson)]
pub struct Bootstrap {
    /// The respondent's language.
    pub language: Option<LanguageTag>,
    /// The country they live in.
    pub country: Option<CountryCode>,
    /// Whether they would rather not say which.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub country_declined: bool,
    /// Their time zone.
    pub timezone: Option<TimeZone>,
}

impl Bootstrap {
    /// Whether the country is settled.
    pub(crate) fn has_country(&self) -> bool {
        self.country.is_some() || self.country_declined
    }
}
