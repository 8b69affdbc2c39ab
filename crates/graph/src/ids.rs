//! The names of nodes, tasks and questions.

use std::fmt;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

/// The name of a node, unique in its graph.
pub type NodeKey = Rc<str>;

/// One task of a superstep. A run's tasks have the same ids whenever it is resumed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId {
    /// The tasks whose subgraphs it is in, outermost first, each followed by `/`; empty in the
    /// graph that was started.
    pub path: Rc<str>,
    /// The superstep, from 0.
    pub superstep: u32,
    /// Its place among the superstep's tasks, from 0.
    pub index: u32,
}

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}.{}", self.path, self.superstep, self.index)
    }
}

/// Names one question of one task. It is the same whenever the run is resumed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct InterruptId(pub String);

impl InterruptId {
    pub(crate) fn new(task: &TaskId, number: u32) -> Self {
        Self(format!("{task}.{number}"))
    }
}

impl fmt::Display for InterruptId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
