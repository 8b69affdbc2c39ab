//! What is loaded on demand.
#![allow(unsafe_code, reason = "what the macro makes imports the part")]

use futures::future::LocalBoxFuture;
use kikitori_parts::part::{Loading, NotLoaded};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::screen::TasksScreen;

/// Shows the task chains: this one or the last one.
pub type ShowTasks = fn(Option<String>) -> AnyView;

#[wasm_split(tasks, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_tasks))]
fn load_tasks() -> Result<ShowTasks, NotLoaded> {
    Ok(|session| view! { <TasksScreen session /> }.into_any())
}

/// Their screen.
pub fn tasks() -> Loading<ShowTasks> {
    Box::pin(load_tasks())
}

/// Fetches it, for later.
pub fn fetch() -> LocalBoxFuture<'static, ()> {
    // What did not come is asked for again when it is needed.
    Box::pin(async { drop(fetch_tasks().await) })
}
