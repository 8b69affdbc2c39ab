//! The form as a form is loaded when somebody comes to all their answers, or puts one in by hand.

use futures::future::LocalBoxFuture;
use kikitori_interview::FieldId;
use kikitori_parts::part::{Loading, NotLoaded};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::form::change::{Change, Picked};
use crate::form::done::Done;
use crate::form::lines::LineTable;
use crate::form::place::PlaceForm;
use crate::form::plain::PlainForm;
use crate::form::review::Review;
use crate::session::Session;

/// What the part brings.
#[derive(Clone, Copy)]
pub struct FormViews {
    /// Every field at once, with an input each.
    pub plain: fn(Session) -> AnyView,
    /// The input of one field, with what is recorded in it; the ids of its inputs begin with the
    /// text, and the callback is told when it is over.
    pub change: fn(Session, FieldId, &'static str, Callback<()>) -> AnyView,
    /// The input of the field that is being asked for.
    pub picker: fn(Session, FieldId) -> AnyView,
    /// Language, country and time zone, to be set.
    pub place: fn(Session, Callback<()>) -> AnyView,
    /// The lines of a group that is being asked for.
    pub lines: fn(Session, FieldId) -> AnyView,
    /// All answers, before they are sent.
    pub review: fn(Session) -> AnyView,
    /// The finished form.
    pub done: fn(Session) -> AnyView,
}

#[wasm_split(form, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_form))]
fn load_form() -> Result<FormViews, NotLoaded> {
    Ok(FormViews {
        plain: |session| view! { <PlainForm session /> }.into_any(),
        change: |session, field, place, on_end| {
            view! { <Change session field place on_end /> }.into_any()
        },
        picker: |session, field| view! { <Picked session field /> }.into_any(),
        place: |session, on_end| view! { <PlaceForm session on_end /> }.into_any(),
        lines: |session, field| {
            view! { <LineTable session field place="talk" can_change=true /> }.into_any()
        },
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
