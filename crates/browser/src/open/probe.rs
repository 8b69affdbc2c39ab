//! Whether it is worth while to open the store, without opening it.

use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::elsewhere;
use crate::local_storage::items_below;
use crate::namespace::namespace;
use crate::preference::local_storage;

/// Whether sessions were noted to be in this browser's storage. Whoever has some is told sooner.
pub fn has_noted_sessions() -> bool {
    elsewhere::in_indexed_db()
}

/// Whether this browser may hold records of the page. Also where it does not say, and where it
/// refuses its storage, for which there is something to tell.
pub async fn may_hold_records() -> bool {
    has_noted_sessions()
        || holds_items().unwrap_or(true)
        || has_database(namespace()).await.unwrap_or(true)
}

fn holds_items() -> Option<bool> {
    let records = items_below(&local_storage().ok()?, &format!("{}/record/", namespace()));
    Some(!records.ok()?.is_empty())
}

/// Whether there is a database of this name, where the browser says. By name, for web-sys has neither.
pub(crate) async fn has_database(wanted: &str) -> Option<bool> {
    let window = web_sys::window()?;
    let factory = Reflect::get(&window, &"indexedDB".into()).ok()?;
    let list: Function = Reflect::get(&factory, &"databases".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let asked: Promise = list.call0(&factory).ok()?.dyn_into().ok()?;
    let databases: Array = JsFuture::from(asked).await.ok()?.dyn_into().ok()?;
    let name = |database: JsValue| Reflect::get(&database, &"name".into()).ok()?.as_string();
    Some(databases.iter().filter_map(name).any(|name| name == wanted))
}
