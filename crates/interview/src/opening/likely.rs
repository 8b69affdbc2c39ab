//! What is likely of the respondent: by it language, country and time zone are settled unasked.

use crate::bootstrap::Bootstrap;
use crate::locale::{CountryCode, LanguageTag, Locale, TimeZone};
use crate::message::PageContext;
use kikitori_form::SessionForm;

/// What it is told from.
#[derive(Clone, Copy)]
pub(crate) struct Likely<'a> {
    form: &'a SessionForm,
    page: &'a PageContext,
    locale: &'a dyn Locale,
}

impl<'a> Likely<'a> {
    pub fn new(form: &'a SessionForm, page: &'a PageContext, locale: &'a dyn Locale) -> Self {
        Self { form, page, locale }
    }

    /// All of it, as the Greeter's calls settle it.
    pub fn bootstrap(self) -> Bootstrap {
        let language = LanguageTag::new(&self.language());
        let zone = self.zone();
        Bootstrap {
            language: language.and_then(|tag| self.locale.canonical_language(&tag)),
            country: self.country(),
            country_declined: false,
            timezone: Some(zone).filter(|zone| self.locale.is_time_zone(zone)),
            zone_chosen: false,
        }
    }

    /// The first of the page's languages that the form is written in; or else the form's, if it says
    /// which it is and has no other, as nobody has translated it, and the first otherwise.
    pub fn language(self) -> String {
        let tags = self.page.languages.iter().filter_map(|tag| {
            let tag = LanguageTag::new(tag)?;
            self.locale.canonical_language(&tag)
        });
        let tags: Vec<LanguageTag> = tags.collect();
        let written = tags.iter().find(|tag| self.form.is_in(tag.as_str()));
        let only = self.form.only_language();
        let likely = written
            .map(LanguageTag::as_str)
            .or(only.as_deref())
            .or_else(|| tags.first().map(LanguageTag::as_str));
        likely.unwrap_or(self.form.own_language()).to_owned()
    }

    /// The country that the browser's languages name if the browser's time zone is one of its, or
    /// else the only country of that zone.
    pub fn country(self) -> Option<CountryCode> {
        let zone = self.page.time_zone.as_ref()?;
        let regions = self.page.languages.iter().filter_map(|tag| {
            let mut parts = tag.split('-').skip(1);
            parts
                .find(|part| part.len() == 2)
                .and_then(CountryCode::new)
        });
        let is_there = |code: &CountryCode| self.locale.time_zones(code).contains(zone);
        let mut named = regions.filter(|code| self.locale.is_country(code) && is_there(code));
        let likely = named.next().or_else(|| self.locale.country_of(zone));
        likely.filter(|code| self.locale.is_country(code))
    }

    /// The browser's time zone, if there is such a one.
    pub fn zone(self) -> TimeZone {
        let own = self.page.time_zone.clone();
        own.filter(|zone| self.locale.is_time_zone(zone))
            .unwrap_or_else(TimeZone::fallback)
    }
}
