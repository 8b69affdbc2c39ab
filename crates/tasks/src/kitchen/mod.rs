//! The sample: a kitchen assistant. An inventory, a recipe book and a shopping list lie in the
//! store; four services let a chain plan menus over several days, use things up and list what is to
//! be bought. Each change remembers the task that made it, so that a task that is called again
//! changes nothing more, and can be taken back.

mod data;
mod keep;
mod methods;
mod names;
mod services;
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
    items: Vec<Item>,
    recipes: Vec<Recipe>,
}

impl Kitchen {
    /// The kitchen in `store`. What it asks is in `language`.
    pub fn new(store: Rc<dyn Store>, language: KitchenLanguage) -> Self {
        let texts = Texts(language);
        Self { store, texts }
    }

    /// Fills an empty kitchen with the sample of its language; one that has something in it stays
    /// as it is.
    ///
    /// # Errors
    /// [`KitchenError`] when the store fails.
    pub async fn fill_with_sample(&self) -> Result<(), KitchenError> {
        let text = match self.texts.0 {
            KitchenLanguage::English => SAMPLE_EN,
            KitchenLanguage::Japanese => SAMPLE_JA,
        };
        let sample: Sample = kikitori_json::from_str(text)
            .map_err(|error| KitchenError::Refused(error.to_string()))?;
        keep::update(&*self.store, |pantry: &mut Pantry| {
            if pantry.items.is_empty() {
                pantry.items = sample.items.clone();
            }
            Ok(())
        })
        .await?;
        keep::update(&*self.store, |book: &mut RecipeBook| {
            if book.recipes.is_empty() {
                book.recipes = sample.recipes.clone();
            }
            Ok(())
        })
        .await
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

    /// Replaces the inventory, as the person edited it.
    ///
    /// # Errors
    /// [`KitchenError`] when it cannot be stored.
    pub async fn set_items(&self, items: Vec<Item>) -> Result<(), KitchenError> {
        keep::update(&*self.store, |pantry: &mut Pantry| {
            pantry.items = items.clone();
            Ok(())
        })
        .await
    }

    /// Replaces the recipes, as the person edited them.
    ///
    /// # Errors
    /// [`KitchenError`] when they cannot be stored.
    pub async fn set_recipes(&self, recipes: Vec<Recipe>) -> Result<(), KitchenError> {
        keep::update(&*self.store, |book: &mut RecipeBook| {
            book.recipes = recipes.clone();
            Ok(())
        })
        .await
    }

    /// Takes back what a task changed, by the idempotency key of its call.
    ///
    /// # Errors
    /// [`KitchenError`] when there is nothing of it to take back, or what it put in was used since.
    pub async fn undo(&self, key: &str) -> Result<(), KitchenError> {
        keep::undo(&*self.store, key).await
    }

    /// The kitchen's services, to be registered.
    pub fn services(&self) -> Vec<Rc<dyn Service>> {
        services::all(self)
    }
}
