//! What is loaded on demand.
#![allow(unsafe_code, reason = "what the macro makes imports the parts")]

pub mod answers;
pub mod documents;
pub mod pdf;

use futures::future::LocalBoxFuture;
use kikitori_parts::part::{Loading, NotLoaded};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::screen::DeskScreen;

/// Shows the help desk, with the question of this run or the last one.
pub type ShowDesk = fn(Option<String>) -> AnyView;

#[wasm_split(desk, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_desk))]
fn load_desk() -> Result<ShowDesk, NotLoaded> {
    Ok(|run| view! { <DeskScreen run /> }.into_any())
}

/// The help desk's screen.
pub fn desk() -> Loading<ShowDesk> {
    Box::pin(load_desk())
}

/// Fetches it, for later.
pub fn fetch() -> LocalBoxFuture<'static, ()> {
    // What did not come is asked for again when it is needed.
    Box::pin(async { drop(fetch_desk().await) })
}
