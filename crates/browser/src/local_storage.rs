//! The store port over localStorage, for browsers that refuse IndexedDB.

mod item;
mod journal;

use futures::future::{LocalBoxFuture, ready};
use kikitori_store::{Batch, Record, Store, StoreError, Write};
use web_sys::Storage;

use crate::js_error::{describe, storage_error};
use crate::preference::local_storage;
use journal::{Changes, Journal};

/// Keeps records in localStorage, below `name/`.
///
/// localStorage has no transactions. So a batch is first written whole, as one item, into a
/// journal, then applied, then the journal is removed: a tab that dies in between leaves a journal,
/// and whichever tab next reads or writes applies it first.
#[derive(Debug)]
pub struct LocalStorageStore {
    /// What each record's item begins with.
    records: String,
    /// The batch that is being applied.
    journal: String,
    /// How many batches have been applied, so that a journal is never applied over later ones.
    sequence: String,
}

impl LocalStorageStore {
    /// Opens the store `name`.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when the page may not use localStorage; [`StoreError::Full`] when a
    /// journal that was left cannot be applied.
    pub fn open(name: &str) -> Result<Self, StoreError> {
        let store = Self {
            records: format!("{name}/record/"),
            journal: format!("{name}/journal"),
            sequence: format!("{name}/sequence"),
        };
        let storage = store.ready()?;
        // Before all tabs shared one journal, each had its own below this.
        for left in items_below(&storage, &format!("{name}/journal/"))? {
            let journal = get(&storage, &left)?;
            match journal.as_deref().and_then(journal::read_old) {
                Some(changes) => store.apply(&storage, &changes)?,
                None => tracing::warn!(left, "a journal that cannot be read is dropped"),
            }
            remove(&storage, &left)?;
        }
        Ok(store)
    }

    /// The storage, with no batch half applied.
    fn ready(&self) -> Result<Storage, StoreError> {
        let storage = local_storage()?;
        let Some(left) = get(&storage, &self.journal)? else {
            return Ok(storage);
        };
        match Journal::read(&left) {
            Some(journal) if journal.sequence >= self.applied(&storage)? => {
                if self.finish(&storage, &journal).is_err() {
                    self.finish_in_its_room(&storage, &journal, &left)?;
                }
            }
            // Its batch was applied, and others after it.
            Some(_) => {}
            None => tracing::warn!("a journal that cannot be read is dropped"),
        }
        remove(&storage, &self.journal)?;
        Ok(storage)
    }

    /// The journal itself takes the room that its records need. If even that is too little, it
    /// stays for later.
    fn finish_in_its_room(
        &self,
        storage: &Storage,
        journal: &Journal,
        text: &str,
    ) -> Result<(), StoreError> {
        let before = self.items(storage, &journal.changes)?;
        remove(storage, &self.journal)?;
        let finished = self.finish(storage, journal);
        if finished.is_err() {
            restore(storage, &before)?;
            set(storage, &self.journal, text)?;
        }
        finished
    }

    fn item(&self, key: &str) -> String {
        format!("{}{key}", self.records)
    }

    fn read_one(&self, key: &str) -> Result<Option<Record>, StoreError> {
        let storage = self.ready()?;
        Ok(get(&storage, &self.item(key))?.map(|text| item::read(&text)))
    }

    fn read_keys(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        let items = items_below(&self.ready()?, &self.item(prefix))?;
        let keys = items
            .iter()
            .filter_map(|item| item.strip_prefix(&self.records));
        Ok(keys.map(str::to_owned).collect())
    }

    fn read_all(&self, prefix: &str) -> Result<Vec<(String, Record)>, StoreError> {
        let storage = self.ready()?;
        let mut found = Vec::new();
        for item in items_below(&storage, &self.item(prefix))? {
            if let (Some(key), Some(text)) =
                (item.strip_prefix(&self.records), get(&storage, &item)?)
            {
                found.push((key.to_owned(), item::read(&text)));
            }
        }
        Ok(found)
    }

