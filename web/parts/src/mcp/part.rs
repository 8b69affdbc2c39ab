//! The panel is loaded when it is opened.
#![allow(unsafe_code, reason = "what the macro makes imports the part")]

use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::panel::panel as show_panel;
use crate::page::Page;
use crate::part::{Loading, NotLoaded};

#[wasm_split(mcp_panel, wasm_split_path = leptos::wasm_split, fallible)]
fn load_panel() -> Result<fn(Page) -> AnyView, NotLoaded> {
    Ok(show_panel)
}

/// What stands in the panel.
pub(super) fn panel() -> Loading<fn(Page) -> AnyView> {
    Box::pin(load_panel())
}
