//! The transport port over `fetch`.

use futures::future::LocalBoxFuture;
use futures::stream::{self, StreamExt};
use gloo_net::http::{Headers, Request};
use js_sys::Uint8Array;
use kikitori_ports::{ByteStream, HttpRequest, HttpResponse, Method, Transport, TransportError};
use wasm_bindgen::{JsCast, JsValue};
use wasm_streams::ReadableStream;
use wasm_streams::readable::IntoStream;
use web_sys::{AbortController, RequestRedirect, ResponseType};

use crate::js_error::describe;

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
    let signal = controller.signal();
    let guard = AbortOnDrop(Some(controller));
    let builder = match request.method {
        Method::Get => Request::get(&request.url),
        Method::Post => Request::post(&request.url),
        Method::Delete => Request::delete(&request.url),
    }
    .headers(headers(&request.headers)?)
    // What a person said, and their key, go to the address that was named and no further.
    .redirect(if request.headers.is_empty() {
        RequestRedirect::Follow
    } else {
        RequestRedirect::Manual
    })
    .abort_signal(Some(&signal));
    let sent = match request.body {
        Some(body) => builder.body(body),
        None => builder.build(),
    };
    // fetch rejects with a TypeError for no network, a refused connection and a cross-origin
    // rule alike.
    let unreachable_text = |error: gloo_net::Error| TransportError::Unreachable {
        detail: error.to_string(),
    };
    let response = sent
        .map_err(unreachable_text)?
        .send()
        .await
        .map_err(unreachable_text)?;
    if response.type_() == ResponseType::Opaqueredirect {
        return Err(TransportError::Redirected);
    }
    Ok(HttpResponse {
        status: response.status(),
        headers: response.headers().entries().collect(),
        body: body(response.body(), guard)?,
    })
}

/// Filled by hand: gloo-net's own setters throw through Rust on a value that HTTP does not allow,
/// as a key pasted with a line break has.
fn headers(pairs: &[(String, String)]) -> Result<Headers, TransportError> {
    let headers = web_sys::Headers::new().map_err(unreachable)?;
    for (name, value) in pairs {
        headers.set(name, value).map_err(unreachable)?;
    }
    Ok(Headers::from_raw(headers))
}

/// The body's pieces. The stream owns `guard`: dropping it early aborts the request.
fn body(
    raw: Option<web_sys::ReadableStream>,
    guard: AbortOnDrop,
) -> Result<ByteStream, TransportError> {
    let Some(raw) = raw else {
        return Ok(stream::empty().boxed_local());
    };
    let chunks = ReadableStream::from_raw(raw)
        .try_into_stream()
        .map_err(|(error, _)| broken(&error))?;
    Ok(stream::unfold((chunks, guard), next_chunk).boxed_local())
}

type Body = (IntoStream<'static>, AbortOnDrop);

async fn next_chunk(
    (mut chunks, mut guard): Body,
) -> Option<(Result<Vec<u8>, TransportError>, Body)> {
    let Some(chunk) = chunks.next().await else {
        guard.0 = None;
        return None;
    };
    let chunk = match chunk {
        Ok(chunk) => match chunk.dyn_into::<Uint8Array>() {
            Ok(bytes) => Ok(bytes.to_vec()),
            Err(other) => Err(broken(&other)),
        },
        Err(error) => Err(broken(&error)),
    };
    Some((chunk, (chunks, guard)))
}

fn unreachable(thrown: JsValue) -> TransportError {
    TransportError::Unreachable {
        detail: describe(&thrown),
    }
}

fn broken(thrown: &JsValue) -> TransportError {
    TransportError::Broken {
        detail: describe(thrown),
    }
}
