//! What the page shows of a form, and of where the person is.

/// What the page shows of the form itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormFace {
    /// Its title.
    pub title: String,
    /// What it is for; may be empty.
    pub description: String,
    /// What the button that sends it says; may be empty.
    pub submit_label: String,
    /// All of its texts, by which its language is known.
    pub texts: String,
}

/// Where the person is, as far as it is settled.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The country, as an ISO 3166-1 code.
    pub country: Option<String>,
    /// The time zone.
    pub time_zone: Option<String>,
}

impl Place {
    /// Whether something of it was known and is another now.
    pub(super) fn is_another_than(&self, before: &Self) -> bool {
        let differs =
            |now: &Option<String>, before: &Option<String>| before.is_some() && now != before;
        differs(&self.country, &before.country) || differs(&self.time_zone, &before.time_zone)
    }
}
