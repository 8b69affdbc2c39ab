//! An OpenAI-compatible endpoint of its own, so that the proxy's pass-through is in the way.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use futures::StreamExt;
use kikitori_llm::ChatRequest;
use kikitori_scripted::Agent;

/// The scripted model behind an address.
#[derive(Clone)]
pub(crate) struct Endpoint {
    /// What it answers with; 200 means that it answers.
    pub(crate) status: Arc<AtomicU16>,
    /// Replies that are being written.
    pub(crate) open: Arc<AtomicUsize>,
    /// The calls that were answered, each by its agent and the subtask it works on, if any.
    pub(crate) calls: Arc<Mutex<Vec<String>>>,
    /// Between two pieces of a reply.
    pause: Duration,
}

impl Endpoint {
    pub(crate) fn new(pause: Duration) -> Self {
        Self {
            status: Arc::new(AtomicU16::new(200)),
            open: Arc::default(),
            calls: Arc::default(),
            pause,
        }
    }

    pub(crate) fn routes(&self) -> Router {
        Router::new()
            .route("/v1/chat/completions", post(chat))
            .with_state(self.clone())
    }
}

/// Counts one reply for as long as its body is being sent.
struct Open(Arc<AtomicUsize>);

impl Open {
    fn new(count: Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(count)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Which agent a request is for, and the subtask that it works on.
fn name_of(body: &[u8]) -> String {
    let request: ChatRequest = serde_json::from_slice(body).unwrap();
    let agent = Agent::of(&request).map_or_else(String::new, |agent| agent.to_string());
    let text = serde_json::to_string(&request.messages).unwrap();
    let subtask = text.split("<subtask>\\n").nth(1);
    let subtask = subtask.and_then(|after| after.split("\\n</subtask>").next());
    match subtask {
        Some(subtask) => format!("{agent}: {subtask}"),
        None => agent,
    }
}

async fn chat(State(endpoint): State<Endpoint>, body: Bytes) -> Response {
    let status = endpoint.status.load(Ordering::SeqCst);
    if status != 200 {
        let error = serde_json::json!({"error": {"message": "The test says no.", "type": "test", "code": null}});
        let status = StatusCode::from_u16(status).unwrap();
        // What is only for now says until when.
        if status == StatusCode::SERVICE_UNAVAILABLE {
            return (status, [(header::RETRY_AFTER, "2")], axum::Json(error)).into_response();
        }
        return (status, axum::Json(error)).into_response();
    }
    endpoint.calls.lock().unwrap().push(name_of(&body));
    let reply = kikitori_scripted::http::handle(&body);
    let (pause, open) = (endpoint.pause, Open::new(endpoint.open));
    let frames = futures::stream::iter(reply.frames).then(move |frame| {
        let _while_it_lasts = &open;
        async move {
            if !pause.is_zero() {
                tokio::time::sleep(pause).await;
            }
            Ok::<_, Infallible>(frame)
        }
    });
    (
        StatusCode::from_u16(reply.status).unwrap(),
        [(header::CONTENT_TYPE, reply.content_type)],
        Body::from_stream(frames),
    )
        .into_response()
}
