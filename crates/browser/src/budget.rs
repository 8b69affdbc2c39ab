//! What the person allows model calls to come to.

use kikitori_json::StrictValue;
use kikitori_llm::Budget;
use serde::Deserialize;

use crate::{preference, set_preference};

const NAME: &str = "budget";

/// The budget that the person set in this browser; an empty one where there is none, or none that
/// can be read.
pub fn own_budget() -> Budget {
    preference(NAME)
        .and_then(|text| serde_json::from_str(&text).ok())
        .and_then(|value| Budget::deserialize(StrictValue(value)).ok())
        .unwrap_or_default()
}

/// Keeps the person's budget.
pub fn set_own_budget(budget: &Budget) {
    if let Ok(text) = serde_json::to_string(budget) {
        set_preference(NAME, &text);
    }
}
