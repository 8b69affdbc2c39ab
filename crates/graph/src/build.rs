//! Putting a graph together.

use std::collections::BTreeSet;
use std::rc::Rc;

use futures::FutureExt;

use crate::chart_ids::Ids;
use crate::context::Context;
use crate::edge::{Edge, EdgeSpec, Join};
use crate::error::{GraphError, NodeError};
use crate::goto::{END, Goto, START};
use crate::graph::Graph;
use crate::ids::NodeKey;
use crate::node::{Node, Takes, TaskEnd, TaskInput, Work};
use crate::options::NodeOptions;
use crate::scope::RunScope;
use crate::state::GraphState;

/// A graph that is being put together. Nodes are named by text; [`Self::build`] checks the names.
///
/// See the crate's documentation for an example.
pub struct StateGraph<S: GraphState, R> {
    nodes: Vec<Node<S, R>>,
    edges: Vec<EdgeSpec<S>>,
    unknown_options: Vec<String>,
}

impl<S: GraphState, R: 'static> Default for StateGraph<S, R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: GraphState, R: 'static> StateGraph<S, R> {
    /// A graph without nodes.
    pub fn new() -> Self {
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            unknown_options: Vec::new(),
        }
    }

    /// Adds a node that works on the state.
    #[must_use]
    pub fn node<F>(self, key: &str, work: F) -> Self
    where
        F: AsyncFn(Rc<S>, Context<R>) -> Result<S::Update, NodeError> + 'static,
    {
        let work = Rc::new(work);
        let work = move |input: TaskInput<S>, context| {
            let work = work.clone();
            async move {
                match input {
                    TaskInput::State(state) => work(state, context).await,
                    TaskInput::Sent(_) => Err(wrong_input()),
                }
            }
            .boxed_local()
        };
        self.add(key, Takes::State, Work::Function(Box::new(work)))
    }

    /// Adds a node that works on what a [`Goto::Send`] hands to it.
    #[must_use]
    pub fn send_node<F>(self, key: &str, work: F) -> Self
    where
        F: AsyncFn(S::Sent, Context<R>) -> Result<S::Update, NodeError> + 'static,
    {
        let work = Rc::new(work);
        let work = move |input: TaskInput<S>, context| {
            let work = work.clone();
            async move {
                match input {
                    TaskInput::Sent(sent) => work(sent, context).await,
                    TaskInput::State(_) => Err(wrong_input()),
                }
            }
            .boxed_local()
        };
        self.add(key, Takes::Sent, Work::Function(Box::new(work)))
    }

    /// Adds a graph as a node that works on the state. `into` makes its state, `out` the update
    /// out of the state that it ends with.
    #[must_use]
    pub fn subgraph<T: GraphState>(
        self,
        key: &str,
        graph: Rc<Graph<T, R>>,
        into: impl Fn(&S) -> T + 'static,
        out: impl Fn(&T) -> S::Update + 'static,
    ) -> Self {
        let into = move |input: TaskInput<S>| match input {
            TaskInput::State(state) => Some(into(&state)),
            TaskInput::Sent(_) => None,
        };
        self.add_subgraph(key, Takes::State, graph, into, out)
    }

    /// Adds a graph as a node that works on what a [`Goto::Send`] hands to it.
    #[must_use]
    pub fn send_subgraph<T: GraphState>(
        self,
        key: &str,
        graph: Rc<Graph<T, R>>,
        into: impl Fn(S::Sent) -> T + 'static,
        out: impl Fn(&T) -> S::Update + 'static,
    ) -> Self {
        let into = move |input: TaskInput<S>| match input {
            TaskInput::Sent(sent) => Some(into(sent)),
            TaskInput::State(_) => None,
        };
        self.add_subgraph(key, Takes::Sent, graph, into, out)
    }

    fn add_subgraph<T: GraphState>(
        self,
        key: &str,
        takes: Takes,
        graph: Rc<Graph<T, R>>,
        into: impl Fn(TaskInput<S>) -> Option<T> + 'static,
        out: impl Fn(&T) -> S::Update + 'static,
    ) -> Self {
        let (into, out) = (Rc::new(into), Rc::new(out));
        let drawn = graph.clone();
        let run = move |input: TaskInput<S>, attempt: u32, scope: RunScope<R>| {
            let (graph, into, out) = (graph.clone(), into.clone(), out.clone());
            async move {
                match into(input) {
                    Some(state) => {
                        let end = graph.run_nested(state, attempt, scope).await;
                        end.map(|end| out(&end))
                    }
                    None => TaskEnd::Failed(wrong_input()),
                }
            }
            .boxed_local()
        };
        let mermaid = move |path: &str, ids: &mut Ids| drawn.mermaid_within(path, ids);
        let work = Work::Subgraph {
            run: Box::new(run),
            mermaid: Box::new(mermaid),
        };
        self.add(key, takes, work)
    }

    fn add(mut self, key: &str, takes: Takes, work: Work<S, R>) -> Self {
        self.nodes.push(Node {
            key: key.into(),
            takes,
            options: NodeOptions::default(),
            work,
        });
        self
    }

    /// Says how a node that was added before is run.
    #[must_use]
    pub fn options(mut self, key: &str, options: NodeOptions) -> Self {
        match self.nodes.iter_mut().find(|node| *node.key == *key) {
            Some(node) => node.options = options,
            None => self.unknown_options.push(key.to_owned()),
        }
        self
    }

    /// After `from`, `to`.
    #[must_use]
    pub fn edge(mut self, from: &str, to: &str) -> Self {
        self.edges.push(EdgeSpec::Plain(from.into(), to.into()));
        self
    }

    /// Once each of `from` has run, in whichever supersteps, `to`.
    #[must_use]
    pub fn join(mut self, from: &[&str], to: &str) -> Self {
        let from = from.iter().map(|&key| key.to_owned()).collect();
        self.edges.push(EdgeSpec::Join(from, to.into()));
        self
    }

    /// A conditional edge: after `from`, wherever `decide` says. It sees the state with the updates of the whole
    /// superstep, and is asked once a superstep, however many tasks `from` had in it. It can only
    /// name `targets`, which [`Self::build`] checks.
    #[must_use]
    pub fn branch(
        mut self,
        from: &str,
        targets: &[&str],
        decide: impl Fn(&S) -> Vec<Goto<S::Sent>> + 'static,
    ) -> Self {
        let targets = targets.iter().map(|&key| key.to_owned()).collect();
        let edge = EdgeSpec::Conditional(from.into(), targets, Box::new(decide));
        self.edges.push(edge);
        self
    }

    /// The graph, ready to run.
    ///
    /// # Errors
    /// [`GraphError`], which names the node.
    pub fn build(self) -> Result<Rc<Graph<S, R>>, GraphError> {
        let mut seen = BTreeSet::from([NodeKey::from(START), NodeKey::from(END)]);
        for node in &self.nodes {
            if !seen.insert(node.key.clone()) {
                return Err(GraphError::NameTaken(node.key.clone()));
            }
        }
        if let Some(key) = self.unknown_options.into_iter().next() {
            return Err(GraphError::NoSuchNode {
                from: "options".into(),
                to: key,
            });
        }
        let mut graph = Graph {
            edges: self.nodes.iter().map(|_| Vec::new()).collect(),
            nodes: self.nodes,
            start: Vec::new(),
            joins: Vec::new(),
        };
        for edge in self.edges {
            add_edge(&mut graph, edge)?;
        }
        if graph.start.is_empty() {
            return Err(GraphError::NoStart);
        }
        let reached = graph.reached();
        match graph.nodes.iter().find(|node| !reached.contains(&node.key)) {
            Some(node) => Err(GraphError::Unreachable(node.key.clone())),
            None => Ok(Rc::new(graph)),
        }
    }
}

