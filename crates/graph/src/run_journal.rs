//! A run's checkpoint with its journal.

use kikitori_journal::{
    Damage, History, Journal, JournalError, Journaled, Part, SessionKey, StreamPath,
};
use kikitori_store::{Batch, Store, StoreError};
use serde_json::Value;

use crate::checkpoint::{Change, Checkpoint};
use crate::error::RunError;
use crate::state::GraphState;

impl<S: GraphState> Journaled for Checkpoint<S> {
    type Update = Change<S>;
    const KIND: &'static str = S::KIND;
    const VERSION: u32 = S::VERSION;

    fn apply(&mut self, change: Change<S>) {
        self.change(change);
    }

    fn migrate(part: Part, from: u32, body: Value) -> Result<Value, StoreError> {
        match part {
            Part::State => Self::migrate_state(from, body),
            Part::Update => Self::migrate_change(from, body),
        }
    }
}

/// The session that a run is kept in: the one of its id.
pub(crate) fn session(run: &str) -> Result<SessionKey, RunError> {
    // Older runs lie at keys in which a slash would lead into another run's records.
    match run.is_empty() || run.contains('/') {
        true => Err(RunError::BadRunId(run.to_owned())),
        false => Ok(SessionKey::new(run)),
    }
}

/// The stream of a run within its session, which may have a journal of its own beside it.
pub(crate) fn stream() -> StreamPath {
    StreamPath::main().child("graph")
}

/// How far a run has come, and the journal that it is kept in, if it is.
pub(crate) struct RunJournal<S: GraphState> {
    pub checkpoint: Checkpoint<S>,
    journal: Option<Journal<Checkpoint<S>>>,
    /// Changes that are not in a batch yet.
    fresh: Vec<Change<S>>,
}

impl<S: GraphState> RunJournal<S> {
    /// A run that is not kept.
    pub fn none(checkpoint: Checkpoint<S>) -> Self {
        Self {
            checkpoint,
            journal: None,
            fresh: Vec::new(),
        }
    }

    /// Begins the journal of a run in `batch`.
    pub fn begin(
        batch: &mut Batch,
        session: &SessionKey,
        stream: &StreamPath,
        checkpoint: Checkpoint<S>,
    ) -> Result<Self, StoreError> {
        let journal = Journal::begin(batch, session, stream, &checkpoint)?;
        Ok(Self {
            checkpoint,
            journal: Some(journal),
            fresh: Vec::new(),
        })
    }

    /// Begins the journal of a run with all that has happened in it.
    ///
    /// # Errors
    /// [`RunError::Damaged`] when something of that is lost.
    pub fn import(
        batch: &mut Batch,
        session: &SessionKey,
        stream: &StreamPath,
        history: History<Checkpoint<S>>,
    ) -> Result<Self, RunError> {
        let mut run = Self::begin(batch, session, stream, history.first)?;
        for step in history.steps {
            let step = step.map_err(|damage| damaged(session, vec![damage]))?;
            step.into_iter().for_each(|change| run.change(change));
            run.put(batch)?;
        }
        Ok(run)
    }

    /// Reads how far a run has come; `None` if nothing is stored of it.
    pub async fn load(
        store: &dyn Store,
        session: &SessionKey,
        stream: &StreamPath,
    ) -> Result<Option<Self>, RunError> {
        let loaded = Journal::load(store, session, stream, None).await;
        let Some(loaded) = loaded.map_err(|error| unread(session, error))? else {
            return Ok(None);
        };
        match loaded.is_whole() {
            true => Ok(Some(Self {
                checkpoint: loaded.state,
                journal: Some(loaded.journal),
                fresh: Vec::new(),
            })),
            false => Err(damaged(session, loaded.damage)),
        }
    }

    /// Makes a change, which goes with the next batch.
    pub fn change(&mut self, change: Change<S>) {
        if self.journal.is_some() {
            self.fresh.push(change.clone());
        }
        self.checkpoint.apply(change);
    }

    /// Puts the changes since the last time into `batch`, as one step.
    pub fn put(&mut self, batch: &mut Batch) -> Result<(), StoreError> {
        let fresh = std::mem::take(&mut self.fresh);
        match &mut self.journal {
            Some(journal) => journal.append(batch, &self.checkpoint, &fresh),
            None => Ok(()),
        }
    }
}

/// How far a run has come by those of its records that can be read; `None` if nothing is stored of
/// it.
pub(crate) async fn newest<S: GraphState>(
    store: &dyn Store,
    session: &SessionKey,
) -> Result<Option<Checkpoint<S>>, RunError> {
    let loaded = Journal::load(store, session, &stream(), None).await;
    let loaded = loaded.map_err(|error| unread(session, error))?;
    Ok(loaded.map(|loaded| loaded.state))
}

/// All that has happened in a run; `None` if nothing is stored of it.
pub(crate) async fn history<S: GraphState>(
    store: &dyn Store,
    session: &SessionKey,
) -> Result<Option<History<Checkpoint<S>>>, RunError> {
    let history = Journal::history(store, session, &stream()).await;
    history.map_err(|error| unread(session, error))
}

/// The run cannot be told without these records.
pub(crate) fn damaged(session: &SessionKey, damage: Vec<Damage>) -> RunError {
    RunError::Damaged {
        run: session.id().to_owned(),
        damage,
    }
}

fn unread(session: &SessionKey, error: JournalError) -> RunError {
    match error {
        JournalError::Store(error) => RunError::Store(error),
        JournalError::Lost { damage } | JournalError::Incomplete { damage } => {
            damaged(session, damage)
        }
        JournalError::NoSuchState { .. } => RunError::NoRun(session.id().to_owned()),
    }
}
