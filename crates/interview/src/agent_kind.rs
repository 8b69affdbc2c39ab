//! The four agents by name.

use kikitori_json::FromJson;
use serde::Serialize;

/// The four agents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, FromJson)]
#[serde(rename_all = "lowercase")]
pub enum AgentKind {
    /// Settles language, country and time zone. Code makes its calls.
    Greeter,
    /// Names the fields in the respondent's language.
    Architect,
    /// Hears and asks.
    Interviewer,
    /// Judges answers whose criteria need judgement.
    Reviewer,
}

impl AgentKind {
    /// The agent's name as it is stored and logged.
    pub fn name(self) -> &'static str {
        match self {
            Self::Greeter => "greeter",
            Self::Architect => "architect",
            Self::Interviewer => "interviewer",
            Self::Reviewer => "reviewer",
        }
    }

    /// The agent of this name.
    pub fn named(name: &str) -> Option<Self> {
        let all = [
            Self::Greeter,
            Self::Architect,
            Self::Interviewer,
            Self::Reviewer,
        ];
        all.into_iter().find(|agent| agent.name() == name)
    }

    /// Whether it talks with the respondent, and so shares their conversation.
    pub fn talks(self) -> bool {
        matches!(self, Self::Greeter | Self::Interviewer)
    }
}
