//! Edges: as they are declared, by names, and as a graph keeps them.

use std::collections::BTreeSet;

use crate::goto::Goto;
use crate::state::GraphState;

/// Decides where a conditional edge leads.
pub(crate) type Decide<S> = Box<dyn Fn(&S) -> Vec<Goto<<S as GraphState>::Sent>>>;

/// An edge as it is declared.
pub(crate) enum EdgeSpec<S: GraphState> {
    Plain(String, String),
    Join(Vec<String>, String),
    Conditional(String, Vec<String>, Decide<S>),
}

/// One edge out of a node. Nodes are told by their place in the graph.
pub(crate) enum Edge<S: GraphState> {
    /// To this node; `None` is END.
    To(Option<usize>),
    /// Counts for this join.
    Join(usize),
    Conditional {
        targets: Vec<usize>,
        /// Whether END is a target too; it matters for the picture only.
        may_end: bool,
        decide: Decide<S>,
    },
}

/// Waits for several nodes.
pub(crate) struct Join {
    pub sources: BTreeSet<usize>,
    /// `None` is END.
    pub to: Option<usize>,
}
