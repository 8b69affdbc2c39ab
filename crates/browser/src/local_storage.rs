//! The store port over localStorage, for browsers that refuse IndexedDB.

use std::collections::BTreeMap;

use futures::future::{LocalBoxFuture, ready};
use gloo_storage::errors::StorageError;
use gloo_storage::{LocalStorage, Storage};
use kikitori_store::{Batch, Record, Store, StoreError, StrictValue, Write};
use serde::de::DeserializeOwned;

use crate::ids::uuid;
use crate::js_error::{describe, storage_error};
use crate::preference::local_storage;

/// The changes of one batch by key; `None` deletes.
type Changes = BTreeMap<String, Option<Record>>;

/// Keeps records in localStorage, below `name/`.
///
/// localStorage has no transactions. So a batch is first written whole, as one item, into a
/// journal, then applied, then the journal is removed: a tab that dies in between leaves a journal,
/// and the next [`open`](Self::open) applies it. Each store has a journal of its own, so that two
/// tabs do not remove each other's.
#[derive(Debug)]
pub struct LocalStorageStore {
    records: String,
    journal: String,
}

impl LocalStorageStore {
    /// Opens the store `name` and applies the journals that dead tabs left.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when the page may not use localStorage; [`StoreError::Full`] or
    /// [`StoreError::Unreadable`] when a journal that was left cannot be applied.
    pub fn open(name: &str) -> Result<Self, StoreError> {
        local_storage()?;
        let store = Self {
            records: format!("{name}/record/"),
            journal: format!("{name}/journal/{}", uuid()),
        };
        for journal in keys_below(&format!("{name}/journal/"))? {
            if let Some(changes) = read("journal", &journal)? {
                store.apply(&changes)?;
            }
            LocalStorage::delete(&journal);
        }
        Ok(store)
    }

    fn item(&self, key: &str) -> String {
        format!("{}{key}", self.records)
    }

    fn read_one(&self, key: &str) -> Result<Option<Record>, StoreError> {
        local_storage()?;
        read("record", &self.item(key))
    }

    fn read_all(&self, prefix: &str) -> Result<Vec<(String, Record)>, StoreError> {
        local_storage()?;
        let mut found = Vec::new();
        for item in keys_below(&self.item(prefix))? {
            let record = read("record", &item)?;
            if let (Some(key), Some(record)) = (item.strip_prefix(&self.records), record) {
                found.push((key.to_owned(), record));
            }
        }
        Ok(found)
    }

    fn write(&self, batch: Batch) -> Result<(), StoreError> {
        local_storage()?;
        let changes: Changes = batch
            .into_writes()
            .into_iter()
            .map(|(key, write)| match write {
                Write::Put(record) => (key, Some(record)),
                Write::Delete => (key, None),
            })
            .collect();
        if changes.is_empty() {
            return Ok(());
        }
        let before = self.items(&changes)?;
        // Without room for the journal nothing has changed.
        LocalStorage::set(&self.journal, &changes).map_err(storage_error)?;
        let applied = self.apply(&changes);
        if applied.is_err() {
            // If even this fails, the journal stays and the next opening completes the batch.
            restore(&before)?;
        }
        LocalStorage::delete(&self.journal);
        applied
    }

    fn apply(&self, changes: &Changes) -> Result<(), StoreError> {
        let deleted = changes.iter().filter(|(_, record)| record.is_none());
        // First, for they make room.
        deleted.for_each(|(key, _)| LocalStorage::delete(self.item(key)));
        for (key, record) in changes {
            if let Some(record) = record {
                LocalStorage::set(self.item(key), record).map_err(storage_error)?;
            }
        }
        Ok(())
    }

    /// What is there now at the keys of `changes`, item by item.
    fn items(&self, changes: &Changes) -> Result<Vec<(String, Option<String>)>, StoreError> {
        let storage = LocalStorage::raw();
        let item = |key| {
            let item = self.item(key);
            let value = storage
                .get_item(&item)
                .map_err(|thrown| storage_error(describe(&thrown)))?;
            Ok((item, value))
        };
        changes.keys().map(|key| item(key)).collect()
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

    fn commit(&self, batch: Batch) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        Box::pin(ready(self.write(batch)))
    }
}

/// Brings items back to what they were. All are removed before any is set, so that at no moment
/// more room is needed than was taken before.
fn restore(before: &[(String, Option<String>)]) -> Result<(), StoreError> {
    let storage = LocalStorage::raw();
    before
        .iter()
        .for_each(|(item, _)| LocalStorage::delete(item));
    for (item, value) in before {
        if let Some(value) = value {
            storage
                .set_item(item, value)
                .map_err(|thrown| storage_error(describe(&thrown)))?;
        }
    }
    Ok(())
}

/// All keys that start with `prefix`, in the port's order.
fn keys_below(prefix: &str) -> Result<Vec<String>, StoreError> {
    let storage = LocalStorage::raw();
    let keys = js_sys::Array::new();
    for index in 0..LocalStorage::length() {
        let key = storage
            .key(index)
            .map_err(|thrown| storage_error(describe(&thrown)))?;
        if let Some(key) = key.filter(|key| key.starts_with(prefix)) {
            keys.push(&key.into());
        }
    }
    // JavaScript compares text by its UTF-16 code units, as the port does.
    Ok(keys
        .sort()
        .iter()
        .filter_map(|key| key.as_string())
        .collect())
}

fn read<T: DeserializeOwned>(kind: &'static str, item: &str) -> Result<Option<T>, StoreError> {
    let unreadable = |error: serde_json::Error| StoreError::Unreadable {
        kind,
        detail: error.to_string(),
    };
    match LocalStorage::get(item) {
        Ok(value) => T::deserialize(StrictValue(value))
            .map(Some)
            .map_err(unreadable),
        Err(StorageError::KeyNotFound(_)) => Ok(None),
        Err(StorageError::SerdeError(error)) => Err(unreadable(error)),
        Err(StorageError::JsError(error)) => Err(storage_error(error)),
    }
}