fn add_edge<S: GraphState, R>(
    graph: &mut Graph<S, R>,
    edge: EdgeSpec<S>,
) -> Result<(), GraphError> {
    match edge {
        EdgeSpec::Plain(from, to) => {
            let edge = Edge::To(target(graph, &from, &to, false)?);
            edges_of(graph, &from, &to)?.push(edge);
        }
        EdgeSpec::Conditional(from, targets, decide) => {
            let targets = targets
                .iter()
                .map(|to| target(graph, &from, to, true))
                .collect::<Result<Vec<_>, _>>()?;
            edges_of(graph, &from, "a conditional edge")?.push(Edge::Conditional {
                may_end: targets.contains(&None),
                targets: targets.into_iter().flatten().collect(),
                decide,
            });
        }
        EdgeSpec::Join(from, to) => {
            let mut sources = BTreeSet::new();
            for source in &from {
                let found = graph.position(source);
                sources.insert(found.ok_or_else(|| GraphError::NoSuchNode {
                    from: source.clone(),
                    to: to.clone(),
                })?);
            }
            let number = graph.joins.len();
            let from = from.join(", ");
            let to = target(graph, &from, &to, false)?;
            for &source in &sources {
                if let Some(edges) = graph.edges.get_mut(source) {
                    edges.push(Edge::Join(number));
                }
            }
            graph.joins.push(Join { sources, to });
        }
    }
    Ok(())
}

/// The node that an edge leads to; `None` is END.
fn target<S: GraphState, R>(
    graph: &Graph<S, R>,
    from: &str,
    to: &str,
    can_send: bool,
) -> Result<Option<usize>, GraphError> {
    if to == END {
        return Ok(None);
    }
    let (from, to) = (from.to_owned(), to.to_owned());
    let Some(position) = graph.position(&to) else {
        return Err(GraphError::NoSuchNode { from, to });
    };
    let takes = graph.nodes.get(position).map(|node| node.takes);
    if takes == Some(Takes::Sent) && !can_send {
        return Err(GraphError::NothingSent { from, to });
    }
    Ok(Some(position))
}

fn edges_of<'a, S: GraphState, R>(
    graph: &'a mut Graph<S, R>,
    from: &str,
    to: &str,
) -> Result<&'a mut Vec<Edge<S>>, GraphError> {
    if from == START {
        return Ok(&mut graph.start);
    }
    let position = graph.position(from);
    let edges = position.and_then(|position| graph.edges.get_mut(position));
    edges.ok_or_else(|| GraphError::NoSuchNode {
        from: from.into(),
        to: to.into(),
    })
}

fn wrong_input() -> NodeError {
    NodeError::fatal("the node was given an input of the wrong kind")
}
