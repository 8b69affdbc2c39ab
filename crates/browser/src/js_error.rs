//! What JavaScript threw, as text and as the store's errors.

use kikitori_store::StoreError;
use wasm_bindgen::{JsCast, JsValue};

/// `Name: message` of an error (a DOMException is one), or what else was thrown, as text.
pub(crate) fn describe(thrown: &JsValue) -> String {
    match thrown.dyn_ref::<js_sys::Error>() {
        Some(error) => format!("{}: {}", error.name(), error.message()),
        None => thrown.as_string().unwrap_or_else(|| format!("{thrown:?}")),
    }
}

/// A failure of IndexedDB or localStorage, sorted by the name of the DOMException, which `idb`
/// and `gloo-storage` keep only in their texts. The first name is the standard's, the second
/// older Firefox's.
pub(crate) fn storage_error(failure: impl ToString) -> StoreError {
    let detail = failure.to_string();
    if detail.contains("QuotaExceededError") || detail.contains("NS_ERROR_DOM_QUOTA_REACHED") {
        StoreError::Full { detail }
    } else if detail.contains("SecurityError") {
        StoreError::Refused { detail }
    } else {
        StoreError::Failed { detail }
    }
}
