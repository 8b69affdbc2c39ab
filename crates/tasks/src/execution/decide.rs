//! What an executor does by itself: begins tasks, takes outcomes, goes on after a kill.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::executor::TaskExecutor;
use super::outcome::{
    AmbiguityDetected, MAX_OPTIONS, ServiceError, ServiceErrorKind, TaskFailure, TaskOutcome,
    UnknownBecause,
};
use super::person::ExecutorRefusal;
use super::record::TaskRecord;
use super::update::TaskUpdate;
use crate::reference::{references, resolved, size};
use crate::schema;
use crate::service::ServiceDirectory;
use crate::task::{TaskId, TaskIndex, TaskTerms};

/// Bounds of an execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExecutionLimits {
    /// Tasks that run side by side; at least one.
    pub side_by_side: usize,
    /// Bytes that results may put into one task's parameters.
    pub parameter_bytes: usize,
    /// Bytes, as JSON, that are kept of a result; a longer one fails its task.
    pub result_bytes: usize,
}

impl Default for ExecutionLimits {
    fn default() -> Self {
        Self {
            side_by_side: 8,
            parameter_bytes: 256 * 1024,
            result_bytes: 256 * 1024,
        }
    }
}

/// Lists and objects within a result; deeper ones could not be stored.
const MAX_RESULT_DEPTH: usize = 64;

impl TaskExecutor {
    /// Begins every task whose own dependencies are done, as far as others leave room. One whose
    /// parameters cannot be made of the results fails, and one that asks first is asked for: at once,
    /// or, where its service can say so, when it is known what it would do.
    pub fn begin_ready(
        &mut self,
        directory: &ServiceDirectory,
        limits: &ExecutionLimits,
        now_ms: u64,
    ) -> Vec<TaskUpdate> {
        let mut updates = Vec::new();
        while !self.is_paused
            && self.cancelled_at.is_none()
            && self.schedule.running().len() < limits.side_by_side.max(1)
            && let Some(task) = self.schedule.next_ready()
        {
            let record = self.record(task);
            let must_ask = record
                .is_some_and(|it| it.task.terms.asks_first && !it.approved && !it.is_preview());
            let update = match self.parameters(task, directory, limits) {
                Err(failure) => TaskUpdate::Failed {
                    task,
                    failure,
                    at: now_ms,
                },
                Ok(_) if must_ask => TaskUpdate::ApprovalAsked {
                    task,
                    preview: None,
                },
                Ok(_) => TaskUpdate::Begun {
                    task,
                    step: self.steps + 1,
                    at: now_ms,
                },
            };
            self.make(update, &mut updates);
        }
        updates
    }

    pub(super) fn make(&mut self, update: TaskUpdate, made: &mut Vec<TaskUpdate>) {
        self.apply(update.clone());
        made.push(update);
    }

    /// The parameters that the task is called with: results in the place of references.
    ///
    /// # Errors
    /// [`TaskFailure`] when they cannot be made, or are not what the method takes.
    pub fn parameters(
        &self,
        task: TaskIndex,
        directory: &ServiceDirectory,
        limits: &ExecutionLimits,
    ) -> Result<Map<String, Value>, TaskFailure> {
        let Some(record) = self.record(task) else {
            return Ok(Map::new());
        };
        let task = &record.task;
        let method = directory.method(&task.service, &task.method);
        let method = method.ok_or_else(|| TaskFailure::NoSuchMethod {
            service: task.service.clone(),
            method: task.method.clone(),
        })?;
        let result = |id: &TaskId| self.result(id);
        let mut parameters = Map::new();
        let mut left = limits.parameter_bytes;
        for (name, value) in &task.parameters {
            let there = self.without_lost(&task.terms, name, value);
            let made = resolved(&there, &result, left).map_err(|error| TaskFailure::Reference {
                detail: format!("{name}: {error}"),
            })?;
            left = left.saturating_sub(size(&made));
            parameters.insert(name.clone(), made);
        }
        let parameters = Value::Object(parameters);
        schema::check(&method.parameters, &parameters).map_err(|wrong| {
            let texts: Vec<String> = wrong.iter().take(5).map(ToString::to_string).collect();
            TaskFailure::Parameters {
                detail: texts.join("; "),
            }
        })?;
        match parameters {
            Value::Object(parameters) => Ok(parameters),
            _ => Ok(Map::new()),
        }
    }

