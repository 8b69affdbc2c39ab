//! Records, and a browser in which something is replaced.
#![allow(dead_code, clippy::unwrap_used)]

use js_sys::{Function, Object, Reflect};
use kikitori_store::{Batch, Record};
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};

pub fn record(body: Value) -> Record {
    Record::json(3, &body)
}

pub fn put(key: &str, body: Value) -> Batch {
    let mut batch = Batch::new();
    batch.put(key, record(body));
    batch
}

pub fn local() -> web_sys::Storage {
    web_sys::window().unwrap().local_storage().unwrap().unwrap()
}

/// Replaces an own property of `target`, or hides an inherited one, until dropped.
pub struct Replaced {
    target: Object,
    name: &'static str,
    before: JsValue,
}

impl Replaced {
    pub fn with(target: JsValue, name: &'static str, value: &JsValue) -> Self {
        let target: Object = target.unchecked_into();
        let before = Object::get_own_property_descriptor(&target, &name.into());
        let descriptor = Object::new();
        Reflect::set(&descriptor, &"value".into(), value).unwrap();
        Reflect::set(&descriptor, &"configurable".into(), &true.into()).unwrap();
        Object::define_property(&target, &name.into(), &descriptor);
        Self {
            target,
            name,
            before,
        }
    }

    /// Each call of the method runs `body`, which sees `before`, `key` and the arguments `given`.
    pub fn method(class: &str, name: &'static str, key: &str, body: &str) -> Self {
        let target = prototype(class);
        let make =
            format!("return function (...given) {{ {body}; return before.apply(this, given) }}");
        let make = Function::new_with_args("before, key", &make);
        let before = Reflect::get(&target, &name.into()).unwrap();
        let replacement = make
            .call2(&JsValue::UNDEFINED, &before, &key.into())
            .unwrap();
        Self::with(target, name, &replacement)
    }

    /// The method fails for lack of room when `key` is among its arguments.
    pub fn full_for(class: &str, name: &'static str, key: &str) -> Self {
        let throw = "if (given.includes(key)) throw new DOMException('', 'QuotaExceededError')";
        Self::method(class, name, key, throw)
    }
}

impl Drop for Replaced {
    fn drop(&mut self) {
        if self.before.is_undefined() {
            Reflect::delete_property(&self.target, &self.name.into()).unwrap();
        } else {
            Object::define_property(&self.target, &self.name.into(), self.before.unchecked_ref());
        }
    }
}

pub fn prototype(class: &str) -> JsValue {
    let class = Reflect::get(&js_sys::global(), &class.into()).unwrap();
    Reflect::get(&class, &"prototype".into()).unwrap()
}
