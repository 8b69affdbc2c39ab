//! Which tasks the next superstep has.

use std::collections::BTreeSet;

use crate::checkpoint::{Arrival, Input, Planned};
use crate::edge::{Edge, Join};
use crate::error::RunError;
use crate::goto::{END, Goto, START};
use crate::graph::Graph;
use crate::ids::NodeKey;
use crate::node::Takes;
use crate::state::GraphState;

/// The superstep that comes next.
pub(crate) struct Next<T> {
    pub tasks: Vec<Planned<T>>,
    /// Of joins that have not fired.
    pub arrived: Vec<Arrival>,
}

impl Arrival {
    fn is_of(&self, from: &BTreeSet<String>, to: &str) -> bool {
        self.from == *from && self.to == to
    }
}

impl<S: GraphState, R> Graph<S, R> {
    /// The first superstep's tasks.
    pub(crate) fn first(&self, state: &S) -> Result<Vec<Planned<S::Sent>>, RunError> {
        let mut plan = Plan::default();
        self.follow(START, &self.start, state, &mut plan)?;
        Ok(plan.tasks)
    }

    /// What follows a superstep in which these nodes ran, in the order in which their tasks stood
    /// in it.
    pub(crate) fn after<'a>(
        &self,
        ran: impl Iterator<Item = &'a str>,
        state: &S,
        arrived: &[Arrival],
    ) -> Result<Next<S::Sent>, RunError> {
        let mut plan = Plan::default();
        let mut seen = BTreeSet::new();
        for key in ran.filter(|&node| seen.insert(node)) {
            let Some(node) = self.position(key) else {
                return Err(RunError::NoSuchNode(key.to_owned()));
            };
            let edges = self.edges.get(node).map(Vec::as_slice).unwrap_or_default();
            self.follow(key, edges, state, &mut plan)?;
        }
        let arrived = self.join(&seen, arrived, &mut plan);
        let tasks = plan.tasks;
        Ok(Next { tasks, arrived })
    }

    /// Counts the nodes that ran for the joins that wait for them.
    fn join(
        &self,
        now: &BTreeSet<&str>,
        arrived: &[Arrival],
        plan: &mut Plan<S::Sent>,
    ) -> Vec<Arrival> {
        let names: Vec<_> = self.joins.iter().map(|join| self.names_of(join)).collect();
        let mut left = Vec::new();
        for (join, (from, to)) in self.joins.iter().zip(&names) {
            let before = arrived.iter().filter(|arrival| {
                // The sources of a join may have changed since they were stored.
                let is_gone = || !names.iter().any(|(from, to)| arrival.is_of(from, to));
                arrival.is_of(from, to) || (arrival.to == *to && is_gone())
            });
            let before = before.flat_map(|arrival| arrival.ran.iter().map(String::as_str));
            let ran: BTreeSet<String> = before
                .chain(now.iter().copied())
                .filter(|source| from.contains(*source))
                .map(str::to_owned)
                .collect();
            if ran == *from && !ran.is_empty() {
                plan.node(join.to, || self.key_of_target(join.to));
            } else if !ran.is_empty() {
                left.push(Arrival {
                    from: from.clone(),
                    to: to.clone(),
                    ran,
                });
            }
        }
        left
    }

    /// The names of a join's sources, and of where it leads.
    pub(crate) fn names_of(&self, join: &Join) -> (BTreeSet<String>, String) {
        let sources = join.sources.iter();
        let from = sources.map(|source| self.key_of(*source).to_string());
        (from.collect(), self.key_of_target(join.to).to_string())
    }

    fn key_of_target(&self, target: Option<usize>) -> NodeKey {
        target.map_or_else(|| END.into(), |to| self.key_of(to))
    }

    fn follow(
        &self,
        from: &str,
        edges: &[Edge<S>],
        state: &S,
        plan: &mut Plan<S::Sent>,
    ) -> Result<(), RunError> {
        for edge in edges {
            match edge {
                Edge::To(to) => plan.node(*to, || self.key_of_target(*to)),
                Edge::Join(_) => {}
                Edge::Conditional {
                    targets, decide, ..
                } => {
                    for goto in decide(state) {
                        self.follow_conditional(from, targets, goto, plan)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn follow_conditional(
        &self,
        from: &str,
        targets: &[usize],
        goto: Goto<S::Sent>,
        plan: &mut Plan<S::Sent>,
    ) -> Result<(), RunError> {
        let (key, sent) = match goto {
            Goto::End | Goto::Node(END) => return Ok(()),
            Goto::Node(key) => (key, None),
            Goto::Send(key, sent) => (key, Some(sent)),
        };
        // The targets of an edge are few, whatever the size of the graph.
        let mut targets = targets
            .iter()
            .filter_map(|to| Some((*to, self.nodes.get(*to)?)));
        let to = targets
            .find(|(_, node)| *node.key == *key && (node.takes == Takes::Sent) == sent.is_some());
        match (to, sent) {
            (None, _) => {
                return Err(RunError::BadBranch {
                    from: from.into(),
                    to: key.into(),
                });
            }
            (Some((to, node)), None) => plan.node(Some(to), || node.key.clone()),
            (Some((_, node)), sent) => plan.tasks.push(Planned {
                node: node.key.clone(),
                input: sent.map_or(Input::State, Input::Sent),
            }),
        }
        Ok(())
    }
}

struct Plan<T> {
    tasks: Vec<Planned<T>>,
    nodes: BTreeSet<usize>,
}

impl<T> Default for Plan<T> {
    fn default() -> Self {
        Self {
            tasks: Vec::new(),
            nodes: BTreeSet::new(),
        }
    }
}

impl<T> Plan<T> {
    fn node(&mut self, to: Option<usize>, key: impl FnOnce() -> NodeKey) {
        if to.is_some_and(|node| self.nodes.insert(node)) {
            self.tasks.push(Planned {
                node: key(),
                input: Input::State,
            });
        }
    }
}
