//! What the person does about tasks.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use serde_json::{Map, Value};
use thiserror::Error;

use super::executor::TaskExecutor;
use super::outcome::TaskFailure;
use super::record::TaskStatus;
use super::update::TaskUpdate;
use crate::reference::escaped;
use crate::service::ServiceDirectory;
use crate::task::{Task, TaskId, TaskIndex};
use crate::validate::{PlanError, check_task};

/// Why an outcome or what the person did was not taken. Nothing has changed then.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ExecutorRefusal {
    /// No task waits for this step.
    #[error("no task waits for step {step}")]
    StaleStep {
        /// The step.
        step: u64,
    },
    /// There is no such task.
    #[error("there is no task {task}")]
    NoSuchTask {
        /// The task.
        task: TaskId,
    },
    /// Nothing of the kind is asked about this task.
    #[error("nothing of this kind is asked about {task}")]
    NotAsked {
        /// The task.
        task: TaskId,
    },
    /// The question has no such option.
    #[error("the question about {task} has no option {option:?}")]
    NoSuchOption {
        /// The task.
        task: TaskId,
        /// The option.
        option: String,
    },
    /// What was written is not what is asked for.
    #[error("what was written for {task} does not fit the field {field:?}")]
    Unfitting {
        /// The task.
        task: TaskId,
        /// The first field that is missing or of another kind.
        field: String,
    },
    /// A task that would be changed runs.
    #[error("{task} is running; wait until it has ended")]
    Busy {
        /// The task.
        task: TaskId,
    },
    /// A task that changes something was done, and would be done a second time.
    #[error("{task} has changed something already and would do so again")]
    WouldRepeat {
        /// The task.
        task: TaskId,
    },
    /// A task came to its end, and cannot be left out any more.
    #[error("{task} has come to its end already")]
    Ended {
        /// The task.
        task: TaskId,
    },
    /// The parameters are not what the method takes.
    #[error("the parameters cannot be used: {}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))]
    Invalid {
        /// What is wrong with them.
        errors: Vec<PlanError>,
    },
    /// The chain was cancelled.
    #[error("the chain was cancelled")]
    Cancelled,
}

/// What the person says of a task whose outcome is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settlement {
    /// It was done. Its result is null.
    WasDone,
    /// It was not done, and is to be run.
    RunAgain,
    /// It was not done, and is not to be run.
    GiveUp,
}

impl TaskExecutor {
    fn find(&self, id: &TaskId) -> Result<TaskIndex, ExecutorRefusal> {
        let missing = || ExecutorRefusal::NoSuchTask { task: id.clone() };
        self.graph.position(id).ok_or_else(missing)
    }

    fn find_asked(
        &self,
        id: &TaskId,
        is_asked: impl Fn(&TaskStatus) -> bool,
    ) -> Result<TaskIndex, ExecutorRefusal> {
        let task = self.find(id)?;
        let record = self.record(task);
        match record.is_some_and(|record| is_asked(&record.status)) {
            true => Ok(task),
            false => Err(ExecutorRefusal::NotAsked { task: id.clone() }),
        }
    }

    fn made(&mut self, update: TaskUpdate) -> Vec<TaskUpdate> {
        let mut updates = Vec::new();
        self.make(update, &mut updates);
        updates
    }

    /// Lets a task run that asked first.
    ///
    /// # Errors
    /// [`ExecutorRefusal`] when it does not ask.
    pub fn approve(&mut self, id: &TaskId) -> Result<Vec<TaskUpdate>, ExecutorRefusal> {
        let task = self.find_asked(id, |it| *it == TaskStatus::AwaitingApproval)?;
        Ok(self.made(TaskUpdate::Approved { task }))
    }

    /// Takes one of the options of a task that could mean several things. Only this task runs
    /// again; what depends on it has waited.
    ///
    /// # Errors
    /// [`ExecutorRefusal`] when it does not ask, there is no such option, or what the service
    /// offers is not what it takes.
    pub fn choose(
        &mut self,
        id: &TaskId,
        option: &str,
        directory: &ServiceDirectory,
    ) -> Result<Vec<TaskUpdate>, ExecutorRefusal> {
        let task = self.find_asked(id, |it| matches!(it, TaskStatus::Ambiguous(_)))?;
        let Some(record) = self.record(task) else {
            return Ok(Vec::new());
        };
        let TaskStatus::Ambiguous(ambiguity) = &record.status else {
            return Ok(Vec::new());
        };
        let chosen = ambiguity.options.iter().find(|it| it.id == option);
        let chosen = chosen.ok_or_else(|| ExecutorRefusal::NoSuchOption {
            task: id.clone(),
            option: option.to_owned(),
        })?;
        let mut parameters = record.task.parameters.clone();
        for (name, value) in &chosen.parameters {
            // What a service says is data, never a reference.
            parameters.insert(name.clone(), escaped(value));
        }
        self.with_parameters(id, parameters, true, directory)
    }

