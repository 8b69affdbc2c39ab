//! Which task waits for which.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;
use thiserror::Error;

use crate::task::{Task, TaskId, TaskIndex};

/// Why tasks cannot be put in order.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GraphError {
    /// Two tasks of one id.
    #[error("There are two tasks with the id {id}. Give each task an id of its own.")]
    DuplicateId {
        /// The id.
        id: TaskId,
    },
    /// A task waits for one that there is not.
    #[error("Task {task} depends on {dependency}, which is no task of the plan.")]
    UnknownDependency {
        /// The task.
        task: TaskId,
        /// What it waits for.
        dependency: TaskId,
    },
    /// Tasks that wait for each other.
    #[error("These tasks wait for each other in a circle: {}.", arrows(tasks))]
    Cycle {
        /// All members in order: each depends on the next, and the last one on the first.
        tasks: Vec<TaskId>,
    },
}

fn arrows(tasks: &[TaskId]) -> String {
    let names = tasks.iter().chain(tasks.first()).map(TaskId::as_str);
    names.collect::<Vec<_>>().join(" → ")
}

/// Lists of task numbers, one for each task, in one piece of memory.
#[derive(Debug, Clone, Default)]
struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn of(&self, index: u32) -> &[u32] {
        let at = index as usize;
        let bounds = self.starts.get(at).zip(self.starts.get(at + 1));
        bounds
            .and_then(|(from, to)| self.items.get(*from as usize..*to as usize))
            .unwrap_or_default()
    }

    /// The same edges the other way round.
    fn reversed(&self, tasks: usize) -> Self {
        let mut starts = vec![0_u32; tasks + 1];
        for target in &self.items {
            if let Some(count) = starts.get_mut(*target as usize + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        let mut items = vec![0; self.items.len()];
        for from in 0..tasks as u32 {
            for target in self.of(from) {
                if let Some(place) = next.get_mut(*target as usize)
                    && let Some(item) = items.get_mut(*place as usize)
                {
                    *item = from;
                    *place += 1;
                }
            }
        }
        Self { starts, items }
    }
}

/// The tasks of a plan with what each one waits for. Made in time linear in tasks and dependencies.
#[derive(Debug, Clone, Default)]
pub struct TaskGraph {
    positions: HashMap<TaskId, u32, FxBuildHasher>,
    dependencies: Lists,
    dependents: Lists,
    /// Each task after all that it depends on.
    order: Vec<u32>,
    /// The place of each task in `order`.
    ranks: Vec<u32>,
    /// How many tasks are on the longest way from each task to the end.
    heights: Vec<u32>,
}

impl TaskGraph {
    /// Puts `tasks` in order.
    ///
    /// # Errors
    /// Everything that is in the way: several cycles that share no task are all named.
    pub fn resolve(tasks: &[Task]) -> Result<Self, Vec<GraphError>> {
        let mut graph = Self::default();
        let mut errors = Vec::new();
        graph.name(tasks, &mut errors);
        graph.connect(tasks, &mut errors);
        if !errors.is_empty() {
            return Err(errors);
        }
        graph.dependents = graph.dependencies.reversed(tasks.len());
        graph.sort(tasks)?;
        Ok(graph)
    }

    fn name(&mut self, tasks: &[Task], errors: &mut Vec<GraphError>) {
        self.positions.reserve(tasks.len());
        for (position, task) in tasks.iter().enumerate() {
            let fresh = self.positions.try_insert(task.id.clone(), position as u32);
            if fresh.is_err() {
                let id = task.id.clone();
                errors.push(GraphError::DuplicateId { id });
            }
        }
    }

    fn connect(&mut self, tasks: &[Task], errors: &mut Vec<GraphError>) {
        let lists = &mut self.dependencies;
        lists.starts.reserve(tasks.len() + 1);
        lists.starts.push(0);
        // The task that named a dependency last: naming it twice says nothing more.
        let mut named_by = vec![u32::MAX; tasks.len()];
        for (position, task) in tasks.iter().enumerate() {
            for dependency in &task.depends_on {
                let Some(target) = self.positions.get(dependency) else {
                    errors.push(GraphError::UnknownDependency {
                        task: task.id.clone(),
                        dependency: dependency.clone(),
                    });
                    continue;
                };
                if let Some(last) = named_by.get_mut(*target as usize)
                    && *last != position as u32
                {
                    *last = position as u32;
                    lists.items.push(*target);
                }
            }
            lists.starts.push(lists.items.len() as u32);
        }
    }

    fn sort(&mut self, tasks: &[Task]) -> Result<(), Vec<GraphError>> {
        let count = tasks.len() as u32;
        let mut open: Vec<u32> = (0..count)
            .map(|it| self.dependencies.of(it).len() as u32)
            .collect();
        let mut order: Vec<u32> = Vec::with_capacity(tasks.len());
        let is_free = |it: &u32| self.dependencies.of(*it).is_empty();
        order.extend((0..count).filter(is_free));
        let mut done = 0;
        while let Some(task) = order.get(done).copied() {
            done += 1;
            for dependent in self.dependents.of(task) {
                if let Some(open) = open.get_mut(*dependent as usize) {
                    *open -= 1;
                    if *open == 0 {
                        order.push(*dependent);
                    }
                }
            }
        }
        if order.len() < tasks.len() {
            return Err(self.cycles(tasks, &open));
        }
        let mut ranks = vec![0; tasks.len()];
        let mut heights = vec![0; tasks.len()];
        for (rank, task) in order.iter().enumerate() {
            if let Some(place) = ranks.get_mut(*task as usize) {
                *place = rank as u32;
            }
        }
        for task in order.iter().rev() {
            let above = self.dependents.of(*task).iter();
            let highest = above.filter_map(|it| heights.get(*it as usize)).max();
            let height = highest.map_or(0, |height| height + 1);
            if let Some(place) = heights.get_mut(*task as usize) {
                *place = height;
            }
        }
        (self.order, self.ranks, self.heights) = (order, ranks, heights);
        Ok(())
    }

    /// The cycles among the tasks that still have `open` dependencies. Each of them has one that
    /// is open too; whoever goes from one to the next comes round.
    fn cycles(&self, tasks: &[Task], open: &[u32]) -> Vec<GraphError> {
        let is_open = |it: u32| open.get(it as usize).is_some_and(|open| *open > 0);
        // In which walk a task was passed, from 1.
        let mut walks = vec![0_u32; tasks.len()];
        let mut cycles = Vec::new();
        for start in 0..tasks.len() as u32 {
            let mut way = Vec::new();
            let mut next = is_open(start).then_some(start);
            while let Some(task) = next {
                let Some(walk) = walks.get_mut(task as usize) else {
                    break;
                };
                if *walk == start + 1 {
                    let first = way.iter().position(|it| *it == task).unwrap_or_default();
                    let members = way.iter().skip(first);
                    let ids = members.filter_map(|it| tasks.get(*it as usize));
                    let tasks = ids.map(|task| task.id.clone()).collect();
                    cycles.push(GraphError::Cycle { tasks });
                }
                if *walk != 0 {
                    break;
                }
                *walk = start + 1;
                way.push(task);
                let mut dependencies = self.dependencies.of(task).iter().copied();
                next = dependencies.find(|it| is_open(*it));
            }
        }
        cycles
    }

    /// How many tasks there are.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Where the task of this id stands in the plan.
    pub fn position(&self, id: &TaskId) -> Option<TaskIndex> {
        self.positions.get(id).copied().map(TaskIndex)
    }

    /// Every task after all that it depends on.
    pub fn order(&self) -> impl DoubleEndedIterator<Item = TaskIndex> {
        self.order.iter().copied().map(TaskIndex)
    }

    /// What the task waits for.
    pub fn dependencies(&self, task: TaskIndex) -> impl Iterator<Item = TaskIndex> + Clone {
        self.dependencies.of(task.0).iter().copied().map(TaskIndex)
    }

    /// What waits for the task.
    pub fn dependents(&self, task: TaskIndex) -> impl Iterator<Item = TaskIndex> + Clone {
        self.dependents.of(task.0).iter().copied().map(TaskIndex)
    }

    /// How many tasks are on the longest way from this one to the end of the chain.
    pub fn height(&self, task: TaskIndex) -> u32 {
        self.heights.get(task.at()).copied().unwrap_or_default()
    }

    /// The task's place in [`Self::order`].
    pub(crate) fn rank(&self, task: TaskIndex) -> u32 {
        self.ranks.get(task.at()).copied().unwrap_or_default()
    }

    /// The tasks and those that wait for them, directly or not, in [`Self::order`]; not those that
    /// do so only behind others that `is_passed` holds up.
    pub fn with_dependents(
        &self,
        tasks: &[TaskIndex],
        is_passed: impl Fn(TaskIndex) -> bool,
    ) -> Vec<TaskIndex> {
        let mut found: Vec<TaskIndex> = Vec::new();
        let mut seen: HashSet<TaskIndex, FxBuildHasher> = HashSet::default();
        let mut open = tasks.to_vec();
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                found.push(next);
                if tasks.contains(&next) || is_passed(next) {
                    open.extend(self.dependents(next));
                }
            }
        }
        found.sort_unstable_by_key(|task| self.rank(*task));
        found
    }
}
