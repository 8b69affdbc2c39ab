//! Handing a file to the person.

use gloo_timers::future::TimeoutFuture;
use js_sys::Array;
use thiserror::Error;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use crate::js_error::describe;

/// Long enough for any browser to have begun the download that reads the URL.
const REVOKE_AFTER_MS: u32 = 10_000;

/// The browser did not let the page offer a file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the file could not be saved ({detail})")]
pub struct SaveError {
    /// What the platform said.
    pub detail: String,
}

/// Saves `text` as a file called `file_name`, as a click on a download link would.
///
/// # Errors
/// [`SaveError`] when the platform refuses. A person's refusal in a dialogue is not seen here.
pub fn save_text(file_name: &str, media_type: &str, text: &str) -> Result<(), SaveError> {
    offer(file_name, media_type, text).map_err(|thrown| SaveError {
        detail: describe(&thrown),
    })
}

fn offer(file_name: &str, media_type: &str, text: &str) -> Result<(), JsValue> {
    let document = web_sys::window()
        .and_then(|window| window.document())
        .ok_or_else(|| JsValue::from_str("there is no document"))?;
    let options = BlobPropertyBag::new();
    options.set_type(media_type);
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &options)?;
    let url = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    link.set_href(&url);
    link.set_download(file_name);
    link.click();
    spawn_local(async move {
        TimeoutFuture::new(REVOKE_AFTER_MS).await;
        if let Err(thrown) = Url::revoke_object_url(&url) {
            tracing::debug!(reason = describe(&thrown), "a blob URL was not revoked");
        }
    });
    Ok(())
}
