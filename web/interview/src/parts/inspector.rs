//! The inspector is loaded when somebody opens it.

use futures::future::LocalBoxFuture;
use kikitori_parts::part::{Loading, NotLoaded};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::components::inspector::Inspector;
use crate::session::Session;

#[wasm_split(inspector, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_inspector))]
fn load_inspector() -> Result<fn(Session) -> AnyView, NotLoaded> {
    Ok(|session| view! { <Inspector session /> }.into_any())
}

/// The inspector.
pub fn inspector() -> Loading<fn(Session) -> AnyView> {
    Box::pin(load_inspector())
}

/// Fetches it, for later.
pub fn fetch() -> LocalBoxFuture<'static, ()> {
    Box::pin(async { drop(fetch_inspector().await) })
}
