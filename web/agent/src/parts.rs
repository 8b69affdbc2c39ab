//! What is loaded on demand.
#![allow(unsafe_code, reason = "what the macro makes imports the part")]

use futures::future::LocalBoxFuture;
use kikitori_parts::part::{Loading, NotLoaded};
use kikitori_search::{TextBlock, formatted};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::screen::AgentScreen;

/// Shows the agent, with this conversation or the last one.
pub type ShowAgent = fn(Option<String>) -> AnyView;

#[wasm_split(agent, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_agent))]
fn load_agent() -> Result<ShowAgent, NotLoaded> {
    Ok(|session| view! { <AgentScreen session /> }.into_any())
}

/// Reads an answer's Markdown.
pub type ReadAnswer = fn(&str) -> Vec<TextBlock>;

#[wasm_split(agent_answers, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_answer_reader))]
fn load_answer_reader() -> Result<ReadAnswer, NotLoaded> {
    Ok(formatted)
}

/// What reads answers: nobody needs it before there is one.
pub fn answer_reader() -> Loading<ReadAnswer> {
    Box::pin(load_answer_reader())
}

/// Fetches it, while the agent works on an answer.
pub async fn fetch_ahead() {
    // What did not come is asked for again when it is needed.
    drop(fetch_answer_reader().await);
}

/// The agent's screen.
pub fn agent() -> Loading<ShowAgent> {
    Box::pin(load_agent())
}

/// Fetches it, for later.
pub fn fetch() -> LocalBoxFuture<'static, ()> {
    // What did not come is asked for again when it is needed.
    Box::pin(async { drop(fetch_agent().await) })
}
