//! The demonstration model as a module of its own. `demo.js` runs it, and answers the page's calls.

use js_sys::{Array, Object, Reflect};
use kikitori_demo_model::{handle, models};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Answers a request for a reply, or for the list of models where there is none: an object with
/// `status`, `contentType`, `frames` (the body in the pieces in which it comes) and `delayMs`
/// between two of them.
#[wasm_bindgen]
pub fn answer(request: Option<String>) -> Object {
    let reply = request.map_or_else(models, |request| handle(request.as_bytes()));
    // Each piece is a whole event or document in UTF-8.
    let frames = reply.frames.iter().map(|it| String::from_utf8_lossy(it));
    let frames: Array = frames.map(|it| JsValue::from_str(&it)).collect();
    let answer = Object::new();
    for (name, value) in [
        ("status", reply.status.into()),
        ("contentType", reply.content_type.into()),
        ("frames", frames.into()),
        ("delayMs", reply.delay_ms.into()),
    ] {
        // It cannot fail on a new object.
        let _ = Reflect::set(&answer, &name.into(), &value);
    }
    answer
}
