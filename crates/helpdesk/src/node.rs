//! The nodes of the help desk's graphs, as its events and errors name them.

use kikitori_graph::TaskId;
use serde::{Deserialize, Serialize};

pub(crate) const CREATE_PLAN: &str = "create_plan";
pub(crate) const EXECUTE_SUBTASKS: &str = "execute_subtasks";
pub(crate) const CREATE_ANSWER: &str = "create_answer";

/// What is done in each challenge of a subtask, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubtaskPhase {
    /// The model chooses what to search for.
    SelectTools,
    /// It is searched for.
    ExecuteTools,
    /// The model answers from what was found.
    CreateSubtaskAnswer,
    /// The model says whether that is enough.
    ReflectSubtask,
}

impl SubtaskPhase {
    /// All of them, in their order.
    pub const ALL: [Self; 4] = [
        Self::SelectTools,
        Self::ExecuteTools,
        Self::CreateSubtaskAnswer,
        Self::ReflectSubtask,
    ];

    /// Its node's key in the graph.
    pub fn key(self) -> &'static str {
        match self {
            Self::SelectTools => "select_tools",
            Self::ExecuteTools => "execute_tools",
            Self::CreateSubtaskAnswer => "create_subtask_answer",
            Self::ReflectSubtask => "reflect_subtask",
        }
    }
}

/// One node of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Node {
    /// The planner.
    Plan,
    /// A subtask as a whole.
    Subtask(usize),
    /// A phase of a subtask.
    Phase {
        /// The subtask, from 0.
        subtask: usize,
        /// The challenge, from 0.
        challenge: u32,
        /// What is done.
        phase: SubtaskPhase,
    },
    /// The writer.
    Answer,
}

impl Node {
    /// The node that `task` is of, whose key in its graph is `key`.
    pub(crate) fn of(task: &TaskId, key: &str) -> Option<Self> {
        if let Some(subtask) = subtask_of(&task.path) {
            let phase = SubtaskPhase::ALL.into_iter().find(|it| it.key() == key)?;
            let phases = u32::try_from(SubtaskPhase::ALL.len()).unwrap_or(u32::MAX);
            return Some(Self::Phase {
                subtask,
                challenge: task.superstep / phases,
                phase,
            });
        }
        match key {
            CREATE_PLAN => Some(Self::Plan),
            EXECUTE_SUBTASKS => usize::try_from(task.index).ok().map(Self::Subtask),
            CREATE_ANSWER => Some(Self::Answer),
            _ => None,
        }
    }

    /// Whose model calls and tool calls it makes.
    pub(crate) fn agent(self) -> String {
        match self {
            Self::Plan => "planner".to_owned(),
            Self::Subtask(subtask) | Self::Phase { subtask, .. } => format!("subtask {subtask}"),
            Self::Answer => "writer".to_owned(),
        }
    }

    /// The subtask that it is a phase of, as a whole, or else itself.
    pub(crate) fn whole(self) -> Self {
        self.subtask().map_or(self, Self::Subtask)
    }

    /// The subtask that it belongs to, from 0.
    pub fn subtask(self) -> Option<usize> {
        match self {
            Self::Subtask(subtask) | Self::Phase { subtask, .. } => Some(subtask),
            Self::Plan | Self::Answer => None,
        }
    }
}

/// The subtask in whose subgraph tasks have this path: `1.2/` is the third's.
fn subtask_of(path: &str) -> Option<usize> {
    path.strip_suffix('/')?.rsplit('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_told_by_their_path_key_and_superstep() {
        let task = |path: &str, superstep, index| TaskId {
            path: path.into(),
            superstep,
            index,
        };
        let reflects_again = Node::Phase {
            subtask: 12,
            challenge: 1,
            phase: SubtaskPhase::ReflectSubtask,
        };
        for (task, key, node) in [
            (task("", 0, 0), "create_plan", Some(Node::Plan)),
            (task("", 1, 3), "execute_subtasks", Some(Node::Subtask(3))),
            (task("1.12/", 7, 0), "reflect_subtask", Some(reflects_again)),
            (task("", 2, 0), "create_answer", Some(Node::Answer)),
            (task("1.0/", 0, 0), "create_plan", None),
        ] {
            assert_eq!(Node::of(&task, key), node);
        }
        assert_eq!(reflects_again.subtask(), Some(12));
    }
}
