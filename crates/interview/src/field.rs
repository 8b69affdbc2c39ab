//! How far a field has come.

use serde::{Deserialize, Serialize};

/// The states that a field goes through.
///
/// `pending → interviewing → reviewing → done`, and back from reviewing to interviewing when
/// the Reviewer asks for more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldState {
    /// Not asked yet.
    #[default]
    Pending,
    /// Being asked.
    Interviewing,
    /// Answered, and with the Reviewer.
    Reviewing,
    /// Passed by the Reviewer.
    Done,
}

/// One field's progress.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FieldProgress {
    /// Its state.
    pub state: FieldState,
    /// What the Reviewer learnt about it, in the order in which it was learnt.
    pub facts: Vec<String>,
    /// What the Reviewer found missing last.
    #[serde(default)]
    pub missing_facts: Vec<String>,
    /// What the Reviewer said last.
    #[serde(default)]
    pub feedback: Option<String>,
}

impl FieldProgress {
    /// Adds facts that are not there yet.
    pub(crate) fn learn(&mut self, facts: Vec<String>) {
        for fact in facts {
            if !fact.trim().is_empty() && !self.facts.contains(&fact) {
                self.facts.push(fact);
            }
        }
    }
}
