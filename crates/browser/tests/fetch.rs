//! The transport port over `fetch`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::rc::Rc;
use std::time::Duration;

use futures::StreamExt;
use futures::future::{Either, select};
use js_sys::{Array, Function, Reflect};
use kikitori_browser::{BrowserTimer, FetchTransport};
use kikitori_llm::{ChatClient, ChatRequest, Endpoint, LlmError, Model, TimeLimits, Wait};
use kikitori_ports::{HttpRequest, HttpResponse, Method, Timer, Transport, TransportError};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Blob, Url};

fn get(url: &str) -> HttpRequest {
    HttpRequest {
        method: Method::Get,
        url: url.to_owned(),
        headers: Vec::new(),
        body: None,
    }
}

async fn read(response: HttpResponse) -> Result<Vec<u8>, TransportError> {
    let pieces: Vec<_> = response.body.collect().await;
    pieces
        .into_iter()
        .collect::<Result<Vec<_>, _>>()
        .map(|pieces| pieces.concat())
}

fn blob_url(text: &str) -> String {
    let blob = Blob::new_with_str_sequence(&Array::of1(&text.into())).unwrap();
    Url::create_object_url_with_blob(&blob).unwrap()
}

#[wasm_bindgen_test]
async fn a_body_arrives_byte_for_byte() {
    let text = "data: 聞き取り\r\n\r\n".repeat(50_000);
    let url = blob_url(&text);
    let response = FetchTransport.send(get(&url)).await.unwrap();
    assert_eq!(response.status, 200);
    assert_eq!(
        response.header("content-length"),
        Some(text.len().to_string().as_str())
    );
    assert!(read(response).await.unwrap() == text.as_bytes(), "the body");
    Url::revoke_object_url(&url).unwrap();
}

#[wasm_bindgen_test]
async fn a_data_url_is_read() {
    let response = FetchTransport
        .send(get("data:application/json,%7B%7D"))
        .await
        .unwrap();
    assert_eq!(response.header("content-type"), Some("application/json"));
    assert_eq!(read(response).await.unwrap(), b"{}");
}

#[wasm_bindgen_test]
async fn a_body_that_is_dropped_early_ends_quietly() {
    let url = blob_url(&"x".repeat(5_000_000));
    let mut response = FetchTransport.send(get(&url)).await.unwrap();
    response.body.next().await.unwrap().unwrap();
    drop(response);
    let unread = FetchTransport.send(get(&url)).await.unwrap();
    drop(unread);
    drop(FetchTransport.send(get(&url)));
    gloo_timers::future::TimeoutFuture::new(50).await;
    Url::revoke_object_url(&url).unwrap();
}

#[wasm_bindgen_test]
async fn what_cannot_be_sent_is_unreachable() {
    let mut line_break = get("data:,");
    line_break
        .headers
        .push(("authorization".to_owned(), "Bearer a\nb".to_owned()));
    let mut not_latin = get("data:,");
    not_latin
        .headers
        .push(("authorization".to_owned(), "Bearer 鍵".to_owned()));
    let with_body = HttpRequest {
        body: Some("{}".to_owned()),
        ..get("data:,")
    };
    let nobody_listens = HttpRequest {
        method: Method::Post,
        body: Some("{}".to_owned()),
        ..get("http://127.0.0.1:1/v1/chat/completions")
    };
    for request in [
        nobody_listens,
        get("http://["),
        line_break,
        not_latin,
        with_body,
    ] {
        let asked = format!("{request:?}");
        match FetchTransport.send(request).await {
            Err(TransportError::Unreachable { detail }) => {
                assert!(detail.contains("TypeError"), "{detail}")
            }
            Err(other) => panic!("{asked}: {other:?}"),
            Ok(response) => panic!("{asked}: {}", response.status),
        }
    }
}

#[wasm_bindgen_test]
async fn an_error_status_is_a_response() {
    let response = FetchTransport.send(get("/not-there")).await.unwrap();
    assert_eq!(response.status, 404);
}

#[wasm_bindgen_test]
async fn the_timer_waits_as_long_as_it_was_told() {
    let begun = js_sys::Date::now();
    BrowserTimer.sleep(Duration::from_millis(200)).await;
    let took = js_sys::Date::now() - begun;
    assert!((190.0..5_000.0).contains(&took), "{took} ms");
}

/// The browser's own timers take a time that is too long for none at all.
#[wasm_bindgen_test]
async fn the_timer_does_not_go_off_early_for_being_told_to_wait_long() {
    for long in [Duration::from_millis(u64::from(u32::MAX)), Duration::MAX] {
        let soon = BrowserTimer.sleep(Duration::from_millis(100));
        match select(BrowserTimer.sleep(long), soon).await {
            Either::Left(_) => panic!("{long:?} are over"),
            Either::Right(_) => {}
        }
    }
}

/// A network on which an answer is begun, or not even that, and nothing follows.
#[wasm_bindgen_test]
async fn a_call_that_times_out_is_aborted_on_the_network() {
    let before = Reflect::get(&js_sys::global(), &"fetch".into()).unwrap();
    for (answer, what) in [
        ("new Promise(() => {})", Wait::FirstByte),
        (
            "Promise.resolve(new Response(new ReadableStream({
                start(body) { body.enqueue(new TextEncoder().encode(': busy\\n\\n')); },
            }), { headers: { 'content-type': 'text/event-stream' } }))",
            Wait::NextPiece,
        ),
    ] {
        let fetch = Function::new_with_args(
            "url, init",
            &format!("globalThis.seenSignal = init.signal; return {answer};"),
        );
        set_global("fetch", &fetch);
        let limit = Duration::from_millis(100);
        let limits = TimeLimits {
            first_byte: limit,
            idle: limit,
            ..TimeLimits::default()
        };
        let endpoint = Endpoint {
            base_url: "/v1".to_owned(),
            model: String::new(),
        };
        let client = ChatClient::new(Rc::new(FetchTransport), Rc::new(BrowserTimer), endpoint)
            .with_limits(limits);
        let outcome = client.chat(ChatRequest::default(), &mut |_| {}).await;
        assert_eq!(outcome, Err(LlmError::TimedOut { what, limit }));
        let signal = Reflect::get(&js_sys::global(), &"seenSignal".into()).unwrap();
        let aborted = Reflect::get(&signal, &"aborted".into()).unwrap();
        assert_eq!(aborted, JsValue::TRUE, "{what:?}");
    }
    set_global("fetch", &before);
}

fn set_global(name: &str, value: &JsValue) {
    assert!(Reflect::set(&js_sys::global(), &name.into(), value).unwrap());
}
