//! What is loaded on demand: the interview up to its first question, the engine that leads it from
//! there on, its inspector, and the form as a form.
#![allow(unsafe_code, reason = "what the macro makes imports the parts")]

pub(crate) mod engine;
pub(crate) mod form;
pub(crate) mod inspector;
pub(crate) mod lines;

use futures::future::LocalBoxFuture;
use kikitori_browser::{forget_left_session, left_sessions};
use kikitori_parts::page::Page;
use kikitori_parts::part::{Loading, NotLoaded};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::screens::session::SessionScreen;
use crate::start::{self, Start, StartError};

/// Shows the session of this id.
pub type ShowSession = fn(String) -> AnyView;
/// Begins an interview, and says which session it is.
pub type StartInterview = fn(Page, Start) -> LocalBoxFuture<'static, Result<String, StartError>>;

#[wasm_split(interview, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_interview))]
fn load_session() -> Result<ShowSession, NotLoaded> {
    Ok(|id| view! { <SessionScreen id /> }.into_any())
}

#[wasm_split(interview, wasm_split_path = leptos::wasm_split, fallible)]
fn load_start() -> Result<StartInterview, NotLoaded> {
    Ok(|page, what| Box::pin(start::start(page, what)))
}

/// The screens of a session.
pub fn session() -> Loading<ShowSession> {
    Box::pin(load_session())
}

/// What begins an interview.
pub fn start() -> Loading<StartInterview> {
    Box::pin(load_start())
}

/// Fetches what an interview needs up to its first question, for later.
pub fn fetch() -> LocalBoxFuture<'static, ()> {
    // What did not come is asked for again when it is needed.
    Box::pin(async { drop(fetch_interview().await) })
}

/// Deletes the sessions that were left for that. What could not be deleted is so another time.
pub async fn delete_left(page: Page) {
    let left = left_sessions();
    if left.is_empty() {
        return;
    }
    let Ok(engine) = engine::engine().await else {
        return;
    };
    for id in left {
        if (engine.delete)(page, id.clone()).await {
            forget_left_session(&id);
        }
    }
}

/// Fetches what leads it from there on.
pub fn fetch_rest() -> LocalBoxFuture<'static, ()> {
    engine::fetch()
}
