//! What kind of reply is asked for.

/// The form that a reply must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Expect {
    /// Text or tool calls, as the model decides.
    Reply,
    /// At least one tool call.
    Call,
    /// Text, and no tool call.
    Text,
}
