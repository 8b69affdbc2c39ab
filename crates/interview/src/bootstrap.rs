//! What the Greeter settles, and what of it is still open.

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

/// The part of the greeting that comes next. It is never stored: it follows from the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "lowercase")]
pub enum Section {
    /// The language is not known yet.
    Language,
    /// The country is not, nor that they would rather not say.
    Country,
    /// The time zone is not.
    Timezone,
    /// All three are.
    Completed,
}

impl Section {
    /// The section that `bootstrap` leaves open.
    pub fn of(bootstrap: &Bootstrap) -> Self {
        if bootstrap.language.is_none() {
            Self::Language
        } else if !bootstrap.has_country() {
            Self::Country
        } else if bootstrap.timezone.is_none() {
            Self::Timezone
        } else {
            Self::Completed
        }
    }
}

/// What is still to be settled, as a Greeter is told it after each call.
pub(crate) fn still_to_settle(bootstrap: &Bootstrap) -> Option<String> {
    let open = [
        (bootstrap.language.is_none(), "language"),
        (!bootstrap.has_country(), "country"),
        (bootstrap.timezone.is_none(), "time zone"),
    ];
    let open = open.into_iter().filter(|(is_open, _)| *is_open);
    let open: Vec<&str> = open.map(|(_, what)| what).collect();
    (!open.is_empty()).then(|| format!("Still to settle: {}.", open.join(", ")))
}

/// What is put to a Greeter that replies without calling a tool. Before the respondent has said
/// anything, there is nothing that it could set.
pub(crate) fn remaining_tasks(bootstrap: &Bootstrap, is_answered: bool) -> Vec<String> {
    if !is_answered {
        return vec!["Greet the respondent and ask for their language using ask".to_owned()];
    }
    let open = [
        (bootstrap.language.is_none(), "language using set_language"),
        (!bootstrap.has_country(), "country using set_country"),
        (bootstrap.timezone.is_none(), "time zone using set_timezone"),
    ];
    let open = open.into_iter().filter(|(is_open, _)| *is_open);
    let mut tasks: Vec<String> = open
        .map(|(_, what)| format!("Set the {what}, if the respondent has told it"))
        .collect();
    if !tasks.is_empty() {
        tasks.push("Ask for what they have not told using ask".to_owned());
    }
    tasks
}
