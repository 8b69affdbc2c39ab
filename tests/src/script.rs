//! What a model replies, word for word: each agent's replies in their order, each to what the person
//! has said by then.

use std::sync::{Arc, Mutex};

use kikitori_llm::{ChatRequest, Completion, Message};
use kikitori_scripted::{calls, may_call, says, tags};
use serde_json::Value;

/// An exact script. Clones follow it together.
#[derive(Clone, Default)]
pub struct Script(Arc<Mutex<Run>>);

#[derive(Default)]
struct Run {
    lines: Vec<Line>,
    astray: Vec<String>,
}

struct Line {
    tool: &'static str,
    said: &'static str,
    arguments: Value,
}

impl Script {
    /// One in which nothing is asked for.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same; next, whoever is offered `tool` calls it so, once the person has said `said` last.
    /// Nobody has said anything where that is blank.
    #[must_use]
    pub fn then(self, tool: &'static str, said: &'static str, arguments: Value) -> Self {
        let line = Line {
            tool,
            said,
            arguments,
        };
        self.0.lock().unwrap().lines.push(line);
        self
    }

    pub(crate) fn reply(&self, request: &ChatRequest) -> Completion {
        let run = &mut *self.0.lock().unwrap();
        let said = last_said(request);
        let mut lines = run.lines.iter();
        let next = lines.position(|line| may_call(request, line.tool));
        match next {
            Some(next) if run.lines[next].said == said => {
                let line = run.lines.remove(next);
                calls(line.tool, line.arguments)
            }
            _ => {
                let tools = request.tools.iter().map(|it| it.function.name.as_str());
                let tools: Vec<&str> = tools.collect();
                let expected = next.map(|next| run.lines[next].said);
                let text = format!("{tools:?} after {said:?}, and {expected:?} is expected");
                run.astray.push(text.clone());
                says(text)
            }
        }
    }

    /// What was asked for besides.
    pub fn astray(&self) -> Vec<String> {
        self.0.lock().unwrap().astray.clone()
    }

    /// Fails unless it was followed to its end, and nothing else was asked for.
    pub fn is_followed(&self) {
        let run = self.0.lock().unwrap();
        let unsaid: Vec<&str> = run.lines.iter().map(|line| line.said).collect();
        assert_eq!((&run.astray[..], &unsaid[..]), (&[][..], &[][..]));
    }
}

/// What the person has said last, as a request of whichever agent tells it.
fn last_said(request: &ChatRequest) -> String {
    let mut messages = request.messages.iter().rev();
    let said = messages.find_map(|message| match message {
        Message::User { content, .. } => {
            let answers = || tags::blocks(tags::block(content, "conversation")?, "answer").last();
            let said = tags::block(content, "respondent_message");
            said.or_else(|| answers().map(|answer| answer.inside))
        }
        _ => None,
    });
    tags::unescape(said.unwrap_or_default())
}
