//! Interviews that were tried in the form builder: they are a widget's, which keeps what it stores apart
//! from what the page does.

use std::rc::Rc;

use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use kikitori_store::Store;

use crate::open::has_database;
use crate::preference::{preference, set_preference};
use crate::room::bytes_of_settings;
use crate::{IndexedDbStore, LocalStorageStore};

/// What they are kept under.
pub(crate) const PREVIEWS: &str = "kikitori-widget";
/// What their items begin with.
pub(crate) const PREVIEWS_BEGIN: &str = "kikitori-widget/";
/// The preference that says that there may be some.
const PREVIEWED: &str = "previewed";
/// A database that takes longer to open is left out.
const PATIENCE_MS: u32 = 10_000;

/// Where what they stored lies, to be counted.
pub struct Previews {
    /// In IndexedDB.
    pub in_database: Option<Rc<dyn Store>>,
    /// In localStorage.
    pub in_local_storage: Option<Rc<dyn Store>>,
    /// Bytes of what they noted beside that.
    pub notes: usize,
}

/// Notes that a widget is shown on this page to be tried: what it stores is deleted with everything
/// else.
pub fn note_preview() {
    set_preference(PREVIEWED, "yes");
}

/// Whether one was shown here. A widget of another page on this origin has sessions of its own.
pub(crate) fn has_previews() -> bool {
    preference(PREVIEWED).is_some()
}

/// What was tried on this page; none where nothing was.
pub async fn previews() -> Option<Previews> {
    if !has_previews() {
        return None;
    }
    // One that is not there is not made.
    let in_database = match has_database(PREVIEWS).await.unwrap_or(true) {
        true => database().await,
        false => None,
    };
    let in_local_storage = LocalStorageStore::open(PREVIEWS).ok();
    Some(Previews {
        in_database,
        in_local_storage: in_local_storage.map(|it| Rc::new(it) as Rc<dyn Store>),
        notes: bytes_of_settings(PREVIEWS_BEGIN),
    })
}

async fn database() -> Option<Rc<dyn Store>> {
    let opening = Box::pin(IndexedDbStore::open(PREVIEWS));
    match select(opening, TimeoutFuture::new(PATIENCE_MS)).await {
        Either::Left((opened, _)) => Some(Rc::new(opened.ok()?)),
        Either::Right(_) => None,
    }
}
