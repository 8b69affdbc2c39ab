//! The bounds of a run.

/// The bounds of a run of the help desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Tries of a subtask.
    pub max_challenges: u32,
    /// Subtasks of a plan; those beyond are left out.
    pub max_subtasks: usize,
    /// Passages that a search returns.
    pub passages: usize,
    /// Model calls in one run, until it is resumed.
    pub max_calls: u64,
    /// Tokens read and written in one run, until it is resumed.
    pub max_tokens: u64,
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
            max_calls: 100,
            max_tokens: 200_000,
            concurrent_subtasks: 4,
        }
    }
}
