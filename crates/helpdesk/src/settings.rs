//! The bounds of a run.

use kikitori_llm::{Caps, Price};

/// The bounds of a run of the help desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Tries of a subtask.
    pub max_challenges: u32,
    /// Subtasks of a plan; those beyond are left out.
    pub max_subtasks: usize,
    /// Passages that a search returns.
    pub passages: usize,
    /// What the model calls of one run may come to, also over several resumptions where it is
    /// recorded ([`crate::HelpDeskResources::recorded`]).
    pub caps: Caps,
    /// What the model's tokens cost, where that is known.
    pub price: Option<Price>,
    /// Tokens that one request may have, by estimate. Passages are left out or cut to keep to it.
    pub context_tokens: u64,
    /// Subtasks that are worked on side by side.
    pub concurrent_subtasks: usize,
}

/// Tries of a subtask unless told otherwise.
pub const MAX_CHALLENGE_COUNT: u32 = 3;

impl Default for Settings {
    fn default() -> Self {
        Self {
            max_challenges: MAX_CHALLENGE_COUNT,
            max_subtasks: 6,
            passages: 5,
            caps: Caps {
                calls: Some(100),
                prompt_tokens: Some(1_000_000),
                ..Caps::default()
            },
            price: None,
            context_tokens: 100_000,
            concurrent_subtasks: 4,
        }
    }
}
