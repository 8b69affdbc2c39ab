//! A graph as a Mermaid flowchart.

use std::fmt::Write;

use crate::build::{END, START};
use crate::graph::{Exit, Graph};
use crate::node::{Takes, Work};
use crate::state::GraphState;

impl<S: GraphState, R> Graph<S, R> {
    /// The graph as a [Mermaid](https://mermaid.js.org) flowchart. A dashed arrow is a way that a
    /// branch may take, a box with double sides a node that works on what is sent to it.
    pub fn mermaid(&self) -> String {
        format!("flowchart TD\n{}", self.mermaid_within(""))
    }

    /// The chart's lines, for a graph within the node `path`.
    pub(crate) fn mermaid_within(&self, path: &str) -> String {
        let mut chart = String::new();
        let name = |key: &str| {
            let joined = if path.is_empty() {
                key.to_owned()
            } else {
                format!("{path}__{key}")
            };
            joined.replace(|it: char| !it.is_ascii_alphanumeric() && it != '_', "_")
        };
        let mut line = |text: String| {
            // Writing to text cannot fail.
            let _ = writeln!(chart, "  {text}");
        };
        line(format!("{}([{START}])", name(START)));
        for node in &self.nodes {
            let (id, label) = (name(&node.key), node.key.replace('"', "#quot;"));
            match &node.work {
                Work::Subgraph { mermaid, .. } => {
                    line(format!("subgraph {id}[\"{label}\"]"));
                    let inner = mermaid(&id);
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
        let sources = [START.into()]
            .into_iter()
            .chain(self.nodes.iter().map(|node| node.key.clone()))
            .zip([&self.start].into_iter().chain(&self.exits));
        for (from, exits) in sources {
            let from = name(&from);
            let to = |to: Option<usize>| to.map_or_else(|| name(END), |to| name(&self.key_of(to)));
            for exit in exits {
                match exit {
                    Exit::To(target) => line(format!("{from} --> {}", to(*target))),
                    Exit::Join(join) => {
                        let target = self.joins.get(*join).and_then(|join| join.to);
                        line(format!("{from} --> {}", to(target)));
                    }
                    Exit::Branch {
                        declared, may_end, ..
                    } => {
                        let end = may_end.then_some(None);
                        for target in declared.iter().map(|it| Some(*it)).chain(end) {
                            line(format!("{from} -.-> {}", to(target)));
                        }
                    }
                }
            }
        }
        chart
    }
}
