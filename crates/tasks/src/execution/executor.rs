//! The tasks of a chain as a value that can be stored between any two changes.

use std::rc::Rc;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use serde_json::Value;

use super::needs::Needs;
use super::record::{TaskCounts, TaskRecord, TaskStatus};
use super::schedule::Schedule;
use super::update::TaskUpdate;
use crate::graph::{GraphError, TaskGraph};
use crate::task::{Task, TaskId, TaskIndex};

/// Runs the tasks of a chain: says which are to be called, is told what came of them, and asks the
/// person where that is needed. It performs nothing itself. Every change is a [`TaskUpdate`], which
/// its methods make, apply and answer, to be stored before anything is performed.
///
/// Only the records are stored; who waits for whom is worked out anew when they are read.
#[derive(Debug, Clone)]
pub struct TaskExecutor {
    pub(super) records: Vec<TaskRecord>,
    pub(super) graph: Rc<TaskGraph>,
    pub(super) needs: Needs,
    pub(super) schedule: Schedule,
    pub(super) is_paused: bool,
    pub(super) cancelled_at: Option<u64>,
    /// How many steps have begun.
    pub(super) steps: u64,
    /// Tasks whose status changed since somebody asked.
    pub(super) changed: Vec<TaskIndex>,
}

impl TaskExecutor {
    /// Nothing of `tasks` has run yet.
    ///
    /// # Errors
    /// [`GraphError`]s when they cannot be put in order.
    pub fn new(tasks: Vec<Task>) -> Result<Self, Vec<GraphError>> {
        let graph = TaskGraph::resolve(&tasks)?;
        let records: Vec<TaskRecord> = tasks.into_iter().map(TaskRecord::new).collect();
        let needs = Needs::new(&records, &graph);
        let schedule = Schedule::new(&records, &graph, &needs);
        Ok(Self {
            records,
            graph: Rc::new(graph),
            needs,
            schedule,
            is_paused: false,
            cancelled_at: None,
            steps: 0,
            changed: Vec::new(),
        })
    }

    /// The tasks with what became of them, in the order of the plan.
    pub fn records(&self) -> &[TaskRecord] {
        &self.records
    }

    /// One of them.
    pub fn record(&self, task: TaskIndex) -> Option<&TaskRecord> {
        self.records.get(task.at())
    }

    /// Who waits for whom.
    pub fn graph(&self) -> &TaskGraph {
        &self.graph
    }

    /// The result of a task, once it is done.
    pub fn result(&self, id: &TaskId) -> Option<&Value> {
        self.record(self.graph.position(id)?)?.result()
    }

    /// The tasks that run, by step.
    pub fn running(&self) -> impl Iterator<Item = (u64, TaskIndex)> {
        self.schedule.running().iter().map(|it| (*it.0, *it.1))
    }

    /// The tasks about which the person is asked something, in the order of the plan.
    pub fn asking(&self) -> impl Iterator<Item = TaskIndex> {
        self.schedule.asking().iter().copied()
    }

    /// Whether a task may begin.
    pub fn has_ready(&self) -> bool {
        self.schedule.next_ready().is_some()
    }

    /// Whether no task begins until the person says so.
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// When the chain was cancelled, in milliseconds since 1970.
    pub fn cancelled_at(&self) -> Option<u64> {
        self.cancelled_at
    }

    /// The tasks whose status changed since this was last asked, some perhaps named twice.
    pub fn take_changed(&mut self) -> Vec<TaskIndex> {
        std::mem::take(&mut self.changed)
    }

    /// How many tasks have come to which end.
    pub fn counts(&self) -> TaskCounts {
        self.schedule.counts()
    }

    /// Whether every task has come to its end.
    pub fn is_over(&self) -> bool {
        self.counts().ended() == self.records.len()
    }

