//! What an execution came to.

use serde_json::Value;

use super::executor::TaskExecutor;
use super::record::{TaskRecord, TaskStatus};

/// What an execution came to so far.
#[derive(Debug, Clone, PartialEq)]
pub struct ExecutionResult<'a> {
    /// How it stands.
    pub status: ExecutionStatus,
    /// The tasks that are done, with their results.
    pub done: Vec<(&'a TaskRecord, &'a Value)>,
    /// The tasks that were begun and failed, or of which nobody knows whether they were done.
    pub failed: Vec<&'a TaskRecord>,
    /// The tasks that were not done: skipped, left out, cancelled, or still to come.
    pub not_done: Vec<&'a TaskRecord>,
}

/// How an execution stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExecutionStatus {
    /// Tasks run, or may.
    Running,
    /// Nothing runs until the person has answered.
    NeedsConfirmation,
    /// The person has paused it.
    Paused,
    /// Every task that was not left out is done.
    Succeeded,
    /// Every task has come to its end, and some have failed.
    Failed,
    /// The person has cancelled it.
    Cancelled,
}

impl TaskExecutor {
    /// What it came to so far.
    pub fn execution_result(&self) -> ExecutionResult<'_> {
        let mut result = ExecutionResult {
            status: self.status(),
            done: Vec::new(),
            failed: Vec::new(),
            not_done: Vec::new(),
        };
        for record in self.records() {
            match &record.status {
                TaskStatus::Succeeded { result: value } => result.done.push((record, value)),
                TaskStatus::Failed(_) | TaskStatus::OutcomeUnknown { .. } => {
                    result.failed.push(record);
                }
                _ => result.not_done.push(record),
            }
        }
        result
    }

    /// How it stands.
    pub fn status(&self) -> ExecutionStatus {
        let runs = self.running().next().is_some();
        if self.cancelled_at().is_some() {
            return match runs {
                true => ExecutionStatus::Running,
                false => ExecutionStatus::Cancelled,
            };
        }
        if self.is_over() {
            let has_failed = |it: &TaskRecord| matches!(it.status, TaskStatus::Failed(_));
            return match self.records().iter().any(has_failed) {
                true => ExecutionStatus::Failed,
                false => ExecutionStatus::Succeeded,
            };
        }
        match (runs, self.is_paused()) {
            (true, _) => ExecutionStatus::Running,
            (false, true) => ExecutionStatus::Paused,
            // What waits for no question may begin.
            (false, false) if self.has_ready() => ExecutionStatus::Running,
            (false, false) => ExecutionStatus::NeedsConfirmation,
        }
    }
}
