//! Starts and resumes runs, and runs them superstep by superstep.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use kikitori_journal::{SessionKey, Writer};
use kikitori_store::{Batch, Store, StoreError};
use serde_json::Value;

use crate::checkpoint::{Change, Checkpoint};
use crate::error::RunError;
use crate::event::Event;
use crate::graph::Graph;
use crate::ids::InterruptId;
use crate::legacy::{self, Legacy};
use crate::options::RunLimits;
use crate::outcome::{Outcome, OutcomeKind};
use crate::ports::{Checkpointer, Ports};
use crate::run_journal::{self, RunJournal, session};
use crate::scope::{RunScope, RunStart};
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
        let session = session(run)?;
        let tasks = self.first(&state)?;
        let checkpoint = Checkpoint::at(0, Rc::new(state), tasks, Vec::new());
        let (journal, writer) = match &ports.checkpointer {
            Some(checkpointer) => {
                let (journal, writer) = begin(checkpointer, &session, checkpoint).await?;
                (journal, Some(writer))
            }
            None => (RunJournal::none(checkpoint), None),
        };
        let scope = scope(ports, limits, writer, RunStart::Fresh, BTreeMap::new());
        self.run(journal, &scope).await
    }

    /// Goes on with a run from its last checkpoint: after an interrupt, with `answers` to some or
    /// all of its questions; after a failure, a limit, a cancellation or a killed page, with none.
    /// Tasks that were finished are not run again, and neither are those whose questions have no
    /// answer yet.
    ///
    /// A run has one runner. One that is still at work on it elsewhere can store nothing from now
    /// on, and ends with [`StoreError::Superseded`].
    ///
    /// # Errors
    /// [`RunError`] when there is no such run, records of it are damaged, an answer is for no open
    /// question, or the store fails.
    pub async fn resume(
        &self,
        run: &str,
        answers: BTreeMap<InterruptId, Value>,
        ports: &Ports<R>,
        limits: RunLimits,
    ) -> Result<Outcome<S>, RunError> {
        let session = session(run)?;
        let checkpointer = ports.checkpointer.as_ref().ok_or(RunError::NoStore)?;
        let store = &**checkpointer.store();
        let found = self.find(store, &session, &answers).await?;
        if found.journal.checkpoint.tasks.is_empty() {
            // There is nothing to go on with, and nothing to be stored.
            let scope = scope(ports, limits, None, RunStart::Fresh, BTreeMap::new());
            return self.run(found.journal, &scope).await;
        }
        let writer = match checkpointer {
            Checkpointer::Writer(writer) => checked(writer.clone(), &session)?,
            Checkpointer::Store { store, ids } => {
                Rc::new(Writer::claim(store.clone(), &session, ids.new_id()).await?)
            }
        };
        // Another runner may have gone on with it until now.
        let Found {
            mut journal,
            mut batch,
            legacy,
        } = self.find(store, &session, &answers).await?;
        if !answers.is_empty() {
            journal.change(Change::Answered(answers));
            journal.put(&mut batch)?;
        }
        if !batch.is_empty() {
            writer.commit(batch).await?;
        }
        let answers = journal.checkpoint.answers.clone();
        let start = RunStart::Resumed { legacy };
        let scope = scope(ports, limits, Some(writer), start, answers);
        self.run(journal, &scope).await
    }

    /// Reads how far a run has come, in which the questions of these answers are open.
    pub(crate) async fn find(
        &self,
        store: &dyn Store,
        session: &SessionKey,
        answers: &BTreeMap<InterruptId, Value>,
    ) -> Result<Found<S>, RunError> {
        let legacy = legacy::exists(store, session).await?;
        let mut batch = Batch::new();
        let stored = RunJournal::load(store, session, &run_journal::stream()).await?;
        let journal = match stored {
            Some(journal) => journal,
            None => self.import(store, session, &mut batch).await?,
        };
        let open = journal.checkpoint.waiting.values().flatten();
        let open: BTreeSet<_> = open.map(|interrupt| &interrupt.id).collect();
        if let Some(id) = answers.keys().find(|id| !open.contains(id)) {
            return Err(RunError::NoSuchInterrupt(id.clone()));
        }
        Ok(Found {
            journal,
            batch,
            legacy,
        })
    }

    /// Takes over a run that was stored before there was a journal.
    async fn import(
        &self,
        store: &dyn Store,
        session: &SessionKey,
        batch: &mut Batch,
    ) -> Result<RunJournal<S>, RunError> {
        let path = "";
        let legacy = Legacy {
            store,
            session,
            path,
        };
        let history = legacy.read(self).await?;
        let history = history.ok_or_else(|| RunError::NoRun(session.id().to_owned()))?;
        let journal = RunJournal::import(batch, session, &run_journal::stream(), history)?;
        legacy.put_removal(batch, &journal.checkpoint).await?;
        Ok(journal)
    }

    /// Runs superstep after superstep until the run ends, at least for now.
    pub(crate) async fn run(
        &self,
        journal: RunJournal<S>,
        scope: &RunScope<R>,
    ) -> Result<Outcome<S>, RunError> {
        scope.ports.emit(|| Event::RunStarted {
            path: scope.path.clone(),
        });
        let mut ending = Ending {
            scope,
            outcome: OutcomeKind::Cancelled,
        };
        let outcome = self.supersteps(journal, scope).await;
        ending.outcome = outcome.as_ref().map_or(OutcomeKind::Failed, Outcome::kind);
        outcome
    }

    async fn supersteps(
        &self,
        mut journal: RunJournal<S>,
        scope: &RunScope<R>,
    ) -> Result<Outcome<S>, RunError> {
        let limit = scope.limits.supersteps;
        let last = journal.checkpoint.superstep.saturating_add(limit);
        loop {
            let checkpoint = &journal.checkpoint;
            let stop = match checkpoint.tasks.is_empty() {
                true => Some(Stop::Done),
                false if checkpoint.superstep >= last => Some(Stop::Limit),
                false => self.superstep(&mut journal, scope).await?,
            };
            let Some(stop) = stop else {
                continue;
            };
            let state = Rc::unwrap_or_clone(journal.checkpoint.state);
            return Ok(match stop {
                Stop::Done => Outcome::Done { state },
                Stop::Limit => Outcome::RecursionLimit { state, limit },
                Stop::Interrupted(interrupts) => Outcome::Interrupted { state, interrupts },
                Stop::Failed(failures) => Outcome::Failed { state, failures },
                Stop::Cancelled => Outcome::Cancelled { state },
            });
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

/// A run as it was found, and what has to be stored for it to be gone on with.
pub(crate) struct Found<S: GraphState> {
    pub journal: RunJournal<S>,
    batch: Batch,
    /// Whether something of it is stored as it was before there was a journal.
    legacy: bool,
}

/// Stores a run that begins, and gives the right to write it.
pub(crate) async fn begin<S: GraphState>(
    checkpointer: &Checkpointer,
    session: &SessionKey,
    checkpoint: Checkpoint<S>,
) -> Result<(RunJournal<S>, Rc<Writer>), RunError> {
    let store = &**checkpointer.store();
    let stream = run_journal::stream();
    let exists = || RunError::RunExists(session.id().to_owned());
    match RunJournal::<S>::load(store, session, &stream).await {
        Ok(None) if !legacy::exists(store, session).await? => {}
        Err(RunError::Store(error)) => return Err(error.into()),
        _ => return Err(exists()),
    }
    let mut batch = Batch::new();
    let journal = RunJournal::begin(&mut batch, session, &stream, checkpoint)?;
    let writer = match checkpointer {
        Checkpointer::Writer(writer) => {
            let writer = checked(writer.clone(), session)?;
            writer.commit(batch).await?;
            writer
        }
        Checkpointer::Store { store, ids } => {
            let begun = Writer::begin(store.clone(), session, ids.new_id(), batch).await;
            Rc::new(begun.map_err(|error| match error {
                StoreError::Superseded => exists(),
                error => error.into(),
            })?)
        }
    };
    Ok((journal, writer))
}

fn checked(writer: Rc<Writer>, session: &SessionKey) -> Result<Rc<Writer>, RunError> {
    match writer.session() == session {
        true => Ok(writer),
        false => Err(RunError::WrongWriter {
            run: session.id().to_owned(),
            session: writer.session().id().to_owned(),
        }),
    }
}

fn scope<R>(
    ports: &Ports<R>,
    limits: RunLimits,
    writer: Option<Rc<Writer>>,
    start: RunStart,
    answers: BTreeMap<InterruptId, Value>,
) -> RunScope<R> {
    RunScope {
        ports: Rc::new(ports.clone()),
        path: "".into(),
        writer,
        stream: run_journal::stream(),
        answers: Rc::new(answers),
        limits,
        start,
    }
}