    /// Makes a change and all that follows from it. It is total: one that does not fit, because a
    /// record was lost, changes what it can.
    pub fn apply(&mut self, update: TaskUpdate) {
        match update {
            TaskUpdate::Begun { task, step, at } => {
                self.steps = self.steps.max(step);
                self.change(task, |record| {
                    record.attempts = record.attempts.saturating_add(1);
                    record.begun_at.get_or_insert(at);
                });
                self.set(task, TaskStatus::Running { step });
            }
            TaskUpdate::Succeeded {
                task,
                result,
                is_unchanged,
                at,
            } => {
                self.change(task, |record| {
                    record.ended_at = Some(at);
                    record.is_unchanged = is_unchanged;
                    record.last_error = None;
                });
                self.set(task, TaskStatus::Succeeded { result });
            }
            TaskUpdate::Retried { task, failure } => {
                self.change(task, |record| record.last_error = Some(failure));
                self.set(task, self.unless_cancelled(TaskStatus::Waiting));
            }
            TaskUpdate::Failed { task, failure, at } => {
                self.change(task, |record| record.ended_at = Some(at));
                self.set(task, TaskStatus::Failed(failure));
                self.end_dependents(task, &TaskStatus::Skipped { because: task });
            }
            TaskUpdate::Asked { task, ambiguity } => {
                self.set(
                    task,
                    self.unless_cancelled(TaskStatus::Ambiguous(ambiguity)),
                );
            }
            TaskUpdate::ApprovalAsked { task, preview } => {
                self.change(task, |record| record.preview = preview);
                self.set(task, TaskStatus::AwaitingApproval);
            }
            TaskUpdate::Approved { task } => {
                self.change(task, |record| {
                    // What was called to look is no try.
                    record.approved = true;
                    record.attempts = 0;
                    record.begun_at = None;
                    record.last_error = None;
                });
                self.set(task, TaskStatus::Waiting);
            }
            TaskUpdate::OutcomeLost { task, because } => {
                self.set(task, TaskStatus::OutcomeUnknown { because });
            }
            TaskUpdate::RunAgain { task } => {
                self.change(task, |record| record.attempts = 0);
                self.set(task, self.unless_cancelled(TaskStatus::Waiting));
            }
            TaskUpdate::Edited {
                task,
                parameters,
                is_chosen,
            } => {
                // Who let it run and then said what it asked need not let it run again, unless it
                // can be told what comes of it now.
                let keeps_approval = self
                    .record(task)
                    .is_some_and(|it| is_chosen && it.approved && !it.task.terms.previews);
                self.change(task, |record| {
                    record.changed_by_person |= record.task.parameters != parameters;
                    record.task.parameters = parameters;
                });
                if let Some(record) = self.records.get(task.at()) {
                    self.needs.edited(task, record, &self.graph);
                    let how = (&*self.graph, &self.needs);
                    self.schedule.recount(task, &self.records, how);
                }
                self.set_back(task);
                self.change(task, |record| record.approved = keeps_approval);
            }
            TaskUpdate::LeftOut { task } => {
                self.set(task, TaskStatus::LeftOut { because: None });
                let because = Some(task);
                self.end_dependents(task, &TaskStatus::LeftOut { because });
            }
            TaskUpdate::Paused(paused) => self.is_paused = paused,
            TaskUpdate::Cancelled { at } => {
                self.cancelled_at.get_or_insert(at);
                self.cancel_all();
            }
            TaskUpdate::Reopened => {
                self.cancelled_at = None;
                self.is_paused = false;
                self.reopen_all();
            }
        }
    }

    /// The chain is cancelled no more. What was cut off stays so.
    pub(crate) fn revive(&mut self) {
        self.cancelled_at = None;
    }

    fn unless_cancelled(&self, status: TaskStatus) -> TaskStatus {
        match self.cancelled_at {
            Some(_) => TaskStatus::Cancelled,
            None => status,
        }
    }

    fn change(&mut self, task: TaskIndex, change: impl FnOnce(&mut TaskRecord)) {
        if let Some(record) = self.records.get_mut(task.at()) {
            change(record);
        }
    }

    fn set(&mut self, task: TaskIndex, status: TaskStatus) {
        let Some(record) = self.records.get_mut(task.at()) else {
            return;
        };
        let before = std::mem::replace(&mut record.status, status);
        self.changed.push(task);
        if let Some(record) = self.records.get(task.at()) {
            let statuses = (&before, &record.status);
            let how = (&*self.graph, &self.needs);
            self.schedule.change(task, statuses, &self.records, how);
        }
    }

    fn indices(&self) -> impl Iterator<Item = TaskIndex> + use<> {
        (0..self.records.len() as u32).map(TaskIndex)
    }

    /// Whether the task has come to its end without being done.
    pub(super) fn is_lost(&self, task: TaskIndex) -> bool {
        self.record(task).is_some_and(|it| it.status.is_lost())
    }

    /// Ends what needs a task that will not be done, directly or not.
    fn end_dependents(&mut self, task: TaskIndex, status: &TaskStatus) {
        let graph = Rc::clone(&self.graph);
        let mut open = vec![task];
        while let Some(task) = open.pop() {
            let is_lost = |it: TaskIndex| self.is_lost(it);
            let needing = graph.dependents(task).filter(|it| {
                let needs = &self.needs;
                needs.needs(*it, task) || needs.lacking_of_list(*it, &is_lost).is_some()
            });
            for dependent in needing.collect::<Vec<_>>() {
                let waits = self.record(dependent).map(|record| &record.status);
                if waits.is_some_and(|it| !it.is_final() && !it.is_running()) {
                    self.set(dependent, status.clone());
                    open.push(dependent);
                }
            }
        }
    }

