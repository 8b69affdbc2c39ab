//! One superstep: its tasks side by side, what they come to stored as it comes, and taken in.

use std::rc::Rc;

use futures::future::{Either, select};
use futures::stream::FuturesUnordered;
use futures::{FutureExt, StreamExt};
use kikitori_store::Batch;

use crate::checkpoint::Progress;
use crate::event::{Event, TaskId};
use crate::graph::Graph;
use crate::interrupt::Interrupt;
use crate::node::{NodeKey, TaskInput};
use crate::outcome::{NodeFailure, RunError};
use crate::runner::Nested;
use crate::state::GraphState;
use crate::task::{TaskEnd, run_task};

/// What finished tasks came to is stored in records of at most this many.
const WRITES_A_RECORD: usize = 1_000;

impl<S: GraphState, R: 'static> Graph<S, R> {
    /// Runs the tasks of a superstep that are not finished, and once all are, takes in what they
    /// came to, in the order of the tasks.
    pub(crate) async fn superstep(
        &self,
        progress: &mut Progress<S>,
        nested: &Nested<R>,
    ) -> Result<Superstep, RunError> {
        let mut ahead = Vec::new();
        for (index, (planned, done)) in (0_u32..).zip(progress.tasks.iter().zip(&progress.done)) {
            let waits = progress.waiting.get(&index).is_some_and(|interrupts| {
                let answered = |open: &Interrupt| nested.answers.contains_key(&open.id);
                !interrupts.iter().any(answered)
            });
            if let (None, false, Some(node)) = (done, waits, self.nodes.get(planned.node)) {
                let input = match &planned.sent {
                    Some(sent) => TaskInput::Sent(sent.clone()),
                    None => TaskInput::State(progress.state.clone()),
                };
                ahead.push((index, node, input));
            }
        }
        nested.ports.tell(|| Event::SuperstepStarted {
            path: nested.path.clone(),
            superstep: progress.superstep,
            tasks: ahead.len(),
        });
        let superstep = progress.superstep;
        let task_id = |index| TaskId {
            path: nested.path.clone(),
            superstep,
            index,
        };
        let mut ahead = ahead.into_iter().map(|(index, node, input)| {
            let task = task_id(index);
            async move { (index, run_task(node, input, task, nested).await) }
        });
        let mut running = FuturesUnordered::new();
        running.extend(ahead.by_ref().take(nested.limits.concurrent_tasks));
        let mut ends = Ends::default();
        while let Some(end) = ready(&mut running, nested).await {
            let Some(end) = end else {
                self.keep(&mut ends, progress, nested, false).await?;
                return Ok(Superstep::Cancelled);
            };
            let mut end = Some(end);
            // Whatever else is ready goes into the same batch.
            while let Some((index, task_end)) = end.take() {
                ends.take(index, task_end, || {
                    (task_id(index), self.key_of_task(progress, index))
                })?;
                running.extend(ahead.next());
                if ends.fresh.len() < WRITES_A_RECORD {
                    end = running.next().now_or_never().flatten();
                }
            }
            if !running.is_empty() {
                self.keep(&mut ends, progress, nested, false).await?;
            }
        }
        if ends.cancelled {
            self.keep(&mut ends, progress, nested, false).await?;
            return Ok(Superstep::Cancelled);
        }
        let complete = ends.failures.is_empty()
            && ends.interrupted.is_empty()
            && progress.done.iter().filter(|done| done.is_none()).count() == ends.fresh.len();
        self.keep(&mut ends, progress, nested, complete).await?;
        if complete {
            return Ok(Superstep::Complete);
        }
        if !ends.failures.is_empty() {
            ends.failures
                .sort_by(|one, other| one.task.cmp(&other.task));
            return Ok(Superstep::Failed(ends.failures));
        }
        Ok(Superstep::Interrupted(
            progress.waiting.values().flatten().cloned().collect(),
        ))
    }

    fn key_of_task(&self, progress: &Progress<S>, index: u32) -> NodeKey {
        let planned = usize::try_from(index)
            .ok()
            .and_then(|it| progress.tasks.get(it));
        planned.map_or_else(|| "".into(), |planned| self.key_of(planned.node))
    }

    /// Stores what has ended since the last time, and, when the superstep is `complete`, what
    /// comes next with it; then tells.
    async fn keep(
        &self,
        ends: &mut Ends<S::Update>,
        progress: &mut Progress<S>,
        nested: &Nested<R>,
        complete: bool,
    ) -> Result<(), RunError> {
        let fresh = std::mem::take(&mut ends.fresh);
        let interrupted = std::mem::take(&mut ends.interrupted);
        let mut batch = Batch::new();
        let records = nested.records();
        let finished: Vec<u32> = match &nested.ports.events {
            Some(_) => fresh.iter().map(|(index, _)| *index).collect(),
            None => Vec::new(),
        };
        let superstep = progress.superstep;
        for (index, update) in &fresh {
            let done = usize::try_from(*index).ok();
            if let Some(done) = done.and_then(|done| progress.done.get_mut(done)) {
                *done = Some(update.clone());
            }
        }
        if let Some(records) = &records
            && !fresh.is_empty()
        {
            records.put_writes(&mut batch, progress, fresh)?;
        }
        for (task, interrupts) in &interrupted {
            if let Some(records) = &records {
                records.put_waiting(&mut batch, task, interrupts)?;
            }
            progress.waiting.insert(task.index, interrupts.clone());
        }
        let nodes: Vec<_> = finished
            .iter()
            .map(|index| self.key_of_task(progress, *index))
            .collect();
        if complete {
            self.step_on(progress)?;
            if let Some(records) = &records {
                records.put_checkpoint(&mut batch, self, progress)?;
            }
        }
        nested.commit(batch).await?;
        for (index, node) in finished.into_iter().zip(nodes) {
            nested.ports.tell(|| Event::NodeFinished {
                task: TaskId {
                    path: nested.path.clone(),
                    superstep,
                    index,
                },
                node,
            });
        }
        for interrupt in interrupted
            .into_iter()
            .flat_map(|(_, interrupts)| interrupts)
        {
            nested.ports.tell(|| Event::Interrupted(interrupt));
        }
        if complete {
            nested.ports.tell(|| Event::Checkpoint {
                path: nested.path.clone(),
                superstep: progress.superstep,
            });
        }
        Ok(())
    }

    /// Takes in what all tasks came to, and plans the superstep after.
    fn step_on(&self, progress: &mut Progress<S>) -> Result<(), RunError> {
        let updates = std::mem::take(&mut progress.done);
        let taken = updates.len() as u64;
        let state = Rc::make_mut(&mut progress.state);
        for update in updates.into_iter().flatten() {
            state.apply(update);
        }
        let ran = progress.tasks.iter().map(|task| task.node);
        let tasks = self.after(ran, &progress.state, &mut progress.arrived)?;
        progress.superstep += 1;
        progress.done = vec![None; tasks.len()];
        progress.tasks = tasks;
        progress.updates += taken;
        progress.batches = 0;
        Ok(())
    }
}

