//! The four services of a kitchen.

use std::rc::Rc;

use serde::Serialize;
use serde_json::{Value, json};

use super::Kitchen;
use super::data::{Amount, Item, Pantry, Recipe, RecipeBook, Undo};
use super::keep::{self, KitchenError};
use super::methods::{self, Added, Menu, Missing, Named, NewRecipe, Nothing, PlanDay};
use super::methods::{Search, Shopping, Used};
use super::names::{is_same, may_mean, meant, meant_in_unit};
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
fn outcome(result: Result<Value, KitchenError>) -> TaskOutcome {
    result.map_or_else(failed, TaskOutcome::Done)
}

fn failed(error: KitchenError) -> TaskOutcome {
    let kind = match error {
        KitchenError::Store(_) | KitchenError::Busy => ServiceErrorKind::Unavailable,
        KitchenError::Refused(_) | KitchenError::NothingToUndo => ServiceErrorKind::Refused,
    };
    TaskOutcome::Failed(ServiceError::new(kind, error.to_string()))
}

fn value(made: &impl Serialize) -> Value {
    serde_json::to_value(made).unwrap_or_default()
}

fn inventory(kitchen: &Kitchen, names: &str) -> LocalService {
    let (list, find, add, take) = (
        kitchen.clone(),
        kitchen.clone(),
        kitchen.clone(),
        kitchen.clone(),
    );
    let description = format!("What is in the kitchen, with amounts.{names}");
    LocalService::new("inventory", &description)
        .method(methods::LIST.info(), move |_: Nothing, _| {
            let kitchen = list.clone();
            async move {
                let pantry = kitchen.pantry().await;
                outcome(pantry.map(|pantry| json!({"items": pantry.items})))
            }
        })
        .method(methods::FIND.info(), move |named: Named, _| {
            let kitchen = find.clone();
            async move {
                match kitchen.pantry().await {
                    Ok(pantry) => match item_meant(&named.name, &pantry, kitchen.texts) {
                        Ok(item) => TaskOutcome::Done(json!({ "item": item })),
                        Err(outcome) => outcome,
                    },
                    Err(error) => failed(error),
                }
            }
        })
        .method(methods::ADD.info(), move |added: Added, key| {
            let kitchen = add.clone();
            async move {
                let store = &*kitchen.store;
                outcome(keep::once(store, &key, |pantry| Ok(put_in(pantry, &added))).await)
            }
        })
        .method(methods::USE.info(), move |used: Used, key| {
            let kitchen = take.clone();
            async move { use_item(&kitchen, used, &key).await }
        })
}

fn item_meant<'a>(said: &str, pantry: &'a Pantry, texts: Texts) -> Result<&'a Item, TaskOutcome> {
    meant(said, &pantry.items, |item| &item.name, "name", texts)
}

fn put_in(pantry: &mut Pantry, added: &Added) -> (Value, Undo) {
    let is_it = |it: &&mut Item| is_same(&it.name, &added.name) && it.unit == added.unit;
    let item = match pantry.items.iter_mut().find(is_it) {
        Some(item) => {
            item.amount = item.amount.saturating_add(added.amount);
            item.clone()
        }
        None => {
            let item = Item {
                name: added.name.trim().to_owned(),
                amount: added.amount,
                unit: added.unit,
                best_before: added.best_before.clone(),
            };
            pantry.items.push(item.clone());
            item
        }
    };
    let undo = Undo::Added(Amount {
        name: item.name.clone(),
        amount: added.amount,
        unit: item.unit,
    });
    (json!({ "item": item }), undo)
}

async fn use_item(kitchen: &Kitchen, used: Used, key: &str) -> TaskOutcome {
    let pantry = match kitchen.pantry().await {
        Ok(pantry) => pantry,
        Err(error) => return failed(error),
    };
    // A call that is made again finds the item as the first one left it, or gone.
    let is_seen = pantry.changes.iter().any(|it| it.key == key);
    let texts = kitchen.texts;
    let meant = meant_in_unit(&used.name, used.amount, used.unit, &pantry.items, texts);
    let meant = match meant {
        Ok(item) => Some((item.name.clone(), item.unit)),
        Err(_) if is_seen => None,
        Err(outcome) => return outcome,
    };
    let taken = keep::once(&*kitchen.store, key, |pantry: &mut Pantry| {
        let items = &mut pantry.items;
        let item = meant.as_ref().and_then(|(name, unit)| {
            items
                .iter_mut()
                .find(|it| it.name == *name && it.unit == *unit)
        });
        let refused = |text| KitchenError::Refused(text);
        let item = item.ok_or_else(|| refused(texts.nothing_called(&used.name)))?;
        let before = item.clone();
        let left = item.amount.checked_sub(used.amount);
        item.amount = left.ok_or_else(|| refused(texts.not_enough(&before)))?;
        let result = json!({ "item": item });
        pantry.items.retain(|it| it.amount > 0);
        let taken = Item {
            amount: used.amount,
            ..before
        };
        Ok((result, Undo::Used(taken)))
    });
    outcome(taken.await)
}

