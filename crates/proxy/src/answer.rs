//! What of an endpoint's answer reaches the page: JSON or an event stream, without the key.

use crate::{
    api_error::ApiError,
    mask::{Mask, Masking},
};
use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, StatusCode, header, response::Parts},
    response::Response,
};
use futures::StreamExt;
use http_body::{Body as HttpBody, Frame, SizeHint};
use std::{
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

pub const JSON: HeaderValue = HeaderValue::from_static("application/json");
const EVENT_STREAM: HeaderValue = HeaderValue::from_static("text/event-stream");

/// Of an error that is plain text, so much is told, and waited for so long.
const MOST_OF_ERROR: usize = 2_000;
const TIME_FOR_ERROR: Duration = Duration::from_secs(5);

/// The answer as the page gets it. A page runs what comes from its own origin as HTML or as a
/// script; so nothing does.
pub async fn safe(
    answer: reqwest::Response,
    asked_for: Option<&HeaderValue>,
    host: &str,
    mask: Option<&Mask>,
) -> Result<Response, ApiError> {
    let (mut parts, body) = axum::http::Response::<reqwest::Body>::from(answer).into_parts();
    if parts.status.is_informational() {
        return Err(ApiError::not_an_answer(host, "a change of protocol"));
    }
    if parts.status == StatusCode::PROXY_AUTHENTICATION_REQUIRED {
        // A browser takes it for a word of its own proxy.
        parts.status = StatusCode::BAD_GATEWAY;
    }
    let retry_after = kept(&parts.headers, mask);
    let Some(kind) = kind(&parts.headers, asked_for) else {
        tracing::warn!(
            host,
            "the endpoint answered neither JSON nor an event stream"
        );
        let what = essence(parts.headers.get(header::CONTENT_TYPE));
        return Err(other(&parts, &what, body, host, mask)
            .await
            .after(retry_after));
    };
    if mask.is_some() && is_encoded(&parts.headers) {
        // Nobody asked for it, and the key cannot be looked for in it.
        let error = match is_error(parts.status) {
            true => ApiError::said_otherwise(host, parts.status, "").after(retry_after),
            false => ApiError::not_an_answer(host, "a compressed body"),
        };
        return Err(error);
    }
    // The body is handed on as it comes. When the person leaves, the server drops it, and with it
    // the connection to the endpoint.
    let mut response = Response::new(masked(body, mask));
    *response.status_mut() = parts.status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, kind);
    if let Some(encoding) = parts.headers.get(header::CONTENT_ENCODING) {
        headers.insert(header::CONTENT_ENCODING, encoding.clone());
    }
    if let Some(after) = retry_after {
        headers.insert(header::RETRY_AFTER, after);
    }
    Ok(response)
}

/// The type that the page is told; none for what it must not get. An endpoint that says nothing
/// of its answer sends what it was asked for.
fn kind(headers: &HeaderMap, asked_for: Option<&HeaderValue>) -> Option<HeaderValue> {
    let mut types = headers.get_all(header::CONTENT_TYPE).iter();
    let Some(first) = types.next() else {
        let wants_events = essence(asked_for) == "text/event-stream";
        return Some(if wants_events { EVENT_STREAM } else { JSON });
    };
    match essence(Some(first)).as_str() {
        _ if types.next().is_some() => None,
        "text/event-stream" => Some(EVENT_STREAM),
        "application/json" => Some(JSON),
        // Such as application/problem+json.
        other if other.starts_with("application/") && other.ends_with("+json") => Some(JSON),
        _ => None,
    }
}

/// A content type without its parameters, in lower case.
fn essence(value: Option<&HeaderValue>) -> String {
    let text = value.and_then(|value| value.to_str().ok());
    let text = text.and_then(|text| text.split(';').next());
    text.unwrap_or_default().trim().to_ascii_lowercase()
}

fn is_encoded(headers: &HeaderMap) -> bool {
    let mut encodings = headers.get_all(header::CONTENT_ENCODING).iter();
    encodings.any(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity"))
}

fn is_error(status: StatusCode) -> bool {
    status.is_client_error() || status.is_server_error()
}

/// When to ask again, unless it says something else.
fn kept(headers: &HeaderMap, mask: Option<&Mask>) -> Option<HeaderValue> {
    let value = headers.get(header::RETRY_AFTER)?;
    let shows_key = mask.is_some_and(|mask| mask.hide(value.as_bytes()) != value.as_bytes());
    (!shows_key).then(|| value.clone())
}

/// The error that stands for an answer of another type. An endpoint's error keeps its status, by
/// which the page knows what to do, and what it says if that is plain text.
async fn other(
    parts: &Parts,
    what: &str,
    body: reqwest::Body,
    host: &str,
    mask: Option<&Mask>,
) -> ApiError {
    let status = parts.status;
    if !is_error(status) {
        // A type is a word of the endpoint's own, too.
        let named = [
            "text/html",
            "text/plain",
            "text/javascript",
            "application/javascript",
        ];
        let named = named.into_iter().find(|it| *it == what);
        return ApiError::not_an_answer(host, named.unwrap_or("something else"));
    }
    let said = match what {
        "text/plain" if !is_encoded(&parts.headers) => beginning(masked(body, mask)).await,
        _ => Vec::new(),
    };
    ApiError::said_otherwise(host, status, &String::from_utf8_lossy(&said))
}

/// The beginning of a short text. Cut before the key is hidden, it could end in half of the key.
async fn beginning(masked: Body) -> Vec<u8> {
    let mut said = Vec::new();
    let mut pieces = masked.into_data_stream();
    let read = async {
        while let Some(Ok(piece)) = pieces.next().await {
            said.extend_from_slice(&piece);
            if said.len() >= MOST_OF_ERROR {
                break;
            }
        }
    };
    // What has come by then is told.
    let _ = tokio::time::timeout(TIME_FOR_ERROR, read).await;
    said.truncate(MOST_OF_ERROR);
    said
}

fn masked(body: reqwest::Body, mask: Option<&Mask>) -> Body {
    match mask {
        Some(mask) => Body::new(MaskedBody {
            inner: body,
            masking: Masking::new(mask.clone()),
        }),
        None => Body::new(body),
    }
}

/// A body with the key hidden in it.
struct MaskedBody {
    inner: reqwest::Body,
    masking: Masking,
}

impl HttpBody for MaskedBody {
    type Data = Bytes;
    type Error = reqwest::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, reqwest::Error>>> {
        loop {
            let frame = match ready!(Pin::new(&mut self.inner).poll_frame(context)) {
                // What was held of an answer that breaks off goes with it.
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                Some(Ok(frame)) => frame,
                None => {
                    let rest = self.masking.end();
                    let rest = (!rest.is_empty()).then(|| Ok(Frame::data(rest.into())));
                    return Poll::Ready(rest);
                }
            };
            // Trailers mean nothing to the page.
            let Ok(piece) = frame.into_data() else {
                continue;
            };
            let piece = self.masking.next(&piece).map_or(piece, Bytes::from);
            if !piece.is_empty() {
                return Poll::Ready(Some(Ok(Frame::data(piece))));
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.masking.held() == 0 && self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let held = self.masking.held() as u64;
        let inner = self.inner.size_hint();
        match inner.exact() {
            Some(size) => SizeHint::with_exact(size.saturating_add(held)),
            None => SizeHint::default(),
        }
    }
}
