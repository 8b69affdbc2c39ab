//! What stands in the composer and is not sent yet, kept with its session.

use kikitori_interview::SessionId;
use kikitori_store::{Batch, Store, StoreError, Stored};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Draft(String);

impl Stored for Draft {
    const KIND: &'static str = "draft";
    const VERSION: u32 = 1;
}

fn key(id: &SessionId) -> String {
    format!("session/{id}/draft")
}

/// The draft of a session; one that cannot be read counts as none.
pub async fn load(store: &dyn Store, id: &SessionId) -> Option<String> {
    let record = store.get(&key(id)).await.ok()??;
    record.read::<Draft>().ok().map(|draft| draft.0)
}

/// Keeps `text` as the draft; an empty one is removed.
///
/// # Errors
/// [`StoreError`] when the store fails.
pub async fn save(store: &dyn Store, id: &SessionId, text: String) -> Result<(), StoreError> {
    let mut batch = Batch::new();
    if text.is_empty() {
        batch.delete(key(id));
    } else {
        batch.put_value(key(id), &Draft(text))?;
    }
    store.commit(batch).await
}
