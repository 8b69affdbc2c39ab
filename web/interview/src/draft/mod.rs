//! What stands in the composer and is not sent yet, kept with its session.

mod leftover;

use kikitori_interview::SessionId;
use kikitori_store::{Batch, Store, StoreError, Stored};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use leftover::leftover;

/// Text that was typed and not sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// What was typed.
    pub text: String,
    /// How many answers had been given then. Version 1 did not say.
    pub typed_after: Option<usize>,
}

impl Stored for Draft {
    const KIND: &'static str = "draft";
    const VERSION: u32 = 2;

    fn migrate(from: u32, body: Value) -> Result<Value, StoreError> {
        match (from, body) {
            (1, Value::String(text)) => Ok(json!({"text": text, "typedAfter": null})),
            _ => Err(StoreError::Unreadable {
                kind: Self::KIND,
                detail: format!("version {from} is not known"),
            }),
        }
    }
}

fn key(id: &SessionId) -> String {
    format!("session/{id}/draft")
}

/// The draft of a session; one that cannot be read counts as none.
pub async fn load(store: &dyn Store, id: &SessionId) -> Option<Draft> {
    let record = store.get(&key(id)).await.ok()??;
    record.read().ok()
}

/// Keeps `draft`; an empty one is removed.
///
/// # Errors
/// [`StoreError`] when the store fails.
pub async fn save(store: &dyn Store, id: &SessionId, draft: &Draft) -> Result<(), StoreError> {
    let mut batch = Batch::new();
    if draft.text.is_empty() {
        batch.delete(key(id));
    } else {
        batch.put_value(key(id), draft)?;
    }
    store.commit(batch).await
}