fn recipes(kitchen: &Kitchen, names: &str) -> LocalService {
    let (search, get, add) = (kitchen.clone(), kitchen.clone(), kitchen.clone());
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
    if let Some(said) = &plan.recipe {
        return match meant(said, &book.recipes, |it| &it.name, "recipe", texts) {
            Ok(recipe) => menu_of(plan, recipe),
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
        let amounts = scaled(recipe, plan.people);
        amounts.iter().filter(|it| lacking(it, pantry) > 0).count()
    });
    match best {
        None => failed(KitchenError::Refused(texts.no_recipe())),
        Some(recipe) => menu_of(plan, recipe),
    }
}

fn menu_of(plan: &PlanDay, recipe: &Recipe) -> TaskOutcome {
    TaskOutcome::Done(value(&Menu {
        day: plan.day.clone(),
        recipe: recipe.name.clone(),
        people: plan.people,
        minutes: recipe.minutes,
        ingredients: scaled(recipe, plan.people),
    }))
}

/// What a recipe takes for so many people, rounded up.
fn scaled(recipe: &Recipe, people: u32) -> Vec<Amount> {
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
fn lacking(wanted: &Amount, pantry: &Pantry) -> u32 {
    let items = pantry.items.iter();
    let items = items.filter(|it| it.unit == wanted.unit && may_mean(&wanted.name, &it.name));
    let there = items.fold(0_u32, |sum, item| sum.saturating_add(item.amount));
    wanted.amount.saturating_sub(there)
}

fn shopping(kitchen: &Kitchen) -> LocalService {
    let (missing, save) = (kitchen.clone(), kitchen.clone());
    let (remove, list) = (kitchen.clone(), kitchen.clone());
    LocalService::new("shopping", "What has to be bought, and the shopping list.")
        .method(methods::MISSING.info(), move |wanted: Missing, _| {
            let kitchen = missing.clone();
            async move {
                let read = async { Ok((kitchen.pantry().await?, kitchen.recipe_book().await?)) };
                outcome(
                    read.await.map(
                        |(pantry, book)| json!({"items": to_buy(&wanted.menus, &pantry, &book)}),
                    ),
                )
            }
        })
        .method(methods::SAVE.info(), move |wanted: Shopping, key| {
            let kitchen = save.clone();
            async move {
                let saved = keep::once(&*kitchen.store, &key, |pantry: &mut Pantry| {
                    pantry.shopping.extend(wanted.items.iter().cloned());
                    let result = json!({"items": wanted.items});
                    Ok((result, Undo::Listed(wanted.items.clone())))
                });
                outcome(saved.await)
            }
        })
        .method(methods::REMOVE.info(), move |named: Named, key| {
            let kitchen = remove.clone();
            async move { take_off_list(&kitchen, &named.name, &key).await }
        })
        .method(methods::SHOPPING_LIST.info(), move |_: Nothing, _| {
            let kitchen = list.clone();
            async move {
                let pantry = kitchen.pantry().await;
                outcome(pantry.map(|pantry| json!({"items": pantry.shopping})))
            }
        })
}

async fn take_off_list(kitchen: &Kitchen, said: &str, key: &str) -> TaskOutcome {
    let pantry = match kitchen.pantry().await {
        Ok(pantry) => pantry,
        Err(error) => return failed(error),
    };
    let is_seen = pantry.changes.iter().any(|it| it.key == key);
    let texts = kitchen.texts;
    let name = match meant(said, &pantry.shopping, |it| &it.name, "name", texts) {
        Ok(line) => line.name.clone(),
        Err(_) if is_seen => said.to_owned(),
        Err(outcome) => return outcome,
    };
    let removed = keep::once(&*kitchen.store, key, |pantry: &mut Pantry| {
        let is_it = |it: &Amount| is_same(&it.name, &name);
        let (removed, kept): (Vec<Amount>, Vec<Amount>) =
            pantry.shopping.iter().cloned().partition(is_it);
        if removed.is_empty() {
            return Err(KitchenError::Refused(texts.nothing_called(&name)));
        }
        pantry.shopping = kept;
        Ok((json!({"items": removed}), Undo::Unlisted(removed)))
    });
    outcome(removed.await)
}

/// What all menus together take, less what is there. Of a recipe in the book the amounts are those
/// for the people of its menu, whatever the menu says.
fn to_buy(menus: &[Menu], pantry: &Pantry, book: &RecipeBook) -> Vec<Amount> {
    let mut wanted: Vec<Amount> = Vec::new();
    for menu in menus {
        let recipe = book
            .recipes
            .iter()
            .find(|it| is_same(&it.name, &menu.recipe));
        let ingredients = recipe.map(|it| scaled(it, menu.people));
        for ingredient in ingredients.as_ref().unwrap_or(&menu.ingredients) {
            let is_it = |it: &&mut Amount| {
                is_same(&it.name, &ingredient.name) && it.unit == ingredient.unit
            };
            match wanted.iter_mut().find(is_it) {
                Some(sum) => sum.amount = sum.amount.saturating_add(ingredient.amount),
                None => wanted.push(ingredient.clone()),
            }
        }
    }
    let missing = wanted.into_iter().map(|it| Amount {
        amount: lacking(&it, pantry),
        ..it
    });
    missing.filter(|it| it.amount > 0).collect()
}
