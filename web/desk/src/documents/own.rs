//! The visitor's own documents.

use std::collections::BTreeMap;
use std::rc::Rc;

use futures::lock::Mutex;
use kikitori_search::Segment;
use kikitori_store::{Batch, Store, StoreError};

const PREFIX: &str = "desk/document/";

thread_local! {
    /// Held from looking for a free name to storing under it.
    static ADDING: Rc<Mutex<()>> = Rc::default();
}

/// All of them by name, `None` where what is stored cannot be read.
///
/// # Errors
/// [`StoreError`] when the store cannot be read.
pub async fn all(store: &dyn Store) -> Result<BTreeMap<String, Option<Segment>>, StoreError> {
    let records = store.list(PREFIX).await?.into_iter();
    let all = records.map(|(key, record)| {
        let name = key.strip_prefix(PREFIX).unwrap_or_default().to_owned();
        let segment = record.read::<Segment>();
        if let Err(error) = &segment {
            tracing::warn!(%error, name, "a document cannot be read");
        }
        (name, segment.ok())
    });
    Ok(all.collect())
}

/// Keeps a document, under a name of its own where another is called the same.
///
/// # Errors
/// [`StoreError`] when it cannot be stored.
pub async fn add(store: &dyn Store, mut segment: Segment) -> Result<(), StoreError> {
    let adding = ADDING.with(Rc::clone);
    let _one_at_a_time = adding.lock().await;
    let stored = all(store).await?;
    let mut name = segment.document.0.clone();
    let mut number = 1_u32;
    // One that cannot be read is replaced.
    while let Some(Some(other)) = stored.get(&name) {
        if other.passages == segment.passages {
            return Ok(());
        }
        number += 1;
        name = numbered(&segment.document.0, number);
    }
    segment.document.0 = name;
    let mut batch = Batch::new();
    batch.put_value(format!("{PREFIX}{}", segment.document), &segment)?;
    store.commit(batch).await
}

/// `README (2).md` for `README.md`.
fn numbered(name: &str, number: u32) -> String {
    match name.rsplit_once('.') {
        Some((stem, end)) if !stem.is_empty() => format!("{stem} ({number}).{end}"),
        _ => format!("{name} ({number})"),
    }
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