    /// The value of the parameter `name`. From a list that may do without some of its items those
    /// drop out that refer to a task which was not done.
    fn without_lost<'a>(&self, terms: &TaskTerms, name: &str, value: &'a Value) -> Cow<'a, Value> {
        let (Some(_), Value::Array(items)) = (terms.partial_list(name), value) else {
            return Cow::Borrowed(value);
        };
        let is_lost = |id: &TaskId| self.graph.position(id).is_some_and(|it| self.is_lost(it));
        let is_there = |item: &&Value| {
            let mut named = references(item).into_iter().flatten();
            !named.any(|it| is_lost(&it.task))
        };
        let there = items.iter().filter(is_there).cloned();
        Cow::Owned(Value::Array(there.collect()))
    }

    /// Takes what came of the call that `step` made. Call [`Self::begin_ready`] next.
    ///
    /// # Errors
    /// [`ExecutorRefusal::StaleStep`] when no task waits for it.
    pub fn told(
        &mut self,
        step: u64,
        outcome: TaskOutcome,
        limits: &ExecutionLimits,
        now_ms: u64,
    ) -> Result<Vec<TaskUpdate>, ExecutorRefusal> {
        let running = self.schedule.running().get(&step).copied();
        let task = running.ok_or(ExecutorRefusal::StaleStep { step })?;
        let is_preview = self.record(task).is_some_and(TaskRecord::is_preview);
        let failed = |failure| TaskUpdate::Failed {
            task,
            failure,
            at: now_ms,
        };
        let update = match outcome {
            TaskOutcome::Done(result) | TaskOutcome::Unchanged(result)
                if size(&result) > limits.result_bytes || depth(&result) > MAX_RESULT_DEPTH =>
            {
                failed(TaskFailure::ResultTooLarge)
            }
            TaskOutcome::Done(result) if is_preview => TaskUpdate::ApprovalAsked {
                task,
                preview: Some(result),
            },
            TaskOutcome::Done(result) => TaskUpdate::Succeeded {
                task,
                result,
                is_unchanged: false,
                at: now_ms,
            },
            TaskOutcome::Unchanged(result) => TaskUpdate::Succeeded {
                task,
                result,
                is_unchanged: true,
                at: now_ms,
            },
            TaskOutcome::Ambiguous(ambiguity) => match is_answerable(&ambiguity) {
                true => TaskUpdate::Asked { task, ambiguity },
                false => failed(TaskFailure::InvalidQuestion {
                    options: u32::try_from(ambiguity.options.len()).unwrap_or(u32::MAX),
                }),
            },
            TaskOutcome::Failed(error) => self.after(task, error, now_ms),
        };
        let mut updates = Vec::new();
        self.make(update, &mut updates);
        Ok(updates)
    }

    /// What is done about a call that failed.
    fn after(&self, task: TaskIndex, error: ServiceError, now_ms: u64) -> TaskUpdate {
        let record = self.record(task);
        let attempts = record.map_or(0, |it| it.attempts);
        let may_be_repeated = record.is_none_or(TaskRecord::may_be_repeated);
        let is_changing = record.is_some_and(TaskRecord::may_change);
        let has_tries = record.is_some_and(|it| attempts < it.task.terms.limits.attempts);
        let is_known = error.kind.is_undone() || !is_changing;
        let is_tried_again =
            error.kind.may_pass() && has_tries && (error.kind.is_undone() || may_be_repeated);
        if !is_tried_again && !is_known {
            let because = match error.kind {
                ServiceErrorKind::TimedOut => UnknownBecause::TimedOut,
                _ => UnknownBecause::Lost,
            };
            return TaskUpdate::OutcomeLost { task, because };
        }
        let failure = TaskFailure::Service { error, attempts };
        match is_tried_again {
            true => TaskUpdate::Retried { task, failure },
            false => TaskUpdate::Failed {
                task,
                failure,
                at: now_ms,
            },
        }
    }

    /// The call of `step` was ended before it had an outcome, or was never heard of again. A task
    /// that may be called again stays as it is; of one that may not the outcome is unknown.
    pub fn interrupted(&mut self, step: u64) -> Vec<TaskUpdate> {
        let mut updates = Vec::new();
        let running = self.schedule.running().get(&step).copied();
        let record = running.and_then(|task| self.record(task));
        let may_be_repeated = record.is_none_or(TaskRecord::may_be_repeated);
        if let Some(task) = running
            && !may_be_repeated
        {
            let because = UnknownBecause::Interrupted;
            self.make(TaskUpdate::OutcomeLost { task, because }, &mut updates);
        }
        updates
    }

    /// Goes on with what was read from the store: whatever ran then was interrupted. A task that
    /// cannot be called again, because its service is gone, fails, or its outcome is unknown.
    pub fn resume(
        &mut self,
        directory: &ServiceDirectory,
        limits: &ExecutionLimits,
        now_ms: u64,
    ) -> Vec<TaskUpdate> {
        let running: Vec<(u64, TaskIndex)> = self.running().collect();
        let mut updates = Vec::new();
        for (step, task) in running {
            updates.extend(self.interrupted(step));
            let is_running = self.record(task).is_some_and(|it| it.status.is_running());
            let failure = self.parameters(task, directory, limits).err();
            let Some(failure) = failure.filter(|_| is_running) else {
                continue;
            };
            let update = match self.record(task).is_some_and(TaskRecord::may_change) {
                true => TaskUpdate::OutcomeLost {
                    task,
                    because: UnknownBecause::Interrupted,
                },
                false => TaskUpdate::Failed {
                    task,
                    failure,
                    at: now_ms,
                },
            };
            self.make(update, &mut updates);
        }
        updates
    }
}

fn is_answerable(ambiguity: &AmbiguityDetected) -> bool {
    let options = &ambiguity.options;
    let is_once = |id: &str| options.iter().filter(|it| it.id == id).count() == 1;
    !(options.is_empty() && ambiguity.asks_for.is_empty())
        && options.len() <= MAX_OPTIONS
        && options.iter().all(|option| is_once(&option.id))
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
