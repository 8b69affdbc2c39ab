//! A server of another origin that finished forms are sent to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde_json::Value;
use tokio::net::TcpListener;

/// What it does with a request.
#[derive(Debug, Clone, Copy)]
pub enum Reply {
    /// Answers with this status, and with a receipt if that is a success.
    Status(u16),
    /// Answers as it would, but lets no page read it.
    WithoutCors,
    /// Takes it and never answers.
    Never,
    /// Takes it, and answers with a receipt once that is let through.
    Held,
}

/// A form as it arrived.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrived {
    /// The `idempotency-key` header.
    pub key: String,
    /// The `origin` header.
    pub origin: String,
    /// The body.
    pub body: Value,
}

#[derive(Clone, Default)]
struct Desk {
    arrived: Arc<Mutex<Vec<Arrived>>>,
    asked_before: Arc<Mutex<usize>>,
    replies: Arc<Vec<Reply>>,
    is_let_through: Arc<AtomicBool>,
}

/// A running server.
pub struct Receiver {
    desk: Desk,
    url: String,
}

impl Receiver {
    /// Starts one that replies with `replies` in turn, and with the last of them from then on.
    pub async fn start(replies: &[Reply]) -> Self {
        let desk = Desk {
            replies: Arc::new(replies.to_vec()),
            ..Desk::default()
        };
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let url = format!("http://{}/orders", listener.local_addr().unwrap());
        let routes = Router::new()
            .route("/orders", post(take))
            .with_state(desk.clone())
            .layer(middleware::from_fn_with_state(desk.clone(), admit));
        tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { desk, url }
    }

    /// Where forms go.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// What has arrived so far.
    pub fn arrived(&self) -> Vec<Arrived> {
        self.desk.arrived.lock().unwrap().clone()
    }

    /// Lets what was held be answered.
    pub fn let_through(&self) {
        self.desk.is_let_through.store(true, Ordering::SeqCst);
    }

    /// How often a browser asked whether it may send.
    pub fn asked_before(&self) -> usize {
        *self.desk.asked_before.lock().unwrap()
    }
}

async fn admit(State(desk): State<Desk>, request: Request, next: Next) -> Response {
    let is_question = request.method() == "OPTIONS";
    let next_one = desk.arrived.lock().unwrap().len();
    let mut response = if is_question {
        *desk.asked_before.lock().unwrap() += 1;
        let mut response = StatusCode::NO_CONTENT.into_response();
        let allowed = HeaderValue::from_static("content-type, idempotency-key");
        response
            .headers_mut()
            .insert(header::ACCESS_CONTROL_ALLOW_HEADERS, allowed);
        response
    } else {
        next.run(request).await
    };
    let reply = desk.replies.get(next_one).or(desk.replies.last());
    if is_question || !matches!(reply, Some(Reply::WithoutCors)) {
        let any = HeaderValue::from_static("*");
        response
            .headers_mut()
            .insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, any);
    }
    response
}

async fn take(State(desk): State<Desk>, headers: axum::http::HeaderMap, body: Bytes) -> Response {
    let text = |name: &str| headers[name].to_str().unwrap().to_owned();
    let (reply, number) = {
        let mut arrived = desk.arrived.lock().unwrap();
        arrived.push(Arrived {
            key: text("idempotency-key"),
            origin: text("origin"),
            body: serde_json::from_slice(&body).unwrap(),
        });
        let replies = &desk.replies;
        let reply = replies.get(arrived.len() - 1).or(replies.last());
        (*reply.unwrap(), arrived.len())
    };
    let status = match reply {
        Reply::Status(status) => StatusCode::from_u16(status).unwrap(),
        Reply::WithoutCors => StatusCode::OK,
        Reply::Never => std::future::pending().await,
        Reply::Held => {
            while !desk.is_let_through.load(Ordering::SeqCst) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            StatusCode::CREATED
        }
    };
    let receipt = format!("{{\"receipt\": \"R-{number}\"}}");
    match status.is_success() {
        true => (status, receipt).into_response(),
        false => status.into_response(),
    }
}
