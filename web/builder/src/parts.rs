//! What is loaded on demand.
#![allow(unsafe_code, reason = "what the macro makes imports the part")]

use futures::future::LocalBoxFuture;
use kikitori_form::SessionForm;
use kikitori_parts::page::Page;
use kikitori_parts::part::{Loading, NotLoaded};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::builder::Builder;
use crate::replay::{self, File, Played};
use crate::screen::BuilderScreen;

/// Shows the form builder.
pub type ShowBuilder = fn() -> AnyView;

#[wasm_split(builder, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_builder))]
fn load_builder() -> Result<ShowBuilder, NotLoaded> {
    Ok(|| view! { <BuilderScreen /> }.into_any())
}

/// Its screen.
pub fn builder() -> Loading<ShowBuilder> {
    Box::pin(load_builder())
}

/// Fetches it, for later.
pub fn fetch() -> LocalBoxFuture<'static, ()> {
    // What did not come is asked for again when it is needed.
    Box::pin(async { drop(fetch_builder().await) })
}

/// Shows what a form makes of recorded interviews.
pub(crate) type ShowRecordings = fn(Builder) -> AnyView;

#[wasm_split(recordings, wasm_split_path = leptos::wasm_split, fallible)]
fn load_recordings() -> Result<ShowRecordings, NotLoaded> {
    Ok(replay::recordings)
}

/// Has the page's model lead a recorded interview again.
pub(crate) type LeadAgain = fn(Page, File, SessionForm) -> LocalBoxFuture<'static, Played>;

#[wasm_split(led_again, wasm_split_path = leptos::wasm_split, fallible)]
fn load_lead_again() -> Result<LeadAgain, NotLoaded> {
    Ok(|page, file, form| Box::pin(async move { replay::led_again(page, &file, form).await }))
}

/// What has a model lead recorded interviews again: with all that an interview is led with.
pub(crate) fn lead_again() -> Loading<LeadAgain> {
    Box::pin(load_lead_again())
}

/// The place for recorded interviews.
pub(crate) fn recordings() -> Loading<ShowRecordings> {
    Box::pin(load_recordings())
}
