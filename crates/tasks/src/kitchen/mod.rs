//! The sample: a kitchen assistant. An inventory, a recipe book and a shopping list lie in the
//! store; four services let a chain plan menus over several days, use things up and list what is to
//! be bought. Each change remembers the task that made it, so that a task that is called again
//! changes nothing more, and can be taken back.

mod avoid;
mod data;
mod edit;
mod inventory;
mod keep;
mod kinds;
mod menu;
mod methods;
mod names;
mod parameters;
mod services;
mod shopping;
mod stock;
mod texts;

use std::rc::Rc;

use kikitori_store::Store;

use crate::service::Service;
pub use data::{Amount, Change, Item, Pantry, Recipe, RecipeBook, Undo, Unit};
pub use keep::KitchenError;
pub use texts::KitchenLanguage;

use texts::Texts;

const SAMPLE_EN: &str = include_str!("sample_en.json");
const SAMPLE_JA: &str = include_str!("sample_ja.json");

/// A kitchen in a store.
#[derive(Clone)]
pub struct Kitchen {
    store: Rc<dyn Store>,
    texts: Texts,
}

/// What a sample consists of.
#[derive(kikitori_json::FromJson)]
struct Sample {
    items: Vec<SampleItem>,
    recipes: Vec<Recipe>,
}

/// Something in the sample, whose best-before day depends on the day on which it is put in.
#[derive(kikitori_json::FromJson)]
struct SampleItem {
    name: String,
    amount: u32,
    unit: Unit,
    keeps_days: Option<u32>,
}

/// Tells which day it will be for the person in so many days, as `2026-11-24`; none where nobody
/// knows.
pub type DayIn<'a> = &'a dyn Fn(u32) -> Option<String>;

impl Kitchen {
    /// The kitchen in `store`. What it asks is in `language`.
    pub fn new(store: Rc<dyn Store>, language: KitchenLanguage) -> Self {
        let texts = Texts(language);
        Self { store, texts }
    }

    /// Fills a kitchen that was never used with the sample of its language, as fresh as it is on the
    /// day from which `day_in` counts. One that is empty because the person emptied it stays so.
    ///
    /// # Errors
    /// [`KitchenError`] when the store fails.
    pub async fn fill_with_sample(&self, day_in: DayIn<'_>) -> Result<(), KitchenError> {
        let (pantry, book) = self.sample(day_in)?;
        keep::create(&*self.store, &pantry).await?;
        keep::create(&*self.store, &book).await
    }

    /// Puts the sample of its language in the place of all that is in the kitchen, as fresh as it is
    /// on the day from which `day_in` counts. Nothing that tasks changed before can be taken back
    /// after that.
    ///
    /// # Errors
    /// [`KitchenError`] when the store fails.
    pub async fn reset(&self, day_in: DayIn<'_>) -> Result<(), KitchenError> {
        let (pantry, book) = self.sample(day_in)?;
        keep::update(&*self.store, |now: &mut Pantry| {
            *now = pantry.clone();
            Ok(())
        })
        .await?;
        keep::update(&*self.store, |now: &mut RecipeBook| {
            *now = book.clone();
            Ok(())
        })
        .await
    }

    fn sample(&self, day_in: DayIn<'_>) -> Result<(Pantry, RecipeBook), KitchenError> {
        let text = match self.texts.0 {
            KitchenLanguage::English => SAMPLE_EN,
            KitchenLanguage::Japanese => SAMPLE_JA,
        };
        let sample: Sample = kikitori_json::from_str(text)
            .map_err(|error| KitchenError::Refused(error.to_string()))?;
        let items = sample.items.into_iter().map(|it| Item {
            name: it.name,
            amount: it.amount,
            unit: it.unit,
            best_before: it.keeps_days.and_then(day_in),
        });
        let pantry = Pantry {
            items: items.collect(),
            ..Pantry::default()
        };
        let book = RecipeBook {
            recipes: sample.recipes,
            ..RecipeBook::default()
        };
        Ok((pantry, book))
    }

