//! What can be heard of a run while it goes on.

use kikitori_graph::Event;
use kikitori_llm::UsageTotals;

use crate::data::{AgentResult, SubtaskOutcome};
use crate::node::Node;
use crate::session::NodeRecord;

/// What happens in a run, in order. Whatever it says is stored already, but for [`Self::Text`],
/// which is a draft, and [`Self::Usage`] while the device is full.
#[derive(Debug, Clone, PartialEq)]
pub enum HelpDeskEvent {
    /// The run begins, or goes on.
    RunStarted {
        /// What its model calls have used before.
        usage: UsageTotals,
    },
    /// The plan is there.
    PlanReady {
        /// What is to be looked up.
        subtasks: Vec<String>,
    },
    /// A node begins.
    NodeStarted(Node),
    /// A node is finished.
    NodeFinished(Node),
    /// A subtask is finished, and this became of it.
    SubtaskEnded {
        /// Which, from 0.
        subtask: usize,
        /// What became of it.
        outcome: SubtaskOutcome,
    },
    /// What was done before the run went on.
    Restored(NodeRecord),
    /// A node failed; the run ends and can be resumed.
    NodeFailed(Node),
    /// A piece of the final answer.
    Text {
        /// The piece.
        piece: String,
        /// Whether it is the first one of a reply, which replaces what was heard before.
        is_first: bool,
    },
    /// A model call ended.
    Usage {
        /// The node that made it.
        node: Node,
        /// What it used.
        call: UsageTotals,
        /// What all calls of the run have used.
        total: UsageTotals,
    },
    /// The answer is there.
    Answered(Box<AgentResult>),
    /// The run ended without an answer, at least for now.
    RunEnded,
}

impl HelpDeskEvent {
    /// What a graph's event means here, if it concerns anybody outside.
    pub(crate) fn of_graph(event: &Event) -> Option<Self> {
        Some(match event {
            Event::NodeStarted { task, node, .. } => Self::NodeStarted(Node::of(task, node)?),
            Event::NodeFinished { task, node } => Self::NodeFinished(Node::of(task, node)?),
            Event::NodeFailed {
                task,
                node,
                retrying: false,
                ..
            } => Self::NodeFailed(Node::of(task, node)?),
            _ => return None,
        })
    }
}
