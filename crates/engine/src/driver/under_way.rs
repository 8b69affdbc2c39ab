//! The steps that are being performed.

use std::cell::Cell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

use futures::StreamExt;
use futures::channel::mpsc::UnboundedReceiver;
use futures::future::LocalBoxFuture;
use kikitori_llm::UsageTotals;

use super::{DriverEvent, DriverPorts};
use crate::caller::ModelOutcome;
use crate::engine::{Action, Engine, Outcome, Step, StepId};

/// The steps that are being performed. Dropping one ends it.
#[derive(Default)]
pub(super) struct UnderWay {
    steps: Vec<Running>,
}

struct Running {
    id: StepId,
    work: LocalBoxFuture<'static, Outcome>,
    /// What its model call has used so far, and all of it once `work` is dropped.
    used: Rc<Cell<UsageTotals>>,
}

/// What happened next.
pub(super) enum Happened<I> {
    /// A step has its outcome.
    Ended {
        id: StepId,
        outcome: Box<Outcome>,
        usage: UsageTotals,
    },
    /// The person did something; none when nobody is there any more.
    Input(Option<I>),
}

impl UnderWay {
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    pub(super) fn ids(&self) -> Vec<StepId> {
        self.steps.iter().map(|step| step.id).collect()
    }

    pub(super) fn start<E: Engine + 'static>(&mut self, step: Step, ports: &DriverPorts<E>) {
        let id = step.id;
        let used = Rc::new(Cell::new(UsageTotals::default()));
        let work: LocalBoxFuture<'static, Outcome> = match step.action {
            Action::CallModel(call) => {
                let (caller, events, used) =
                    (ports.caller.clone(), ports.events.clone(), used.clone());
                Box::pin(async move {
                    let mut on_event = |event| events.on_event(DriverEvent::Call { id, event });
                    let result = caller.call_counted(*call, &used, &mut on_event).await;
                    let usage = used.get();
                    Outcome::Model(ModelOutcome { result, usage })
                })
            }
            Action::RunTool(request) => {
                let output = ports.tools.run(request);
                Box::pin(async move { Outcome::Tool(output.await) })
            }
        };
        self.steps.push(Running { id, work, used });
    }

    /// Ends every step that is not named, and answers what each of them used.
    pub(super) fn drop_all_but(&mut self, named: &[StepId]) -> Vec<(StepId, UsageTotals)> {
        let steps = std::mem::take(&mut self.steps);
        let (kept, left): (Vec<_>, Vec<_>) =
            steps.into_iter().partition(|step| named.contains(&step.id));
        self.steps = kept;
        let left = left.into_iter().map(|Running { id, work, used }| {
            drop(work);
            (id, used.get())
        });
        left.collect()
    }

    /// Waits for an outcome or an input, whichever comes first. Of what has come already, inputs
    /// are taken first: a person who stops a reply does not want it.
    pub(super) async fn next<I>(&mut self, inputs: &mut UnboundedReceiver<I>) -> Happened<I> {
        poll_fn(|context| {
            if let Poll::Ready(input) = inputs.poll_next_unpin(context) {
                return Poll::Ready(Happened::Input(input));
            }
            for position in 0..self.steps.len() {
                let Some(step) = self.steps.get_mut(position) else {
                    break;
                };
                if let Poll::Ready(outcome) = step.work.as_mut().poll(context) {
                    let step = self.steps.remove(position);
                    return Poll::Ready(Happened::Ended {
                        id: step.id,
                        outcome: Box::new(outcome),
                        usage: step.used.get(),
                    });
                }
            }
            Poll::Pending
        })
        .await
    }
}
