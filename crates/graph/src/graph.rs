//! A graph that is ready to run: its nodes and their edges.

use std::collections::BTreeSet;

use crate::edge::{Edge, Join};
use crate::ids::NodeKey;
use crate::node::Node;
use crate::state::GraphState;

/// A graph of nodes that is ready to run, as often as wanted.
pub struct Graph<S: GraphState, R> {
    pub(crate) nodes: Vec<Node<S, R>>,
    /// The edges out of each node.
    pub(crate) edges: Vec<Vec<Edge<S>>>,
    /// The edges out of START.
    pub(crate) start: Vec<Edge<S>>,
    pub(crate) joins: Vec<Join>,
}

impl<S: GraphState, R> Graph<S, R> {
    pub(crate) fn position(&self, key: &str) -> Option<usize> {
        self.nodes.iter().position(|node| *node.key == *key)
    }

    pub(crate) fn node(&self, key: &str) -> Option<&Node<S, R>> {
        self.nodes.iter().find(|node| *node.key == *key)
    }

    pub(crate) fn key_of(&self, position: usize) -> NodeKey {
        let node = self.nodes.get(position);
        node.map_or_else(|| "".into(), |node| node.key.clone())
    }

    /// The nodes that some edge leads to.
    pub(crate) fn reached(&self) -> BTreeSet<NodeKey> {
        let edges = self.start.iter().chain(self.edges.iter().flatten());
        let mut reached = BTreeSet::new();
        for edge in edges {
            match edge {
                Edge::To(to) => reached.extend(to.map(|to| self.key_of(to))),
                Edge::Join(join) => {
                    let to = self.joins.get(*join).and_then(|join| join.to);
                    reached.extend(to.map(|to| self.key_of(to)));
                }
                Edge::Conditional { targets, .. } => {
                    reached.extend(targets.iter().map(|to| self.key_of(*to)));
                }
            }
        }
        reached
    }
}
