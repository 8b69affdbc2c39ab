//! Sessions that a widget was told to forget: noted until they are deleted, by which the next one
//! begins sooner, and a tab that is killed before leaves none behind.

use web_sys::Storage;

use crate::local_storage::{items_below, remove};
use crate::namespace::namespace;
use crate::preference::{forget_preference, local_storage, preference_key};

/// What a widget stores begins so, and what it shows.
const SHOWN_BY_WIDGETS: &str = "kikitori-widget/shown/";
const WIDGETS: &str = "kikitori-widget";
const LEFT: &str = "left/";
/// The element's script keeps below this that a session's form was sent.
const SENT: &str = "sent/";

/// The session that is named by this preference is shown no more, and is to be deleted.
pub fn leave_session(place: &str) {
    if let Ok(storage) = local_storage() {
        leave(&storage, namespace(), &preference_key(place));
    }
}

/// The ids of the sessions that are to be deleted.
pub fn left_sessions() -> Vec<String> {
    let beginning = preference_key(LEFT);
    let items = local_storage().and_then(|storage| items_below(&storage, &beginning));
    let items = items.unwrap_or_default().into_iter();
    items
        .filter_map(|it| it.strip_prefix(&beginning).map(str::to_owned))
        .collect()
}

/// Forgets a session that was to be deleted, and is.
pub fn forget_left_session(id: &str) {
    forget_preference(&format!("{LEFT}{id}"));
    forget_preference(&format!("{SENT}{id}"));
}

/// The sessions of the widget with the id `element` on this origin are to be deleted, but for those of
/// its form that is named `kept`.
pub fn leave_previews(element: &str, kept: &str) {
    let (of_element, of_kept) = (format!(" {element}"), format!("/{kept} {element}"));
    let Ok(storage) = local_storage() else {
        return;
    };
    for item in items_below(&storage, SHOWN_BY_WIDGETS).unwrap_or_default() {
        if item.ends_with(&of_element) && !item.ends_with(&of_kept) {
            leave(&storage, WIDGETS, &item);
        }
    }
}

fn leave(storage: &Storage, namespace: &str, item: &str) {
    if let Ok(Some(id)) = storage.get_item(item) {
        // Without room for a note, nobody comes back to it all the same.
        let _ = storage.set_item(&format!("{namespace}/{LEFT}{id}"), "yes");
        let _ = remove(storage, item);
        // What the widget keeps beside it.
        let _ = remove(storage, &item.replacen("/shown/", "/unanswered/", 1));
    }
}
