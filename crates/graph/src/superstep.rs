//! One superstep: its tasks side by side, their updates stored as they come, and applied.

use std::rc::Rc;

use futures::future::{Either, select};
use futures::stream::FuturesUnordered;
use futures::{FutureExt, StreamExt};
use kikitori_store::Batch;

use crate::checkpoint::Progress;
use crate::error::{NodeError, NodeFailure, RunError};
use crate::event::Event;
use crate::graph::Graph;
use crate::ids::NodeKey;
use crate::interrupt::Interrupt;
use crate::node::{TaskEnd, TaskInput};
use crate::scope::RunScope;
use crate::state::GraphState;
use crate::task::run_task;

/// The updates of finished tasks are stored in records of at most this many.
const WRITES_A_RECORD: usize = 1_000;

impl<S: GraphState, R: 'static> Graph<S, R> {
    /// Runs the tasks of a superstep that are not finished, and once all are, applies their
    /// updates in the order of the tasks; `None` then.
    pub(crate) async fn superstep(
        &self,
        progress: &mut Progress<S>,
        scope: &RunScope<R>,
    ) -> Result<Option<Stop>, RunError> {
        let mut ahead = Vec::new();
        for (index, planned) in (0_u32..).zip(&progress.tasks) {
            let waits = progress.waiting.get(&index).is_some_and(|interrupts| {
                let answered = |open: &Interrupt| scope.answers.contains_key(&open.id);
                !interrupts.iter().any(answered)
            });
            if waits || progress.done.contains_key(&index) {
                continue;
            }
            let node = self.node(&planned.node);
            let node = node.ok_or_else(|| RunError::NoSuchNode(planned.node.to_string()))?;
            let input = match &planned.sent {
                Some(sent) => TaskInput::Sent(sent.clone()),
                None => TaskInput::State(progress.state.clone()),
            };
            ahead.push((index, node, input));
        }
        scope.ports.emit(|| Event::SuperstepStarted {
            path: scope.path.clone(),
            superstep: progress.superstep,
            tasks: ahead.len(),
        });
        let superstep = progress.superstep;
        let mut ahead = ahead.into_iter().map(|(index, node, input)| {
            let task = scope.task(superstep, index);
            async move { (index, run_task(node, input, task, scope).await) }
        });
        let mut running = FuturesUnordered::new();
        running.extend(ahead.by_ref().take(scope.limits.concurrent_tasks.get()));
        let mut ends = Ends::default();
        while let Some(end) = ready(&mut running, scope).await {
            let Some(end) = end else {
                self.keep(&mut ends, progress, scope, false).await?;
                return Ok(Some(Stop::Cancelled));
            };
            let mut end = Some(end);
            // Whatever else is ready goes into the same batch.
            while let Some((index, task_end)) = end.take() {
                ends.add(index, task_end);
                running.extend(ahead.next());
                if ends.fresh.len() < WRITES_A_RECORD {
                    end = running.next().now_or_never().flatten();
                }
            }
            if let Some(error) = ends.broken.take() {
                self.keep(&mut ends, progress, scope, false).await?;
                return Err(error);
            }
            if !running.is_empty() {
                self.keep(&mut ends, progress, scope, false).await?;
            }
        }
        if ends.cancelled {
            self.keep(&mut ends, progress, scope, false).await?;
            return Ok(Some(Stop::Cancelled));
        }
        let complete = progress.done.len() + ends.fresh.len() == progress.tasks.len();
        self.keep(&mut ends, progress, scope, complete).await?;
        if complete {
            return Ok(None);
        }
        if !ends.failures.is_empty() {
            ends.failures.sort_by_key(|(index, _)| *index);
            let failures = ends.failures.into_iter().map(|(index, error)| NodeFailure {
                task: scope.task(superstep, index),
                node: progress.node_of(index),
                error,
            });
            return Ok(Some(Stop::Failed(failures.collect())));
        }
        let open = progress.waiting.values().flatten();
        Ok(Some(Stop::Interrupted(open.cloned().collect())))
    }

    /// Stores what has ended since the last time, and, when the superstep is `complete`, the next
    /// one's plan with it; then tells the listener.
    async fn keep(
        &self,
        ends: &mut Ends<S::Update>,
        progress: &mut Progress<S>,
        scope: &RunScope<R>,
        complete: bool,
    ) -> Result<(), RunError> {
        let fresh = std::mem::take(&mut ends.fresh);
        let interrupted = std::mem::take(&mut ends.interrupted);
        let mut batch = Batch::new();
        let records = scope.records()?;
        let superstep = progress.superstep;
        let finished: Vec<(u32, NodeKey)> = match &scope.ports.events {
            Some(_) => fresh
                .iter()
                .map(|(index, _)| (*index, progress.node_of(*index)))
                .collect(),
            None => Vec::new(),
        };
        progress.done.extend(fresh.iter().cloned());
        if let Some(records) = &records
            && !fresh.is_empty()
        {
            records.put_writes(&mut batch, progress, fresh)?;
        }
        let mut asked = Vec::new();
        for (index, interrupts) in interrupted {
            if let Some(records) = &records {
                records.put_waiting(&mut batch, superstep, index, &interrupts)?;
            }
            // A subgraph has told of its questions itself.
            let node = self.node(&progress.node_of(index));
            if node.is_some_and(|node| !node.is_subgraph()) {
                asked.extend(interrupts.iter().cloned());
            }
            progress.waiting.insert(index, interrupts);
        }
        if complete {
            self.plan_next(progress)?;
            if let Some(records) = &records {
                records.put_checkpoint(&mut batch, progress)?;
            }
        }
        scope.commit(batch).await?;
        for (index, node) in finished {
            let task = scope.task(superstep, index);
            scope.ports.emit(|| Event::NodeFinished { task, node });
        }
        for interrupt in asked {
            scope.ports.emit(|| Event::Interrupted(interrupt));
        }
        if complete {
            scope.ports.emit(|| Event::Checkpoint {
                path: scope.path.clone(),
                superstep: progress.superstep,
            });
        }
        Ok(())
    }

    /// Applies the updates of all tasks, and plans the superstep after.
    fn plan_next(&self, progress: &mut Progress<S>) -> Result<(), RunError> {
        let updates = std::mem::take(&mut progress.done);
        progress.updates += updates.len() as u64;
        let state = Rc::make_mut(&mut progress.state);
        for update in updates.into_values() {
            state.apply(update);
        }
        let ran = progress.tasks.iter().map(|task| &*task.node);
        let (tasks, arrived) = self.after(ran, &progress.state, &progress.arrived)?;
        progress.superstep += 1;
        progress.tasks = tasks;
        progress.arrived = arrived;
        progress.batches = 0;
        Ok(())
    }
}

