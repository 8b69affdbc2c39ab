//! Whether the page's own policy stopped a request: to the request itself it looks as if nobody were
//! there.

use std::cell::Cell;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use js_sys::Reflect;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};

const VIOLATION: &str = "securitypolicyviolation";
/// A violation of the page's policy is told a moment after the request has failed.
const TOLD_MS: u32 = 100;

/// Hears whether the page's Content-Security-Policy stops a connection, as long as it lives.
pub struct PolicyWatch {
    seen: Rc<Cell<bool>>,
    listener: Closure<dyn FnMut(JsValue)>,
}

impl PolicyWatch {
    /// Listens from now on.
    pub fn listen() -> Self {
        let seen = Rc::new(Cell::new(false));
        let hears = Rc::clone(&seen);
        let listener = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
            let directive = Reflect::get(&event, &"effectiveDirective".into());
            if directive.is_ok_and(|it| it == "connect-src") {
                hears.set(true);
            }
        });
        if let Some(document) = web_sys::window().and_then(|window| window.document()) {
            // It fails for no event and no listener.
            let _ = document
                .add_event_listener_with_callback(VIOLATION, listener.as_ref().unchecked_ref());
        }
        Self { seen, listener }
    }

    /// Whether a connection was stopped, also one that has failed just now.
    pub async fn has_seen(&self) -> bool {
        TimeoutFuture::new(TOLD_MS).await;
        self.seen.get()
    }
}

impl Drop for PolicyWatch {
    fn drop(&mut self) {
        if let Some(document) = web_sys::window().and_then(|window| window.document()) {
            let listener = self.listener.as_ref().unchecked_ref();
            let _ = document.remove_event_listener_with_callback(VIOLATION, listener);
        }
    }
}
