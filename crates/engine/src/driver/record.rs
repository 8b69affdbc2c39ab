//! How a driver stores its session.

use std::rc::Rc;

use kikitori_journal::{
    Damage, Journal, JournalError, Journaled, SessionHead, SessionKey, StreamPath, Writer,
};
use kikitori_store::{Batch, Store, StoreError};

/// A session's journal, with the right to write it.
pub struct SessionRecord<S: Journaled> {
    /// None until something is written of a session that was stored in another layout.
    journal: Option<Journal<S>>,
    writer: Rc<Writer>,
    /// Updates that are in no batch yet.
    unstored: Vec<S::Update>,
    /// What the store has not taken yet. It goes with the next batch.
    batch: Batch,
    /// What the first batch of a journal replaces.
    replaced: Batch,
}

/// A session that was read from the store.
pub struct OpenedSession<S: Journaled> {
    /// What it knows.
    pub state: S,
    /// What of it could not be read.
    pub damage: Vec<Damage>,
    /// Whether nothing of the state is lost, whatever could not be read.
    pub is_whole: bool,
    /// To go on with.
    pub record: SessionRecord<S>,
}

impl<S: Journaled> SessionRecord<S> {
    /// Stores a new session. `writer` is a name that no other writer has.
    pub(super) async fn begin(
        store: Rc<dyn Store>,
        writer: &str,
        head: &SessionHead,
        state: &S,
    ) -> Result<Self, StoreError> {
        let session = SessionKey::new(head.id.as_str());
        let mut batch = Batch::new();
        let journal = Journal::begin(&mut batch, &session, &StreamPath::main(), state)?;
        head.put(&mut batch, &session, journal.last())?;
        let writer = Writer::begin(store, &session, writer, batch).await?;
        Ok(Self::new(Some(journal), writer, Batch::new()))
    }

    fn new(journal: Option<Journal<S>>, writer: Writer, replaced: Batch) -> Self {
        Self {
            journal,
            writer: Rc::new(writer),
            unstored: Vec::new(),
            batch: Batch::new(),
            replaced,
        }
    }

    /// Takes a session over and reads it; `None` when it has no journal. `writer` is a name that no
    /// other writer has. Whoever wrote it before is refused from now on. On a full device it is
    /// opened to be read ([`Writer::claim_or_read`]).
    ///
    /// # Errors
    /// [`JournalError`] when nothing of it can be read, or the store fails.
    pub async fn open(
        store: Rc<dyn Store>,
        session: &SessionKey,
        writer: &str,
    ) -> Result<Option<OpenedSession<S>>, JournalError> {
        // Looked for before it is claimed: a session that is not there gets no writer.
        if Journal::<S>::load(&*store, session, &StreamPath::main(), None)
            .await?
            .is_none()
        {
            return Ok(None);
        }
        let writer = Writer::claim_or_read(store.clone(), session, writer).await?;
        let loaded = Journal::load(&*store, session, &StreamPath::main(), None).await?;
        Ok(loaded.map(|loaded| OpenedSession {
            is_whole: loaded.is_whole(),
            state: loaded.state,
            damage: loaded.damage,
            record: Self::new(Some(loaded.journal), writer, Batch::new()),
        }))
    }

    /// Takes over a session that is stored in another layout. The first batch stores the whole
    /// state, and does what `replaced` says: to delete the records that the state was made of.
    ///
    /// # Errors
    /// What the store answers.
    pub async fn adopt(
        store: Rc<dyn Store>,
        session: &SessionKey,
        writer: &str,
        replaced: Batch,
    ) -> Result<Self, StoreError> {
        let writer = Writer::claim_or_read(store, session, writer).await?;
        Ok(Self::new(None, writer, replaced))
    }

    /// The same with the right to write that somebody has already.
    pub fn replacing(writer: Rc<Writer>, replaced: Batch) -> Self {
        Self {
            journal: None,
            writer,
            unstored: Vec::new(),
            batch: Batch::new(),
            replaced,
        }
    }

    pub(super) fn writer(&self) -> &Rc<Writer> {
        &self.writer
    }

    pub(super) fn add(&mut self, updates: Vec<S::Update>) {
        self.unstored.extend(updates);
    }

    /// Writes what there is to write; whether there was anything.
    pub(super) async fn write(
        &mut self,
        head: &SessionHead,
        state: &S,
    ) -> Result<bool, StoreError> {
        if self.unstored.is_empty() && self.batch.is_empty() {
            return Ok(false);
        }
        self.put(state)?;
        let last = self.journal.as_ref().map_or(0, Journal::last);
        head.put(&mut self.batch, self.writer.session(), last)?;
        match self.writer.commit(self.batch.clone()).await {
            // The database was removed or evicted under an open tab: all of the session is here.
            Err(StoreError::Vanished) => self.rewrite(head, state).await?,
            written => written?,
        }
        self.batch = Batch::new();
        Ok(true)
    }

    /// Puts the updates into the batch that is to be written.
    fn put(&mut self, state: &S) -> Result<(), StoreError> {
        if self.unstored.is_empty() {
            return Ok(());
        }
        match &mut self.journal {
            Some(journal) => journal.append(&mut self.batch, state, &self.unstored)?,
            None => {
                let session = self.writer.session();
                let mut first = Batch::new();
                let journal = Journal::begin(&mut first, session, &StreamPath::main(), state)?;
                self.journal = Some(journal);
                self.batch.extend(std::mem::take(&mut self.replaced));
                self.batch.extend(first);
            }
        }
        self.unstored.clear();
        Ok(())
    }

    async fn rewrite(&mut self, head: &SessionHead, state: &S) -> Result<(), StoreError> {
        let mut batch = Batch::new();
        if let Some(journal) = &mut self.journal {
            journal.rewrite(&mut batch, state)?;
        }
        let last = self.journal.as_ref().map_or(0, Journal::last);
        head.put(&mut batch, self.writer.session(), last)?;
        self.writer.restore(batch).await
    }
}
