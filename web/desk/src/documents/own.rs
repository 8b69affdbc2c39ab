//! The visitor's own documents.

use kikitori_search::Segment;
use kikitori_store::{Batch, Store, StoreError};

const PREFIX: &str = "desk/document/";

/// All of them.
///
/// # Errors
/// [`StoreError`] when the store cannot be read.
pub async fn segments(store: &dyn Store) -> Result<Vec<Segment>, StoreError> {
    let records = store.list(PREFIX).await?.into_iter();
    records.map(|(_, record)| record.read()).collect()
}

/// Keeps a document, in the place of one of the same name.
///
/// # Errors
/// [`StoreError`] when it cannot be stored.
pub async fn add(store: &dyn Store, segment: &Segment) -> Result<(), StoreError> {
    let mut batch = Batch::new();
    batch.put_value(format!("{PREFIX}{}", segment.document), segment)?;
    store.commit(batch).await
}

/// Removes a document.
///
/// # Errors
/// [`StoreError`] when the store fails.
pub async fn remove(store: &dyn Store, name: &str) -> Result<(), StoreError> {
    let mut batch = Batch::new();
    batch.delete(format!("{PREFIX}{name}"));
    store.commit(batch).await
}
