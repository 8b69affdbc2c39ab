//! Handing a text to the person's clipboard.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Puts `text` into the clipboard; whether the browser let it. Pages over plain HTTP have none.
pub async fn copy_text(text: &str) -> bool {
    match writing(text) {
        Ok(writing) => JsFuture::from(writing).await.is_ok(),
        Err(_) => false,
    }
}

fn writing(text: &str) -> Result<Promise, JsValue> {
    let window = web_sys::window().ok_or(JsValue::UNDEFINED)?;
    let clipboard = Reflect::get(&window.navigator(), &"clipboard".into())?;
    let write: Function = Reflect::get(&clipboard, &"writeText".into())?.dyn_into()?;
    write.call1(&clipboard, &text.into())?.dyn_into()
}
