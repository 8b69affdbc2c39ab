//! The four services of a kitchen.

use std::rc::Rc;

use serde_json::{Value, json};

use super::Kitchen;
use super::data::{Recipe, RecipeBook, Undo};
use super::inventory::inventory;
use super::keep::{self, KitchenError};
use super::menu::menu;
use super::methods;
use super::names::{is_same, may_mean, meant};
use super::parameters::{Named, NewRecipe, Search};
use super::shopping::shopping;
use super::texts::Texts;
use crate::execution::{ServiceError, ServiceErrorKind, TaskOutcome};
use crate::service::{LocalService, Service};

/// The services, with what is told of the names of items, of recipes and of the shopping list.
pub(super) fn all(kitchen: &Kitchen, [items, book, list]: [&str; 3]) -> Vec<Rc<dyn Service>> {
    vec![
        Rc::new(inventory(kitchen, items)),
        Rc::new(recipes(kitchen, book)),
        Rc::new(menu(kitchen)),
        Rc::new(shopping(kitchen, list)),
    ]
}

/// What a method came to: a kitchen's error becomes the service's.
pub(super) fn outcome(result: Result<Value, KitchenError>) -> TaskOutcome {
    result.map_or_else(failed, TaskOutcome::Done)
}

pub(super) fn failed(error: KitchenError) -> TaskOutcome {
    let kind = match error {
        KitchenError::Store(_) | KitchenError::Busy => ServiceErrorKind::Unavailable,
        KitchenError::Refused(_) | KitchenError::NothingToUndo => ServiceErrorKind::Refused,
    };
    TaskOutcome::Failed(ServiceError::new(kind, error.to_string()))
}

fn recipes(kitchen: &Kitchen, names: &str) -> LocalService {
    let (search, get) = (kitchen.clone(), kitchen.clone());
    let (add, look_at_add) = (kitchen.clone(), kitchen.clone());
    LocalService::new("recipes", "The person's recipe book.")
        .with_names(names)
        .method(methods::SEARCH.info(), move |search_for: Search, _| {
            let kitchen = search.clone();
            async move {
                let book = kitchen.recipe_book().await;
                outcome(book.map(|book| {
                    let found = book.recipes.iter().filter(|it| fits(it, &search_for));
                    json!({"recipes": found.collect::<Vec<_>>()})
                }))
            }
        })
        .method(methods::GET.info(), move |named: Named, _| {
            let kitchen = get.clone();
            async move {
                match kitchen.recipe_book().await {
                    Ok(book) => {
                        let name = |recipe: &Recipe| recipe.name.clone();
                        let names: Vec<String> = book.recipes.iter().map(name).collect();
                        let meant = meant(&named.name, &names, |it| it, "name", kitchen.texts);
                        match meant {
                            Ok(name) => {
                                let recipe = book.recipes.iter().find(|it| it.name == *name);
                                TaskOutcome::Done(json!({ "recipe": recipe }))
                            }
                            Err(outcome) => outcome,
                        }
                    }
                    Err(error) => failed(error),
                }
            }
        })
        .method(methods::ADD_RECIPE.info(), move |new: NewRecipe, key| {
            let kitchen = add.clone();
            async move {
                let texts = kitchen.texts;
                let store = &*kitchen.store;
                outcome(keep::once(store, &key, |book| add_recipe(book, &new, texts)).await)
            }
        })
        .preview("add", move |new: NewRecipe| {
            let kitchen = look_at_add.clone();
            async move {
                let book = kitchen.recipe_book().await;
                outcome(book.and_then(|mut book| {
                    let (recipe, _) = add_recipe(&mut book, &new, kitchen.texts)?;
                    Ok(recipe)
                }))
            }
        })
}

fn fits(recipe: &Recipe, search: &Search) -> bool {
    let is_short = search.max_minutes.is_none_or(|most| recipe.minutes <= most);
    let has_word = search.word.as_deref().is_none_or(|word| {
        may_mean(word, &recipe.name) || recipe.ingredients.iter().any(|it| may_mean(word, &it.name))
    });
    is_short && has_word
}

fn add_recipe(
    book: &mut RecipeBook,
    new: &NewRecipe,
    texts: Texts,
) -> Result<(Value, Undo), KitchenError> {
    if book.recipes.iter().any(|it| is_same(&it.name, &new.name)) {
        return Err(KitchenError::Refused(texts.has_recipe(&new.name)));
    }
    let recipe = Recipe {
        name: new.name.trim().to_owned(),
        serves: new.serves.max(1),
        minutes: new.minutes,
        ingredients: new.ingredients.clone(),
    };
    let undo = Undo::RecipeAdded(recipe.name.clone());
    let result = json!({ "recipe": recipe });
    book.recipes.push(recipe);
    Ok((result, undo))
}
