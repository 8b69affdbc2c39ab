//! Which agent a request is for.

use std::fmt;

use kikitori_llm::{ChatRequest, ToolChoice};

/// The agents of the interview, told apart by the tools that they are offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Agent {
    /// Offered `set_language`: welcomes, settles language, country and time zone.
    Greeter,
    /// Offered `create_plan`: puts the fields in order.
    Architect,
    /// Offered `subtask`: asks for one field after another.
    Interviewer,
    /// Offered `review`: checks an answer.
    Reviewer,
}

impl Agent {
    /// The agent that `request` is for, if it is one of these and may call its tools.
    pub fn of(request: &ChatRequest) -> Option<Self> {
        if request.tool_choice == Some(ToolChoice::None) {
            return None;
        }
        request
            .tools
            .iter()
            .find_map(|tool| match tool.function.name.as_str() {
                "set_language" => Some(Self::Greeter),
                "create_plan" => Some(Self::Architect),
                "subtask" => Some(Self::Interviewer),
                "review" => Some(Self::Reviewer),
                _ => None,
            })
    }
}

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Greeter => "greeter",
            Self::Architect => "architect",
            Self::Interviewer => "interviewer",
            Self::Reviewer => "reviewer",
        })
    }
}
