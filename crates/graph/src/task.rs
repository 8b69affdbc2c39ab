//! One task of a superstep, with its tries and its time limit.

use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;

use futures::FutureExt;
use futures::future::LocalBoxFuture;

use crate::context::{Context, Scope};
use crate::error::NodeError;
use crate::event::Event;
use crate::ids::TaskId;
use crate::node::{Node, TaskEnd, TaskInput, Work};
use crate::options::NodeOptions;
use crate::scope::RunScope;
use crate::state::GraphState;

/// Runs a node's task until it ends, is interrupted, or has failed for good. `run` is what it
/// shares with others of its run, and `task.path` is the run's.
pub(crate) async fn run_task<S: GraphState, R>(
    node: &Node<S, R>,
    input: TaskInput<S>,
    task: TaskId,
    run: &RunScope<R>,
) -> TaskEnd<S::Update> {
    let ports = &run.ports;
    for attempt in 1.. {
        ports.emit(|| Event::NodeStarted {
            task: task.clone(),
            node: node.key.clone(),
            attempt,
        });
        let end = try_once(node, input.clone(), &task, attempt, run).await;
        let TaskEnd::Failed(error) = end else {
            return end;
        };
        let retry = node.options.retry;
        let timer = ports.timer.as_ref().filter(|_| error.is_retryable());
        let timer = timer.filter(|_| attempt < retry.attempts);
        ports.emit(|| Event::NodeFailed {
            task: task.clone(),
            node: node.key.clone(),
            error: error.clone(),
            retrying: timer.is_some(),
        });
        match timer {
            Some(timer) => timer.sleep(retry.pause_after(attempt)).await,
            None => return TaskEnd::Failed(error),
        }
    }
    TaskEnd::Failed(NodeError::fatal("it was tried too often to count"))
}

async fn try_once<S: GraphState, R>(
    node: &Node<S, R>,
    input: TaskInput<S>,
    task: &TaskId,
    attempt: u32,
    run: &RunScope<R>,
) -> TaskEnd<S::Update> {
    let deadline = deadline(&node.options, run);
    match &node.work {
        Work::Subgraph { run: start, .. } => {
            within(deadline, start(input, attempt, run.inside(task))).await
        }
        Work::Function(function) => {
            let scope = Rc::new(Scope {
                ports: run.ports.clone(),
                task: task.clone(),
                node: node.key.clone(),
                attempt,
                answers: run.answers.clone(),
                asked: Cell::new(0),
                open: RefCell::new(Vec::new()),
            });
            let work = function(input, Context(scope.clone()));
            within(deadline, until_interrupted(work, &scope)).await
        }
    }
}

type Deadline = Option<(LocalBoxFuture<'static, ()>, NodeError)>;

fn deadline<R>(options: &NodeOptions, run: &RunScope<R>) -> Deadline {
    let limit = options.time_limit?;
    let timer = run.ports.timer.as_ref()?;
    Some((timer.sleep(limit), NodeError::TimedOut { limit }))
}

/// The outcome of `work`, or an interrupt as soon as it has asked a question and waits.
async fn until_interrupted<U, R>(
    work: impl Future<Output = Result<U, NodeError>>,
    scope: &Scope<R>,
) -> TaskEnd<U> {
    let mut work = pin!(work);
    poll_fn(|context| match work.as_mut().poll(context) {
        Poll::Ready(Ok(update)) => Poll::Ready(TaskEnd::Finished(update)),
        Poll::Ready(Err(error)) => Poll::Ready(TaskEnd::Failed(error)),
        Poll::Pending if scope.open.borrow().is_empty() => Poll::Pending,
        Poll::Pending => Poll::Ready(TaskEnd::Interrupted(scope.open.take())),
    })
    .await
}

async fn within<U>(deadline: Deadline, work: impl Future<Output = TaskEnd<U>>) -> TaskEnd<U> {
    let Some((mut sleep, error)) = deadline else {
        return work.await;
    };
    let mut work = pin!(work);
    let mut error = Some(error);
    poll_fn(|context| {
        // What is there is taken, even if it came late.
        if let Poll::Ready(end) = work.as_mut().poll(context) {
            return Poll::Ready(end);
        }
        match (sleep.poll_unpin(context), error.take()) {
            (Poll::Ready(()), Some(error)) => Poll::Ready(TaskEnd::Failed(error)),
            (_, kept) => {
                error = kept;
                Poll::Pending
            }
        }
    })
    .await
}
