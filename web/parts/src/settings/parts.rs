//! The settings are loaded when they are opened.
#![allow(unsafe_code, reason = "what the macro makes imports the parts")]

use futures::future::LocalBoxFuture;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::sections::sections;
use crate::page::Page;
use crate::part::{Loading, NotLoaded};

#[wasm_split(settings, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_settings))]
fn load_settings() -> Result<fn(Page) -> AnyView, NotLoaded> {
    Ok(sections)
}

/// What stands in the sheet.
pub(super) fn settings() -> Loading<fn(Page) -> AnyView> {
    Box::pin(load_settings())
}

/// Fetches it, for later.
pub fn fetch() -> LocalBoxFuture<'static, ()> {
    // What did not come is asked for again when it is needed.
    Box::pin(async { drop(fetch_settings().await) })
}
