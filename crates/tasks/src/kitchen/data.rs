//! What a kitchen knows.

use std::borrow::Cow;

use kikitori_json::FromJson;
use kikitori_store::Stored;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// Something that is in the kitchen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
pub struct Item {
    /// What it is.
    pub name: String,
    /// How much of it there is.
    pub amount: u32,
    /// What the amount counts.
    pub unit: Unit,
    /// The day until which it keeps, as `2026-11-24`, if that is known.
    #[serde(default)]
    pub best_before: Option<String>,
}

/// What an amount counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Grams.
    G,
    /// Millilitres.
    Ml,
    /// Pieces.
    Piece,
}

// With a description for each unit, a derived schema would be a choice of constants.
impl JsonSchema for Unit {
    fn schema_name() -> Cow<'static, str> {
        "Unit".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "enum": ["g", "ml", "piece"]})
    }
}

/// So much of something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Amount {
    /// What.
    pub name: String,
    /// How much.
    pub amount: u32,
    /// What the amount counts.
    pub unit: Unit,
}

/// A dish.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
pub struct Recipe {
    /// Its name.
    pub name: String,
    /// How many people the amounts are for.
    pub serves: u32,
    /// How long it takes, in minutes.
    pub minutes: u32,
    /// What it takes.
    pub ingredients: Vec<Amount>,
}

/// What is in the kitchen, and what is to be bought.
#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
pub struct Pantry {
    /// The inventory.
    pub items: Vec<Item>,
    /// The shopping list.
    #[serde(default)]
    pub shopping: Vec<Amount>,
    /// What tasks changed here, the oldest first.
    #[serde(default)]
    pub changes: Vec<Change>,
}

/// The recipe book.
#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
pub struct RecipeBook {
    /// The recipes.
    pub recipes: Vec<Recipe>,
    /// What tasks changed here, the oldest first.
    #[serde(default)]
    pub changes: Vec<Change>,
}

/// A change that a task made.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
pub struct Change {
    /// The task's idempotency key.
    pub key: String,
    /// What the task came to.
    pub result: Value,
    /// What takes it back; none once it was taken back.
    pub undo: Option<Undo>,
}

/// What takes a change back.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub enum Undo {
    /// So much was put in.
    Added(Amount),
    /// So much was put in beside what kept until another day: that comes back.
    AddedBeside {
        /// What was put in.
        added: Amount,
        /// The day that stood there before.
        best_before: Option<String>,
    },
    /// This was taken out: an item with the amount that was taken.
    Used(Item),
    /// These were put on the shopping list.
    Listed(Vec<Amount>),
    /// These were taken off the shopping list.
    Unlisted(Vec<Amount>),
    /// A recipe was added.
    RecipeAdded(String),
}

/// Changes that are remembered. A task that is called again with its key is a recent one.
pub(super) const MAX_CHANGES: usize = 200;

impl Stored for Pantry {
    const KIND: &'static str = "pantry";
    const VERSION: u32 = 1;
}

impl Stored for RecipeBook {
    const KIND: &'static str = "recipe book";
    const VERSION: u32 = 1;
}

/// What remembers changes.
pub(super) trait Changed: Stored + Default + Clone {
    /// Where it lies in the store.
    const KEY: &'static str;
    /// The changes that it remembers.
    fn changes(&mut self) -> &mut Vec<Change>;
}

impl Changed for Pantry {
    const KEY: &'static str = "kitchen/pantry";
    fn changes(&mut self) -> &mut Vec<Change> {
        &mut self.changes
    }
}

impl Changed for RecipeBook {
    const KEY: &'static str = "kitchen/recipes";
    fn changes(&mut self) -> &mut Vec<Change> {
        &mut self.changes
    }
}
