//! The tests that leave the browser as they found it, in one program and one browser.

mod calculator;
mod connection;
mod demo_model;
mod documents;
mod fetch;
mod files;
mod local_storage;
mod platform;
mod support;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
