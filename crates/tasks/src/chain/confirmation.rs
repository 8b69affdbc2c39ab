//! What the person is asked.

use serde_json::{Map, Value};

use super::{ChainState, TrueReactAgent};
use crate::execution::{AmbiguityDetected, ExecutionLimits, TaskStatus, UnknownBecause};
use crate::service::ServiceDirectory;
use crate::task::TaskId;

/// Something that the person is asked about a task. What depends on the task waits; all else goes
/// on.
#[derive(Debug, Clone, PartialEq)]
pub struct Confirmation {
    /// The task.
    pub task: TaskId,
    /// The service that it calls.
    pub service: String,
    /// The method that it calls.
    pub method: String,
    /// What it is called with.
    pub parameters: Map<String, Value>,
    /// What is asked.
    pub kind: ConfirmationKind,
    /// What its service says that it would do, where it can say so.
    pub preview: Option<Value>,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq)]
pub enum ConfirmationKind {
    /// Which of several things is meant.
    Choice(AmbiguityDetected),
    /// Whether it may change what it changes.
    Approval,
    /// Whether it was done, which nobody knows.
    OutcomeUnknown(UnknownBecause),
}

/// Lists what the person is asked. Answers go to the chain as
/// [`Command::Confirm`](super::Command::Confirm).
#[derive(Debug, Clone, Copy)]
pub struct ConfirmationService;

impl ConfirmationService {
    /// Everything that is asked now, in the order of the plan.
    pub fn open(agent: &TrueReactAgent) -> Vec<Confirmation> {
        Self::of(agent.state(), agent.planner().directory())
    }

    /// The same of a chain as it is stored, with the services that there are.
    pub fn of(state: &ChainState, directory: &ServiceDirectory) -> Vec<Confirmation> {
        let Some(executor) = &state.executor else {
            return Vec::new();
        };
        if state.cancelled_at.is_some() {
            return Vec::new();
        }
        let limits = ExecutionLimits::default();
        let asking = executor.asking();
        let confirmations = asking.filter_map(|task| {
            let record = executor.record(task)?;
            let kind = match &record.status {
                TaskStatus::Ambiguous(ambiguity) => ConfirmationKind::Choice(ambiguity.clone()),
                TaskStatus::AwaitingApproval => ConfirmationKind::Approval,
                TaskStatus::OutcomeUnknown { because } => {
                    ConfirmationKind::OutcomeUnknown(*because)
                }
                _ => return None,
            };
            let parameters = executor.parameters(task, directory, &limits);
            Some(Confirmation {
                task: record.task.id.clone(),
                service: record.task.service.clone(),
                method: record.task.method.clone(),
                parameters: parameters.unwrap_or_else(|_| record.task.parameters.clone()),
                kind,
                preview: record.preview.clone(),
            })
        });
        confirmations.collect()
    }
}
