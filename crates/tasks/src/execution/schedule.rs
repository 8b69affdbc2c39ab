//! Which tasks may begin: worked out of the records, kept with each change, never stored.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::needs::Needs;
use super::record::{TaskCounts, TaskRecord, TaskStatus};
use crate::graph::TaskGraph;
use crate::task::TaskIndex;

/// Tasks by what is to be done about them.
#[derive(Debug, Clone, Default)]
pub(super) struct Schedule {
    /// How many dependencies each task still waits for.
    open: Vec<u32>,
    /// Tasks that may begin, those first that most others wait for in a row.
    ready: BTreeSet<(Reverse<u32>, TaskIndex)>,
    /// By step.
    running: BTreeMap<u64, TaskIndex>,
    asking: BTreeSet<TaskIndex>,
    counts: TaskCounts,
}

impl Schedule {
    pub(super) fn new(records: &[TaskRecord], graph: &TaskGraph, needs: &Needs) -> Self {
        let mut schedule = Self::default();
        let indices = || (0..records.len() as u32).map(TaskIndex);
        let open = indices().map(|task| open(task, records, graph, needs));
        schedule.open = open.collect();
        for (task, record) in indices().zip(records) {
            schedule.put(task, &record.status, graph);
        }
        schedule
    }

    /// A task goes from one status to another.
    pub(super) fn change(
        &mut self,
        task: TaskIndex,
        (before, after): (&TaskStatus, &TaskStatus),
        records: &[TaskRecord],
        (graph, needs): (&TaskGraph, &Needs),
    ) {
        self.take(task, before, graph);
        self.put(task, after, graph);
        let facts = |it: &TaskStatus| (it.is_done(), it.is_final());
        if facts(before) == facts(after) {
            return;
        }
        for dependent in graph.dependents(task) {
            let waits = |status| needs.waits(dependent, task, status);
            let (waited, waits) = (waits(before), waits(after));
            let Some(open) = self.open.get_mut(dependent.at()) else {
                continue;
            };
            if waited == waits {
                continue;
            }
            *open = match waits {
                false => open.saturating_sub(1),
                true => *open + 1,
            };
            let is_free = *open == 0;
            let status = records.get(dependent.at()).map(|record| &record.status);
            if status == Some(&TaskStatus::Waiting) {
                let entry = (Reverse(graph.height(dependent)), dependent);
                match is_free {
                    true => self.ready.insert(entry),
                    false => self.ready.remove(&entry),
                };
            }
        }
    }

    /// A task needs other dependencies than before. Its status is set next.
    pub(super) fn recount(
        &mut self,
        task: TaskIndex,
        records: &[TaskRecord],
        (graph, needs): (&TaskGraph, &Needs),
    ) {
        if let Some(place) = self.open.get_mut(task.at()) {
            *place = open(task, records, graph, needs);
        }
    }

    fn put(&mut self, task: TaskIndex, status: &TaskStatus, graph: &TaskGraph) {
        if *status == TaskStatus::Waiting && self.open.get(task.at()) == Some(&0) {
            self.ready.insert((Reverse(graph.height(task)), task));
        }
        if let TaskStatus::Running { step } = status {
            self.running.insert(*step, task);
        }
        if status.asks() {
            self.asking.insert(task);
        }
        if let Some(count) = self.counts.of(status) {
            *count += 1;
        }
    }

    fn take(&mut self, task: TaskIndex, status: &TaskStatus, graph: &TaskGraph) {
        if *status == TaskStatus::Waiting {
            self.ready.remove(&(Reverse(graph.height(task)), task));
        }
        if let TaskStatus::Running { step } = status {
            self.running.remove(step);
        }
        if status.asks() {
            self.asking.remove(&task);
        }
        if let Some(count) = self.counts.of(status) {
            *count -= 1;
        }
    }

    pub(super) fn next_ready(&self) -> Option<TaskIndex> {
        self.ready.first().map(|(_, task)| *task)
    }

    pub(super) fn running(&self) -> &BTreeMap<u64, TaskIndex> {
        &self.running
    }

    pub(super) fn asking(&self) -> &BTreeSet<TaskIndex> {
        &self.asking
    }

    pub(super) fn counts(&self) -> TaskCounts {
        self.counts
    }
}

/// How many dependencies the task waits for.
fn open(task: TaskIndex, records: &[TaskRecord], graph: &TaskGraph, needs: &Needs) -> u32 {
    let waits = |it: &TaskIndex| {
        let record = records.get(it.at());
        record.is_none_or(|record| needs.waits(task, *it, &record.status))
    };
    graph.dependencies(task).filter(waits).count() as u32
}
