//! What a message says of language, country and time zone: what else it says is meant by that. Days are
//! where they say that they are, and a phone number has as many digits as there.

use super::Orchestrator;
use super::hear::{COUNTRY, Hearing};
use crate::locale::{CountryCode, LanguageTag, TimeZone};
use crate::tools::Ask;

/// What is told, as far as there is such a thing.
#[derive(Debug, Default)]
pub(super) struct SettingsTold {
    pub language: Option<LanguageTag>,
    pub country: Option<CountryCode>,
    pub zone: Option<TimeZone>,
}

impl Orchestrator {
    /// Checks what the Interviewer reports and asks by what it says of language, country and zone.
    pub(super) fn hear_as_settled_by(&self, ask: &Ask) -> Hearing {
        self.take_settings(ask);
        let hearing = self.hear(ask);
        self.forget_settings();
        hearing
    }

    pub(super) fn take_settings(&self, ask: &Ask) {
        let language = ask.language.as_deref().and_then(LanguageTag::new);
        let zone = ask.time_zone.as_deref().and_then(TimeZone::new);
        let asked_for = ask.heard.iter().find(|it| it.field_id == COUNTRY);
        let country = asked_for.and_then(|it| it.value.as_deref());
        let country = country.or(ask.country.as_deref());
        let country = country.and_then(CountryCode::new);
        *self.settings_told.borrow_mut() = SettingsTold {
            language: language.and_then(|tag| self.locale.canonical_language(&tag)),
            country: country.filter(|code| self.locale.is_country(code)),
            zone: zone.filter(|zone| self.locale.is_time_zone(zone)),
        };
    }

    pub(super) fn forget_settings(&self) {
        *self.settings_told.borrow_mut() = SettingsTold::default();
    }
}
