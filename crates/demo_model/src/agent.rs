//! Which agent a request is for.

use std::fmt;

use kikitori_llm::{ChatRequest, Message, ToolChoice};

use crate::parse;

/// The agents of the interview and the parts of the help desk, told apart by the tools that they
/// are offered, or by the value that they are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Agent {
    /// Offered `create_plan`: translates the fields.
    Architect,
    /// Offered `ask`: takes up what was said, and asks for one field after another.
    Interviewer,
    /// Offered `read_lines`: reads lines of a list.
    LineReader,
    /// Offered `review`: checks an answer.
    Reviewer,
    /// Offered `plan`: says what has to be looked up.
    Planner,
    /// Offered `search`: looks it up.
    Searcher,
    /// Offered `search` and told not to call it: answers from what was found.
    Answerer,
    /// Offered `reflect`: says whether that is enough.
    Reflector,
    /// Offered `answer`: puts the answers together.
    Writer,
    /// Offered `calculator` or `database`, or `search` for a question that is no subtask: uses tools and answers.
    Reasoner,
    /// Offered `make_plan`: plans the tasks of a chain.
    TaskPlanner,
    /// Offered nothing, and told what the tasks of a request came to: writes the answer.
    TaskWriter,
    /// Offered `check_in`: none of the above, but a page that looks what this model can do.
    Preflight,
}

impl Agent {
    /// The agent that `request` is for, if it is one of these and may call its tools. What is
    /// offered besides, and in which order, makes no difference.
    pub fn of(request: &ChatRequest) -> Option<Self> {
        let may_call = request.tool_choice != Some(ToolChoice::None);
        let names = request.tools.iter().map(|tool| tool.function.name.as_str());
        let offered: Vec<&str> = names.chain(value_of(request)).collect();
        let offers = |name: &str| offered.contains(&name);
        if offered.is_empty() {
            return tells_of_tasks(request).then_some(Self::TaskWriter);
        }
        if !may_call {
            let reasons = offers("calculator")
                || offers("database")
                || (offers("search") && asks_the_agent(request));
            return match reasons {
                true => Some(Self::Reasoner),
                false => offers("search").then_some(Self::Answerer),
            };
        }
        let found = BY_OFFER.into_iter().find(|(name, _)| offers(name));
        match found.map(|(_, agent)| agent) {
            Some(Self::Searcher) if asks_the_agent(request) => Some(Self::Reasoner),
            found => found,
        }
    }
}

/// What tells each agent. Those that may be offered to other agents as well come last.
const BY_OFFER: [(&str, Agent); 12] = [
    ("read_lines", Agent::LineReader),
    ("create_plan", Agent::Architect),
    ("make_plan", Agent::TaskPlanner),
    ("review", Agent::Reviewer),
    ("ask", Agent::Interviewer),
    ("check_in", Agent::Preflight),
    ("plan", Agent::Planner),
    ("reflect", Agent::Reflector),
    ("answer", Agent::Writer),
    ("calculator", Agent::Reasoner),
    ("database", Agent::Reasoner),
    ("search", Agent::Searcher),
];

/// Whether a person's question is asked as it is: the help desk's searchers get a subtask of it.
fn asks_the_agent(request: &ChatRequest) -> bool {
    let has = |tag: &str| {
        request.messages.iter().any(|message| match message {
            Message::User { content, .. } => content.contains(tag),
            _ => false,
        })
    };
    has("<question>") && !has("<subtask>")
}

/// Whether the last message says what was asked for and what the tasks for it came to.
fn tells_of_tasks(request: &ChatRequest) -> bool {
    matches!(
        request.messages.last(),
        Some(Message::User { content, .. })
            if parse::block(content, "request").is_some() && parse::block(content, "task").is_some()
    )
}

/// The name of the value that `request` asks for by a schema.
pub(crate) fn value_of(request: &ChatRequest) -> Option<&str> {
    let format = request.extra.get("response_format")?;
    format.pointer("/json_schema/name")?.as_str()
}

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Architect => "architect",
            Self::Interviewer => "interviewer",
            Self::LineReader => "line_reader",
            Self::Reviewer => "reviewer",
            Self::Planner => "planner",
            Self::Searcher => "searcher",
            Self::Answerer => "answerer",
            Self::Reflector => "reflector",
            Self::Writer => "writer",
            Self::Reasoner => "reasoner",
            Self::TaskPlanner => "task planner",
            Self::TaskWriter => "task writer",
            Self::Preflight => "preflight",
        })
    }
}
