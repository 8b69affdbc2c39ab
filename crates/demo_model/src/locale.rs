//! Languages, countries and time zones by their names, and wishes about them.

mod cities;
mod countries;
mod languages;
mod reading;

pub use countries::{coded, name_of, named as country_named, suggestions as countries_near};
pub use languages::{named as language_named, sentences_in, without_names};
pub use reading::Wish;

use crate::speech::primary;

/// The languages that this model speaks.
const SPOKEN: [&str; 2] = ["en", "ja"];

/// Whether this model speaks it.
pub fn is_spoken(language: &str) -> bool {
    SPOKEN.contains(&primary(language).as_str())
}
