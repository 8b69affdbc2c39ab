//! Exact scripts: what a test expects to be asked, and what is answered to it.

use std::fmt;
use std::rc::Rc;

use kikitori_llm::{ChatRequest, Completion, Message};
use thiserror::Error;

use crate::player::may_call;

/// Of a message that did not fit, this much is shown.
const SHOWN_CHARS: usize = 300;

/// Steps that have to be taken in their order.
///
/// ```
/// use kikitori_scripted::{Expect, Script, calls, says};
/// let script = Script::new()
///     .then(Expect::offering("set_language"), calls("ask", serde_json::json!({"message": "Hello"})))
///     .then(Expect::offering("set_language").saying("English"), says("Good."));
/// assert_eq!(script.len(), 2);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Script {
    pub(crate) steps: Vec<Step>,
}

#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub expect: Expect,
    pub answer: Answer,
}

impl Script {
    /// A script without steps: every request is unexpected.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with one more step.
    #[must_use]
    pub fn then(mut self, expect: Expect, answer: impl Into<Answer>) -> Self {
        self.steps.push(Step {
            expect,
            answer: answer.into(),
        });
        self
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there is no step.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

/// What a step answers with.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// A reply, streamed or whole as the request wants it.
    Completion(Completion),
    /// An HTTP error in OpenAI's shape.
    HttpError {
        /// The status code.
        status: u16,
        /// What it says.
        message: String,
        /// The error's code.
        code: Option<String>,
        /// The `retry-after` header, in seconds.
        retry_after: Option<u64>,
    },
    /// These bytes as an event stream, whatever they are.
    Frames(Vec<Vec<u8>>),
    /// A streamed reply that ends after so many frames, as if all had been said.
    CutOff {
        /// The reply that would have been.
        completion: Completion,
        /// Frames that arrive.
        frames: usize,
    },
    /// A streamed reply during which the connection breaks after so many frames.
    Broken {
        /// The reply that would have been.
        completion: Completion,
        /// Frames that arrive.
        frames: usize,
    },
    /// No connection at all.
    Unreachable,
}

impl Answer {
    /// An HTTP error with a plain message.
    pub fn http_error(status: u16, message: impl Into<String>) -> Self {
        Self::HttpError {
            status,
            message: message.into(),
            code: None,
            retry_after: None,
        }
    }
}

impl From<Completion> for Answer {
    fn from(completion: Completion) -> Self {
        Self::Completion(completion)
    }
}

type Predicate = Rc<dyn Fn(&ChatRequest) -> bool>;

/// What a step expects of the request.
#[derive(Clone, Default)]
pub struct Expect {
    offering: Vec<String>,
    saying: Vec<String>,
    predicates: Vec<(String, Predicate)>,
}

impl Expect {
    /// Any request.
    pub fn anything() -> Self {
        Self::default()
    }

    /// A request that offers `tool` and lets the model call it.
    ///
    /// ```
    /// use kikitori_scripted::{Expect, Script, calls};
    /// let passes = calls("review", serde_json::json!({"passed": true}));
    /// let script = Script::new().then(Expect::offering("review"), passes);
    /// assert_eq!(script.len(), 1);
    /// ```
    pub fn offering(tool: impl Into<String>) -> Self {
        Self {
            offering: vec![tool.into()],
            ..Self::default()
        }
    }

    /// The same, and its last message contains `text`.
    #[must_use]
    pub fn saying(mut self, text: impl Into<String>) -> Self {
        self.saying.push(text.into());
        self
    }

    /// The same, and `test` holds; `what` says what that means.
    #[must_use]
    pub fn and(
        mut self,
        what: impl Into<String>,
        test: impl Fn(&ChatRequest) -> bool + 'static,
    ) -> Self {
        self.predicates.push((what.into(), Rc::new(test)));
        self
    }

    /// What does not fit about `request`; nothing when it does.
    pub(crate) fn complaints(&self, request: &ChatRequest) -> Vec<String> {
        let mut complaints = Vec::new();
        for tool in &self.offering {
            if !may_call(request, tool) {
                complaints.push(format!("it does not offer {tool}"));
            }
        }
        let last = last_text(request);
        for text in &self.saying {
            if !last.contains(text) {
                complaints.push(format!("its last message lacks {text:?}"));
            }
        }
        for (what, test) in &self.predicates {
            if !test(request) {
                complaints.push(format!("it is not so that {what}"));
            }
        }
        complaints
    }
}

impl fmt::Display for Expect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.offering[..] {
            [] => f.write_str("any request")?,
            tools => write!(f, "a request that offers {}", tools.join(", "))?,
        }
        for text in &self.saying {
            write!(f, ", saying {text:?}")?;
        }
        for (what, _) in &self.predicates {
            write!(f, ", {what}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Expect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Expect({self})")
    }
}

/// How the requests that came differ from a script.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the script was not followed:\n{}", self.lines().join("\n"))]
pub struct ScriptError {
    /// Steps that were never taken.
    pub unused: Vec<String>,
    /// Requests that fitted no step when they came.
    pub unexpected: Vec<String>,
}

impl ScriptError {
    fn lines(&self) -> Vec<String> {
        let unexpected = self
            .unexpected
            .iter()
            .map(|it| format!("- unexpected: {it}"));
        let unused = self.unused.iter().map(|it| format!("- unused: {it}"));
        unexpected.chain(unused).collect()
    }
}

/// Says in a line or two what a request is.
pub(crate) fn described(request: &ChatRequest) -> String {
    let tools = request.tools.iter().map(|it| it.function.name.as_str());
    format!(
        "a request that offers {:?} with {} messages, the last of which is {:?}",
        tools.collect::<Vec<_>>(),
        request.messages.len(),
        shortened(&last_text(request), SHOWN_CHARS),
    )
}

/// A text cut to `most` characters, with a mark where it was cut.
fn shortened(text: &str, most: usize) -> String {
    let mut chars = text.chars();
    let mut short: String = chars.by_ref().take(most).collect();
    if chars.next().is_some() {
        short.push('…');
    }
    short
}

fn last_text(request: &ChatRequest) -> String {
    match request.messages.last() {
        Some(
            Message::System { content, .. }
            | Message::User { content, .. }
            | Message::Tool { content, .. },
        ) => content.clone(),
        Some(Message::Assistant(message)) => message.content.clone().unwrap_or_default(),
        None => String::new(),
    }
}
