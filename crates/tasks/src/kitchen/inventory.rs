//! The inventory: what is in the kitchen, put in and taken out.

use serde_json::{Value, json};

use super::Kitchen;
use super::data::{Amount, Item, Pantry, Undo};
use super::keep::{self, KitchenError};
use super::methods;
use super::names::{asks, how_much, is_same, meant, meant_in_unit};
use super::parameters::{Added, Named, Nothing, Used};
use super::services::{failed, outcome};
use super::stock::is_day;
use super::texts::Texts;
use crate::execution::TaskOutcome;
use crate::service::LocalService;

/// The service.
pub(super) fn inventory(kitchen: &Kitchen, names: &str) -> LocalService {
    let (list, find) = (kitchen.clone(), kitchen.clone());
    let (add, look_at_add) = (kitchen.clone(), kitchen.clone());
    let (take, look_at_use) = (kitchen.clone(), kitchen.clone());
    LocalService::new("inventory", "What is in the kitchen, with amounts.")
        .with_names(names)
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
                match amount_added(&added, &kitchen).await {
                    Ok(amount) => {
                        let store = &*kitchen.store;
                        let put = |pantry: &mut Pantry| Ok(put_in(pantry, &amount, &added));
                        outcome(keep::once(store, &key, put).await)
                    }
                    Err(outcome) => outcome,
                }
            }
        })
        .preview("add", move |added: Added| {
            let kitchen = look_at_add.clone();
            async move {
                look_at_adding(&kitchen, &added)
                    .await
                    .unwrap_or_else(|it| it)
            }
        })
        .method(methods::USE.info(), move |used: Used, key| {
            let kitchen = take.clone();
            async move { use_item(&kitchen, used, &key).await }
        })
        .preview("use", move |used: Used| {
            let kitchen = look_at_use.clone();
            async move { look_at_using(&kitchen, &used).await.unwrap_or_else(|it| it) }
        })
}

/// An item as it is and as it would be, which the person is shown.
fn change(before: Option<&Item>, after: &Item) -> TaskOutcome {
    TaskOutcome::Done(json!({"before": before, "after": after}))
}

fn item_meant<'a>(said: &str, pantry: &'a Pantry, texts: Texts) -> Result<&'a Item, TaskOutcome> {
    meant(said, &pantry.items, |item| &item.name, "name", texts)
}

/// The day until which it keeps, if one is said.
fn best_before(added: &Added) -> Option<&str> {
    let said = added.best_before.as_deref().map(str::trim);
    said.filter(|it| !it.is_empty())
}

/// Until when what is there and what is put in beside it keep: the earlier day of both. Of what was
/// used up none is left to go bad.
fn best_before_together(there: &Item, added: &Added) -> Option<String> {
    let days = [there.best_before.as_deref(), best_before(added)];
    match there.amount {
        0 => days[1].map(str::to_owned),
        _ => days.into_iter().flatten().min().map(str::to_owned),
    }
}

/// How much is put in. What was said without a unit is counted as what is there is.
///
/// # Errors
/// A question where that is not known, and a refusal of a day that is none.
async fn amount_added(added: &Added, kitchen: &Kitchen) -> Result<Amount, TaskOutcome> {
    if let Some(said) = best_before(added).filter(|it| !is_day(it)) {
        return Err(failed(KitchenError::Refused(kitchen.texts.no_date(said))));
    }
    let pantry = kitchen.pantry().await.map_err(failed)?;
    let there = pantry
        .items
        .iter()
        .filter(|it| is_same(&it.name, &added.name));
    let there: Vec<&Item> = there.collect();
    let only = match there[..] {
        [only] => Some(only),
        _ => None,
    };
    let (unit, texts) = (added.unit.or(only.map(|it| it.unit)), kitchen.texts);
    match (added.amount, unit) {
        (Some(amount), Some(unit)) => Ok(Amount {
            name: added.name.trim().to_owned(),
            amount,
            unit,
        }),
        (Some(_), None) => Err(how_much(&added.name, &["unit"], texts)),
        (None, Some(unit)) => Err(match only.filter(|it| it.unit == unit) {
            Some(item) => asks(texts.how_much_of(item), &["amount"]),
            None => how_much(&added.name, &["amount"], texts),
        }),
        (None, None) => Err(how_much(&added.name, &["amount", "unit"], texts)),
    }
}

