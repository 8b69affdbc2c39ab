//! A graph that is ready to run: its nodes and where they lead.

use std::collections::{BTreeMap, BTreeSet};

use crate::build::{Branch, Goto};
use crate::node::{Node, NodeKey, Takes};
use crate::outcome::RunError;
use crate::state::GraphState;

/// A graph of nodes that is ready to run, as often as wanted.
pub struct Graph<S: GraphState, R> {
    pub(crate) nodes: Vec<Node<S, R>>,
    pub(crate) exits: Vec<Vec<Exit<S>>>,
    pub(crate) start: Vec<Exit<S>>,
    pub(crate) joins: Vec<Join>,
}

/// One way out of a node.
pub(crate) enum Exit<S: GraphState> {
    /// To this node; `None` is END.
    To(Option<usize>),
    /// Counts for this join.
    Join(usize),
    Branch {
        declared: Vec<usize>,
        /// Whether END is declared too; it matters for the picture only.
        may_end: bool,
        decide: Branch<S>,
    },
}

/// Waits for several nodes.
pub(crate) struct Join {
    pub sources: BTreeSet<usize>,
    pub to: Option<usize>,
}

/// Which sources of each join have run since it was last taken.
pub(crate) type Arrived = BTreeMap<usize, BTreeSet<usize>>;

/// A task of the next superstep.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Planned<T> {
    pub node: usize,
    pub sent: Option<T>,
}

impl<S: GraphState, R> Graph<S, R> {
    pub(crate) fn position(&self, key: &str) -> Option<usize> {
        self.nodes.iter().position(|node| *node.key == *key)
    }

    pub(crate) fn key_of(&self, position: usize) -> NodeKey {
        let node = self.nodes.get(position);
        node.map_or_else(|| "".into(), |node| node.key.clone())
    }

    /// The nodes that some way leads to.
    pub(crate) fn reached(&self) -> BTreeSet<NodeKey> {
        let exits = self.start.iter().chain(self.exits.iter().flatten());
        let mut reached = BTreeSet::new();
        for exit in exits {
            match exit {
                Exit::To(to) => reached.extend(to.map(|to| self.key_of(to))),
                Exit::Join(join) => {
                    let to = self.joins.get(*join).and_then(|join| join.to);
                    reached.extend(to.map(|to| self.key_of(to)));
                }
                Exit::Branch { declared, .. } => {
                    reached.extend(declared.iter().map(|to| self.key_of(*to)));
                }
            }
        }
        reached
    }

    /// The first superstep's tasks.
    pub(crate) fn first(&self, state: &S) -> Result<Vec<Planned<S::Sent>>, RunError> {
        let mut plan = Plan::default();
        self.follow(crate::START, &self.start, state, &mut plan)?;
        Ok(plan.tasks)
    }

    /// The tasks that follow a superstep in which these nodes ran, in the order in which their
    /// tasks stood in it.
    pub(crate) fn after(
        &self,
        ran: impl Iterator<Item = usize>,
        state: &S,
        arrived: &mut Arrived,
    ) -> Result<Vec<Planned<S::Sent>>, RunError> {
        let mut plan = Plan::default();
        let mut seen = BTreeSet::new();
        for node in ran.filter(|&node| seen.insert(node)) {
            let exits = self.exits.get(node).map(Vec::as_slice).unwrap_or_default();
            for exit in exits {
                if let Exit::Join(join) = exit {
                    arrived.entry(*join).or_default().insert(node);
                }
            }
            self.follow(&self.key_of(node), exits, state, &mut plan)?;
        }
        for (number, join) in self.joins.iter().enumerate() {
            if arrived
                .get(&number)
                .is_some_and(|nodes| *nodes == join.sources)
            {
                arrived.remove(&number);
                plan.node(join.to);
            }
        }
        Ok(plan.tasks)
    }

    fn follow(
        &self,
        from: &str,
        exits: &[Exit<S>],
        state: &S,
        plan: &mut Plan<S::Sent>,
    ) -> Result<(), RunError> {
        for exit in exits {
            match exit {
                Exit::To(to) => plan.node(*to),
                Exit::Join(_) => {}
                Exit::Branch {
                    declared, decide, ..
                } => {
                    for goto in decide(state) {
                        self.follow_branch(from, declared, goto, plan)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn follow_branch(
        &self,
        from: &str,
        declared: &[usize],
        goto: Goto<S::Sent>,
        plan: &mut Plan<S::Sent>,
    ) -> Result<(), RunError> {
        let (key, sent) = match goto {
            Goto::End => return Ok(()),
            Goto::Node(crate::END) => return Ok(()),
            Goto::Node(key) => (key, None),
            Goto::Send(key, sent) => (key, Some(sent)),
        };
        // The targets of a branch are few, whatever the size of the graph.
        let to = declared.iter().find(|&&to| {
            let node = self.nodes.get(to);
            node.is_some_and(|node| {
                *node.key == *key && (node.takes == Takes::Sent) == sent.is_some()
            })
        });
        match (to, sent) {
            (None, _) => {
                return Err(RunError::BadBranch {
                    from: from.into(),
                    to: key.into(),
                });
            }
            (Some(&node), None) => plan.node(Some(node)),
            (Some(&node), sent) => plan.tasks.push(Planned { node, sent }),
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
    fn node(&mut self, to: Option<usize>) {
        if let Some(node) = to.filter(|&node| self.nodes.insert(node)) {
            self.tasks.push(Planned { node, sent: None });
        }
    }
}
