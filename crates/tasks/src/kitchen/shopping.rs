//! What has to be bought, and the shopping list.

use futures::future::ready;
use serde_json::json;

use super::Kitchen;
use super::data::{Amount, Pantry, RecipeBook, Undo};
use super::keep::{self, KitchenError};
use super::methods;
use super::names::{how_much, is_same, named};
use super::parameters::{Menu, Missing, Named, Nothing, Shopping, Wanted};
use super::services::{failed, outcome};
use super::stock::Stock;
use crate::execution::TaskOutcome;
use crate::service::LocalService;

/// The service.
pub(super) fn shopping(kitchen: &Kitchen, names: &str) -> LocalService {
    let (missing, list) = (kitchen.clone(), kitchen.clone());
    let (save, look_at_save) = (kitchen.clone(), kitchen.clone());
    let (remove, look_at_remove) = (kitchen.clone(), kitchen.clone());
    LocalService::new("shopping", "What has to be bought, and the shopping list.")
        .with_names(names)
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
                let items = match amounts_wanted(&wanted, &kitchen) {
                    Ok(items) => items,
                    Err(outcome) => return outcome,
                };
                if items.is_empty() {
                    return TaskOutcome::Unchanged(json!({"items": items}));
                }
                let saved = keep::once(&*kitchen.store, &key, |pantry: &mut Pantry| {
                    pantry.shopping.extend(items.iter().cloned());
                    Ok((json!({"items": items}), Undo::Listed(items.clone())))
                });
                outcome(saved.await)
            }
        })
        .preview("save", move |wanted: Shopping| {
            let wanted = amounts_wanted(&wanted, &look_at_save);
            let looked = |items: Vec<Amount>| match items.is_empty() {
                true => TaskOutcome::Unchanged(json!({"items": items})),
                false => TaskOutcome::Done(json!({"items": items})),
            };
            ready(wanted.map_or_else(|it| it, looked))
        })
        .method(methods::REMOVE.info(), move |line: Named, key| {
            let kitchen = remove.clone();
            async move { take_off_list(&kitchen, &line.name, &key).await }
        })
        .preview("remove", move |line: Named| {
            let kitchen = look_at_remove.clone();
            async move {
                look_at_removing(&kitchen, &line.name)
                    .await
                    .unwrap_or_else(|it| it)
            }
        })
        .method(methods::SHOPPING_LIST.info(), move |_: Nothing, _| {
            let kitchen = list.clone();
            async move {
                let pantry = kitchen.pantry().await;
                outcome(pantry.map(|pantry| json!({"items": pantry.shopping})))
            }
        })
}

/// What goes on the list.
///
/// # Errors
/// A question where nobody has said how much of something.
fn amounts_wanted(wanted: &Shopping, kitchen: &Kitchen) -> Result<Vec<Amount>, TaskOutcome> {
    let items = wanted.items.iter();
    let known = |it: &Wanted| {
        let known = it.amount.zip(it.unit).map(|(amount, unit)| Amount {
            name: it.name.clone(),
            amount,
            unit,
        });
        known.ok_or_else(|| how_much(&it.name, &["items"], kitchen.texts))
    };
    items.map(known).collect()
}

async fn look_at_removing(kitchen: &Kitchen, said: &str) -> Result<TaskOutcome, TaskOutcome> {
    let pantry = kitchen.pantry().await.map_err(failed)?;
    let line = named(said, &pantry.shopping, |it| &it.name, "name", kitchen.texts)?;
    let lines = pantry
        .shopping
        .iter()
        .filter(|it| is_same(&it.name, &line.name));
    Ok(TaskOutcome::Done(
        json!({"removed": lines.collect::<Vec<_>>()}),
    ))
}

async fn take_off_list(kitchen: &Kitchen, said: &str, key: &str) -> TaskOutcome {
    let pantry = match kitchen.pantry().await {
        Ok(pantry) => pantry,
        Err(error) => return failed(error),
    };
    let is_seen = pantry.changes.iter().any(|it| it.key == key);
    let texts = kitchen.texts;
    let name = match named(said, &pantry.shopping, |it| &it.name, "name", texts) {
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
        let result = json!({"removed": removed, "left": kept});
        pantry.shopping = kept;
        Ok((result, Undo::Unlisted(removed)))
    });
    outcome(removed.await)
}

/// What all menus together take, one after the other, less what is there and good by then. Of a
/// recipe in the book the amounts are those for the people of its menu, whatever the menu says.
fn to_buy(menus: &[Menu], pantry: &Pantry, book: &RecipeBook) -> Vec<Amount> {
    let mut stock = Stock::of(pantry);
    let mut missing: Vec<Amount> = Vec::new();
    for menu in menus {
        for lacking in stock.cook(menu, book).lacking {
            let is_it =
                |it: &&mut Amount| is_same(&it.name, &lacking.name) && it.unit == lacking.unit;
            match missing.iter_mut().find(is_it) {
                Some(sum) => sum.amount = sum.amount.saturating_add(lacking.amount),
                None => missing.push(lacking),
            }
        }
    }
    missing.retain(|it| it.amount > 0);
    missing
}