    /// Takes what the person writes for a task that asks for it.
    ///
    /// # Errors
    /// [`ExecutorRefusal`] when it does not ask, or what is written is not what it asks for.
    pub fn write(
        &mut self,
        id: &TaskId,
        written: &Map<String, Value>,
        directory: &ServiceDirectory,
    ) -> Result<Vec<TaskUpdate>, ExecutorRefusal> {
        let task = self.find_asked(id, |it| matches!(it, TaskStatus::Ambiguous(_)))?;
        let record = self.record(task);
        let form = record.and_then(|record| match &record.status {
            TaskStatus::Ambiguous(asked) => asked.form.as_deref(),
            _ => None,
        });
        let form = form.ok_or_else(|| ExecutorRefusal::NotAsked { task: id.clone() })?;
        let answer = form.answer(written);
        let answer = answer.map_err(|field| ExecutorRefusal::Unfitting {
            task: id.clone(),
            field,
        })?;
        let parameter = form.parameter.clone();
        let mut parameters = record
            .map(|it| it.task.parameters.clone())
            .unwrap_or_default();
        // What a person writes is data, never a reference.
        parameters.insert(parameter, escaped(&answer));
        self.with_parameters(id, parameters, true, directory)
    }

    /// Gives a task other parameters, or has a failed one run again with the same. It runs again,
    /// and so does what depends on it; all else stays as it is.
    ///
    /// # Errors
    /// [`ExecutorRefusal`] when the parameters are not what the method takes, a task runs that would
    /// be changed, or one would change something a second time.
    pub fn edit(
        &mut self,
        id: &TaskId,
        parameters: Map<String, Value>,
        directory: &ServiceDirectory,
    ) -> Result<Vec<TaskUpdate>, ExecutorRefusal> {
        self.with_parameters(id, parameters, false, directory)
    }

    /// The same of a task that asks before it runs, where the person has seen what would come of
    /// these parameters: they are not asked again.
    ///
    /// # Errors
    /// As [`Self::edit`].
    pub fn edit_and_approve(
        &mut self,
        id: &TaskId,
        parameters: Map<String, Value>,
        directory: &ServiceDirectory,
    ) -> Result<Vec<TaskUpdate>, ExecutorRefusal> {
        let mut updates = self.edit(id, parameters, directory)?;
        let task = self.find(id)?;
        // One that is not run after all needs no permission.
        if self.record(task).map(|it| &it.status) == Some(&TaskStatus::Waiting) {
            self.make(TaskUpdate::Approved { task }, &mut updates);
        }
        Ok(updates)
    }

    fn with_parameters(
        &mut self,
        id: &TaskId,
        parameters: Map<String, Value>,
        is_chosen: bool,
        directory: &ServiceDirectory,
    ) -> Result<Vec<TaskUpdate>, ExecutorRefusal> {
        if self.cancelled_at.is_some() {
            return Err(ExecutorRefusal::Cancelled);
        }
        let task = self.find(id)?;
        for affected in self.affected(task) {
            let Some(record) = self.record(affected) else {
                continue;
            };
            let (task, effect) = (record.task.id.clone(), record.task.terms.effect);
            match &record.status {
                TaskStatus::Running { .. } => return Err(ExecutorRefusal::Busy { task }),
                TaskStatus::Succeeded { .. } | TaskStatus::OutcomeUnknown { .. }
                    if effect.is_changing() =>
                {
                    return Err(ExecutorRefusal::WouldRepeat { task });
                }
                _ => {}
            }
        }
        let Some(record) = self.record(task) else {
            return Ok(Vec::new());
        };
        let edited = Task {
            parameters: parameters.clone(),
            ..record.task.clone()
        };
        let find = |id: &TaskId| self.record(self.graph.position(id)?).map(|it| &it.task);
        let errors = check_task(&edited, &find, directory);
        if !errors.is_empty() {
            return Err(ExecutorRefusal::Invalid { errors });
        }
        Ok(self.made(TaskUpdate::Edited {
            task,
            parameters,
            is_chosen,
        }))
    }

