//! TEMPORARY stand-in until the journal has landed.

use kikitori_journal::{Journaled, SessionHead};
use kikitori_store::{Batch, Record, Store, StoreError};

/// A session's record.

pub struct SessionRecord<S: Journaled> {
    id: String,
    next: usize,
    unstored: Vec<S::Update>,
    also: Batch,
}

fn record(value: &impl serde::Serialize) -> Record {
    Record {
        version: 1,
        body: serde_json::to_string(value).unwrap_or_default(),
    }
}

impl<S: Journaled> SessionRecord<S> {
    /// Begins.
    pub async fn begin(
        store: &dyn Store,
        head: &SessionHead,
        state: &S,
    ) -> Result<Self, StoreError> {
        let mut batch = Batch::new();
        batch.put(format!("head/{}", head.id), record(head));
        batch.put(format!("session/{}/state", head.id), record(state));
        store.commit(batch).await?;
        Ok(Self {
            id: head.id.clone(),
            next: 0,
            unstored: Vec::new(),
            also: Batch::new(),
        })
    }

    /// Loads.
    pub async fn load(store: &dyn Store, id: &str) -> Result<Option<(S, Self)>, StoreError> {
        let bad = |error: serde_json::Error| StoreError::Unreadable {
            kind: "x",
            detail: error.to_string(),
        };
        let Some(first) = store.get(&format!("session/{id}/state")).await? else {
            return Ok(None);
        };
        let mut state: S = serde_json::from_str(&first.body).map_err(bad)?;
        let mut next = 0;
        for (_, update) in store.list(&format!("session/{id}/update/")).await? {
            let updates: Vec<S::Update> = serde_json::from_str(&update.body).map_err(bad)?;
            for update in updates {
                state.apply(update);
            }
            next += 1;
        }
        Ok(Some((
            state,
            Self {
                id: id.to_owned(),
                next,
                unstored: Vec::new(),
                also: Batch::new(),
            },
        )))
    }

    pub(super) fn add(&mut self, updates: Vec<S::Update>) {
        self.unstored.extend(updates);
    }
    pub(super) fn also(&mut self, also: Batch) {
        self.also.extend(also);
    }

    pub(super) async fn write(
        &mut self,
        store: &dyn Store,
        head: &SessionHead,
        _state: &S,
    ) -> Result<bool, StoreError> {
        if self.unstored.is_empty() && self.also.is_empty() {
            return Ok(false);
        }
        let mut batch = self.also.clone();
        batch.put(format!("head/{}", head.id), record(head));
        batch.put(
            format!("session/{}/update/{:08}", self.id, self.next),
            record(&self.unstored),
        );
        store.commit(batch).await?;
        self.next += 1;
        self.unstored.clear();
        self.also = Batch::new();
        Ok(true)
    }
}