/// Why a run stops in the midst of a superstep.
pub(crate) enum Stop {
    Interrupted(Vec<Interrupt>),
    Failed(Vec<NodeFailure>),
    Cancelled,
}

/// What has ended and is not stored yet, and what has failed.
struct Ends<U> {
    fresh: Vec<(u32, U)>,
    interrupted: Vec<(u32, Vec<Interrupt>)>,
    failures: Vec<(u32, NodeError)>,
    cancelled: bool,
    broken: Option<RunError>,
}

impl<U> Default for Ends<U> {
    fn default() -> Self {
        Self {
            fresh: Vec::new(),
            interrupted: Vec::new(),
            failures: Vec::new(),
            cancelled: false,
            broken: None,
        }
    }
}

impl<U> Ends<U> {
    fn add(&mut self, index: u32, end: TaskEnd<U>) {
        match end {
            TaskEnd::Finished(update) => self.fresh.push((index, update)),
            TaskEnd::Interrupted(interrupts) => self.interrupted.push((index, interrupts)),
            TaskEnd::Failed(error) => self.failures.push((index, error)),
            TaskEnd::Cancelled => self.cancelled = true,
            TaskEnd::Broken(error) => self.broken = Some(error),
        }
    }
}

/// The next end of a task; `Some(None)` when the run is cancelled first, `None` when there are no
/// more tasks.
async fn ready<T, R>(
    running: &mut FuturesUnordered<impl Future<Output = T>>,
    scope: &RunScope<R>,
) -> Option<Option<T>> {
    match &scope.ports.cancelled {
        None => running.next().await.map(Some),
        Some(cancelled) => match select(cancelled.0.clone(), running.next()).await {
            Either::Left(_) => Some(None),
            Either::Right((end, _)) => end.map(Some),
        },
    }
}
