//! Documents as the browser's own parsers and decoders read them.

mod html;
mod pdf;

pub use html::html_blocks;
pub use pdf::{PdfError, pdf_pages};

use wasm_bindgen::JsCast;
use web_sys::{TextDecoder, TextDecoderOptions};

/// Decodes `bytes` by the name of their encoding, as the web has it. `None` when there is no such
/// encoding, or when it does not have these bytes.
pub fn decode_strictly(encoding: &str, bytes: &[u8]) -> Option<String> {
    let options = TextDecoderOptions::new();
    options.set_fatal(true);
    let decoder = TextDecoder::new_with_label_and_options(encoding, &options).ok()?;
    decoder.decode_with_u8_array(bytes).ok()
}

/// The bytes of a file.
///
/// # Errors
/// What the browser said, for one that is gone or may not be read.
pub async fn file_bytes(file: &web_sys::Blob) -> Result<Vec<u8>, String> {
    let read = wasm_bindgen_futures::JsFuture::from(file.array_buffer()).await;
    let buffer = read.map_err(|thrown| crate::js_error::describe(&thrown))?;
    match buffer.dyn_into::<js_sys::ArrayBuffer>() {
        Ok(buffer) => Ok(js_sys::Uint8Array::new(&buffer).to_vec()),
        Err(other) => Err(crate::js_error::describe(&other)),
    }
}
