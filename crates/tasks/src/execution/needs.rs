//! Which of its dependencies a task cannot do without.

use super::record::{TaskRecord, TaskStatus};
use crate::graph::TaskGraph;
use crate::reference::references;
use crate::task::TaskIndex;

/// What each task needs of what it depends on, worked out of the records and never stored.
///
/// A task needs all of its dependencies to be done, unless it comes after some of them only for the
/// order: it reads, nothing that changes rests on it, and its parameters refer to nothing of the
/// dependency. Of such a one it waits for the end, whatever that is.
#[derive(Debug, Clone, Default)]
pub(super) struct Needs {
    /// For each task the dependencies that it refers to, sorted; none where it needs them all.
    referred: Vec<Option<Vec<TaskIndex>>>,
}

impl Needs {
    pub(super) fn new(records: &[TaskRecord], graph: &TaskGraph) -> Self {
        let mut leads_to_change = vec![false; records.len()];
        let mut referred = vec![None; records.len()];
        for task in graph.order().rev() {
            let Some(record) = records.get(task.at()) else {
                continue;
            };
            let leads = |it: TaskIndex| leads_to_change.get(it.at()) == Some(&true);
            let changes =
                record.task.terms.effect.is_changing() || graph.dependents(task).any(leads);
            if let Some(place) = leads_to_change.get_mut(task.at()) {
                *place = changes;
            }
            if let Some(place) = referred.get_mut(task.at())
                && !changes
            {
                *place = Some(refers_to(record, graph));
            }
        }
        Self { referred }
    }

    /// The parameters of a task are other ones.
    pub(super) fn edited(&mut self, task: TaskIndex, record: &TaskRecord, graph: &TaskGraph) {
        if let Some(Some(referred)) = self.referred.get_mut(task.at()) {
            *referred = refers_to(record, graph);
        }
    }

    /// Whether `task` cannot be done unless `dependency` is.
    pub(super) fn needs(&self, task: TaskIndex, dependency: TaskIndex) -> bool {
        let referred = self.referred.get(task.at()).and_then(Option::as_deref);
        referred.is_none_or(|it| it.binary_search(&dependency).is_ok())
    }

    /// Whether `task` waits for `dependency` while that is so.
    pub(super) fn waits(&self, task: TaskIndex, dependency: TaskIndex, is: &TaskStatus) -> bool {
        match self.needs(task, dependency) {
            true => !is.is_done(),
            false => !is.is_final(),
        }
    }
}

fn refers_to(record: &TaskRecord, graph: &TaskGraph) -> Vec<TaskIndex> {
    let values = record.task.parameters.values();
    let named = values.flat_map(references).flatten();
    let mut tasks: Vec<TaskIndex> = named.filter_map(|it| graph.position(&it.task)).collect();
    tasks.sort_unstable();
    tasks.dedup();
    tasks
}
