//! What the Greeter settles, and what of it is still open.

use serde::{Deserialize, Serialize};

use crate::locale::{CountryCode, LanguageTag, TimeZone};

/// What the Greeter settles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bootstrap {
    /// The respondent's language.
    pub language: Option<LanguageTag>,
    /// The country they live in.
    pub country: Option<CountryCode>,
    /// Their time zone.
    pub timezone: Option<TimeZone>,
}

/// The part of the greeting that comes next. It is never stored: it follows from the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Section {
    /// The language is not known yet.
    Language,
    /// The country is not.
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
        } else if bootstrap.country.is_none() {
            Self::Country
        } else if bootstrap.timezone.is_none() {
            Self::Timezone
        } else {
            Self::Completed
        }
    }
}

/// What is put to a Greeter that replies without calling a tool.
pub(crate) fn remaining_tasks(bootstrap: &Bootstrap) -> Vec<String> {
    let open = [
        (
            bootstrap.language.is_none(),
            "Set the user language using set_language",
        ),
        (
            bootstrap.country.is_none(),
            "Set the user country using set_country",
        ),
        (
            bootstrap.timezone.is_none(),
            "Set the user timezone using set_timezone",
        ),
    ];
    let mut tasks: Vec<String> = open
        .into_iter()
        .filter(|(is_open, _)| *is_open)
        .map(|(_, task)| task.to_owned())
        .collect();
    if !tasks.is_empty() {
        tasks.push("Speak to the respondent only by calling ask".to_owned());
    }
    tasks
}