/// How a superstep ends.
pub(crate) enum Superstep {
    Complete,
    Interrupted(Vec<Interrupt>),
    Failed(Vec<NodeFailure>),
    Cancelled,
}

/// What has ended and is not stored yet, and what has failed.
struct Ends<U> {
    fresh: Vec<(u32, U)>,
    interrupted: Vec<(TaskId, Vec<Interrupt>)>,
    failures: Vec<NodeFailure>,
    cancelled: bool,
}

impl<U> Default for Ends<U> {
    fn default() -> Self {
        Self {
            fresh: Vec::new(),
            interrupted: Vec::new(),
            failures: Vec::new(),
            cancelled: false,
        }
    }
}

impl<U> Ends<U> {
    fn take(
        &mut self,
        index: u32,
        end: TaskEnd<U>,
        named: impl FnOnce() -> (TaskId, NodeKey),
    ) -> Result<(), RunError> {
        match end {
            TaskEnd::Finished(update) => self.fresh.push((index, update)),
            TaskEnd::Interrupted(interrupts) => self.interrupted.push((named().0, interrupts)),
            TaskEnd::Failed(error) => {
                let (task, node) = named();
                self.failures.push(NodeFailure { task, node, error });
            }
            TaskEnd::Cancelled => self.cancelled = true,
            TaskEnd::Broken(error) => return Err(error),
        }
        Ok(())
    }
}

/// The next end of a task; `Some(None)` when the run is cancelled first, `None` when there are no
/// more tasks.
async fn ready<T, R>(
    running: &mut FuturesUnordered<impl Future<Output = T>>,
    nested: &Nested<R>,
) -> Option<Option<T>> {
    match &nested.ports.cancelled {
        None => running.next().await.map(Some),
        Some(cancelled) => match select(cancelled.0.clone(), running.next()).await {
            Either::Left(_) => Some(None),
            Either::Right((end, _)) => end.map(Some),
        },
    }
}
