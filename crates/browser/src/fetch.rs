//! The transport port over `fetch`.

use futures::future::LocalBoxFuture;
use futures::stream::{self, StreamExt};
use js_sys::{Array, Promise, Reflect, Uint8Array};
use kikitori_ports::{ByteStream, HttpRequest, HttpResponse, Method, Transport, TransportError};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortController, Headers, ReadableStream, RequestInit, RequestRedirect, Response, ResponseType,
};

use crate::js_error::describe;

#[wasm_bindgen]
extern "C" {
    /// What reads a stream piece by piece.
    type Reader;

    #[wasm_bindgen(method)]
    fn read(this: &Reader) -> Promise;
}

/// Sends requests with the browser's `fetch`. It adds no header of its own, so that a
/// cross-origin endpoint has to allow only what the caller set, and follows no redirect.
#[derive(Debug, Clone, Copy, Default)]
pub struct FetchTransport;

impl Transport for FetchTransport {
    fn send(
        &self,
        request: HttpRequest,
    ) -> LocalBoxFuture<'_, Result<HttpResponse, TransportError>> {
        Box::pin(send(request))
    }
}

/// Ends the exchange on the network when dropped, unless it has ended by itself: an abort just
/// after the end of the body would still count as a failure on the network.
struct AbortOnDrop(Option<AbortController>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        if let Some(controller) = &self.0 {
            controller.abort();
        }
    }
}

async fn send(request: HttpRequest) -> Result<HttpResponse, TransportError> {
    let controller = AbortController::new().map_err(unreachable)?;
    let init = RequestInit::new();
    init.set_method(match request.method {
        Method::Get => "GET",
        Method::Post => "POST",
        Method::Delete => "DELETE",
    });
    let headers = Headers::new().map_err(unreachable)?;
    for (name, value) in &request.headers {
        // It refuses a value that HTTP does not allow, as a key pasted with a line break has.
        headers.set(name, value).map_err(unreachable)?;
    }
    init.set_headers(&headers);
    // What a person said, and their key, go to the address that was named and no further.
    init.set_redirect(if request.headers.is_empty() {
        RequestRedirect::Follow
    } else {
        RequestRedirect::Manual
    });
    init.set_signal(Some(&controller.signal()));
    if let Some(body) = &request.body {
        init.set_body(&body.into());
    }
    let guard = AbortOnDrop(Some(controller));
    // fetch rejects with a TypeError for no network, a refused connection and a cross-origin
    // rule alike.
    let response = fetch(&request.url, &init).await.map_err(unreachable)?;
    if response.type_() == ResponseType::Opaqueredirect {
        return Err(TransportError::Redirected);
    }
    Ok(HttpResponse {
        status: response.status(),
        headers: headers_of(&response),
        body: body(response.body(), guard),
    })
}

/// What is answered to a request for `url`, which may be relative to the page.
pub(crate) async fn fetch(url: &str, init: &RequestInit) -> Result<Response, JsValue> {
    let window = web_sys::window().ok_or("there is no window")?;
    let response = JsFuture::from(window.fetch_with_str_and_init(url, init)).await?;
    response.dyn_into()
}

/// Pairs of names, in lower case, and values, which it gives whoever goes through it.
fn headers_of(response: &Response) -> Vec<(String, String)> {
    let text = |pair: &Array, at| pair.get(at).as_string();
    let pairs = Array::from(&response.headers()).to_vec();
    let pairs = pairs.iter().map(JsCast::unchecked_ref::<Array>);
    pairs
        .filter_map(|pair| Some((text(pair, 0)?, text(pair, 1)?)))
        .collect()
}

/// What is still to be read, and what ends the exchange if it is not.
type Body = (BodyReader, AbortOnDrop);

/// The body's pieces. The stream owns `guard`: dropping it early aborts the request.
fn body(raw: Option<ReadableStream>, guard: AbortOnDrop) -> ByteStream {
    let body = raw.map(|raw| (BodyReader::new(&raw), guard));
    stream::unfold(body, next_piece).boxed_local()
}

async fn next_piece(body: Option<Body>) -> Option<(Result<Vec<u8>, TransportError>, Option<Body>)> {
    let (reader, mut guard) = body?;
    match reader.next().await {
        Ok(Some(piece)) => Some((Ok(piece.to_vec()), Some((reader, guard)))),
        Ok(None) => {
            guard.0 = None;
            None
        }
        Err(thrown) => {
            let detail = describe(&thrown);
            Some((Err(TransportError::Broken { detail }), None))
        }
    }
}

/// Reads a response's body piece by piece.
pub(crate) struct BodyReader(Reader);

impl BodyReader {
    pub(crate) fn new(body: &ReadableStream) -> Self {
        Self(body.get_reader().unchecked_into())
    }

    /// The next piece; none once all have come.
    pub(crate) async fn next(&self) -> Result<Option<Uint8Array>, JsValue> {
        let read = JsFuture::from(self.0.read()).await?;
        let piece = Reflect::get(&read, &"value".into())?;
        match piece.is_undefined() {
            true => Ok(None),
            false => piece.dyn_into().map(Some),
        }
    }
}

fn unreachable(thrown: JsValue) -> TransportError {
    TransportError::Unreachable {
        detail: describe(&thrown),
    }
}
