//! The agents by name.

use kikitori_json::FromJson;
use serde::Serialize;

/// The agents: the four that talk and judge, and the one that reads lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum AgentKind {
    /// Settles language, country and time zone. Code makes its calls.
    Greeter,
    /// Names the fields in the respondent's language.
    Architect,
    /// Hears and asks.
    Interviewer,
    /// Reads the lines of a list that code cannot read.
    LineReader,
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
            Self::LineReader => "line_reader",
            Self::Reviewer => "reviewer",
        }
    }

    /// The agent of this name.
    pub fn named(name: &str) -> Option<Self> {
        let all = [
            Self::Greeter,
            Self::Architect,
            Self::Interviewer,
            Self::LineReader,
            Self::Reviewer,
        ];
        all.into_iter().find(|agent| agent.name() == name)
    }

    /// Whether it talks with the respondent, and so shares their conversation.
    pub fn talks(self) -> bool {
        matches!(self, Self::Greeter | Self::Interviewer)
    }
}
