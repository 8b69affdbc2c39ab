//! Which of its dependencies a task cannot do without.

use serde_json::Value;

use super::record::{TaskRecord, TaskStatus};
use crate::graph::TaskGraph;
use crate::reference::references;
use crate::task::TaskIndex;

/// What each task needs of what it depends on, worked out of the records and never stored.
///
/// A task needs all of its dependencies to be done but two kinds, of which it waits for the end,
/// whatever that is:
/// - What it comes after only for the order: it reads, nothing that changes rests on it, and its
///   parameters refer to nothing of the dependency.
/// - What it refers to only in items of lists that may do without some
///   ([`PartialList`](crate::PartialList)). Of a list that needs one item it needs one, whichever.
#[derive(Debug, Clone, Default)]
pub(super) struct Needs {
    /// Whether something that changes rests on each task.
    leads_to_change: Vec<bool>,
    tasks: Vec<TaskNeeds>,
}

/// What one task needs.
#[derive(Debug, Clone, Default)]
struct TaskNeeds {
    /// The dependencies that have to be done, sorted; none where that is all of them.
    needed: Option<Vec<TaskIndex>>,
    /// Lists that need one item: of each item the tasks that it refers to.
    lists: Vec<Vec<Vec<TaskIndex>>>,
}

impl Needs {
    pub(super) fn new(records: &[TaskRecord], graph: &TaskGraph) -> Self {
        let mut leads_to_change = vec![false; records.len()];
        for task in graph.order().rev() {
            let leads = |it: TaskIndex| leads_to_change.get(it.at()) == Some(&true);
            let changes = records
                .get(task.at())
                .is_some_and(|record| record.task.terms.effect.is_changing());
            let changes = changes || graph.dependents(task).any(leads);
            if let Some(place) = leads_to_change.get_mut(task.at()) {
                *place = changes;
            }
        }
        let tasks = (0..).map(TaskIndex).zip(records).zip(&leads_to_change);
        let tasks = tasks.map(|((task, record), leads)| of(task, record, graph, *leads));
        Self {
            tasks: tasks.collect(),
            leads_to_change,
        }
    }

    /// The parameters of a task are other ones.
    pub(super) fn edited(&mut self, task: TaskIndex, record: &TaskRecord, graph: &TaskGraph) {
        let leads = self.leads_to_change.get(task.at()) == Some(&true);
        if let Some(needs) = self.tasks.get_mut(task.at()) {
            *needs = of(task, record, graph, leads);
        }
    }

    /// Whether `task` cannot be done unless `dependency` is.
    pub(super) fn needs(&self, task: TaskIndex, dependency: TaskIndex) -> bool {
        let needed = self.tasks.get(task.at()).map(|it| it.needed.as_deref());
        let needed = needed.flatten();
        needed.is_none_or(|it| it.binary_search(&dependency).is_ok())
    }

    /// Whether `task` waits for `dependency` while that is so.
    pub(super) fn waits(&self, task: TaskIndex, dependency: TaskIndex, is: &TaskStatus) -> bool {
        match self.needs(task, dependency) {
            true => !is.is_done(),
            false => !is.is_final(),
        }
    }

    /// A dependency of `task` without which that cannot be done, when those are lost of which
    /// `is_lost` says so.
    pub(super) fn lacking(
        &self,
        task: TaskIndex,
        graph: &TaskGraph,
        is_lost: &dyn Fn(TaskIndex) -> bool,
    ) -> Option<TaskIndex> {
        let mut dependencies = graph.dependencies(task);
        let needed = dependencies.find(|it| self.needs(task, *it) && is_lost(*it));
        needed.or_else(|| self.lacking_of_list(task, is_lost))
    }

    /// The same where it is a list of which every item is lost.
    pub(super) fn lacking_of_list(
        &self,
        task: TaskIndex,
        is_lost: &dyn Fn(TaskIndex) -> bool,
    ) -> Option<TaskIndex> {
        let mut lists = self.tasks.get(task.at())?.lists.iter();
        lists.find_map(|items| {
            let lost = |item: &Vec<TaskIndex>| item.iter().copied().find(|it| is_lost(*it));
            let all: Option<Vec<TaskIndex>> = items.iter().map(lost).collect();
            all?.first().copied()
        })
    }
}

fn of(task: TaskIndex, record: &TaskRecord, graph: &TaskGraph, leads_to_change: bool) -> TaskNeeds {
    let terms = &record.task.terms;
    if leads_to_change && terms.partial_lists.is_empty() {
        return TaskNeeds::default();
    }
    let (mut needed, mut in_items, mut lists) = (Vec::new(), Vec::new(), Vec::new());
    for (name, value) in &record.task.parameters {
        match (terms.partial_list(name), value) {
            (Some(list), Value::Array(items)) => {
                let items = items.iter().map(|it| refers_to(it, graph));
                let items: Vec<Vec<TaskIndex>> = items.collect();
                in_items.extend(items.iter().flatten().copied());
                // What refers to nothing is always there.
                if list.needs_one && !items.iter().any(Vec::is_empty) {
                    lists.push(items);
                }
            }
            _ => needed.extend(refers_to(value, graph)),
        }
    }
    if leads_to_change {
        in_items.sort_unstable();
        let others = graph.dependencies(task);
        needed.extend(others.filter(|it| in_items.binary_search(it).is_err()));
    }
    needed.sort_unstable();
    needed.dedup();
    TaskNeeds {
        needed: Some(needed),
        lists,
    }
}

fn refers_to(value: &Value, graph: &TaskGraph) -> Vec<TaskIndex> {
    let named = references(value).into_iter().flatten();
    named.filter_map(|it| graph.position(&it.task)).collect()
}
