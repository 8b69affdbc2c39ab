//! Deleting everything that the page keeps in this browser.
//!
//! It is done by a document in which nothing else has begun: the page notes the wish in this tab
//! ([`EraseNote`]) and is loaded anew, so that no session of its own can write meanwhile. Other tabs
//! are told ([`Eraser`]) and leave what they show; they wait until it is known what became of it.

mod note;
mod tabs;

use std::cell::Cell;
use std::rc::Rc;

use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use idb::Factory;
use js_sys::{Array, Function, Promise, Reflect};
use thiserror::Error;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Storage;

use crate::local_storage::{items_below, remove};
use crate::namespace::namespace;
use crate::open::{has_noted_sessions, sessions_note};
use crate::preference::{local_storage, session_storage};
use crate::previews::{PREVIEWS, PREVIEWS_BEGIN, has_previews};
pub use note::EraseNote;
use tabs::{Channel, Message};
pub use tabs::{EraseOutcome, erase_outcome, on_erase};

/// What all items and locks of the page begin with.
const OWN: &str = "kikitori/";
/// How long other tabs have to leave, and the browser to delete the database.
const PATIENCE_MS: u32 = 5_000;
const PAUSE_MS: u32 = 100;

/// Why not everything was deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum EraseError {
    /// Another tab has a session open and does not leave it. Nothing was deleted.
    #[error("another tab is at work")]
    Busy,
    /// The database is not deleted yet: the browser does it as soon as no tab has it open, if it
    /// does it at all. That cannot be taken back. Everything else was deleted.
    #[error("the browser has not deleted the database yet")]
    DatabasePending,
    /// The browser does not delete the database. Everything else was deleted.
    #[error("the browser refuses to delete the database")]
    DatabaseLeft,
    /// The browser does not delete what is in localStorage. The database was deleted.
    #[error("the browser refuses to delete localStorage")]
    LocalStorageLeft,
    /// The browser deletes neither.
    #[error("the browser refuses to delete what it stores")]
    Refused,
}

/// The tab that deletes everything. As long as it lives, it tells other tabs what becomes of it.
pub struct Eraser {
    /// None where tabs cannot tell each other anything.
    channel: Option<Channel>,
    /// What there is to tell.
    state: Rc<Cell<Message>>,
}

impl Eraser {
    /// Begins to answer those who ask.
    pub fn new() -> Self {
        let state = Rc::new(Cell::new(Message::Erasing));
        let told = Rc::clone(&state);
        let channel =
            Channel::open(move |message| (message == Message::Waiting).then(|| told.get()));
        Self { channel, state }
    }

    /// Deletes the database, this page's items in localStorage and in this tab's sessionStorage,
    /// and with them sessions, documents, settings, drafts and keys. Both storages are tried,
    /// whatever becomes of the other.
    ///
    /// # Errors
    /// [`EraseError`]. It can be tried again.
    pub async fn erase(&self) -> Result<(), EraseError> {
        self.state.set(Message::Erasing);
        self.tell(Message::Leave);
        let erased = erase().await;
        let outcome = match erased {
            Ok(()) => EraseOutcome::Erased,
            Err(EraseError::Busy) => EraseOutcome::Kept,
            Err(_) => EraseOutcome::Partly,
        };
        self.state.set(Message::Outcome(outcome));
        self.tell(Message::Outcome(outcome));
        erased
    }

    fn tell(&self, message: Message) {
        if let Some(channel) = &self.channel {
            channel.tell(message);
        }
    }
}

impl Default for Eraser {
    fn default() -> Self {
        Self::new()
    }
}

async fn erase() -> Result<(), EraseError> {
    others_have_left().await?;
    let has_previews = has_previews();
    let previews = match has_previews {
        true => delete_database(PREVIEWS).await,
        false => Ok(()),
    };
    let database = delete_database(namespace()).await.and(previews);
    // What says that there are sessions in it.
    let note = (database == Err(EraseError::DatabaseLeft)).then(sessions_note);
    let is_gone = local_storage().is_ok_and(|storage| {
        let previews_are_gone = !has_previews || remove_below(&storage, PREVIEWS_BEGIN, None);
        remove_below(&storage, OWN, note.as_deref()) && previews_are_gone
    });
    forget_tab();
    match database {
        database if is_gone => database,
        Ok(()) => Err(EraseError::LocalStorageLeft),
        Err(_) => Err(EraseError::Refused),
    }
}

async fn delete_database(name: &str) -> Result<(), EraseError> {
    let Ok(factory) = Factory::new() else {
        // It may hold what was stored before it was refused.
        return match has_noted_sessions() {
            true => Err(EraseError::DatabaseLeft),
            false => Ok(()),
        };
    };
    let Ok(deleting) = factory.delete(name) else {
        return Err(EraseError::DatabaseLeft);
    };
    let deleting = Box::pin(async { deleting.await });
    match select(deleting, TimeoutFuture::new(PATIENCE_MS)).await {
        Either::Left((Ok(()), _)) => Ok(()),
        Either::Left((Err(_), _)) => Err(EraseError::DatabaseLeft),
        Either::Right(_) => Err(EraseError::DatabasePending),
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

/// Removes what is this tab's own: keys that were typed, and what was not sent, also in a preview.
fn forget_tab() {
    if let Some(storage) = session_storage() {
        remove_below(&storage, OWN, None);
        remove_below(&storage, PREVIEWS_BEGIN, None);
    }
}

/// Whether all items that begin so are gone from `storage`, but for `except`.
fn remove_below(storage: &Storage, beginning: &str, except: Option<&str>) -> bool {
    let Ok(mut keys) = items_below(storage, beginning) else {
        return false;
    };
    keys.retain(|key| Some(key.as_str()) != except);
    let left = keys.iter().filter(|key| remove(storage, key).is_err());
    left.count() == 0
}
