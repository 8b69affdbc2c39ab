//! How much room this browser's storage takes and has.

use js_sys::{Promise, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

use crate::local_storage::items_below;
use crate::preference::local_storage;

/// What the browser says of the room for everything that this page's origin stores.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// Bytes that are taken, as far as the browser tells.
    pub used: f64,
    /// Bytes that it would give.
    pub most: f64,
    /// Whether it has promised not to make room by itself.
    pub is_persistent: bool,
}

/// Asks the browser; `None` where it does not say.
pub async fn storage_room() -> Option<Room> {
    let storage = web_sys::window()?.navigator().storage();
    let estimate = answer(storage.estimate()).await?;
    let number = |name: &str| Reflect::get(&estimate, &name.into()).ok()?.as_f64();
    let persisted = answer(storage.persisted()).await;
    Some(Room {
        used: number("usage")?,
        most: number("quota")?,
        is_persistent: persisted.is_some_and(|it| it.is_truthy()),
    })
}

/// Outside of secure contexts there is no `storage`, and its methods throw.
async fn answer(asked: Result<Promise, JsValue>) -> Option<JsValue> {
    JsFuture::from(asked.ok()?).await.ok()
}

/// Bytes of the settings that are kept in localStorage: all of the page's items there but records
/// and what the store notes beside them.
pub fn settings_bytes() -> usize {
    bytes_of_settings("kikitori/")
}

/// The same of the items that begin so.
pub(crate) fn bytes_of_settings(own: &str) -> usize {
    const BESIDE_RECORDS: [&str; 4] = [
        "journal",
        "sequence",
        "sessions-in-indexed-db",
        "sessions-in-local-storage",
    ];
    let Ok(storage) = local_storage() else {
        return 0;
    };
    let mut keys = items_below(&storage, own).unwrap_or_default();
    keys.retain(|key| {
        let name = key.strip_prefix(own).unwrap_or(key);
        !name.starts_with("record/") && !BESIDE_RECORDS.contains(&name)
    });
    let size = |key: &String| {
        let value = storage.get_item(key).ok().flatten();
        key.len() + value.unwrap_or_default().len()
    };
    keys.iter().map(size).sum()
}