async fn look_at_adding(kitchen: &Kitchen, added: &Added) -> Result<TaskOutcome, TaskOutcome> {
    let amount = amount_added(added, kitchen).await?;
    let mut pantry = kitchen.pantry().await.map_err(failed)?;
    let is_it = |it: &&Item| is_same(&it.name, &amount.name) && it.unit == amount.unit;
    let before = pantry.items.iter().find(is_it).cloned();
    put_in(&mut pantry, &amount, added);
    let (same, others): (Vec<&Item>, Vec<&Item>) = pantry
        .items
        .iter()
        .filter(|it| is_same(&it.name, &amount.name))
        .partition(is_it);
    // What is counted otherwise stays as it is.
    Ok(TaskOutcome::Done(match same.first() {
        Some(after) => json!({"before": before, "after": after, "beside": others}),
        None => json!({}),
    }))
}

fn put_in(pantry: &mut Pantry, amount: &Amount, added: &Added) -> (Value, Undo) {
    let is_it = |it: &&mut Item| is_same(&it.name, &amount.name) && it.unit == amount.unit;
    let mut before = None;
    let item = match pantry.items.iter_mut().find(is_it) {
        Some(item) => {
            let day = best_before_together(item, added);
            if day != item.best_before {
                before = Some(std::mem::replace(&mut item.best_before, day));
            }
            item.amount = item.amount.saturating_add(amount.amount);
            item.clone()
        }
        None => {
            let item = Item {
                name: amount.name.clone(),
                amount: amount.amount,
                unit: amount.unit,
                best_before: best_before(added).map(str::to_owned),
            };
            pantry.items.push(item.clone());
            item
        }
    };
    let put_in = Amount {
        name: item.name.clone(),
        ..amount.clone()
    };
    let undo = match before {
        None => Undo::Added(put_in),
        Some(best_before) => Undo::AddedBeside {
            added: put_in,
            best_before,
        },
    };
    (json!({ "item": item }), undo)
}

async fn look_at_using(kitchen: &Kitchen, used: &Used) -> Result<TaskOutcome, TaskOutcome> {
    let pantry = kitchen.pantry().await.map_err(failed)?;
    let texts = kitchen.texts;
    let amount = amount_used(used, &pantry, texts)?;
    let item = meant_in_unit(&used.name, amount, used.unit, &pantry.items, texts)?;
    let left = item.amount.checked_sub(amount);
    // A failure would take with it what comes after.
    let not_enough = || asks(texts.how_much_of_the_rest(item), &["amount"]);
    let after = Item {
        amount: left.ok_or_else(not_enough)?,
        ..item.clone()
    };
    Ok(change(Some(item), &after))
}

/// # Errors
/// A question where nobody has said it: first which item is meant, as that says the unit.
fn amount_used(used: &Used, pantry: &Pantry, texts: Texts) -> Result<u32, TaskOutcome> {
    if let Some(amount) = used.amount {
        return Ok(amount);
    }
    let item = meant_in_unit(&used.name, 1, used.unit, &pantry.items, texts)?;
    Err(asks(texts.how_much_of(item), &["amount"]))
}

async fn use_item(kitchen: &Kitchen, used: Used, key: &str) -> TaskOutcome {
    let texts = kitchen.texts;
    let pantry = match kitchen.pantry().await {
        Ok(pantry) => pantry,
        Err(error) => return failed(error),
    };
    let amount = match amount_used(&used, &pantry, texts) {
        Ok(amount) => amount,
        Err(outcome) => return outcome,
    };
    // A call that is made again finds the item as the first one left it, or gone.
    let is_seen = pantry.changes.iter().any(|it| it.key == key);
    let meant = meant_in_unit(&used.name, amount, used.unit, &pantry.items, texts);
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
        let left = item.amount.checked_sub(amount);
        item.amount = left.ok_or_else(|| refused(texts.not_enough(&before)))?;
        let result = json!({ "item": item });
        pantry.items.retain(|it| it.amount > 0);
        let taken = Item { amount, ..before };
        Ok((result, Undo::Used(taken)))
    });
    outcome(taken.await)
}
