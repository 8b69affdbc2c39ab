//! The transport port over a script that answers within the page.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use futures::StreamExt;
use js_sys::Array;
use kikitori_browser::DemoTransport;
use kikitori_ports::{HttpRequest, Method, Transport, TransportError};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Blob, BlobPropertyBag, Url};

/// Says how often it was loaded, and what it was asked.
const SCRIPT: &str = r#"
let calls = 0;
document.addEventListener("kikitori-demo-call", (event) => {
  event.preventDefault();
  const { body, tell } = event.detail;
  calls += 1;
  if (body === "fail") tell(undefined);
  else tell({ status: 200, contentType: "text/plain", frames: [`${calls} `, body ?? "models"], delayMs: 1 });
});
"#;

fn script_url(text: &str) -> String {
    let kind = BlobPropertyBag::new();
    kind.set_type("text/javascript");
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &kind).unwrap();
    Url::create_object_url_with_blob(&blob).unwrap()
}

async fn said(transport: &DemoTransport, body: Option<&str>) -> Result<String, TransportError> {
    let response = transport
        .send(HttpRequest {
            method: body.map_or(Method::Get, |_| Method::Post),
            url: "demonstration:/chat/completions".to_owned(),
            headers: Vec::new(),
            body: body.map(str::to_owned),
        })
        .await?;
    assert_eq!(response.status, 200);
    assert_eq!(response.header("content-type"), Some("text/plain"));
    let pieces: Vec<_> = response.body.collect().await;
    assert_eq!(pieces.len(), 2);
    let bytes = pieces.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
    Ok(String::from_utf8(bytes).unwrap())
}

/// One test, as what listens on the document stays there.
#[wasm_bindgen_test]
async fn the_script_is_loaded_once_and_answers_every_call_in_pieces() {
    let nowhere = DemoTransport::new("blob:nowhere");
    let missing = said(&nowhere, None).await.unwrap_err();
    assert!(matches!(missing, TransportError::NotLoaded { .. }));

    let transport = DemoTransport::new(&script_url(SCRIPT));
    assert_eq!(said(&transport, Some("聞く")).await.unwrap(), "1 聞く");
    assert_eq!(said(&transport, None).await.unwrap(), "2 models");
    let failed = said(&transport, Some("fail")).await.unwrap_err();
    assert!(matches!(failed, TransportError::NotLoaded { .. }));
    // Whoever else asks on this page has no need of another script.
    assert_eq!(said(&nowhere, Some("again")).await.unwrap(), "4 again");
}
