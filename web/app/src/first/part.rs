//! The first view is a part of its own, which is there before the session's screen.
#![allow(unsafe_code, reason = "what the macro makes imports the part")]

use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_parts::page::Page;
use kikitori_parts::part::{Loading, NotLoaded};
use leptos::wasm_split::wasm_split;

use super::{Standing, view};

/// Draws the first view of an interview about a sample form: its id, and its file's text. Nothing
/// where the interview cannot be begun so.
pub type Begin = fn(Page, &'static str, &str) -> Option<Rc<dyn Standing>>;

#[wasm_split(first, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_first))]
fn load_first() -> Result<Begin, NotLoaded> {
    Ok(view::begin)
}

/// What begins an interview with its first view.
pub fn first() -> Loading<Begin> {
    Box::pin(load_first())
}

/// Fetches it, for later.
pub fn fetch() -> LocalBoxFuture<'static, ()> {
    // What did not come is asked for again when it is needed.
    Box::pin(async { drop(fetch_first().await) })
}
