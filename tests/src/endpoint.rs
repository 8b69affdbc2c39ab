//! An OpenAI-compatible endpoint of its own, behind the proxy or for the page to talk to directly.

use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures::StreamExt;
use kikitori_demo_model::Agent;
use kikitori_llm::ChatRequest;
use kikitori_scripted::has_canary;
use serde_json::Value;
use tokio::net::TcpListener;

use crate::Script;

/// How an endpoint behaves.
#[derive(Clone, Default)]
pub struct Manners {
    /// Between two pieces of a reply.
    pub pause: Duration,
    /// Lets pages of every origin read its replies, as llama-server does; without, those of none.
    pub cors: bool,
    /// Answers only to who sends this key.
    pub key: Option<&'static str>,
    /// Refuses requests with this member, and says so.
    pub refuses: Option<&'static str>,
}

impl Manners {
    /// Those of an endpoint that pages may talk to.
    pub fn open_to_pages() -> Self {
        Self {
            cors: true,
            ..Self::default()
        }
    }
}

/// A request as it arrived.
#[derive(Debug, Clone)]
pub struct Seen {
    /// The path.
    pub path: String,
    /// The `authorization` header.
    pub authorization: Option<String>,
    /// The body, of a chat request.
    pub body: Value,
}

/// The scripted model behind an address.
#[derive(Clone)]
pub struct Endpoint {
    /// What it answers with; 200 means that it answers.
    pub(crate) status: Arc<AtomicU16>,
    /// Replies that are being written.
    pub(crate) open: Arc<AtomicUsize>,
    /// The calls that were answered, each by its agent and the subtask it works on, if any.
    pub(crate) calls: Arc<Mutex<Vec<String>>>,
    seen: Arc<Mutex<Vec<Seen>>>,
    /// Whether a request held a private answer.
    leaked: Arc<AtomicBool>,
    /// Between two pieces of a reply, from now on.
    pub(crate) pause: Arc<Mutex<Duration>>,
    /// What it replies, if not what the demonstration model does.
    script: Arc<Mutex<Option<Script>>>,
    manners: Manners,
}

impl Endpoint {
    pub(crate) fn new(manners: Manners) -> Self {
        Self {
            status: Arc::new(AtomicU16::new(200)),
            open: Arc::default(),
            calls: Arc::default(),
            seen: Arc::default(),
            leaked: Arc::default(),
            pause: Arc::new(Mutex::new(manners.pause)),
            script: Arc::default(),
            manners,
        }
    }

    pub(crate) fn routes(&self) -> Router {
        Router::new()
            .route("/v1/chat/completions", post(chat))
            .route("/v1/models", get(models))
            .with_state(self.clone())
            .layer(middleware::from_fn_with_state(self.clone(), admit))
    }

    /// What was asked so far, without what browsers ask for themselves.
    pub fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    /// From now on it replies as `script` says.
    pub fn follows(&self, script: &Script) {
        *self.script.lock().unwrap() = Some(script.clone());
    }

    /// How often the list of models was asked for.
    pub fn lists(&self) -> usize {
        let seen = self.seen();
        seen.iter().filter(|it| it.path == "/v1/models").count()
    }

    /// Looks for private answers in what was sent to a model.
    pub(crate) fn watch(&self, body: &str) {
        if has_canary(body) {
            self.leaked.store(true, Ordering::SeqCst);
        }
    }

    /// Fails the test if a private answer was sent to a model, unless it has failed already.
    pub(crate) fn assert_kept_private(&self) {
        let leaked = self.leaked.load(Ordering::SeqCst);
        assert!(
            !leaked || std::thread::panicking(),
            "a private answer was sent to a model"
        );
    }

    fn note(&self, path: &str, headers: &HeaderMap, body: Value) {
        self.watch(&body.to_string());
        let authorization = headers.get(header::AUTHORIZATION);
        self.seen.lock().unwrap().push(Seen {
            path: path.to_owned(),
            authorization: authorization.map(|it| it.to_str().unwrap().to_owned()),
            body,
        });
    }
}

/// An endpoint at an address of its own, for the page to talk to directly.
pub struct OwnEndpoint {
    /// The endpoint.
    pub endpoint: Endpoint,
    address: SocketAddr,
}

