//! One writer per session, across tabs.

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

/// A lock that no other tab of this origin can have at the same time. Dropping it, like the end of
/// the tab, gives it back.
#[derive(Debug)]
pub struct SessionLock {
    /// Resolves the promise that the browser waits for; absent where there are no locks.
    release: Option<Function>,
}

impl SessionLock {
    /// Takes the lock `name` if nobody has it: `None` when another tab (or another call here) does.
    ///
    /// Where the browser has no Web Locks, as outside of secure contexts, or refuses them, the
    /// answer is a lock that locks nothing: one tab still works, two are not kept apart.
    pub async fn try_acquire(name: &str) -> Option<Self> {
        match ask(name) {
            Ok(answer) => answer.await.unwrap_or(Some(Self { release: None })),
            Err(reason) => {
                tracing::debug!(reason, "there are no web locks");
                Some(Self { release: None })
            }
        }
    }
}

impl Drop for SessionLock {
    fn drop(&mut self) {
        if let Some(release) = &self.release {
            // A promise's resolve function does not throw.
            let _ = release.call0(&JsValue::UNDEFINED);
        }
    }
}

/// Asks the browser, which answers with the lock or, if it is taken, without. The receiver is
/// cancelled when it refuses to answer.
fn ask(name: &str) -> Result<oneshot::Receiver<Option<SessionLock>>, String> {
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
fn answer(lock: &JsValue, tell: Option<oneshot::Sender<Option<SessionLock>>>) -> JsValue {
    let Some(tell) = tell else {
        return JsValue::UNDEFINED;
    };
    let mut release = None;
    let held = Promise::new(&mut |resolve, _| release = Some(resolve));
    let granted = !lock.is_null() && !lock.is_undefined();
    // If nobody waits for the answer any more, it is dropped, and the lock goes back at once.
    let _ = tell.send(granted.then_some(SessionLock { release }));
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
