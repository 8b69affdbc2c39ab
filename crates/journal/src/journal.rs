//! Writing a journal.

use std::marker::PhantomData;

use kikitori_store::{Batch, Record, Store, StoreError};

use crate::journaled::Journaled;
use crate::key::{Kind, SessionKey, StreamPath};

/// Fewer bytes of updates than these are always read back rather than summed up in a snapshot.
const FEW_BYTES: usize = 64 * 1024;

/// How many times its own bytes a snapshot has to spare a reader. A state that only grows is about
/// as large as its updates: it is never written again, so that no step costs more than it changed.
const WORTH: usize = 4;

/// The journal of one session, or of one stream in it. It owns the numbers: update `n` leads from
/// state `n - 1` to state `n`.
///
/// It puts records into batches and commits none itself. A batch whose commit failed has to go with
/// the next one, or the numbers in it are missing.
///
/// ```
/// use futures::executor::block_on;
/// use kikitori_journal::{Journal, Journaled, SessionKey, StreamPath};
/// use kikitori_store::{Batch, MemoryStore, Store};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Clone, Serialize, Deserialize)]
/// # struct Tally(u64);
/// # impl Journaled for Tally {
/// #     type Update = u64;
/// #     const KIND: &'static str = "tally";
/// #     fn apply(&mut self, more: u64) { self.0 = self.0.saturating_add(more) }
/// # }
/// let (store, session, stream) = (MemoryStore::new(), SessionKey::new("a"), StreamPath::main());
/// let mut tally = Tally(7);
/// let mut batch = Batch::new();
/// let mut journal = Journal::begin(&mut batch, &session, &stream, &tally)?;
/// tally.apply(3);
/// journal.append(&mut batch, &tally, &[3])?;
/// block_on(store.commit(batch))?;
///
/// let loaded = block_on(Journal::<Tally>::load(&store, &session, &stream, None)).unwrap().unwrap();
/// assert_eq!(loaded.state.0, 10);
/// # Ok::<(), kikitori_store::StoreError>(())
/// ```
#[derive(Debug)]
pub struct Journal<S> {
    pub(crate) session: SessionKey,
    pub(crate) stream: StreamPath,
    /// The number of the last state.
    pub(crate) last: u64,
    /// The newest snapshot.
    pub(crate) snapshot: Snapshot,
    /// Bytes of updates since then.
    pub(crate) since: usize,
    /// Bytes of the state when it was last written out.
    pub(crate) state_bytes: usize,
    /// Whether the state is an earlier one than the last that is stored.
    pub(crate) behind: bool,
    pub(crate) state: PhantomData<fn(S)>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Snapshot {
    pub number: u64,
    /// Whether a history begins with it: then no updates lead to it, and it is kept.
    pub begins: bool,
}

impl<S: Journaled> Journal<S> {
    /// Begins the journal of a new session or stream: puts its whole state into `batch`, as state
    /// 0.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] when the state could not be read back.
    pub fn begin(
        batch: &mut Batch,
        session: &SessionKey,
        stream: &StreamPath,
        state: &S,
    ) -> Result<Self, StoreError> {
        let record = Record::write_as(S::KIND, S::VERSION, state)?;
        let snapshot = Snapshot {
            number: 0,
            begins: true,
        };
        let state_bytes = record.body.len();
        batch.put(stream.key(session, Kind::Snapshot, 0), record);
        Ok(Self {
            session: session.clone(),
            stream: stream.clone(),
            last: 0,
            snapshot,
            since: 0,
            state_bytes,
            behind: false,
            state: PhantomData,
        })
    }

    /// Puts one step's `updates` into `batch`, as one record, and `state` too when four times as
    /// many bytes of them have come since the last snapshot as it has; it has taken the updates in
    /// already. Without updates there is nothing to put. After an earlier state than the last was
    /// loaded, the first call puts the whole state instead.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] when the updates could not be read back; nothing is put then.
    pub fn append(
        &mut self,
        batch: &mut Batch,
        state: &S,
        updates: &[S::Update],
    ) -> Result<(), StoreError> {
        if updates.is_empty() {
            return Ok(());
        }
        if self.behind {
            return self.rewrite(batch, state);
        }
        let record = Record::write_as(S::KIND, S::VERSION, updates)?;
        self.last += 1;
        self.since += record.body.len();
        batch.put(self.key(Kind::Update, self.last), record);
        if !self.is_worth_a_snapshot() {
            return Ok(());
        }
        // A state that could not be read back goes on being told by its updates.
        if let Ok(record) = Record::write_as(S::KIND, S::VERSION, state) {
            self.state_bytes = record.body.len();
            // It may have grown since it was last written out.
            if self.is_worth_a_snapshot() {
                let before = self.snapshot;
                self.put_snapshot(batch, record, false);
                if !before.begins {
                    batch.delete(self.key(Kind::Snapshot, before.number));
                }
            }
        }
        Ok(())
    }

    fn is_worth_a_snapshot(&self) -> bool {
        self.since >= FEW_BYTES && self.since >= self.state_bytes.saturating_mul(WORTH)
    }

    /// Puts the whole state anew into `batch`, as the next state, whatever was before: after the
    /// database was removed, for one.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] when the state could not be read back.
    pub fn rewrite(&mut self, batch: &mut Batch, state: &S) -> Result<(), StoreError> {
        let record = Record::write_as(S::KIND, S::VERSION, state)?;
        self.last += 1;
        self.put_snapshot(batch, record, true);
        Ok(())
    }

    /// The number of the last state.
    pub fn last(&self) -> u64 {
        self.last
    }

    fn put_snapshot(&mut self, batch: &mut Batch, record: Record, begins: bool) {
        self.snapshot = Snapshot {
            number: self.last,
            begins,
        };
        self.state_bytes = record.body.len();
        self.since = 0;
        self.behind = false;
        batch.put(self.key(Kind::Snapshot, self.last), record);
    }

    fn key(&self, kind: Kind, number: u64) -> String {
        self.stream.key(&self.session, kind, number)
    }
}

/// Puts the deletion of a stream and its children into `batch`.
///
/// # Errors
/// [`StoreError`] when the store cannot be read.
pub async fn put_forget(
    batch: &mut Batch,
    store: &dyn Store,
    session: &SessionKey,
    stream: &StreamPath,
) -> Result<(), StoreError> {
    for prefix in stream.prefixes(session) {
        for key in store.keys(&prefix).await? {
            batch.delete(key);
        }
    }
    Ok(())
}
