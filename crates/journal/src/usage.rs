//! How much room the records in a store take.

use std::collections::BTreeMap;

use kikitori_store::{Record, StoreError};

use crate::head::SessionHead;
use crate::key::SessionKey;
use crate::sessions::Sessions;

/// How much room something takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// How many there are: of sessions each one, of anything else each record.
    pub count: usize,
    /// Bytes of keys and records.
    pub bytes: usize,
}

/// What a store holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoreUsage {
    /// The sessions of each kind; those whose head cannot be read are of the kind with no name.
    pub sessions: BTreeMap<String, Usage>,
    /// Everything else, by what stands in its keys before the first slash.
    pub others: BTreeMap<String, Usage>,
}

impl Sessions {
    /// What the store holds, with what is no session's.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn usage(&self) -> Result<StoreUsage, StoreError> {
        let mut kinds = BTreeMap::<SessionKey, String>::new();
        let mut bytes = BTreeMap::<SessionKey, usize>::new();
        let mut usage = StoreUsage::default();
        for (key, record) in self.store().list("").await? {
            let size = key.len() + record.body.len();
            let session = [SessionKey::HEADS, SessionKey::SESSIONS]
                .into_iter()
                .find(|prefix| key.starts_with(prefix));
            if let Some(prefix) = session {
                let session = SessionKey::from_key(&key, prefix);
                if prefix == SessionKey::HEADS {
                    kinds.insert(session.clone(), kind_of(&record));
                }
                *bytes.entry(session).or_default() += size;
            } else {
                let name = key.split('/').next().unwrap_or_default();
                let other = usage.others.entry(name.to_owned()).or_default();
                other.count += 1;
                other.bytes += size;
            }
        }
        for (session, size) in bytes {
            let kind = kinds.remove(&session).unwrap_or_default();
            let sessions = usage.sessions.entry(kind).or_default();
            sessions.count += 1;
            sessions.bytes += size;
        }
        Ok(usage)
    }
}

fn kind_of(head: &Record) -> String {
    let head = head.read::<SessionHead>();
    head.map(|head| head.kind).unwrap_or_default()
}
