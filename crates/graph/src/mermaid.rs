//! A graph as a Mermaid flowchart.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::chart_ids::Ids;
use crate::edge::Edge;
use crate::goto::{END, START};
use crate::graph::Graph;
use crate::node::{Takes, Work};
use crate::state::GraphState;

impl<S: GraphState, R> Graph<S, R> {
    /// The graph as a [Mermaid](https://mermaid.js.org) flowchart. A dashed arrow is a conditional
    /// edge, a box with double sides a node that works on what is sent to it.
    pub fn mermaid(&self) -> String {
        format!("flowchart TD\n{}", self.mermaid_within("", &mut Ids::new()))
    }

    /// The chart's lines, for a graph within the node `path`.
    pub(crate) fn mermaid_within(&self, path: &str, ids: &mut Ids) -> String {
        let mut chart = String::new();
        let mut line = |text: String| {
            // Writing to text cannot fail.
            let _ = writeln!(chart, "  {text}");
        };
        let keys = self.nodes.iter().map(|node| &*node.key);
        let names: BTreeMap<&str, String> = [START, END]
            .into_iter()
            .chain(keys)
            .map(|key| (key, ids.id(path, key)))
            .collect();
        let name = |key: &str| names.get(key).map_or("", String::as_str);
        line(format!("{}([{START}])", name(START)));
        for node in &self.nodes {
            let (id, label) = (name(&node.key), label(&node.key));
            match &node.work {
                Work::Subgraph { mermaid, .. } => {
                    line(format!("subgraph {id}[\"{label}\"]"));
                    let inner = mermaid(id, ids);
                    inner.lines().for_each(|inner| line(inner.to_owned()));
                    line("end".to_owned());
                }
                Work::Function(_) if node.takes == Takes::Sent => {
                    line(format!("{id}[[\"{label}\"]]"));
                }
                Work::Function(_) => line(format!("{id}[\"{label}\"]")),
            }
        }
        line(format!("{}([{END}])", name(END)));
        let to = |to: Option<usize>| to.map_or(name(END), |to| name(&self.key_of(to)));
        let sources = [START]
            .into_iter()
            .chain(self.nodes.iter().map(|node| &*node.key))
            .zip([&self.start].into_iter().chain(&self.edges));
        for (from, edges) in sources {
            let from = name(from);
            for edge in edges {
                match edge {
                    Edge::To(target) => line(format!("{from} --> {}", to(*target))),
                    Edge::Join(join) => {
                        let target = self.joins.get(*join).and_then(|join| join.to);
                        line(format!("{from} --> {}", to(target)));
                    }
                    Edge::Conditional {
                        targets, may_end, ..
                    } => {
                        let end = may_end.then_some(None);
                        for target in targets.iter().map(|it| Some(*it)).chain(end) {
                            line(format!("{from} -.-> {}", to(target)));
                        }
                    }
                }
            }
        }
        chart
    }
}

/// A node's name as a label: Mermaid reads `#` as the begin of a character's number.
fn label(key: &str) -> String {
    key.replace('#', "#35;").replace('"', "#quot;")
}
