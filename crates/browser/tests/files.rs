//! The page's own files: in time, whole, and no larger than they may be.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::support;

use js_sys::{Array, Function, Reflect};
use kikitori_browser::get_text;
use support::Replaced;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Blob, Url};

const SOON_MS: u32 = 10_000;

async fn text_of_blob(text: &str) -> Option<(u16, String)> {
    let blob = Blob::new_with_str_sequence(&Array::of1(&text.into())).unwrap();
    let url = Url::create_object_url_with_blob(&blob).unwrap();
    let text = get_text(&url, SOON_MS).await;
    Url::revoke_object_url(&url).unwrap();
    text
}

#[wasm_bindgen_test]
async fn a_text_is_read_whole_and_one_that_is_too_large_not_at_all() {
    let large = "聞".repeat(300_000);
    for (text, read) in [
        ("", ""),
        ("{}", "{}"),
        ("\u{feff}聞き取り", "聞き取り"),
        (large.as_str(), large.as_str()),
        (&format!("{large}{large}"), ""),
    ] {
        let found = text_of_blob(text).await;
        assert!(
            found == Some((200, read.to_owned())),
            "{} bytes",
            text.len()
        );
    }
    let (status, _) = get_text("/there-is-no-such-file", SOON_MS).await.unwrap();
    assert_eq!(status, 404);
    assert_eq!(get_text("http://localhost:1/nobody", SOON_MS).await, None);
}

/// Browsers of before 2022 have no `AbortSignal.timeout`.
#[wasm_bindgen_test]
async fn it_needs_no_more_than_older_browsers_have() {
    let signals = Reflect::get(&js_sys::global(), &"AbortSignal".into()).unwrap();
    let _older = Replaced::with(signals, "timeout", &JsValue::UNDEFINED);
    assert_eq!(text_of_blob("{}").await, Some((200, "{}".to_owned())));
}

#[wasm_bindgen_test]
async fn what_does_not_come_in_time_is_given_up() {
    let never =
        "return (url, init) => { globalThis.signal = init.signal; return new Promise(() => {}); }";
    let never = Function::new_no_args(never).call0(&JsValue::NULL).unwrap();
    let window = web_sys::window().unwrap().into();
    let text = {
        let _silent = Replaced::with(window, "fetch", &never);
        get_text("config.json", 50).await
    };
    assert_eq!(text, None);
    let signal = Reflect::get(&js_sys::global(), &"signal".into()).unwrap();
    let is_aborted = Reflect::get(&signal, &"aborted".into()).unwrap();
    assert_eq!(is_aborted, JsValue::TRUE);
}
