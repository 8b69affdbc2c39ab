//! One writer a session.

use std::rc::Rc;

use kikitori_store::{Batch, Guard, Record, Store, StoreError, Stored};
use serde::{Deserialize, Serialize};

use crate::key::SessionKey;

/// Where the database's own name lies. It tells a database that was removed and made anew, in which
/// every session is gone, from one in which another tab deleted this session.
const DATABASE: &str = "database";

/// Goes on from here where a stored epoch cannot be read: later than any that was counted up.
const AFTER_DAMAGE: u64 = 1 << 32;

/// Who may write a session.
#[derive(Debug, Serialize, Deserialize)]
struct Epoch {
    number: u64,
    writer: String,
}

impl Stored for Epoch {
    const KIND: &'static str = "epoch";
    const VERSION: u32 = 1;
}

/// The right to write one session, until another writer claims it. Each commit compares the stored
/// epoch in the transaction that writes, so this holds without locks.
///
/// A writer's name has to be one that no other writer has, such as a fresh id.
///
/// ```
/// use std::rc::Rc;
/// use futures::executor::block_on;
/// use kikitori_journal::{SessionKey, Writer};
/// use kikitori_store::{Batch, MemoryStore, Store, StoreError};
///
/// let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
/// let session = SessionKey::new("3f2a");
/// let first = block_on(Writer::claim(store.clone(), &session, "one"))?;
/// let second = block_on(Writer::claim(store, &session, "other"))?;
/// assert_eq!(block_on(first.commit(Batch::new())), Err(StoreError::Superseded));
/// block_on(second.commit(Batch::new()))?;
/// # Ok::<(), StoreError>(())
/// ```
pub struct Writer {
    store: Rc<dyn Store>,
    session: SessionKey,
    name: String,
    number: u64,
    /// The epoch as it is stored.
    epoch: Record,
    /// The database's name as it was found.
    database: Record,
}

impl Writer {
    /// Takes over a session, or one that has no writer yet. The writer before is refused from then
    /// on.
    ///
    /// # Errors
    /// [`StoreError::Superseded`] when another one claims it at the same moment, and what the store
    /// answers.
    pub async fn claim(
        store: Rc<dyn Store>,
        session: &SessionKey,
        name: impl Into<String>,
    ) -> Result<Self, StoreError> {
        let (number, found) = next(&*store, session).await?;
        let batch = Batch::new();
        Self::take(store, session.clone(), name.into(), number, found, batch).await
    }

    /// Begins a session with its first batch, in one transaction.
    ///
    /// # Errors
    /// [`StoreError::Superseded`] when the session has a writer already, and what the store answers.
    pub async fn begin(
        store: Rc<dyn Store>,
        session: &SessionKey,
        name: impl Into<String>,
        batch: Batch,
    ) -> Result<Self, StoreError> {
        Self::take(store, session.clone(), name.into(), 1, None, batch).await
    }

    async fn take(
        store: Rc<dyn Store>,
        session: SessionKey,
        name: String,
        number: u64,
        expected: Option<Record>,
        mut batch: Batch,
    ) -> Result<Self, StoreError> {
        let epoch = Record::of(&Epoch {
            number,
            writer: name.clone(),
        })?;
        batch.put(session.epoch(), epoch.clone());
        let mut writer = Self {
            // A writer that stores its session anew counts up, so this is a new name then too.
            database: epoch.clone(),
            store,
            session,
            name,
            number,
            epoch,
        };
        match writer.store.get(DATABASE).await? {
            Some(found) => writer.database = found,
            None => {
                // Who takes a session with no epoch in a database with no name puts both at once.
                // So while there is no name nobody has put this epoch, and this guard is enough.
                let puts_both = expected.is_none();
                let mut naming = match puts_both {
                    true => batch.clone(),
                    false => Batch::new(),
                };
                naming.put(DATABASE, writer.database.clone());
                naming.guard(Guard {
                    key: DATABASE.to_owned(),
                    expected: None,
                });
                match writer.store.commit(naming).await {
                    Ok(()) if puts_both => return Ok(writer),
                    Ok(()) => {}
                    // Another one has named it.
                    Err(StoreError::Superseded) => {
                        let found = writer.store.get(DATABASE).await?;
                        writer.database = found.ok_or(StoreError::Vanished)?;
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        batch.guard(Guard {
            key: writer.session.epoch(),
            expected,
        });
        writer.store.commit(batch).await?;
        Ok(writer)
    }

    /// Commits `batch` if this is still the session's writer.
    ///
    /// # Errors
    /// [`StoreError::Superseded`] when another writer has claimed the session;
    /// [`StoreError::Deleted`] when it was deleted; [`StoreError::Vanished`] when the whole
    /// database is gone, after which [`Self::restore`] can store the session anew; otherwise what
    /// the store answers. Nothing was written then.
    pub async fn commit(&self, mut batch: Batch) -> Result<(), StoreError> {
        batch.guard(Guard {
            key: self.session.epoch(),
            expected: Some(self.epoch.clone()),
        });
        match self.store.commit(batch).await {
            Err(StoreError::Vanished) => {
                let database = self.store.get(DATABASE).await?;
                match database.as_ref() == Some(&self.database) {
                    true => Err(StoreError::Deleted),
                    false => Err(StoreError::Vanished),
                }
            }
            committed => committed,
        }
    }

    /// Stores the session anew after [`StoreError::Vanished`]: `batch` has to hold all of it.
    ///
    /// # Errors
    /// [`StoreError::Superseded`] when another tab was first, and what the store answers.
    pub async fn restore(&mut self, batch: Batch) -> Result<(), StoreError> {
        *self = Self::take(
            self.store.clone(),
            self.session.clone(),
            self.name.clone(),
            self.number + 1,
            None,
            batch,
        )
        .await?;
        Ok(())
    }

    /// The session.
    pub fn session(&self) -> &SessionKey {
        &self.session
    }

    /// The store that it writes to.
    pub fn store(&self) -> &Rc<dyn Store> {
        &self.store
    }
}

/// Takes the right to write a session from whoever has it, to delete it. The guard lets through
/// until another one claims it. The database is not named here, for it takes a name that no other
/// one has.
pub(crate) async fn supersede(
    store: &dyn Store,
    session: &SessionKey,
) -> Result<Guard, StoreError> {
    let (number, expected) = next(store, session).await?;
    let epoch = Record::of(&Epoch {
        number,
        writer: "deletion".to_owned(),
    })?;
    let key = session.epoch();
    let mut batch = Batch::new();
    batch.put(key.clone(), epoch.clone());
    batch.guard(Guard {
        key: key.clone(),
        expected,
    });
    store.commit(batch).await?;
    Ok(Guard {
        key,
        expected: Some(epoch),
    })
}

/// The number of the next epoch, and the one that is stored now.
async fn next(
    store: &dyn Store,
    session: &SessionKey,
) -> Result<(u64, Option<Record>), StoreError> {
    let found = store.get(&session.epoch()).await?;
    let number = match found.as_ref().map(Record::read::<Epoch>) {
        None => 1,
        Some(Ok(epoch)) => epoch.number.saturating_add(1),
        Some(Err(_)) => AFTER_DAMAGE,
    };
    Ok((number, found))
}
