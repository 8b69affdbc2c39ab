//! Looking into what happened in a run, and going another way from there.

use std::collections::BTreeMap;
use std::rc::Rc;

use kikitori_journal::{Damage, History, Journaled, SessionKey};
use kikitori_store::Store;

use crate::checkpoint::{Change, Checkpoint, Planned};
use crate::error::RunError;
use crate::graph::Graph;
use crate::legacy::Legacy;
use crate::ports::Checkpointer;
use crate::run_journal::{self, damaged, session};
use crate::runner::begin;
use crate::state::GraphState;

impl<S: GraphState, R: 'static> Graph<S, R> {
    /// Begins the run `fork` where `run` stood before `superstep`, with `update` applied if there
    /// is one. [`Self::resume`] goes on with it; `run` stays as it is.
    ///
    /// # Errors
    /// [`RunError`] when there is no such checkpoint, `fork` exists, or the store fails.
    pub async fn fork(
        &self,
        checkpointer: &Checkpointer,
        run: &str,
        superstep: u32,
        fork: &str,
        update: Option<S::Update>,
    ) -> Result<(), RunError> {
        let fork = session(fork)?;
        let store = &**checkpointer.store();
        let checkpoint = self.checkpoint_before(store, run, superstep).await?;
        let mut state = checkpoint.state;
        if let Some(update) = update {
            Rc::make_mut(&mut state).apply(update);
        }
        let begun = Checkpoint::at(superstep, state, checkpoint.tasks, checkpoint.arrived);
        begin(checkpointer, &fork, begun).await?;
        Ok(())
    }

    /// The checkpoints of a run, oldest first: the superstep that each comes before, and the nodes
    /// that it is to run.
    ///
    /// # Errors
    /// [`RunError::Damaged`] when no state of it can be read, [`RunError::Store`].
    pub async fn history(
        &self,
        store: &dyn Store,
        run: &str,
    ) -> Result<Vec<(u32, Vec<String>)>, RunError> {
        let history = self.read_history(store, &session(run)?).await?;
        Ok(history.map(supersteps).unwrap_or_default())
    }

    /// The state of a run as far as it has come: before the superstep that is under way. `None` if
    /// there is no such run.
    ///
    /// # Errors
    /// [`RunError`] when records of it are damaged, or the store fails.
    pub async fn state(&self, store: &dyn Store, run: &str) -> Result<Option<S>, RunError> {
        let found = self.find(store, &session(run)?, &BTreeMap::new()).await;
        match found {
            Ok(found) => Ok(Some(Rc::unwrap_or_clone(found.journal.checkpoint.state))),
            Err(RunError::NoRun(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The same as far as records of it can be read, to be looked at and not to be gone on from:
    /// what was lost on the way is not in it.
    ///
    /// # Errors
    /// [`RunError::Damaged`] when no state of it can be read, [`RunError::Store`].
    pub async fn readable_state(
        &self,
        store: &dyn Store,
        run: &str,
    ) -> Result<Option<S>, RunError> {
        let newest = run_journal::newest::<S>(store, &session(run)?).await?;
        match newest {
            Some(checkpoint) => Ok(Some(Rc::unwrap_or_clone(checkpoint.state))),
            None => self.state(store, run).await,
        }
    }

    /// The state of a run before `superstep`.
    ///
    /// # Errors
    /// [`RunError`] when there is no such checkpoint, records before it are damaged, or the store
    /// fails.
    pub async fn state_at(
        &self,
        store: &dyn Store,
        run: &str,
        superstep: u32,
    ) -> Result<S, RunError> {
        let checkpoint = self.checkpoint_before(store, run, superstep).await?;
        Ok(Rc::unwrap_or_clone(checkpoint.state))
    }

    async fn checkpoint_before(
        &self,
        store: &dyn Store,
        run: &str,
        superstep: u32,
    ) -> Result<Checkpoint<S>, RunError> {
        let session = session(run)?;
        let found = match self.read_history(store, &session).await? {
            Some(history) => before(history, superstep),
            None => Ok(None),
        };
        let found = found.map_err(|damage| damaged(&session, vec![damage]))?;
        found.ok_or_else(|| RunError::NoCheckpoint {
            run: run.to_owned(),
            superstep,
        })
    }

    async fn read_history(
        &self,
        store: &dyn Store,
        session: &SessionKey,
    ) -> Result<Option<History<Checkpoint<S>>>, RunError> {
        if let Some(history) = run_journal::history(store, session).await? {
            return Ok(Some(history));
        }
        let path = "";
        let legacy = Legacy {
            store,
            session,
            path,
        };
        legacy.read(self).await
    }
}

/// The supersteps of a run, each with the nodes that it was to run.
fn supersteps<S: GraphState>(history: History<Checkpoint<S>>) -> Vec<(u32, Vec<String>)> {
    fn names<T>(tasks: &[Planned<T>]) -> Vec<String> {
        tasks.iter().map(|task| task.node.to_string()).collect()
    }
    let mut superstep = history.first.superstep;
    let mut found = vec![(superstep, names(&history.first.tasks))];
    for change in history.steps.iter().flatten().flatten() {
        match change {
            Change::Applied => superstep = superstep.saturating_add(1),
            Change::Planned { tasks, .. } => found.push((superstep, names(tasks))),
            _ => {}
        }
    }
    found
}

/// Where a run stood before `superstep`; `None` if it has none of that number.
fn before<S: GraphState>(
    history: History<Checkpoint<S>>,
    superstep: u32,
) -> Result<Option<Checkpoint<S>>, Damage> {
    let mut checkpoint = history.first;
    if checkpoint.superstep == superstep {
        return Ok(Some(checkpoint));
    }
    for step in history.steps {
        for change in step? {
            let is_planned = matches!(change, Change::Planned { .. });
            checkpoint.apply(change);
            if is_planned && checkpoint.superstep == superstep {
                return Ok(Some(checkpoint));
            }
        }
    }
    Ok(None)
}
