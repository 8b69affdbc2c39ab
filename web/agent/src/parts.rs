//! What is loaded on demand.
#![allow(unsafe_code, reason = "what the macro makes imports the part")]

use futures::future::LocalBoxFuture;
use kikitori_parts::part::{Loading, NotLoaded};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::screen::AgentScreen;

/// Shows the agent, with this conversation or the last one.
pub type ShowAgent = fn(Option<String>) -> AnyView;

#[wasm_split(agent, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_agent))]
fn load_agent() -> Result<ShowAgent, NotLoaded> {
    Ok(|session| view! { <AgentScreen session /> }.into_any())
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
