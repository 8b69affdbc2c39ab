//! Starts, resumes and forks runs, and runs them superstep by superstep.

use std::collections::BTreeMap;
use std::rc::Rc;

use kikitori_store::{Batch, Store, StoreError};
use serde_json::Value;

use crate::checkpoint::{Progress, Records};
use crate::context::Answers;
use crate::event::{Event, TaskId};
use crate::graph::Graph;
use crate::interrupt::InterruptId;
use crate::node::NodeError;
use crate::outcome::{NodeFailure, Outcome, RunError};
use crate::ports::Ports;
use crate::state::GraphState;
use crate::superstep::Superstep;
use crate::task::TaskEnd;

/// The bounds of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunLimits {
    /// Supersteps in one [`Graph::start`] or [`Graph::resume`], and in each subgraph.
    pub supersteps: u32,
    /// Tasks that run side by side, in each graph; the others of a superstep wait.
    pub concurrent_tasks: usize,
}

impl Default for RunLimits {
    fn default() -> Self {
        Self {
            supersteps: 25,
            concurrent_tasks: usize::MAX,
        }
    }
}

/// What a run shares with its tasks and their subgraphs.
pub(crate) struct Nested<R> {
    pub ports: Rc<Ports<R>>,
    pub run: Rc<str>,
    pub path: Rc<str>,
    pub answers: Answers,
    pub limits: RunLimits,
    /// Whether something of this run may be stored already.
    pub resumed: bool,
}

impl<R> Nested<R> {
    /// The same for the subgraph of `task`.
    pub fn inside(&self, task: &TaskId) -> Self {
        Self {
            ports: self.ports.clone(),
            run: self.run.clone(),
            path: format!("{task}/").into(),
            answers: self.answers.clone(),
            limits: self.limits,
            resumed: self.resumed,
        }
    }

    pub fn records(&self) -> Option<Records<'_>> {
        Some(Records {
            store: &**self.ports.store.as_ref()?,
            run: &self.run,
            path: &self.path,
        })
    }

    pub async fn commit(&self, batch: Batch) -> Result<(), StoreError> {
        match &self.ports.store {
            Some(store) if !batch.is_empty() => store.commit(batch).await,
            _ => Ok(()),
        }
    }
}

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
        let nested = around(run, ports, limits, BTreeMap::new(), false);
        if let Some(records) = nested.records()
            && records.exist().await?
        {
            return Err(RunError::RunExists(run.to_owned()));
        }
        let progress = self.begin(state, &nested).await?;
        self.run(progress, &nested).await
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
        let records = Records {
            store: &*store,
            run,
            path: "",
        };
        let progress = records.load(self, None).await?;
        let progress = progress.ok_or_else(|| RunError::NoRun(run.to_owned()))?;
        for id in answers.keys() {
            let mut open = progress.waiting.values().flatten();
            if !open.any(|interrupt| interrupt.id == *id) {
                return Err(RunError::NoSuchInterrupt(id.clone()));
            }
        }
        records.put_answers(&answers).await?;
        let answers = records.answers().await?;
        let nested = around(run, ports, limits, answers, true);
        self.run(progress, &nested).await
    }

    /// Begins the run `fork` where `run` stood before `superstep`, with `update` taken in if there
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
        let records = Records {
            store,
            run: fork,
            path: "",
        };
        if records.exist().await? {
            return Err(RunError::RunExists(fork.to_owned()));
        }
        let mut state = progress.state;
        if let Some(update) = update {
            Rc::make_mut(&mut state).apply(update);
        }
        let mut begun = Progress::at(superstep, state, progress.tasks, progress.arrived);
        let mut batch = Batch::new();
        records.put_checkpoint(&mut batch, self, &mut begun)?;
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
        let records = Records {
            store,
            run,
            path: "",
        };
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
        let records = Records {
            store,
            run,
            path: "",
        };
        let progress = records.load(self, Some(superstep)).await?;
        progress.ok_or_else(|| RunError::NoCheckpoint {
            run: run.to_owned(),
            superstep,
        })
    }

    /// Runs the graph as a node of another.
    pub(crate) async fn run_nested(&self, state: S, nested: Nested<R>) -> TaskEnd<S> {
        let outcome = async {
            let stored = match nested.records().filter(|_| nested.resumed) {
                Some(records) => records.load(self, None).await?,
                None => None,
            };
            let progress = match stored {
                Some(progress) => progress,
                None => self.begin(state, &nested).await?,
            };
            self.run(progress, &nested).await
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

    async fn begin(&self, state: S, nested: &Nested<R>) -> Result<Progress<S>, RunError> {
        let tasks = self.first(&state)?;
        let mut progress = Progress::at(0, Rc::new(state), tasks, BTreeMap::new());
        if let Some(records) = nested.records() {
            let mut batch = Batch::new();
            records.put_checkpoint(&mut batch, self, &mut progress)?;
            nested.commit(batch).await?;
        }
        Ok(progress)
    }

    async fn run(
        &self,
        mut progress: Progress<S>,
        nested: &Nested<R>,
    ) -> Result<Outcome<S>, RunError> {
        nested.ports.tell(|| Event::RunStarted {
            path: nested.path.clone(),
        });
        let last = progress.superstep.saturating_add(nested.limits.supersteps);
        let outcome = loop {
            if progress.tasks.is_empty() {
                let state = Rc::unwrap_or_clone(progress.state);
                break Outcome::Done { state };
            }
            if progress.superstep >= last {
                break Outcome::RecursionLimit {
                    state: Rc::unwrap_or_clone(progress.state),
                    limit: nested.limits.supersteps,
                };
            }
            match self.superstep(&mut progress, nested).await? {
                Superstep::Complete => {}
                Superstep::Interrupted(interrupts) => {
                    break Outcome::Interrupted {
                        state: Rc::unwrap_or_clone(progress.state),
                        interrupts,
                    };
                }
                Superstep::Failed(failures) => {
                    break Outcome::Failed {
                        state: Rc::unwrap_or_clone(progress.state),
                        failures,
                    };
                }
                Superstep::Cancelled => {
                    let state = Rc::unwrap_or_clone(progress.state);
                    break Outcome::Cancelled { state };
                }
            }
        };
        nested.ports.tell(|| Event::RunEnded {
            path: nested.path.clone(),
            outcome: outcome.name(),
        });
        Ok(outcome)
    }
}

fn around<R>(
    run: &str,
    ports: &Ports<R>,
    limits: RunLimits,
    answers: BTreeMap<InterruptId, Value>,
    resumed: bool,
) -> Nested<R> {
    Nested {
        ports: Rc::new(ports.clone()),
        run: run.into(),
        path: "".into(),
        answers: Rc::new(answers),
        limits,
        resumed,
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
