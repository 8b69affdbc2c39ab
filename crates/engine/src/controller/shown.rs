//! Which session a page shows: found, read, locked and deleted in one way for every engine.

use std::cell::RefCell;
use std::rc::Rc;

use kikitori_journal::{
    Journal, JournalError, Journaled, SessionHead, SessionKey, Sessions, StreamPath,
};
use kikitori_ports::{Lock, Locks, Timer};
use kikitori_store::{Store, StoreError};

use super::{acquire, history, session_lock};

/// The session at hand of those of one kind.
pub struct ShownSession {
    kind: &'static str,
    store: Rc<dyn Store>,
    locks: Rc<dyn Locks>,
    timer: Rc<dyn Timer>,
    id: RefCell<Option<String>>,
}

impl ShownSession {
    /// None yet of this kind.
    pub fn new(
        kind: &'static str,
        store: Rc<dyn Store>,
        locks: Rc<dyn Locks>,
        timer: Rc<dyn Timer>,
    ) -> Self {
        Self {
            kind,
            store,
            locks,
            timer,
            id: RefCell::default(),
        }
    }

    /// Its id.
    pub fn id(&self) -> Option<String> {
        self.id.borrow().clone()
    }

    /// Whether it is the session `id`.
    pub fn is(&self, id: &str) -> bool {
        self.id.borrow().as_deref() == Some(id)
    }

    /// The session `id` is at hand from now on, or none.
    pub fn set(&self, id: Option<String>) {
        self.id.replace(id);
    }

    /// Takes the session `chosen` to hand, or else the last one, and answers its id; none where there
    /// is none.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn choose(&self, chosen: Option<&str>) -> Result<Option<String>, StoreError> {
        let id = match chosen {
            Some(id) => Some(id.to_owned()),
            None => self.history().await?.into_iter().next().map(|it| it.id),
        };
        if id.is_some() {
            self.set(id.clone());
        }
        Ok(id)
    }

    /// What is stored of the session `id`; none where there is no such session.
    ///
    /// # Errors
    /// [`JournalError`] when it cannot be read.
    pub async fn read<S: Journaled>(&self, id: &str) -> Result<Option<S>, JournalError> {
        let session = SessionKey::new(id);
        let loaded = Journal::load(&*self.store, &session, &StreamPath::main(), None).await?;
        Ok(loaded.map(|it| it.state))
    }

    /// The sessions of its kind, the last changed first.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn history(&self) -> Result<Vec<SessionHead>, StoreError> {
        history(self.store.clone(), self.kind).await
    }

    /// The right to work on the session `id`, unless another tab has it.
    pub async fn lock(&self, id: &str) -> Option<Lock> {
        acquire(&*self.locks, &*self.timer, &session_lock(id)).await
    }

    /// Deletes the session `id` and everything that was stored with it. `false`: another tab works on
    /// it, and nothing was deleted.
    ///
    /// # Errors
    /// [`StoreError`] when the store fails.
    pub async fn delete(&self, id: &str) -> Result<bool, StoreError> {
        let Some(_lock) = self.lock(id).await else {
            return Ok(false);
        };
        let sessions = Sessions::new(self.store.clone());
        sessions.delete(&SessionKey::new(id)).await?;
        Ok(true)
    }
}
