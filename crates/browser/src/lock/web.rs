//! The browser's own locks.

use futures::channel::oneshot;
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use crate::js_error::describe;

#[wasm_bindgen]
extern "C" {
    // web-sys has Web Locks only behind its unstable cfg.
    type LockManager;

    #[wasm_bindgen(method, catch)]
    fn request(
        this: &LockManager,
        name: &str,
        options: &JsValue,
        granted: &Function,
    ) -> Result<Promise, JsValue>;
}

#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct LockOptions {
    if_available: bool,
}

/// A lock that the browser granted. Dropping it gives it back.
#[derive(Debug)]
pub(super) struct WebLock {
    /// Resolves the promise that the browser waits for.
    release: Option<Function>,
}

impl Drop for WebLock {
    fn drop(&mut self) {
        if let Some(release) = &self.release {
            // A promise's resolve function does not throw.
            let _ = release.call0(&JsValue::UNDEFINED);
        }
    }
}

/// Asks the browser, which answers with the lock or, if it is taken, without. The receiver is
/// cancelled when it refuses to answer.
pub(super) fn ask(name: &str) -> Result<oneshot::Receiver<Option<WebLock>>, String> {
    let locks = locks()?;
    let options = serde_wasm_bindgen::to_value(&LockOptions { if_available: true })
        .map_err(|error| error.to_string())?;
    let (tell, told) = oneshot::channel();
    let mut tell = Some(tell);
    let granted = Closure::<dyn FnMut(JsValue) -> JsValue>::new(move |lock: JsValue| {
        answer(&lock, tell.take())
    });
    let request = locks
        .request(name, &options, granted.as_ref().unchecked_ref())
        .map_err(|thrown| describe(&thrown))?;
    // The request ends when the lock is given back; until then its callback has to live.
    spawn_local(async move {
        if let Err(thrown) = JsFuture::from(request).await {
            tracing::debug!(reason = describe(&thrown), "a web lock was refused");
        }
        drop(granted);
    });
    Ok(told)
}

/// The browser holds the lock until the promise returned here resolves.
fn answer(lock: &JsValue, tell: Option<oneshot::Sender<Option<WebLock>>>) -> JsValue {
    let Some(tell) = tell else {
        return JsValue::UNDEFINED;
    };
    let mut release = None;
    let held = Promise::new(&mut |resolve, _| release = Some(resolve));
    let granted = !lock.is_null() && !lock.is_undefined();
    // If nobody waits for the answer any more, it is dropped, and the lock goes back at once.
    let _ = tell.send(granted.then_some(WebLock { release }));
    if granted {
        held.into()
    } else {
        JsValue::UNDEFINED
    }
}

fn locks() -> Result<LockManager, String> {
    let navigator = web_sys::window().ok_or("there is no window")?.navigator();
    let locks = Reflect::get(&navigator, &"locks".into()).map_err(|thrown| describe(&thrown))?;
    if locks.is_undefined() {
        return Err("navigator.locks is missing".to_owned());
    }
    Ok(locks.unchecked_into())
}
