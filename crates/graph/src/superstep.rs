//! One superstep: its tasks side by side, their updates stored as they come, and applied.

use futures::future::{Either, select};
use futures::stream::FuturesUnordered;
use futures::{FutureExt, StreamExt};
use kikitori_store::Batch;

use crate::checkpoint::{Change, Input};
use crate::error::{NodeError, RunError, TaskFailure};
use crate::event::Event;
use crate::graph::Graph;
use crate::ids::NodeKey;
use crate::interrupt::Interrupt;
use crate::node::{TaskEnd, TaskInput};
use crate::plan::Next;
use crate::run_journal::RunJournal;
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
        run: &mut RunJournal<S>,
        scope: &RunScope<R>,
    ) -> Result<Option<Stop>, RunError> {
        let checkpoint = &run.checkpoint;
        let mut ahead = Vec::new();
        for (index, planned) in (0_u32..).zip(&checkpoint.tasks) {
            let waits = checkpoint.waiting.get(&index).is_some_and(|interrupts| {
                let answered = |open: &Interrupt| scope.answers.contains_key(&open.id);
                !interrupts.iter().any(answered)
            });
            if waits || checkpoint.finished.contains_key(&index) {
                continue;
            }
            let node = self.node(&planned.node);
            let node = node.ok_or_else(|| RunError::NoSuchNode(planned.node.to_string()))?;
            let input = match &planned.input {
                Input::Sent(sent) => TaskInput::Sent(sent.clone()),
                Input::State => TaskInput::State(checkpoint.state.clone()),
            };
            ahead.push((index, node, input));
        }
        scope.ports.emit(|| Event::SuperstepStarted {
            path: scope.path.clone(),
            superstep: checkpoint.superstep,
            tasks: ahead.len(),
        });
        let superstep = checkpoint.superstep;
        let mut ahead = ahead.into_iter().map(|(index, node, input)| {
            let task = scope.task(superstep, index);
            async move { (index, run_task(node, input, task, scope).await) }
        });
        let mut running = FuturesUnordered::new();
        running.extend(ahead.by_ref().take(scope.limits.concurrent_tasks.get()));
        let mut ends = Ends::default();
        while let Some(end) = ready(&mut running, scope).await {
            let Some(end) = end else {
                self.keep(&mut ends, run, scope, false).await?;
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
                self.keep(&mut ends, run, scope, false).await?;
                return Err(error);
            }
            if !running.is_empty() {
                self.keep(&mut ends, run, scope, false).await?;
            }
        }
        if ends.cancelled {
            self.keep(&mut ends, run, scope, false).await?;
            return Ok(Some(Stop::Cancelled));
        }
        let finished = run.checkpoint.finished.len() + ends.fresh.len();
        let complete = finished == run.checkpoint.tasks.len();
        self.keep(&mut ends, run, scope, complete).await?;
        if complete {
            return Ok(None);
        }
        if !ends.failures.is_empty() {
            ends.failures.sort_by_key(|(index, _)| *index);
            let failures = ends.failures.into_iter().map(|(index, error)| TaskFailure {
                task: scope.task(superstep, index),
                node: run.checkpoint.node_of(index),
                error,
            });
            return Ok(Some(Stop::Failed(failures.collect())));
        }
        let open = run.checkpoint.waiting.values().flatten();
        Ok(Some(Stop::Interrupted(open.cloned().collect())))
    }

    /// Stores what has ended since the last time, and, when the superstep is `complete`, the next
    /// one's plan with it; then tells the listener.
    async fn keep(
        &self,
        ends: &mut Ends<S::Update>,
        run: &mut RunJournal<S>,
        scope: &RunScope<R>,
        complete: bool,
    ) -> Result<(), RunError> {
        let fresh = std::mem::take(&mut ends.fresh);
        let interrupted = std::mem::take(&mut ends.interrupted);
        let superstep = run.checkpoint.superstep;
        let finished: Vec<(u32, NodeKey)> = match &scope.ports.events {
            Some(_) => fresh
                .iter()
                .map(|(index, _)| (*index, run.checkpoint.node_of(*index)))
                .collect(),
            None => Vec::new(),
        };
        if !fresh.is_empty() {
            run.change(Change::Finished(fresh));
        }
        let mut asked = Vec::new();
        for (index, interrupts) in interrupted {
            // A subgraph has told of its questions itself.
            let node = self.node(&run.checkpoint.node_of(index));
            if node.is_some_and(|node| !node.is_subgraph()) {
                asked.extend(interrupts.iter().cloned());
            }
            run.change(Change::Waiting(index, interrupts));
        }
        if complete {
            self.plan_next(run)?;
        }
        let mut batch = Batch::new();
        run.put(&mut batch)?;
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
                superstep: run.checkpoint.superstep,
            });
        }
        Ok(())
    }

    /// Applies the updates of all tasks, and plans the superstep after.
    fn plan_next(&self, run: &mut RunJournal<S>) -> Result<(), RunError> {
        let mut ran: Vec<NodeKey> = Vec::new();
        for task in &run.checkpoint.tasks {
            if ran.last() != Some(&task.node) {
                ran.push(task.node.clone());
            }
        }
        run.change(Change::Applied);
        let checkpoint = &run.checkpoint;
        let ran = ran.iter().map(|node| &**node);
        let next = self.after(ran, &checkpoint.state, &checkpoint.arrived)?;
        let Next { tasks, arrived } = next;
        run.change(Change::Planned { tasks, arrived });
        Ok(())
    }
}

/// Why a run stops.
pub(crate) enum Stop {
    Done,
    Limit,
    Interrupted(Vec<Interrupt>),
    Failed(Vec<TaskFailure>),
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
