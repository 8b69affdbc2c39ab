//! What a model call is asked with and what comes of it.

use std::fmt;
use std::rc::Rc;

use kikitori_llm::{ChatRequest, Completion, UsageTotals};

use super::error::CallError;
use super::expect::Expect;

/// One call of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelCall {
    /// Whose call it is, for the journal and for totals by agent.
    pub agent: String,
    /// The request. Its `tool_choice` is set from `expect`.
    pub request: ChatRequest,
    /// The form that the reply must have.
    pub expect: Expect,
    /// What of the arguments is shown while they arrive.
    pub show: Option<Shown>,
    /// What the run that this call belongs to has used before, for the caps of a run.
    pub run: UsageTotals,
}

/// A text within the arguments of a tool that is shown while it arrives.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// The tool. Of several calls of it in one reply, the first one counts.
    pub tool: String,
    /// Where the text is: `message` for a member of the arguments, `statements[].text` for that
    /// member of each object in an array. Several texts are separated by a line break.
    pub path: String,
    /// Whether it may be shown at all; it always may where nothing is said.
    pub gate: Option<Gate>,
}

/// Looks at the arguments that have come before the text, and says whether it may be shown.
#[derive(Clone)]
pub struct Gate(pub Rc<dyn Fn(&str) -> bool>);

impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Gate")
    }
}

impl PartialEq for Gate {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// What is told of a call while it is under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallEvent {
    /// More of the reply's visible text.
    Text(String),
    /// More of the text that [`ModelCall::show`] names.
    Shown(String),
    /// A request was answered or has failed, and this is what it used. A call may need several.
    Used(UsageTotals),
    /// The request is sent again in another form; nothing counts that was shown of the reply.
    Again,
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelOutcome {
    /// The reply, in the form that was expected, or why there is none.
    pub result: Result<Completion, CallError>,
    /// What all requests of this call used together.
    pub usage: UsageTotals,
}
