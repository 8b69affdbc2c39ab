//! What the person allows model calls to come to.

use kikitori_json::StrictValue;
use kikitori_llm::Budget;
use serde::Deserialize;

use crate::{preference, set_preference};

const NAME: &str = "budget";

/// The budget that the person set in this browser; an empty one where there is none, or none that
/// can be read.
pub fn own_budget() -> Budget {
    let stored = preference(NAME);
    stored.as_deref().and_then(budget_of).unwrap_or_default()
}

/// Keeps the person's budget.
pub fn set_own_budget(budget: &Budget) {
    if let Ok(text) = serde_json::to_string(budget) {
        set_preference(NAME, &text);
    }
}

/// The budget in this JSON, if it is one.
pub(crate) fn budget_of(text: &str) -> Option<Budget> {
    let value = serde_json::from_str(text).ok()?;
    Budget::deserialize(StrictValue(value)).ok()
}
