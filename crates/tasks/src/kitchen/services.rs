//! The four services of a kitchen.

use std::rc::Rc;

use serde::Serialize;
use serde_json::{Value, json};

use super::Kitchen;
use super::data::{Amount, Pantry, Recipe, RecipeBook, Undo};
use super::inventory::inventory;
use super::keep::{self, KitchenError};
use super::methods;
use super::names::{asks, is_same, may_mean, meant};
use super::parameters::{Menu, Named, NewRecipe, PlanDay, Search};
use super::shopping::shopping;
use super::texts::Texts;
use crate::execution::{ServiceError, ServiceErrorKind, TaskOutcome};
use crate::service::{LocalService, Service};

/// The services, with what is told of the names of items and of recipes.
pub(super) fn all(kitchen: &Kitchen, [items, book]: [&str; 2]) -> Vec<Rc<dyn Service>> {
    vec![
        Rc::new(inventory(kitchen, items)),
        Rc::new(recipes(kitchen, book)),
        Rc::new(menu(kitchen)),
        Rc::new(shopping(kitchen)),
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

fn value(made: &impl Serialize) -> Value {
    serde_json::to_value(made).unwrap_or_default()
}

fn recipes(kitchen: &Kitchen, names: &str) -> LocalService {
    let (search, get) = (kitchen.clone(), kitchen.clone());
    let (add, look_at_add) = (kitchen.clone(), kitchen.clone());
    LocalService::new("recipes", &format!("The person's recipe book.{names}"))
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

fn menu(kitchen: &Kitchen) -> LocalService {
    let kitchen = kitchen.clone();
    LocalService::new("menu", "Plans what is cooked on which day.").method(
        methods::PLAN_DAY.info(),
        move |plan: PlanDay, _| {
            let kitchen = kitchen.clone();
            async move {
                let read = async { Ok((kitchen.pantry().await?, kitchen.recipe_book().await?)) };
                match read.await {
                    Ok((pantry, book)) => plan_day(&plan, &pantry, &book, kitchen.texts),
                    Err(error) => failed(error),
                }
            }
        },
    )
}

fn plan_day(plan: &PlanDay, pantry: &Pantry, book: &RecipeBook, texts: Texts) -> TaskOutcome {
    let Some(people) = plan.people else {
        return asks(texts.how_many_eat(&plan.day), &["people"]);
    };
    if let Some(said) = &plan.recipe {
        return match meant(said, &book.recipes, |it| &it.name, "recipe", texts) {
            Ok(recipe) => menu_of(plan, people, recipe),
            Err(outcome) => outcome,
        };
    }
    let using = match &plan.using {
        None => None,
        Some(said) => match meant(said, &pantry.items, |it| &it.name, "using", texts) {
            Ok(item) => Some(&item.name),
            Err(outcome) => return outcome,
        },
    };
    let without = plan.without.as_deref().unwrap_or_default();
    let fitting = book.recipes.iter().filter(|recipe| {
        plan.max_minutes.is_none_or(|most| recipe.minutes <= most)
            && !without.iter().any(|name| is_same(name, &recipe.name))
            && using.is_none_or(|name| {
                let mut ingredients = recipe.ingredients.iter();
                ingredients.any(|it| may_mean(&it.name, name))
            })
    });
    // Of equally good ones the first in the book is taken.
    let best = fitting.min_by_key(|recipe| {
        let amounts = scaled(recipe, people);
        amounts.iter().filter(|it| lacking(it, pantry) > 0).count()
    });
    match best {
        None => failed(KitchenError::Refused(texts.no_recipe())),
        Some(recipe) => menu_of(plan, people, recipe),
    }
}

fn menu_of(plan: &PlanDay, people: u32, recipe: &Recipe) -> TaskOutcome {
    TaskOutcome::Done(value(&Menu {
        day: plan.day.clone(),
        recipe: recipe.name.clone(),
        people,
        minutes: recipe.minutes,
        ingredients: scaled(recipe, people),
    }))
}

/// What a recipe takes for so many people, rounded up.
pub(super) fn scaled(recipe: &Recipe, people: u32) -> Vec<Amount> {
    let serves = u64::from(recipe.serves.max(1));
    let ingredients = recipe.ingredients.iter().map(|it| {
        let amount = (u64::from(it.amount) * u64::from(people)).div_ceil(serves);
        Amount {
            amount: u32::try_from(amount).unwrap_or(u32::MAX),
            ..it.clone()
        }
    });
    ingredients.collect()
}

/// How much of it has to be bought.
pub(super) fn lacking(wanted: &Amount, pantry: &Pantry) -> u32 {
    let items = pantry.items.iter();
    let items = items.filter(|it| it.unit == wanted.unit && may_mean(&wanted.name, &it.name));
    let there = items.fold(0_u32, |sum, item| sum.saturating_add(item.amount));
    wanted.amount.saturating_sub(there)
}
