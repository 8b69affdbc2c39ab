//! A model with no weights that plays the interview's agents by rules, in English and
//! Japanese, on any form, the parts of the help desk, on any documents, the ReAct agent, with a
//! calculator and a search, and the planner and the writer of task chains in the sample kitchen.
//!
//! People try the pages with it before they connect a real model. No engine is tested with it:
//! their tests have exact scripts. It does no I/O, has no clock and no randomness: the same
//! request gets the same reply.
//!
//! - [`respond`] answers one request.
//! - [`handle`] wraps that into the bytes of a server's reply, streamed or whole.
//! - [`model`] is the same in one process.

mod agent;
mod architect;
mod conversation;
mod field;
mod help_desk;
mod interviewer;
mod kitchen;
mod line_reader;
mod locale;
mod parse;
mod reading;
mod reasoner;
mod reviewer;
mod scene;
mod speech;
mod text;
mod written;

pub use agent::Agent;
pub use kikitori_scripted::{MODEL_NAME, http::models};

use kikitori_llm::{ChatRequest, Completion};
use kikitori_scripted::{Player, ScriptedModel, calls, finished, http::Reply, says};
use serde_json::json;

/// Answers one request.
///
/// Which agent it plays follows from the tools that are offered, or from the name of the value
/// that is asked for by a schema. A request for none of the agents gets a short text that says
/// what this model is.
///
/// ```
/// use kikitori_llm::{ChatRequest, Message};
/// let request = ChatRequest { messages: vec![Message::user("Hello")], ..Default::default() };
/// let reply = kikitori_demo_model::respond(&request);
/// assert!(reply.message.content.unwrap().contains("scripted"));
/// ```
pub fn respond(request: &ChatRequest) -> Completion {
    let reply = match Agent::of(request) {
        Some(Agent::Architect) => architect::reply(&request.messages),
        Some(Agent::Interviewer) => interviewer::reply(&request.messages),
        Some(Agent::LineReader) => line_reader::reply(&request.messages),
        Some(Agent::Reviewer) => reviewer::reply(&request.messages),
        Some(Agent::Planner) => help_desk::plan(&request.messages),
        Some(Agent::Searcher) => help_desk::search(&request.messages),
        Some(Agent::Answerer) => help_desk::answer_subtask(&request.messages),
        Some(Agent::Reflector) => help_desk::reflect(&request.messages),
        Some(Agent::Writer) => help_desk::answer(&request.messages),
        Some(Agent::Reasoner) => reasoner::reply(request),
        Some(Agent::TaskPlanner) => kitchen::plan(&request.messages),
        Some(Agent::TaskWriter) => kitchen::answer(&request.messages),
        Some(Agent::Preflight) => calls("check_in", json!({"word": READY})),
        None => says(
            "I am a scripted model without weights. I only play the agents of the interview, \
             the help desk, the agent with tools and the kitchen assistant, so I have no answer to this. Connect a real \
             model for anything else.",
        ),
    };
    finished(request, as_asked(request, reply))
}

/// Gives the arguments of a call as text where they are asked for so.
fn as_asked(request: &ChatRequest, reply: Completion) -> Completion {
    match reply.message.tool_calls.first() {
        Some(call) if agent::value_of(request) == Some(call.function.name.as_str()) => {
            says(call.function.arguments.as_str())
        }
        _ => reply,
    }
}

/// Answers `POST /chat/completions`.
///
/// ```
/// let reply = kikitori_demo_model::handle(b"{");
/// assert_eq!(reply.status, 400);
/// ```
pub fn handle(body: &[u8]) -> Reply {
    kikitori_scripted::http::handle(body, respond)
}

/// The model in one process, as a `Model` and as a `Transport`.
pub fn model() -> ScriptedModel {
    ScriptedModel::playing(Player::new().otherwise(respond))
}

/// What a page that looks what this model can do asks it to say.
const READY: &str = "ready";

#[cfg(test)]
mod tests;
