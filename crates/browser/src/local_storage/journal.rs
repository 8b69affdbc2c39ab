//! The batch that is being applied, as one item.

use std::collections::BTreeMap;

use kikitori_json::StrictValue;
use kikitori_store::{Record, StoreError};
use serde::{Deserialize, Serialize};

use super::item;

/// The changes of one batch: the new text of each key's item; `None` deletes.
pub(super) type Changes = BTreeMap<String, Option<String>>;

#[derive(Serialize, Deserialize)]
pub(super) struct Journal {
    /// The number of this batch.
    pub sequence: u64,
    pub changes: Changes,
}

impl Journal {
    pub(super) fn read(text: &str) -> Option<Self> {
        let value = serde_json::from_str(text).ok()?;
        Self::deserialize(StrictValue(value)).ok()
    }

    pub(super) fn write(&self) -> Result<String, StoreError> {
        serde_json::to_string(self)
            .map_err(|error| StoreError::unreadable("journal", error.to_string()))
    }
}

/// The journals of earlier versions held the records as JSON and no number.
pub(super) fn read_old(text: &str) -> Option<Changes> {
    #[derive(Deserialize)]
    struct OldRecord {
        version: u32,
        body: serde_json::Value,
    }
    let value = serde_json::from_str(text).ok()?;
    let changes = BTreeMap::<String, Option<OldRecord>>::deserialize(StrictValue(value)).ok()?;
    let text = |record: OldRecord| item::write(&Record::json(record.version, &record.body));
    let mut read = Changes::new();
    read.extend(
        changes
            .into_iter()
            .map(|(key, record)| (key, record.map(text))),
    );
    Some(read)
}