impl OwnEndpoint {
    /// Starts one.
    pub async fn start(manners: Manners) -> Self {
        let endpoint = Endpoint::new(manners);
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = kikitori_proxy::serve(listener, endpoint.routes(), std::future::pending());
        tokio::spawn(server);
        Self { endpoint, address }
    }

    /// Its address, as a person would type it.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }
}

impl Drop for OwnEndpoint {
    fn drop(&mut self) {
        self.endpoint.assert_kept_private();
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

/// Keeps out pages that may not read replies, as Ollama does, and who has no key.
async fn admit(State(endpoint): State<Endpoint>, request: Request, next: Next) -> Response {
    let manners = &endpoint.manners;
    let origin = request.headers().get(header::ORIGIN).cloned();
    if origin.is_some() && !manners.cors {
        return StatusCode::FORBIDDEN.into_response();
    }
    let mut response = if request.method() == Method::OPTIONS {
        let mut response = StatusCode::NO_CONTENT.into_response();
        let allowed = [
            (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST"),
            (
                header::ACCESS_CONTROL_ALLOW_HEADERS,
                "authorization, content-type",
            ),
        ];
        for (name, value) in allowed {
            response
                .headers_mut()
                .insert(name, HeaderValue::from_static(value));
        }
        response
    } else {
        let bearer = request.headers().get(header::AUTHORIZATION);
        let expected = manners.key.map(|key| format!("Bearer {key}"));
        if expected.is_some()
            && bearer.map(HeaderValue::as_bytes) != expected.as_deref().map(str::as_bytes)
        {
            endpoint.note(request.uri().path(), request.headers(), Value::Null);
            error(StatusCode::UNAUTHORIZED, "No such key.")
        } else {
            next.run(request).await
        }
    };
    if let Some(origin) = origin {
        let allow = header::ACCESS_CONTROL_ALLOW_ORIGIN;
        response.headers_mut().insert(allow, origin);
    }
    response
}

fn error(status: StatusCode, message: &str) -> Response {
    let error = serde_json::json!({"error": {"message": message, "type": "test", "code": null}});
    (status, axum::Json(error)).into_response()
}

async fn models(State(endpoint): State<Endpoint>, headers: HeaderMap) -> Response {
    endpoint.note("/v1/models", &headers, Value::Null);
    if let Some(refusal) = refusal(&endpoint) {
        return refusal;
    }
    let reply = kikitori_demo_model::models();
    let kind = [(header::CONTENT_TYPE, reply.content_type)];
    (kind, reply.body()).into_response()
}

/// What the endpoint answers with, when the test says no.
fn refusal(endpoint: &Endpoint) -> Option<Response> {
    let status = endpoint.status.load(Ordering::SeqCst);
    let status = StatusCode::from_u16(status).unwrap();
    if status == StatusCode::OK {
        return None;
    }
    let mut response = error(status, "The test says no.");
    // What is only for now says until when.
    if status == StatusCode::SERVICE_UNAVAILABLE {
        let seconds = HeaderValue::from_static("2");
        response.headers_mut().insert(header::RETRY_AFTER, seconds);
    }
    Some(response)
}

async fn chat(State(endpoint): State<Endpoint>, headers: HeaderMap, body: Bytes) -> Response {
    let request: Value = serde_json::from_slice(&body).unwrap();
    endpoint.note("/v1/chat/completions", &headers, request.clone());
    if let Some(refusal) = refusal(&endpoint) {
        return refusal;
    }
    if let Some(member) = endpoint.manners.refuses
        && !request[member].is_null()
    {
        return error(
            StatusCode::BAD_REQUEST,
            &format!("{member} is not supported"),
        );
    }
    endpoint.calls.lock().unwrap().push(name_of(&body));
    let script = endpoint.script.lock().unwrap().clone();
    let reply = match script {
        Some(script) => kikitori_scripted::http::handle(&body, |request| {
            kikitori_scripted::finished(request, script.reply(request))
        }),
        None => kikitori_demo_model::handle(&body),
    };
    let (pause, open) = (endpoint.pause, Open::new(endpoint.open));
    let frames = futures::stream::iter(reply.frames).then(move |frame| {
        let _while_it_lasts = &open;
        let pause = *pause.lock().unwrap();
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
