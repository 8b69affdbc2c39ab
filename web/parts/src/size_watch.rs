//! Being told when something on the page becomes larger or smaller.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};

/// Watches elements until it is dropped.
pub struct SizeWatch {
    observer: ResizeObserver,
    /// Called by the browser.
    _changed: Closure<dyn FnMut()>,
}

impl SizeWatch {
    /// Calls `changed` after each change; none where the browser cannot tell.
    pub fn new(changed: impl FnMut() + 'static) -> Option<Self> {
        let changed = Closure::<dyn FnMut()>::new(changed);
        let observer = ResizeObserver::new(changed.as_ref().unchecked_ref()).ok()?;
        Some(Self {
            observer,
            _changed: changed,
        })
    }

    /// Watches `element` too.
    pub fn add(&self, element: &Element) {
        self.observer.observe(element);
    }
}

impl Drop for SizeWatch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
