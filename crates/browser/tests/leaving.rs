//! A page that is left may be kept to be shown again: it holds on to no transaction meanwhile.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::cell::Cell;
use std::rc::Rc;

use futures::FutureExt;
use gloo_timers::future::TimeoutFuture;
use js_sys::Promise;
use kikitori_browser::IndexedDbStore;
use kikitori_store::{Record, Store};
use serde_json::json;
use support::{put, record};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{PageTransitionEvent, PageTransitionEventInit};

wasm_bindgen_test_configure!(run_in_browser);

fn tell_page(event: &str, is_kept: bool) {
    let about = PageTransitionEventInit::new();
    about.set_persisted(is_kept);
    let event = PageTransitionEvent::new_with_event_init_dict(event, &about).unwrap();
    web_sys::window().unwrap().dispatch_event(&event).unwrap();
}

/// As another page would read it.
async fn found_by_others(name: &str) -> Option<Record> {
    let other = IndexedDbStore::open(name).await.unwrap();
    other.get("k").await.unwrap()
}

#[wasm_bindgen_test]
async fn what_is_under_way_when_the_page_is_left_is_done_when_it_is_shown_again() {
    let store = IndexedDbStore::open("left").await.unwrap();
    let mut under_way = store.commit(put("k", json!("kept")));
    // It has begun, and cannot have ended.
    assert_eq!((&mut under_way).now_or_never(), None);
    JsFuture::from(Promise::resolve(&JsValue::UNDEFINED))
        .await
        .unwrap();
    tell_page("pagehide", true);
    let mut begun_after = store.commit(put("later", json!("kept too")));
    TimeoutFuture::new(100).await;
    assert_eq!((&mut under_way).now_or_never(), None);
    assert_eq!((&mut begun_after).now_or_never(), None);
    // The database is free.
    assert_eq!(found_by_others("left").await, None);
    tell_page("pageshow", true);
    assert_eq!(under_way.await, Ok(()));
    assert_eq!(begun_after.await, Ok(()));
    assert_eq!(found_by_others("left").await, Some(record(json!("kept"))));
}

/// A request that fails after its handler is gone would be an error on the console.
#[wasm_bindgen_test]
async fn a_list_that_is_under_way_when_the_page_is_left_leaves_no_handler_behind() {
    let errors = Rc::new(Cell::new(0));
    let counted = Rc::clone(&errors);
    let count = Closure::<dyn FnMut()>::new(move || counted.set(counted.get() + 1));
    let window = web_sys::window().unwrap();
    window
        .add_event_listener_with_callback("error", count.as_ref().unchecked_ref())
        .unwrap();
    let store = IndexedDbStore::open("listed").await.unwrap();
    store.commit(put("k", json!("kept"))).await.unwrap();
    let mut under_way = store.list("");
    assert_eq!((&mut under_way).now_or_never(), None);
    JsFuture::from(Promise::resolve(&JsValue::UNDEFINED))
        .await
        .unwrap();
    tell_page("pagehide", true);
    TimeoutFuture::new(100).await;
    tell_page("pageshow", true);
    let listed = vec![("k".to_owned(), record(json!("kept")))];
    assert_eq!(under_way.await, Ok(listed));
    window
        .remove_event_listener_with_callback("error", count.as_ref().unchecked_ref())
        .unwrap();
    assert_eq!(errors.get(), 0);
}

#[wasm_bindgen_test]
async fn a_page_that_is_closed_writes_to_the_end() {
    let store = IndexedDbStore::open("closed").await.unwrap();
    tell_page("pagehide", false);
    assert_eq!(store.commit(put("k", json!("kept"))).await, Ok(()));
}
