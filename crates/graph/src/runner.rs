//! Starts, resumes and forks runs, and runs them superstep by superstep.

use std::collections::BTreeMap;
use std::rc::Rc;

use kikitori_store::{Batch, Store};
use serde_json::Value;

use crate::checkpoint::{Progress, Records};
use crate::error::{NodeError, NodeFailure, RunError};
use crate::event::Event;
use crate::graph::Graph;
use crate::ids::InterruptId;
use crate::node::TaskEnd;
use crate::options::RunLimits;
use crate::outcome::{Outcome, OutcomeKind};
use crate::ports::Ports;
use crate::scope::{RunMode, RunScope};
use crate::state::GraphState;
use crate::superstep::Stop;

impl<S: GraphState, R: 'static> Graph<S, R> {
    /// Runs the graph from the beginning, as the run `run`.
    ///
    /// # Errors
    /// [`RunError`] when there is such a run already, or the store fails.
    pub async fn start(
        &self,
        run: &str,
        state: S,
        ports: &Ports<R>,
        limits: RunLimits,
    ) -> Result<Outcome<S>, RunError> {
        let scope = RunScope::new(run, ports, limits, Rc::default(), RunMode::New);
        if let Some(records) = scope.records()?
            && records.exist().await?
        {
            return Err(RunError::RunExists(run.to_owned()));
        }
        let progress = self.begin(state, &scope).await?;
        self.run(progress, &scope).await
    }

    /// Goes on with a run from its last checkpoint: after an interrupt, with `answers` to some or
    /// all of its questions; after a failure, a limit, a cancellation or a killed page, with none.
    /// Tasks that were finished are not run again, and neither are those whose questions have no
    /// answer yet.
    ///
    /// # Errors
    /// [`RunError`] when there is no such run, an answer is for no open question, or the store
    /// fails.
    pub async fn resume(
        &self,
        run: &str,
        answers: BTreeMap<InterruptId, Value>,
        ports: &Ports<R>,
        limits: RunLimits,
    ) -> Result<Outcome<S>, RunError> {
        let store = ports.store.clone().ok_or(RunError::NoStore)?;
        let records = Records::of(&*store, run)?;
        let progress = records.load(self, None).await?;
        let progress = progress.ok_or_else(|| RunError::NoRun(run.to_owned()))?;
        for id in answers.keys() {
            let mut open = progress.waiting.values().flatten();
            if !open.any(|interrupt| interrupt.id == *id) {
                return Err(RunError::NoSuchInterrupt(id.clone()));
            }
        }
        records.put_answers(&answers).await?;
        let answers = Rc::new(records.answers().await?);
        let scope = RunScope::new(run, ports, limits, answers, RunMode::Resume);
        self.run(progress, &scope).await
    }

    /// Begins the run `fork` where `run` stood before `superstep`, with `update` applied if there
    /// is one. [`Self::resume`] goes on with it; `run` stays as it is.
    ///
    /// # Errors
    /// [`RunError`] when there is no such checkpoint, `fork` exists, or the store fails.
    pub async fn fork(
        &self,
        store: &dyn Store,
        run: &str,
        superstep: u32,
        fork: &str,
        update: Option<S::Update>,
    ) -> Result<(), RunError> {
        let progress = self.progress_at(store, run, superstep).await?;
        let records = Records::of(store, fork)?;
        if records.exist().await? {
            return Err(RunError::RunExists(fork.to_owned()));
        }
        let mut state = progress.state;
        if let Some(update) = update {
            Rc::make_mut(&mut state).apply(update);
        }
        let mut begun = Progress::at(superstep, state, progress.tasks, progress.arrived);
        let mut batch = Batch::new();
        records.put_checkpoint(&mut batch, &mut begun)?;
        Ok(store.commit(batch).await?)
    }

    /// The checkpoints of a run, oldest first: the superstep that each comes before, and the nodes
    /// that it is to run.
    ///
    /// # Errors
    /// [`RunError::Store`].
    pub async fn history(
        &self,
        store: &dyn Store,
        run: &str,
    ) -> Result<Vec<(u32, Vec<String>)>, RunError> {
        let records = Records::of(store, run)?;
        Ok(records.checkpoints::<S>().await?)
    }

    /// The state of a run before `superstep`.
    ///
    /// # Errors
    /// [`RunError`] when there is no such checkpoint, or the store fails.
    pub async fn state_at(
        &self,
        store: &dyn Store,
        run: &str,
        superstep: u32,
    ) -> Result<S, RunError> {
        let progress = self.progress_at(store, run, superstep).await?;
        Ok(Rc::unwrap_or_clone(progress.state))
    }

    async fn progress_at(
        &self,
        store: &dyn Store,
        run: &str,
        superstep: u32,
    ) -> Result<Progress<S>, RunError> {
        let records = Records::of(store, run)?;
        let progress = records.load(self, Some(superstep)).await?;
        progress.ok_or_else(|| RunError::NoCheckpoint {
            run: run.to_owned(),
            superstep,
        })
    }

    /// Runs the graph as a node of another.
    pub(crate) async fn run_nested(&self, state: S, scope: RunScope<R>) -> TaskEnd<S> {
        let outcome = async {
            let stored = match scope.records()?.filter(|_| scope.mode == RunMode::Resume) {
                Some(records) => records.load(self, None).await?,
                None => None,
            };
            let progress = match stored {
                Some(progress) => progress,
                None => self.begin(state, &scope).await?,
            };
            self.run(progress, &scope).await
        };
        match outcome.await {
            Ok(Outcome::Done { state }) => TaskEnd::Finished(state),
            Ok(Outcome::Interrupted { interrupts, .. }) => TaskEnd::Interrupted(interrupts),
            Ok(Outcome::Cancelled { .. }) => TaskEnd::Cancelled,
            Ok(Outcome::RecursionLimit { limit, .. }) => {
                TaskEnd::Failed(NodeError::SubgraphLimit { limit })
            }
            Ok(Outcome::Failed { failures, .. }) => TaskEnd::Failed(first_of(failures)),
            Err(error) => TaskEnd::Broken(error),
        }
    }

    async fn begin(&self, state: S, scope: &RunScope<R>) -> Result<Progress<S>, RunError> {
        let tasks = self.first(&state)?;
        let mut progress = Progress::at(0, Rc::new(state), tasks, Vec::new());
        if let Some(records) = scope.records()? {
            let mut batch = Batch::new();
            records.put_checkpoint(&mut batch, &mut progress)?;
            scope.commit(batch).await?;
        }
        Ok(progress)
    }

    async fn run(
        &self,
        progress: Progress<S>,
        scope: &RunScope<R>,
    ) -> Result<Outcome<S>, RunError> {
        scope.ports.emit(|| Event::RunStarted {
            path: scope.path.clone(),
        });
        let mut ending = Ending {
            scope,
            outcome: OutcomeKind::Cancelled,
        };
        let outcome = self.supersteps(progress, scope).await;
        ending.outcome = outcome.as_ref().map_or(OutcomeKind::Failed, Outcome::kind);
        outcome
    }

    async fn supersteps(
        &self,
        mut progress: Progress<S>,
        scope: &RunScope<R>,
    ) -> Result<Outcome<S>, RunError> {
        let limit = scope.limits.supersteps;
        let last = progress.superstep.saturating_add(limit);
        loop {
            if progress.tasks.is_empty() {
                let state = Rc::unwrap_or_clone(progress.state);
                return Ok(Outcome::Done { state });
            }
            if progress.superstep >= last {
                let state = Rc::unwrap_or_clone(progress.state);
                return Ok(Outcome::RecursionLimit { state, limit });
            }
            if let Some(stop) = self.superstep(&mut progress, scope).await? {
                let state = Rc::unwrap_or_clone(progress.state);
                return Ok(match stop {
                    Stop::Interrupted(interrupts) => Outcome::Interrupted { state, interrupts },
                    Stop::Failed(failures) => Outcome::Failed { state, failures },
                    Stop::Cancelled => Outcome::Cancelled { state },
                });
            }
        }
    }
}

/// Tells the listener that a run has ended, also when it is dropped with a task around it.
struct Ending<'a, R> {
    scope: &'a RunScope<R>,
    outcome: OutcomeKind,
}

impl<R> Drop for Ending<'_, R> {
    fn drop(&mut self) {
        self.scope.ports.emit(|| Event::RunEnded {
            path: self.scope.path.clone(),
            outcome: self.outcome,
        });
    }
}

fn first_of(failures: Vec<NodeFailure>) -> NodeError {
    match failures.into_iter().next() {
        Some(failure) => NodeError::InSubgraph {
            node: failure.node,
            error: Box::new(failure.error),
        },
        None => NodeError::fatal("its subgraph failed"),
    }
}
