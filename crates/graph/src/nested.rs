//! A graph that runs as a node of another.

use std::rc::Rc;

use kikitori_journal::{StreamPath, Writer};
use kikitori_store::Batch;

use crate::checkpoint::Checkpoint;
use crate::error::{NodeError, RunError, TaskFailure};
use crate::graph::Graph;
use crate::legacy::Legacy;
use crate::node::TaskEnd;
use crate::outcome::Outcome;
use crate::run_journal::RunJournal;
use crate::scope::{RunScope, RunStart};
use crate::state::GraphState;

impl<S: GraphState, R: 'static> Graph<S, R> {
    /// Runs the graph as the node of a task, for the `attempt`th time in this process.
    pub(crate) async fn run_nested(
        &self,
        state: S,
        attempt: u32,
        mut scope: RunScope<R>,
    ) -> TaskEnd<S> {
        let outcome = async {
            let run = self.open(state, attempt, &mut scope).await?;
            self.run(run, &scope).await
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

    /// Goes on with the last try that is stored, or begins one. Each try has a stream of its own:
    /// one that was given up leaves nothing in the next one's.
    async fn open(
        &self,
        state: S,
        attempt: u32,
        scope: &mut RunScope<R>,
    ) -> Result<RunJournal<S>, RunError> {
        let begin = |state: S| -> Result<Checkpoint<S>, RunError> {
            let tasks = self.first(&state)?;
            Ok(Checkpoint::at(0, Rc::new(state), tasks, Vec::new()))
        };
        let Some(writer) = scope.writer.clone() else {
            return Ok(RunJournal::none(begin(state)?));
        };
        let is_new = attempt == 1 && scope.start == RunStart::Fresh;
        let (number, latest) = match is_new {
            true => (0, None),
            false => self.latest_try(&writer, &scope.stream).await?,
        };
        if let (1, Some(latest)) = (attempt, latest) {
            scope.stream = try_of(&scope.stream, number);
            return Ok(latest);
        }
        scope.stream = try_of(&scope.stream, number + 1);
        let (session, stream) = (writer.session(), &scope.stream);
        let mut batch = Batch::new();
        if attempt == 1 && scope.start == (RunStart::Resumed { legacy: true }) {
            match self.import_nested(&writer, scope).await {
                Ok(None) => {}
                Ok(Some(run)) => return Ok(run),
                // As with a damaged try: it stays as it is, and another one is begun.
                Err(RunError::Damaged { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let run = RunJournal::begin(&mut batch, session, stream, begin(state)?)?;
        writer.commit(batch).await?;
        // Nothing is stored of subgraphs within it.
        scope.start = RunStart::Fresh;
        Ok(run)
    }

    /// Takes over what was stored of the try before there was a journal.
    async fn import_nested(
        &self,
        writer: &Writer,
        scope: &RunScope<R>,
    ) -> Result<Option<RunJournal<S>>, RunError> {
        let legacy = Legacy {
            store: &**writer.store(),
            session: writer.session(),
            path: &scope.path,
        };
        let Some(history) = legacy.read(self).await? else {
            return Ok(None);
        };
        let mut batch = Batch::new();
        let run = RunJournal::import(&mut batch, legacy.session, &scope.stream, history)?;
        legacy.put_removal(&mut batch, &run.checkpoint).await?;
        writer.commit(batch).await?;
        Ok(Some(run))
    }

    /// The number of the last try of which something is stored, from 1, and how far it came. With
    /// damaged records it is not gone on with: that costs the task's work, and not the run.
    async fn latest_try(
        &self,
        writer: &Writer,
        stream: &StreamPath,
    ) -> Result<(u32, Option<RunJournal<S>>), RunError> {
        let (store, session) = (&**writer.store(), writer.session());
        let mut latest = None;
        let mut number = 0;
        loop {
            latest = match RunJournal::load(store, session, &try_of(stream, number + 1)).await {
                Ok(None) => return Ok((number, latest)),
                Ok(found) => found,
                Err(RunError::Damaged { .. }) => None,
                Err(error) => return Err(error),
            };
            number += 1;
        }
    }
}

fn try_of(task: &StreamPath, number: u32) -> StreamPath {
    task.child(&number.to_string())
}

fn first_of(failures: Vec<TaskFailure>) -> NodeError {
    match failures.into_iter().next() {
        Some(failure) => NodeError::InSubgraph {
            node: failure.node,
            error: Box::new(failure.error),
        },
        None => NodeError::fatal("its subgraph failed"),
    }
}
