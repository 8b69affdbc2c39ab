//! An executor as it is stored: its records, of which all else is worked out.

use std::rc::Rc;

use kikitori_json::{FromJson, deserialize_by_json};
use serde::{Serialize, Serializer};
use serde_json::{Error, Value};

use super::executor::TaskExecutor;
use super::needs::Needs;
use super::record::TaskRecord;
use super::schedule::Schedule;
use crate::graph::TaskGraph;
use crate::task::Task;

/// What is stored of an executor.
#[derive(FromJson)]
#[serde(rename_all = "camelCase")]
struct StoredExecutor {
    tasks: Vec<TaskRecord>,
    #[serde(default)]
    paused: bool,
    #[serde(default)]
    cancelled_at: Option<u64>,
    steps: u64,
}

/// The same, to be written.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StoringExecutor<'a> {
    tasks: &'a [TaskRecord],
    paused: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    cancelled_at: Option<u64>,
    steps: u64,
}

impl Serialize for TaskExecutor {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let stored = StoringExecutor {
            tasks: &self.records,
            paused: self.is_paused,
            cancelled_at: self.cancelled_at,
            steps: self.steps,
        };
        stored.serialize(to)
    }
}

impl FromJson for TaskExecutor {
    fn from_json(value: Value) -> Result<Self, Error> {
        use serde::de::Error as _;
        let stored = StoredExecutor::from_json(value)?;
        let tasks: Vec<Task> = stored.tasks.iter().map(|it| it.task.clone()).collect();
        let graph = TaskGraph::resolve(&tasks).map_err(|errors| {
            let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
            Error::custom(texts.join(" "))
        })?;
        let needs = Needs::new(&stored.tasks, &graph);
        let schedule = Schedule::new(&stored.tasks, &graph, &needs);
        Ok(Self {
            records: stored.tasks,
            graph: Rc::new(graph),
            needs,
            schedule,
            is_paused: stored.paused,
            cancelled_at: stored.cancelled_at,
            steps: stored.steps,
            changed: Vec::new(),
        })
    }
}

deserialize_by_json!(TaskExecutor);

impl PartialEq for TaskExecutor {
    fn eq(&self, other: &Self) -> bool {
        let facts = |it: &Self| (it.is_paused, it.cancelled_at, it.steps);
        self.records == other.records && facts(self) == facts(other)
    }
}