    /// Leaves tasks out, and what depends on them.
    ///
    /// # Errors
    /// [`ExecutorRefusal`] when one of them runs or has come to its end, and not by another one's
    /// being left out.
    pub fn leave_out(&mut self, ids: &[TaskId]) -> Result<Vec<TaskUpdate>, ExecutorRefusal> {
        let mut left_out = Vec::new();
        for id in ids {
            let task = self.find(id)?;
            match self.record(task).map(|record| &record.status) {
                Some(TaskStatus::Running { .. }) => {
                    return Err(ExecutorRefusal::Busy { task: id.clone() });
                }
                Some(TaskStatus::LeftOut { .. }) => {}
                Some(TaskStatus::OutcomeUnknown { .. }) => {
                    return Err(ExecutorRefusal::WouldRepeat { task: id.clone() });
                }
                Some(status) if status.is_final() => {
                    return Err(ExecutorRefusal::Ended { task: id.clone() });
                }
                _ => left_out.push(task),
            }
        }
        let mut updates = Vec::new();
        for task in left_out {
            self.make(TaskUpdate::LeftOut { task }, &mut updates);
        }
        Ok(updates)
    }

    /// Takes what the person says of a task whose outcome is not known.
    ///
    /// # Errors
    /// [`ExecutorRefusal::NotAsked`] when it is known.
    pub fn settle(
        &mut self,
        id: &TaskId,
        settlement: Settlement,
        now_ms: u64,
    ) -> Result<Vec<TaskUpdate>, ExecutorRefusal> {
        let task = self.find_asked(id, |it| matches!(it, TaskStatus::OutcomeUnknown { .. }))?;
        let at = now_ms;
        Ok(self.made(match settlement {
            Settlement::WasDone => TaskUpdate::Succeeded {
                task,
                result: Value::Null,
                is_unchanged: false,
                at,
            },
            Settlement::RunAgain => TaskUpdate::RunAgain { task },
            Settlement::GiveUp => TaskUpdate::Failed {
                task,
                failure: TaskFailure::OutcomeUnknown,
                at,
            },
        }))
    }

    /// Begins no task from now on, or begins tasks again.
    pub fn pause(&mut self, paused: bool) -> Vec<TaskUpdate> {
        match paused == self.is_paused || self.cancelled_at.is_some() {
            true => Vec::new(),
            false => self.made(TaskUpdate::Paused(paused)),
        }
    }

    /// Ends the chain. Changing tasks that run are let end, so that it is known what was done.
    pub fn cancel(&mut self, now_ms: u64) -> Vec<TaskUpdate> {
        match self.cancelled_at {
            Some(_) => Vec::new(),
            None => self.made(TaskUpdate::Cancelled { at: now_ms }),
        }
    }

    /// Goes on with what a cancellation cut off. What was done, failed or left out stays so.
    pub fn reopen(&mut self) -> Vec<TaskUpdate> {
        match self.cancelled_at {
            Some(_) => self.made(TaskUpdate::Reopened),
            None => Vec::new(),
        }
    }

    /// What else is not done if `tasks` are not, because it needs them, directly or not; each with
    /// the one of `tasks` that it is not done without.
    pub fn needing(&self, tasks: &[TaskIndex]) -> Vec<(TaskIndex, TaskIndex)> {
        let mut found = Vec::new();
        let themselves = tasks.iter().map(|it| (*it, *it));
        // Of each task that is not done the one of `tasks` that it is for.
        let mut lost = HashMap::<TaskIndex, TaskIndex, FxBuildHasher>::from_iter(themselves);
        // Whatever a task needs stands before it.
        for other in self.graph.with_dependents(tasks, |_| true) {
            let is_lost = |it: TaskIndex| lost.contains_key(&it);
            let lacking = match is_lost(other) {
                true => None,
                false => self.needs.lacking(other, &self.graph, &is_lost),
            };
            if let Some(cause) = lacking.and_then(|it| lost.get(&it)).copied() {
                lost.insert(other, cause);
                found.push((other, cause));
            }
        }
        found
    }
}