    /// What is in the kitchen, and what is to be bought.
    ///
    /// # Errors
    /// [`KitchenError`] when it cannot be read.
    pub async fn pantry(&self) -> Result<Pantry, KitchenError> {
        keep::current(&*self.store).await
    }

    /// The recipe book.
    ///
    /// # Errors
    /// [`KitchenError`] when it cannot be read.
    pub async fn recipe_book(&self) -> Result<RecipeBook, KitchenError> {
        keep::current(&*self.store).await
    }

    /// Puts `new` in the place of the item `old`, as the person edits the inventory: without `old` it
    /// is added, without `new` the old one is removed.
    ///
    /// # Errors
    /// [`KitchenError::Refused`] when there is such an item already, it has no name, or the old one
    /// is not there as it was; otherwise what the store says.
    pub async fn change_item(
        &self,
        old: Option<&Item>,
        new: Option<&Item>,
    ) -> Result<(), KitchenError> {
        let texts = self.texts;
        edit::check_name(new.map(|it| it.name.as_str()), texts)?;
        keep::update(&*self.store, |pantry: &mut Pantry| {
            let is_taken = |it: &&Item, new: &Item| {
                names::is_same(&it.name, &new.name) && it.unit == new.unit && Some(*it) != old
            };
            match new.filter(|new| pantry.items.iter().any(|it| is_taken(&it, new))) {
                Some(new) => Err(KitchenError::Refused(texts.has_item(&new.name))),
                None => edit::replace(&mut pantry.items, old, new, texts),
            }
        })
        .await
    }

    /// The same with a line of the shopping list.
    ///
    /// # Errors
    /// As [`Self::change_item`].
    pub async fn change_shopping(
        &self,
        old: Option<&Amount>,
        new: Option<&Amount>,
    ) -> Result<(), KitchenError> {
        let texts = self.texts;
        edit::check_name(new.map(|it| it.name.as_str()), texts)?;
        keep::update(&*self.store, |pantry: &mut Pantry| {
            edit::replace(&mut pantry.shopping, old, new, texts)
        })
        .await
    }

    /// The same with a recipe.
    ///
    /// # Errors
    /// As [`Self::change_item`].
    pub async fn change_recipe(
        &self,
        old: Option<&Recipe>,
        new: Option<&Recipe>,
    ) -> Result<(), KitchenError> {
        let texts = self.texts;
        edit::check_name(new.map(|it| it.name.as_str()), texts)?;
        keep::update(&*self.store, |book: &mut RecipeBook| {
            let is_taken = |it: &&Recipe, new: &Recipe| {
                names::is_same(&it.name, &new.name) && Some(*it) != old
            };
            match new.filter(|new| book.recipes.iter().any(|it| is_taken(&it, new))) {
                Some(new) => Err(KitchenError::Refused(texts.has_recipe(&new.name))),
                None => edit::replace(&mut book.recipes, old, new, texts),
            }
        })
        .await
    }

    /// Takes back what a task changed, by the idempotency key of its call.
    ///
    /// # Errors
    /// [`KitchenError`] when there is nothing of it to take back, or what it put in was used since.
    pub async fn undo(&self, key: &str) -> Result<(), KitchenError> {
        keep::undo(&*self.store, key, self.texts).await
    }

    /// The kitchen's services, to be registered.
    pub fn services(&self) -> Vec<Rc<dyn Service>> {
        services::all(self, [""; 3])
    }

    /// The same, telling the planner by name what items and recipes there are, and what is on the shopping list.
    ///
    /// # Errors
    /// [`KitchenError`] when the kitchen cannot be read.
    pub async fn services_with_names(&self) -> Result<Vec<Rc<dyn Service>>, KitchenError> {
        let (pantry, book) = (self.pantry().await?, self.recipe_book().await?);
        let items = names::told(pantry.items.iter().map(|it| it.name.as_str()));
        let recipes = names::told(book.recipes.iter().map(|it| it.name.as_str()));
        let list = names::told(pantry.shopping.iter().map(|it| it.name.as_str()));
        Ok(services::all(self, [&items, &recipes, &list]))
    }
}
