//! The form as a form is loaded when somebody comes to all their answers.

use futures::future::LocalBoxFuture;
use kikitori_parts::part::{Loading, NotLoaded};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::form::done::Done;
use crate::form::review::Review;
use crate::session::Session;

/// What the part brings.
#[derive(Clone, Copy)]
pub struct FormViews {
    /// All answers, before they are sent.
    pub review: fn(Session) -> AnyView,
    /// The finished form.
    pub done: fn(Session) -> AnyView,
}

#[wasm_split(form, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_form))]
fn load_form() -> Result<FormViews, NotLoaded> {
    Ok(FormViews {
        review: |session| view! { <Review session /> }.into_any(),
        done: |session| view! { <Done session /> }.into_any(),
    })
}

/// The form as a form.
pub fn form() -> Loading<FormViews> {
    Box::pin(load_form())
}

/// Fetches it, for later.
pub fn fetch() -> LocalBoxFuture<'static, ()> {
    Box::pin(async { drop(fetch_form().await) })
}
