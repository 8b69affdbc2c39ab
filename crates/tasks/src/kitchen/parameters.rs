//! What the methods of the kitchen take.

use kikitori_json::FromJson;
use schemars::JsonSchema;
use serde::Serialize;

use super::data::{Amount, Unit};

/// Nothing.
#[derive(Debug, FromJson, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// Names a thing.
#[derive(Debug, FromJson, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    pub name: String,
}

/// What is put into the kitchen.
#[derive(Debug, FromJson, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Added {
    pub name: String,
    /// Null if it was not said.
    #[schemars(range(min = 1))]
    pub amount: Option<u32>,
    pub unit: Option<Unit>,
    /// As 2026-11-24.
    pub best_before: Option<String>,
}

/// What is taken out of it.
#[derive(Debug, FromJson, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Used {
    pub name: String,
    /// Null if it was not said.
    #[schemars(range(min = 1))]
    pub amount: Option<u32>,
    /// What the amount counts; without it, what the item is counted in.
    pub unit: Option<Unit>,
}

/// Which recipes are looked for.
#[derive(Debug, FromJson, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Search {
    /// A word in the name or in an ingredient.
    pub word: Option<String>,
    pub max_minutes: Option<u32>,
}

/// A recipe that is added.
#[derive(Debug, Clone, FromJson, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewRecipe {
    pub name: String,
    #[schemars(range(min = 1))]
    pub serves: u32,
    pub minutes: u32,
    pub ingredients: Vec<Amount>,
}

/// What a day's menu is planned by.
#[derive(Debug, FromJson, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanDay {
    /// The day, as the person says it, if they say one.
    pub day: Option<String>,
    /// Its date, as 2026-11-24.
    #[schemars(length(min = 10, max = 10))]
    pub date: Option<String>,
    /// Null if it was not said.
    #[schemars(range(min = 1, max = 50))]
    pub people: Option<u32>,
    /// The recipe, as the person says it, where the dish is settled.
    pub recipe: Option<String>,
    /// The name of an item that has to be used.
    pub using: Option<String>,
    /// The menus of the days before.
    pub before: Option<Vec<Menu>>,
    /// Names of recipes that it must not be.
    pub without: Option<Vec<String>>,
    /// Ingredients, or kinds of food, that must not be in it.
    pub avoid: Option<Vec<String>>,
    pub max_minutes: Option<u32>,
}

/// A day's menu, as `plan_day` answers it.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Menu {
    pub day: Option<String>,
    /// Its date, if it is known.
    #[schemars(length(min = 10, max = 10))]
    pub date: Option<String>,
    pub recipe: String,
    #[schemars(range(min = 1, max = 50))]
    pub people: u32,
    pub minutes: u32,
    pub ingredients: Vec<Amount>,
    /// The first best-before day of what it takes out of the kitchen.
    pub best_before: Option<String>,
    /// What is in the kitchen and past its day by then, so that it is bought anew: names with days.
    pub past_best_before: Option<Vec<String>>,
    /// What was to be avoided and cannot be told by the names of ingredients.
    pub unchecked: Option<Vec<String>>,
}

/// What is to be cooked: results of plan_day.
#[derive(Debug, FromJson, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Missing {
    pub menus: Vec<Menu>,
}

/// What goes on the shopping list.
#[derive(Debug, FromJson, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Shopping {
    pub items: Vec<Wanted>,
}

/// So much of something, as far as it was said.
#[derive(Debug, Clone, FromJson, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    pub name: String,
    pub amount: Option<u32>,
    pub unit: Option<Unit>,
}
