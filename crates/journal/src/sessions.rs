//! The sessions on this device, of every engine.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::rc::Rc;

use kikitori_ports::Ids;
use kikitori_store::{Batch, Record, Store, StoreError};

use crate::file::{self, ASIDE, ExportedSession, ImportError};
use crate::head::SessionHead;
use crate::key::SessionKey;
use crate::writer::{self, Writer};

/// A session as a list shows it.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// One that says what it is.
    Session(SessionHead),
    /// One whose head cannot be read or is missing. It can still be exported and deleted.
    Unreadable {
        /// The session.
        session: SessionKey,
        /// Why.
        reason: StoreError,
    },
}

impl Entry {
    /// The session.
    pub fn session(&self) -> SessionKey {
        match self {
            Self::Session(head) => SessionKey::new(&head.id),
            Self::Unreadable { session, .. } => session.clone(),
        }
    }
}

/// The sessions in a store: to be listed, exported, imported and deleted, whichever engine's they
/// are and whether they can be read or not.
///
/// ```
/// use std::rc::Rc;
/// use futures::executor::block_on;
/// use kikitori_journal::{Entry, SessionKey, Sessions};
/// use kikitori_store::{Batch, MemoryStore, Record, Store};
/// let store = Rc::new(MemoryStore::new());
/// let mut batch = Batch::new();
/// batch.put("head/3f2a", Record::damaged("?"));
/// block_on(store.commit(batch))?;
///
/// let sessions = Sessions::new(store);
/// let listed = block_on(sessions.list())?;
/// assert!(matches!(listed[..], [Entry::Unreadable { .. }]));
/// block_on(sessions.delete(&SessionKey::new("3f2a")))?;
/// assert!(block_on(sessions.list())?.is_empty());
/// # Ok::<(), kikitori_store::StoreError>(())
/// ```
#[derive(Clone)]
pub struct Sessions {
    store: Rc<dyn Store>,
}

impl Sessions {
    /// Those in `store`.
    pub fn new(store: Rc<dyn Store>) -> Self {
        Self { store }
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// All sessions, the last changed first and what cannot be read at the end.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read at all; never because of one session.
    pub async fn list(&self) -> Result<Vec<Entry>, StoreError> {
        let mut entries = Vec::new();
        let mut with_head = BTreeSet::new();
        for (key, record) in self.store.list(SessionKey::HEADS).await? {
            let session = SessionKey::from_key(&key, SessionKey::HEADS);
            entries.push(entry(session.clone(), &record));
            with_head.insert(session);
        }
        for session in self.with_records().await? {
            if !with_head.contains(&session) {
                entries.push(Entry::Unreadable {
                    session,
                    reason: no_head(),
                });
            }
        }
        entries.sort_by_key(|entry| match entry {
            Entry::Session(head) => (false, Reverse(head.updated_at)),
            Entry::Unreadable { .. } => (true, Reverse(0)),
        });
        Ok(entries)
    }

    /// One session as the list shows it; `None` when there is nothing of it.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn get(&self, session: &SessionKey) -> Result<Option<Entry>, StoreError> {
        if let Some(record) = self.store.get(&session.head()).await? {
            return Ok(Some(entry(session.clone(), &record)));
        }
        let keys = self.store.keys(&session.record("")).await?;
        let told = keys.iter().any(|key| is_part(key, session));
        Ok(told.then(|| Entry::Unreadable {
            session: session.clone(),
            reason: no_head(),
        }))
    }