    fn write(&self, batch: Batch) -> Result<(), StoreError> {
        let storage = self.ready()?;
        if let Some(guard) = batch.guarded_by() {
            let found = get(&storage, &self.item(&guard.key))?.map(|text| item::read(&text));
            guard.check(found.as_ref())?;
        }
        let mut changes = Changes::new();
        changes.extend(
            batch
                .into_writes()
                .into_iter()
                .map(|(key, write)| match write {
                    Write::Put(record) => (key, Some(item::write(&record))),
                    Write::Delete => (key, None),
                }),
        );
        if changes.is_empty() {
            return Ok(());
        }
        let before = self.items(&storage, &changes)?;
        let journal = Journal {
            sequence: self.applied(&storage)? + 1,
            changes,
        };
        match set(&storage, &self.journal, &journal.write()?) {
            // Deleting has to go on a full device. A tab that dies meanwhile leaves some of it.
            Err(StoreError::Full { .. }) if journal.changes.values().all(Option::is_none) => {
                return self.apply(&storage, &journal.changes);
            }
            // Without room for the journal nothing has changed.
            kept => kept?,
        }
        let applied = self.finish(&storage, &journal);
        if applied.is_err() {
            // If even this fails, the journal stays and the next call completes the batch.
            restore(&storage, &before)?;
        }
        remove(&storage, &self.journal)?;
        applied
    }

    fn applied(&self, storage: &Storage) -> Result<u64, StoreError> {
        let applied = get(storage, &self.sequence)?;
        Ok(applied.and_then(|text| text.parse().ok()).unwrap_or(0))
    }

    fn finish(&self, storage: &Storage, journal: &Journal) -> Result<(), StoreError> {
        self.apply(storage, &journal.changes)?;
        set(storage, &self.sequence, &journal.sequence.to_string())
    }

    fn apply(&self, storage: &Storage, changes: &Changes) -> Result<(), StoreError> {
        // Deletions first, for they make room.
        for (key, _) in changes.iter().filter(|(_, text)| text.is_none()) {
            remove(storage, &self.item(key))?;
        }
        for (key, text) in changes {
            if let Some(text) = text {
                set(storage, &self.item(key), text)?;
            }
        }
        Ok(())
    }

    /// What is there now at the keys of `changes`, item by item.
    fn items(
        &self,
        storage: &Storage,
        changes: &Changes,
    ) -> Result<Vec<(String, Option<String>)>, StoreError> {
        let items = changes.keys().map(|key| self.item(key));
        items
            .map(|item| get(storage, &item).map(|text| (item, text)))
            .collect()
    }
}

impl Store for LocalStorageStore {
    fn get<'a>(&'a self, key: &'a str) -> LocalBoxFuture<'a, Result<Option<Record>, StoreError>> {
        Box::pin(ready(self.read_one(key)))
    }

    fn list<'a>(
        &'a self,
        prefix: &'a str,
    ) -> LocalBoxFuture<'a, Result<Vec<(String, Record)>, StoreError>> {
        Box::pin(ready(self.read_all(prefix)))
    }

    fn keys<'a>(&'a self, prefix: &'a str) -> LocalBoxFuture<'a, Result<Vec<String>, StoreError>> {
        Box::pin(ready(self.read_keys(prefix)))
    }

    fn commit(&self, batch: Batch) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        Box::pin(ready(self.write(batch)))
    }
}

/// Brings items back to what they were. All are removed before any is set, so that at no moment
/// more room is needed than was taken before.
fn restore(storage: &Storage, before: &[(String, Option<String>)]) -> Result<(), StoreError> {
    for (item, _) in before {
        remove(storage, item)?;
    }
    for (item, text) in before {
        if let Some(text) = text {
            set(storage, item, text)?;
        }
    }
    Ok(())
}

/// All items whose names start with `prefix`, in the port's order.
pub(crate) fn items_below(storage: &Storage, prefix: &str) -> Result<Vec<String>, StoreError> {
    let found = js_sys::Array::new();
    for index in 0..storage.length().map_err(thrown)? {
        let item = storage.key(index).map_err(thrown)?;
        if let Some(item) = item.filter(|item| item.starts_with(prefix)) {
            found.push(&item.into());
        }
    }
    // JavaScript compares text by its UTF-16 code units, as the port does.
    Ok(found
        .sort()
        .iter()
        .filter_map(|item| item.as_string())
        .collect())
}

fn get(storage: &Storage, item: &str) -> Result<Option<String>, StoreError> {
    storage.get_item(item).map_err(thrown)
}

fn set(storage: &Storage, item: &str, text: &str) -> Result<(), StoreError> {
    storage.set_item(item, text).map_err(thrown)
}

pub(crate) fn remove(storage: &Storage, item: &str) -> Result<(), StoreError> {
    storage.remove_item(item).map_err(thrown)
}

fn thrown(value: wasm_bindgen::JsValue) -> StoreError {
    storage_error(describe(&value))
}
