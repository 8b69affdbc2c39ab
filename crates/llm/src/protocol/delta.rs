//! What of a reply is shown while it arrives.

/// What a chunk added, for showing only: decisions wait for the [`Completion`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delta {
    /// More visible text.
    Text(String),
    /// More of the arguments of the call at `position`.
    Arguments {
        /// Which call of this reply, from 0.
        position: usize,
        /// The tool's name, as far as it is known.
        tool: String,
        /// The added piece of JSON text.
        piece: String,
    },
}
