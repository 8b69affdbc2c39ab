//! What the person allows model calls to come to.

use kikitori_json::StrictValue;
use kikitori_llm::Budget;
use serde::Deserialize;
use thiserror::Error;

use crate::{preference, set_preference};

const NAME: &str = "budget";

/// There is a budget and it cannot be read. No model may be asked under it: nobody knows what it
/// forbids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the budget cannot be read")]
pub struct UnreadableBudget;

/// The budget that the person set in this browser; an empty one where there is none.
///
/// # Errors
/// [`UnreadableBudget`].
pub fn own_budget() -> Result<Budget, UnreadableBudget> {
    budget_of(preference(NAME).as_deref())
}

/// Whether the person set a budget in this browser, whatever it says.
pub fn has_own_budget() -> bool {
    preference(NAME).is_some()
}

/// Keeps the person's budget.
pub fn set_own_budget(budget: &Budget) {
    if let Ok(text) = serde_json::to_string(budget) {
        set_preference(NAME, &text);
    }
}

/// The budget in this JSON; an empty one where there is none.
pub(crate) fn budget_of(text: Option<&str>) -> Result<Budget, UnreadableBudget> {
    let Some(text) = text else {
        return Ok(Budget::default());
    };
    let value = serde_json::from_str(text).map_err(|_| UnreadableBudget)?;
    Budget::deserialize(StrictValue(value)).map_err(|_| UnreadableBudget)
}
