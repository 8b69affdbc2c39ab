//! The kitchen in the store: read, and changed once for each key.

use kikitori_store::{Batch, Guard, Record, Store, StoreError};
use serde_json::Value;
use thiserror::Error;

use super::data::{Amount, Change, Changed, Item, MAX_CHANGES, Pantry, RecipeBook, Undo};
use super::names::is_same;
use super::texts::Texts;

/// How often a change is begun anew because another one came first.
const MAX_TRIES: u32 = 16;

/// Why a change was not made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum KitchenError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Others change the same all the time.
    #[error("others change the kitchen at the same time; try again")]
    Busy,
    /// What the change is about does not allow it.
    #[error("{0}")]
    Refused(String),
    /// There is no change of this key that could be taken back.
    #[error("there is no such change to take back")]
    NothingToUndo,
}

/// A part of the kitchen with the record that it was read from.
async fn read<T: Changed>(store: &dyn Store) -> Result<(T, Option<Record>), KitchenError> {
    let found = store.get(T::KEY).await?;
    let value = found.as_ref().map(Record::read::<T>).transpose()?;
    Ok((value.unwrap_or_default(), found))
}

/// A part of the kitchen as it is now.
pub(super) async fn current<T: Changed>(store: &dyn Store) -> Result<T, KitchenError> {
    Ok(read(store).await?.0)
}

/// Changes a part of the kitchen, unless another change comes first: then it is done anew from what
/// that left.
pub(super) async fn update<T: Changed, R>(
    store: &dyn Store,
    change: impl Fn(&mut T) -> Result<R, KitchenError>,
) -> Result<R, KitchenError> {
    for _ in 0..MAX_TRIES {
        let (mut value, expected) = read::<T>(store).await?;
        let made = change(&mut value)?;
        let mut batch = Batch::new();
        batch.put_value(T::KEY, &value)?;
        batch.guard(Guard {
            key: T::KEY.to_owned(),
            expected,
        });
        match store.commit(batch).await {
            Err(StoreError::Superseded | StoreError::Vanished) => {}
            committed => return committed.map(|()| made).map_err(Into::into),
        }
    }
    Err(KitchenError::Busy)
}

/// Stores a part of the kitchen unless there is one.
pub(super) async fn create<T: Changed>(store: &dyn Store, value: &T) -> Result<(), KitchenError> {
    if store.get(T::KEY).await?.is_some() {
        return Ok(());
    }
    let mut batch = Batch::new();
    batch.put_value(T::KEY, value)?;
    batch.guard(Guard {
        key: T::KEY.to_owned(),
        expected: None,
    });
    match store.commit(batch).await {
        // Another tab came first.
        Err(StoreError::Superseded | StoreError::Vanished) => Ok(()),
        committed => committed.map_err(Into::into),
    }
}

/// Makes a change once: called again with a key that was seen, it answers what it came to.
pub(super) async fn once<T: Changed>(
    store: &dyn Store,
    key: &str,
    change: impl Fn(&mut T) -> Result<(Value, Undo), KitchenError>,
) -> Result<Value, KitchenError> {
    update(store, |value: &mut T| {
        if let Some(seen) = value.changes().iter().find(|it| it.key == key) {
            return Ok(seen.result.clone());
        }
        let (result, undo) = change(value)?;
        let changes = value.changes();
        changes.push(Change {
            key: key.to_owned(),
            result: result.clone(),
            undo: Some(undo),
        });
        let beyond = changes.len().saturating_sub(MAX_CHANGES);
        changes.drain(..beyond);
        Ok(result)
    })
    .await
}

/// Takes the change of this key back.
pub(super) async fn undo(store: &dyn Store, key: &str, texts: Texts) -> Result<(), KitchenError> {
    match update(store, |pantry: &mut Pantry| {
        undo_in_pantry(pantry, key, texts)
    })
    .await
    {
        Err(KitchenError::NothingToUndo) => {
            update(store, |book: &mut RecipeBook| {
                let Undo::RecipeAdded(name) = taken(&mut book.changes, key)? else {
                    return Err(KitchenError::NothingToUndo);
                };
                book.recipes.retain(|it| it.name != name);
                Ok(())
            })
            .await
        }
        done => done,
    }
}

fn taken(changes: &mut [Change], key: &str) -> Result<Undo, KitchenError> {
    let change = changes.iter_mut().find(|it| it.key == key);
    let undo = change.and_then(|it| it.undo.take());
    undo.ok_or(KitchenError::NothingToUndo)
}

/// Takes out again what was put in.
fn take_out(pantry: &mut Pantry, added: &Amount, texts: Texts) -> Result<(), KitchenError> {
    let is_it = |it: &Item| is_same(&it.name, &added.name) && it.unit == added.unit;
    let item = pantry.items.iter_mut().find(|it| is_it(it));
    let left = item.and_then(|item| {
        item.amount = item.amount.checked_sub(added.amount)?;
        Some(item.amount)
    });
    match left {
        None => return Err(KitchenError::Refused(texts.used_since(&added.name))),
        Some(0) => pantry.items.retain(|it| !is_it(it)),
        Some(_) => {}
    }
    Ok(())
}

fn undo_in_pantry(pantry: &mut Pantry, key: &str, texts: Texts) -> Result<(), KitchenError> {
    match taken(&mut pantry.changes, key)? {
        Undo::Added(added) => take_out(pantry, &added, texts)?,
        Undo::AddedBeside { added, best_before } => {
            take_out(pantry, &added, texts)?;
            let is_it = |it: &&mut Item| is_same(&it.name, &added.name) && it.unit == added.unit;
            if let Some(item) = pantry.items.iter_mut().find(is_it) {
                item.best_before = best_before;
            }
        }
        Undo::Used(used) => {
            let is_it = |it: &&mut Item| it.name == used.name && it.unit == used.unit;
            match pantry.items.iter_mut().find(is_it) {
                Some(item) => item.amount = item.amount.saturating_add(used.amount),
                None => pantry.items.push(used),
            }
        }
        Undo::Listed(listed) => {
            for one in &listed {
                if let Some(at) = pantry.shopping.iter().position(|it| it == one) {
                    pantry.shopping.remove(at);
                }
            }
        }
        Undo::Unlisted(unlisted) => pantry.shopping.extend(unlisted),
        Undo::RecipeAdded(_) => return Err(KitchenError::NothingToUndo),
    }
    Ok(())
}
