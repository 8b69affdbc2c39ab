//! In place of the crate `wasm-streams`. Leptos brings it with its client of server functions, which
//! no page here has; and what it exports to JavaScript, three classes and all that they need, stays in
//! a program whether anything calls it or not. `Cargo.toml` of the workspace puts this there instead:
//! with the names that the client of server functions is compiled against, and without streams.

use futures::Stream;
use futures::future::{Ready, ready};
use futures::stream::{Once, once};
use wasm_bindgen::{JsCast, JsValue};

/// A stream of the browser's, which is handed on as it is.
#[derive(Debug)]
pub struct ReadableStream(web_sys::ReadableStream);

impl ReadableStream {
    /// One that the browser made.
    pub fn from_raw(raw: web_sys::ReadableStream) -> Self {
        Self(raw)
    }

    /// What the browser made.
    pub fn into_raw(self) -> web_sys::ReadableStream {
        self.0
    }

    /// One that ends at once: nothing of `stream` is sent.
    pub fn from_stream(stream: impl Stream<Item = Result<JsValue, JsValue>> + 'static) -> Self {
        drop(stream);
        let empty = web_sys::ReadableStream::new();
        Self(empty.unwrap_or_else(|refused| refused.unchecked_into()))
    }

    /// Only an error, which says that there are no streams.
    pub fn into_stream(self) -> Once<Ready<Result<JsValue, JsValue>>> {
        let why = "streams of server functions are left out of this program";
        once(ready(Err(JsValue::from_str(why))))
    }
}
