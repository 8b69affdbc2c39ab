//! Where a graph begins and ends, and where a conditional edge leads.

/// Where a graph begins.
pub const START: &str = "START";
/// Where a path through a graph ends.
pub const END: &str = "END";

/// Where a conditional edge leads.
#[derive(Debug, Clone, PartialEq)]
pub enum Goto<T> {
    /// To this node, which works on the state. However many edges lead to a node in one
    /// superstep, it runs once.
    Node(&'static str),
    /// To this node with an input of its own; as many tasks as there are of these.
    Send(&'static str, T),
    /// Nowhere.
    End,
}