    /// Removes a session and everything that was stored with it. A tab that has it open cannot
    /// write it any more.
    ///
    /// # Errors
    /// [`StoreError`] when the store fails.
    pub async fn delete(&self, session: &SessionKey) -> Result<(), StoreError> {
        // From here on nobody adds records that the deletion would not see. Without room for that,
        // deleting goes first.
        let guard = match writer::supersede(&*self.store, session).await {
            Ok(guard) => Some(guard),
            Err(StoreError::Full { .. }) => None,
            Err(error) => return Err(error),
        };
        let mut batch = Batch::new();
        batch.delete(session.head());
        for key in self.store.keys(&session.record("")).await? {
            batch.delete(key);
        }
        if let Some(guard) = guard {
            batch.guard(guard);
        }
        match self.store.commit(batch).await {
            // Another tab deleted it meanwhile, or everything.
            Err(StoreError::Vanished | StoreError::Deleted) => Ok(()),
            committed => committed,
        }
    }

    /// Everything that is stored of a session as the text of one JSON file, records that cannot be
    /// read as they came. `None` when there is nothing of it.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn export(&self, session: &SessionKey) -> Result<Option<String>, StoreError> {
        let stored = self.stored(session).await?;
        if stored.head.is_none() && stored.records.is_empty() {
            return Ok(None);
        }
        file::write(&stored).map(Some)
    }

    /// Stores the session in `file`, under its id or, where that is taken by another state of it,
    /// under a new one. One that is here as it is in the file is left as it is. An engine that opens
    /// it takes the id of the key, whatever the records say.
    ///
    /// # Errors
    /// [`ImportError`] when this is no exported session, or it is out of bounds, or the store
    /// fails. Nothing was stored then.
    pub async fn import(&self, file: &str, ids: &dyn Ids) -> Result<SessionKey, ImportError> {
        let exported = file::read(file)?;
        let mut session = SessionKey::new(&exported.id);
        if self.stored(&session).await?.is_same(&exported) {
            return Ok(session);
        }
        loop {
            while self.is_taken(&session).await? {
                session = SessionKey::new(ids.new_id());
            }
            let mut batch = Batch::new();
            if let Some(head) = &exported.head {
                batch.put(session.head(), head.clone());
            }
            for (name, record) in &exported.records {
                batch.put(session.record(name), record.clone());
            }
            match Writer::begin(self.store.clone(), &session, ids.new_id(), batch).await {
                Ok(_) => return Ok(session),
                // Another tab took the id meanwhile.
                Err(StoreError::Superseded) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Everything of a session but the right to write it, which stays here.
    async fn stored(&self, session: &SessionKey) -> Result<ExportedSession, StoreError> {
        let prefix = session.record("");
        let mut records = Vec::new();
        for (key, record) in self.store.list(&prefix).await? {
            match key.strip_prefix(&prefix) {
                Some("epoch") | None => {}
                Some(name) => records.push((name.to_owned(), record)),
            }
        }
        Ok(ExportedSession {
            id: session.id().to_owned(),
            head: self.store.get(&session.head()).await?,
            records,
        })
    }

    async fn is_taken(&self, session: &SessionKey) -> Result<bool, StoreError> {
        let records = self.store.keys(&session.record("")).await?;
        Ok(!records.is_empty() || self.store.get(&session.head()).await?.is_some())
    }

    /// The sessions of which more is stored than stands aside.
    async fn with_records(&self) -> Result<BTreeSet<SessionKey>, StoreError> {
        let mut found = BTreeSet::new();
        for key in self.store.keys(SessionKey::SESSIONS).await? {
            let session = SessionKey::from_key(&key, SessionKey::SESSIONS);
            if is_part(&key, &session) {
                found.insert(session);
            }
        }
        Ok(found)
    }
}

fn is_part(key: &str, session: &SessionKey) -> bool {
    let name = key.strip_prefix(&session.record(""));
    name.is_some_and(|name| !ASIDE.contains(&name))
}

fn entry(session: SessionKey, record: &Record) -> Entry {
    match record.read::<SessionHead>() {
        Ok(head) => Entry::Session(SessionHead {
            id: session.id().to_owned(),
            ..head
        }),
        Err(reason) => Entry::Unreadable { session, reason },
    }
}

fn no_head() -> StoreError {
    StoreError::unreadable("session", "it is missing, though parts of it are there")
}
