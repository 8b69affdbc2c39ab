//! One writer a session.

use std::cell::RefCell;
use std::rc::Rc;

use kikitori_json::FromJson;
use kikitori_store::{Batch, Guard, Record, Store, StoreError, Stored};
use serde::Serialize;

use crate::key::SessionKey;

/// Where the database's own name lies. It tells a database that was removed and made anew, in which
/// every session is gone, from one in which another tab deleted this session.
const DATABASE: &str = "database";

/// Goes on from here where a stored epoch cannot be read: later than any that was counted up.
const AFTER_DAMAGE: u64 = 1 << 32;

/// Who may write a session.
#[derive(Debug, Serialize, FromJson)]
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
    claimed: RefCell<Result<Claimed, StoreError>>,
}

/// What a writer found and put when it took the session.
#[derive(Clone)]
struct Claimed {
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

    /// The same on a device that may be full. Where there is no room even for a claim, the session
    /// can be read all the same: nothing is taken from the writer before, and what
    /// [`Self::read_only`] says is the answer to every commit.
    ///
    /// # Errors
    /// As [`Self::claim`], but for [`StoreError::Full`].
    pub async fn claim_or_read(
        store: Rc<dyn Store>,
        session: &SessionKey,
        name: impl Into<String>,
    ) -> Result<Self, StoreError> {
        let name = name.into();
        match Self::claim(store.clone(), session, name.as_str()).await {
            Err(full @ StoreError::Full { .. }) => Ok(Self {
                store,
                session: session.clone(),
                name,
                claimed: RefCell::new(Err(full)),
            }),
            claimed => claimed,
        }
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
        batch: Batch,
    ) -> Result<Self, StoreError> {
        let claimed = claim(&*store, &session, &name, number, expected, batch).await?;
        Ok(Self {
            store,
            session,
            name,
            claimed: RefCell::new(Ok(claimed)),
        })
    }

    /// Commits `batch` if this is still the session's writer.
    ///
    /// # Errors
    /// [`StoreError::Superseded`] when another writer has claimed the session;
    /// [`StoreError::Deleted`] when it was deleted; [`StoreError::Vanished`] when the whole
    /// database is gone, after which [`Self::restore`] can store the session anew; otherwise what
    /// the store answers. Nothing was written then.
    pub async fn commit(&self, mut batch: Batch) -> Result<(), StoreError> {
        let claimed = self.claimed.borrow().clone()?;
        batch.guard(Guard {
            key: self.session.epoch(),
            expected: Some(claimed.epoch),
        });
        match self.store.commit(batch).await {
            Err(StoreError::Vanished) => {
                let database = self.store.get(DATABASE).await?;
                match database.as_ref() == Some(&claimed.database) {
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
    pub async fn restore(&self, batch: Batch) -> Result<(), StoreError> {
        let number = self.claimed.borrow().clone()?.number + 1;
        let claimed = claim(&*self.store, &self.session, &self.name, number, None, batch).await?;
        *self.claimed.borrow_mut() = Ok(claimed);
        Ok(())
    }

    /// Why nothing can be written, if there was no room to claim the session.
    pub fn read_only(&self) -> Option<StoreError> {
        self.claimed.borrow().as_ref().err().cloned()
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

/// Puts the next epoch, with `batch`, in the place of the `expected` one.
async fn claim(
    store: &dyn Store,
    session: &SessionKey,
    name: &str,
    number: u64,
    expected: Option<Record>,
    mut batch: Batch,
) -> Result<Claimed, StoreError> {
    let epoch = Record::of(&Epoch {
        number,
        writer: name.to_owned(),
    })?;
    batch.put(session.epoch(), epoch.clone());
    let mut claimed = Claimed {
        number,
        // A writer that stores its session anew counts up, so this is a new name then too.
        database: epoch.clone(),
        epoch,
    };
    match store.get(DATABASE).await? {
        Some(found) => claimed.database = found,
        None => {
            // Who takes a session with no epoch in a database with no name puts both at once.
            // So while there is no name nobody has put this epoch, and this guard is enough.
            let puts_both = expected.is_none();
            let mut naming = match puts_both {
                true => batch.clone(),
                false => Batch::new(),
            };
            naming.put(DATABASE, claimed.database.clone());
            naming.guard(Guard {
                key: DATABASE.to_owned(),
                expected: None,
            });
            match store.commit(naming).await {
                Ok(()) if puts_both => return Ok(claimed),
                Ok(()) => {}
                // Another one has named it.
                Err(StoreError::Superseded) => {
                    let found = store.get(DATABASE).await?;
                    claimed.database = found.ok_or(StoreError::Vanished)?;
                }
                Err(error) => return Err(error),
            }
        }
    }
    batch.guard(Guard {
        key: session.epoch(),
        expected,
    });
    store.commit(batch).await?;
    Ok(claimed)
}

/// Commits `batch`, with what lies beside a session's history, while the session is there: otherwise
/// it would be all that is left of one that was deleted in another tab. The writer stays.
///
/// # Errors
/// [`StoreError::Deleted`] when the session is gone; [`StoreError::Superseded`] when somebody takes it
/// over at the same moment, be it to delete it; otherwise what the store answers. Nothing was written
/// then.
pub async fn commit_beside(
    store: &dyn Store,
    session: &SessionKey,
    mut batch: Batch,
) -> Result<(), StoreError> {
    let key = session.epoch();
    let epoch = store.get(&key).await?.ok_or(StoreError::Deleted)?;
    batch.guard(Guard {
        key,
        expected: Some(epoch),
    });
    match store.commit(batch).await {
        Err(StoreError::Vanished) => Err(StoreError::Deleted),
        committed => committed,
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
