//! What is settled of the respondent: language, country and time zone.

use kikitori_json::FromJson;
use serde::Serialize;

use crate::locale::{CountryCode, LanguageTag, TimeZone};
use kikitori_form::SessionForm;
use kikitori_form::file::Need;

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
    /// Whether they named it, and not only their browser.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub zone_chosen: bool,
}

impl Bootstrap {
    /// The respondent's language as a BCP 47 tag; English until it is settled.
    pub(crate) fn spoken(&self) -> &str {
        let language = self.language.as_ref();
        language.map_or("en", |language| language.as_str())
    }

    /// Whether the country is settled.
    pub(crate) fn has_country(&self) -> bool {
        self.country.is_some() || self.country_declined
    }

    /// Whether the country has to be asked for before the first field of `form`.
    pub(crate) fn lacks_country_for(&self, form: &SessionForm) -> bool {
        form.needs.contains(&Need::Country) && !self.has_country()
    }
}