    /// Sets a task and what depends on it back to be run again. What the person left out stays so.
    fn set_back(&mut self, task: TaskIndex) {
        let affected = self.affected(task);
        for task in &affected {
            let task = *task;
            self.change(task, |record| {
                record.generation += u32::from(record.attempts > 0);
                record.attempts = 0;
                record.approved = false;
                record.preview = None;
                record.is_unchanged = false;
                (record.begun_at, record.ended_at) = (None, None);
                record.last_error = None;
            });
            let status = self.status_by_dependencies(task);
            self.set(task, status.clone());
            if status.is_final() {
                self.end_dependents(task, &status);
            }
        }
        self.give_reasons_anew(task);
    }

    /// What stays out after `task` was set back may do so for another reason now.
    fn give_reasons_anew(&mut self, task: TaskIndex) {
        for task in self.downstream(task) {
            let status = self.record(task).map(|record| &record.status);
            if let Some(TaskStatus::Skipped { .. } | TaskStatus::LeftOut { because: Some(_) }) =
                status
            {
                let reason = self.status_by_dependencies(task);
                if status != Some(&reason) && reason.is_final() {
                    self.set(task, reason);
                }
            }
        }
    }

    /// The task and what waits for it, directly or not, in order, as far as something has come of it:
    /// to what waits behind one of which nothing has, it is the same whatever becomes of `task`.
    fn downstream(&self, task: TaskIndex) -> Vec<TaskIndex> {
        let has_come = |it: TaskIndex| !self.record(it).is_some_and(TaskRecord::is_untouched);
        self.graph.with_dependents(&[task], has_come)
    }

    /// The tasks that run again if `task` does, in order: what depends on it, unless that does not
    /// run for another reason anyway. What the person left out stays so.
    pub(super) fn affected(&self, task: TaskIndex) -> Vec<TaskIndex> {
        let mut found = Vec::new();
        let mut again = HashSet::<TaskIndex, FxBuildHasher>::default();
        for other in self.downstream(task) {
            let mut dependencies = self.graph.dependencies(other);
            let follows = other == task || dependencies.any(|it| again.contains(&it));
            let stays_lost = |it: TaskIndex| !again.contains(&it) && self.is_lost(it);
            let lacking = self.needs.lacking(other, &self.graph, &stays_lost);
            let stays = other != task && lacking.is_some();
            let left_out = TaskStatus::LeftOut { because: None };
            let is_left_out = self.record(other).is_none_or(|it| it.status == left_out);
            if follows && !stays && !is_left_out {
                again.insert(other);
                found.push(other);
            }
        }
        found
    }

    /// What a task is that has not run, by what became of its dependencies.
    fn status_by_dependencies(&self, task: TaskIndex) -> TaskStatus {
        let is_lost = |it: TaskIndex| self.is_lost(it);
        let Some(lost) = self.needs.lacking(task, &self.graph, &is_lost) else {
            return TaskStatus::Waiting;
        };
        match self.record(lost).map(|record| &record.status) {
            Some(status @ (TaskStatus::Skipped { .. } | TaskStatus::Cancelled)) => status.clone(),
            Some(TaskStatus::LeftOut { because }) => TaskStatus::LeftOut {
                because: Some(because.unwrap_or(lost)),
            },
            _ => TaskStatus::Skipped { because: lost },
        }
    }

    fn cancel_all(&mut self) {
        for task in self.indices() {
            let Some(record) = self.record(task) else {
                continue;
            };
            let ends = match &record.status {
                TaskStatus::Running { .. } => !record.may_change(),
                TaskStatus::OutcomeUnknown { .. } => false,
                status => !status.is_final(),
            };
            if ends {
                self.set(task, TaskStatus::Cancelled);
            }
        }
    }

    /// Sets the tasks that were cut off back to where their dependencies leave them. Who let one of
    /// them run that had not begun has stopped it since, and is asked again.
    fn reopen_all(&mut self) {
        for task in self.graph.order().collect::<Vec<_>>() {
            let status = self.record(task).map(|record| &record.status);
            if status != Some(&TaskStatus::Cancelled) {
                continue;
            }
            self.change(task, |record| {
                // What was called to change something is called again as it was, with its key.
                if record.may_change() && record.attempts > 0 {
                    return;
                }
                record.attempts = 0;
                record.approved = false;
                record.preview = None;
                (record.begun_at, record.ended_at) = (None, None);
                record.last_error = None;
            });
            let status = self.status_by_dependencies(task);
            self.set(task, status);
        }
    }
}
