//! Small choices of the person's, kept in localStorage as plain text beside the records.

use kikitori_store::StoreError;
use web_sys::Storage;

use crate::js_error::describe;
use crate::namespace::namespace;

/// The page's localStorage. gloo-storage throws through Rust where it is refused, which can happen
/// at any time (a setting changed), so this is asked before each use.
pub(crate) fn local_storage() -> Result<Storage, StoreError> {
    let refused = |detail| StoreError::Refused { detail };
    let window = web_sys::window().ok_or_else(|| refused("there is no window".to_owned()))?;
    match window.local_storage() {
        Ok(Some(storage)) => Ok(storage),
        Ok(None) => Err(refused("localStorage is switched off".to_owned())),
        Err(thrown) => Err(refused(describe(&thrown))),
    }
}

/// This tab's own storage, if the browser has one.
pub(crate) fn session_storage() -> Option<Storage> {
    web_sys::window()?.session_storage().ok()?
}

/// What was chosen for `name`; `None` when nothing was, or when the browser refuses to say.
pub fn preference(name: &str) -> Option<String> {
    local_storage().ok()?.get_item(&preference_key(name)).ok()?
}

/// Remembers a choice. Without room, or where the browser refuses, it holds until the page is
/// loaded again.
pub fn set_preference(name: &str, value: &str) {
    if let Ok(storage) = local_storage() {
        let _ = storage.set_item(&preference_key(name), value);
    }
}

/// What this tab keeps under `name` for itself; `None` when it keeps nothing, or when the browser
/// refuses to say. A reload keeps it.
pub fn tab_preference(name: &str) -> Option<String> {
    session_storage()?.get_item(&preference_key(name)).ok()?
}

/// Keeps something for this tab alone, as [`set_preference`] does for all.
pub fn set_tab_preference(name: &str, value: &str) {
    if let Some(storage) = session_storage() {
        let _ = storage.set_item(&preference_key(name), value);
    }
}

/// Forgets what this tab keeps under `name`.
pub fn forget_tab_preference(name: &str) {
    if let Some(storage) = session_storage() {
        let _ = storage.remove_item(&preference_key(name));
    }
}

/// Forgets a choice.
pub fn forget_preference(name: &str) {
    if let Ok(storage) = local_storage() {
        let _ = storage.remove_item(&preference_key(name));
    }
}

/// The item of localStorage that it is.
pub(crate) fn preference_key(name: &str) -> String {
    format!("{}/{name}", namespace())
}
