//! How much room the records in a store take.

use std::collections::{BTreeMap, BTreeSet};

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
    /// What the store holds, with what is no session's. At no moment more of it is in memory than
    /// one session, or one record that is no session's.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn usage(&self) -> Result<StoreUsage, StoreError> {
        let mut sessions = BTreeSet::new();
        let mut usage = StoreUsage::default();
        for key in self.store().keys("").await? {
            let session = [SessionKey::HEADS, SessionKey::SESSIONS]
                .into_iter()
                .find(|prefix| key.starts_with(prefix));
            if let Some(prefix) = session {
                sessions.insert(SessionKey::from_key(&key, prefix));
                continue;
            }
            // One that is gone by now takes no room.
            let Some(record) = self.store().get(&key).await? else {
                continue;
            };
            let name = key.split('/').next().unwrap_or_default();
            let other = usage.others.entry(name.to_owned()).or_default();
            other.count += 1;
            other.bytes += size(&key, &record);
        }
        for session in sessions {
            let head = self.store().get(&session.head()).await?;
            let records = self.store().list(&session.record("")).await?;
            if head.is_none() && records.is_empty() {
                continue;
            }
            let kind = head.as_ref().map(kind_of).unwrap_or_default();
            let of_kind = usage.sessions.entry(kind).or_default();
            of_kind.count += 1;
            of_kind.bytes += head.map_or(0, |head| size(&session.head(), &head));
            let sizes = records.iter().map(|(key, record)| size(key, record));
            of_kind.bytes += sizes.sum::<usize>();
        }
        Ok(usage)
    }
}

fn size(key: &str, record: &Record) -> usize {
    key.len() + record.body.len()
}

fn kind_of(head: &Record) -> String {
    let head = head.read::<SessionHead>();
    head.map(|head| head.kind).unwrap_or_default()
}
