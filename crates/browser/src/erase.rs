//! Deleting everything that the page keeps in this browser.
//!
//! It is done by a document in which nothing else has begun: the page notes the wish in this tab
//! and is loaded anew, so that no session of its own can write meanwhile. Other tabs are told, and
//! are waited for until none of them has a session open.

use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use idb::Factory;
use js_sys::{Array, Function, Promise, Reflect};
use thiserror::Error;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{BroadcastChannel, Storage};

use crate::local_storage::{items_below, remove};
use crate::open::NAME;
use crate::preference::{local_storage, session_storage};

/// What all items and locks of the page begin with.
const OWN: &str = "kikitori/";
/// In sessionStorage: this tab is to delete everything when it starts.
const ASKED: &str = "kikitori/erase";
/// Where tabs tell each other.
const CHANNEL: &str = "kikitori/erase";
/// How long other tabs have to leave.
const PATIENCE_MS: u32 = 5_000;
const PAUSE_MS: u32 = 100;

/// Why not everything was deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum EraseError {
    /// Another tab has a session open and does not leave it.
    #[error("another tab is at work")]
    Busy,
    /// The browser does not delete it.
    #[error("the browser refuses to delete it")]
    Refused,
}

/// Notes that this tab is to delete everything when it is loaded again. Where that cannot be noted
/// nothing is stored either.
pub fn ask_to_erase() {
    if let Some(storage) = session_storage() {
        let _ = storage.set_item(ASKED, "1");
    }
}

/// Whether this tab is to delete everything.
pub fn is_asked_to_erase() -> bool {
    session_storage().is_some_and(|storage| storage.get_item(ASKED).ok().flatten().is_some())
}

/// Gives it up.
pub fn forget_to_erase() {
    if let Some(storage) = session_storage() {
        let _ = storage.remove_item(ASKED);
    }
}

/// Has `leave` called when another tab deletes everything, after this tab has forgotten what is its
/// own. It has to end whatever this page does.
pub fn on_erase(leave: impl Fn() + 'static) {
    // Without channels this tab notices at its next write.
    let Ok(channel) = BroadcastChannel::new(CHANNEL) else {
        return;
    };
    let heard = Closure::<dyn Fn()>::new(move || {
        if let Some(storage) = session_storage() {
            remove_own(&storage);
        }
        leave();
    });
    channel.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    // It listens as long as the page lives.
    heard.forget();
}

/// Deletes the database, this page's items in localStorage and in this tab's sessionStorage, and
/// with them sessions, documents, settings, drafts and keys.
///
/// # Errors
/// [`EraseError`]. It can be tried again.
pub async fn erase() -> Result<(), EraseError> {
    if let Ok(channel) = BroadcastChannel::new(CHANNEL) {
        // Only a closed channel refuses.
        let _ = channel.post_message(&JsValue::NULL);
        channel.close();
    }
    others_have_left().await?;
    delete_database().await?;
    for storage in [local_storage().ok(), session_storage()] {
        storage.iter().for_each(remove_own);
    }
    Ok(())
}

async fn delete_database() -> Result<(), EraseError> {
    // Where IndexedDB is refused there is nothing in it.
    let Ok(factory) = Factory::new() else {
        return Ok(());
    };
    let deleting = factory.delete(NAME).map_err(|_| EraseError::Refused)?;
    let deleting = Box::pin(async { deleting.await });
    match select(deleting, TimeoutFuture::new(PATIENCE_MS)).await {
        Either::Left((deleted, _)) => deleted.map_err(|_| EraseError::Refused),
        Either::Right(_) => Err(EraseError::Busy),
    }
}

/// Waits until no tab holds one of the page's locks, as each does that has a session open.
async fn others_have_left() -> Result<(), EraseError> {
    let mut waited = 0;
    loop {
        // Where tabs cannot be asked they get some time.
        let is_held = locks_are_held().await.unwrap_or(waited < 5 * PAUSE_MS);
        if !is_held {
            return Ok(());
        }
        if waited >= PATIENCE_MS {
            return Err(EraseError::Busy);
        }
        TimeoutFuture::new(PAUSE_MS).await;
        waited += PAUSE_MS;
    }
}

/// `None` where the browser does not say.
async fn locks_are_held() -> Option<bool> {
    let locks = Reflect::get(&web_sys::window()?.navigator(), &"locks".into()).ok()?;
    let query: Function = Reflect::get(&locks, &"query".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let asked: Promise = query.call0(&locks).ok()?.dyn_into().ok()?;
    let state = JsFuture::from(asked).await.ok()?;
    let held: Array = Reflect::get(&state, &"held".into()).ok()?.dyn_into().ok()?;
    let name = |lock: JsValue| Reflect::get(&lock, &"name".into()).ok()?.as_string();
    Some(
        held.iter()
            .filter_map(name)
            .any(|name| name.starts_with(OWN)),
    )
}

fn remove_own(storage: &Storage) {
    for key in items_below(storage, OWN).unwrap_or_default() {
        // It was there a moment ago.
        let _ = remove(storage, &key);
    }
}
