//! The ids of a Mermaid chart's nodes.

use std::collections::BTreeSet;

/// Words that mean something else to Mermaid where an id may stand.
const RESERVED: [&str; 9] = [
    "end",
    "graph",
    "flowchart",
    "subgraph",
    "direction",
    "style",
    "class",
    "click",
    "default",
];

/// The ids that a chart uses already.
pub(crate) struct Ids(BTreeSet<String>);

impl Ids {
    pub fn new() -> Self {
        Self(RESERVED.map(str::to_owned).into())
    }

    /// An id for the node `key` within the node `path`, that no other node of the chart has.
    pub fn id(&mut self, path: &str, key: &str) -> String {
        let joined = if path.is_empty() {
            key.to_owned()
        } else {
            format!("{path}__{key}")
        };
        let plain = joined.replace(|it: char| !it.is_ascii_alphanumeric() && it != '_', "_");
        let mut id = plain.clone();
        for number in 2.. {
            if self.0.insert(id.clone()) {
                break;
            }
            id = format!("{plain}_{number}");
        }
        id
    }
}
