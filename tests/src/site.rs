//! The page and its model as the real proxy serves them.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use kikitori_proxy::{ProxyConfig, Upstream, app, serve};
use tokio::net::TcpListener;

use crate::setting;

/// What the site's model does.
#[derive(Clone, Copy)]
pub enum Model {
    /// The proxy's own scripted model, at once.
    Scripted,
    /// The same with this pause between the pieces of a reply.
    Slow(Duration),
    /// The scripted model as an endpoint of its own, which the test can take away.
    Endpoint,
}

/// A running proxy.
pub struct Site {
    address: SocketAddr,
    status: Arc<AtomicU16>,
    kill: Arc<Mutex<Option<String>>>,
}

impl Site {
    /// Starts a proxy with the built page.
    pub async fn start(model: Model) -> Self {
        Self::serving(PathBuf::from(setting("KIKITORI_DIST")), model).await
    }

    /// Starts a proxy with the page in `dist`.
    pub async fn serving(dist: PathBuf, model: Model) -> Self {
        let status = Arc::new(AtomicU16::new(200));
        let upstream = match model {
            Model::Scripted | Model::Slow(_) => Upstream::Scripted,
            Model::Endpoint => Upstream::Endpoint {
                base_url: format!("http://{}/v1", endpoint(status.clone()).await),
                model: Some(kikitori_scripted::MODEL_NAME.to_owned()),
                key: None,
            },
        };
        let pause = match model {
            Model::Slow(pause) => pause,
            _ => Duration::ZERO,
        };
        let config = ProxyConfig {
            dist: Some(dist),
            scripted_pause: Some(pause),
            ..ProxyConfig::new(upstream)
        };
        let kill = Arc::new(Mutex::new(None::<String>));
        let victim = kill.clone();
        let router = app(config).unwrap().route(
            "/__test/kill",
            get(move || {
                if let Some(profile) = victim.lock().unwrap().as_deref() {
                    crate::browser::kill_processes_of(profile);
                }
                async { "killed" }
            }),
        );
        Self {
            address: listen(router).await,
            status,
            kill,
        }
    }

    /// The page's address.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// From now on the endpoint answers with `status`; 200 means that it answers.
    pub fn endpoint_answers(&self, status: u16) {
        self.status.store(status, Ordering::SeqCst);
    }

    /// Whom a request for `/__test/kill` kills: the browser with this profile.
    pub fn will_kill(&self, profile: &str) {
        *self.kill.lock().unwrap() = Some(profile.to_owned());
    }
}

async fn listen(router: Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve(listener, router, std::future::pending::<()>()));
    address
}

/// An OpenAI-compatible endpoint of its own, so that the proxy's pass-through is in the way.
async fn endpoint(status: Arc<AtomicU16>) -> SocketAddr {
    async fn chat(State(status): State<Arc<AtomicU16>>, body: Bytes) -> Response {
        let status = status.load(Ordering::SeqCst);
        if status != 200 {
            let error = serde_json::json!({"error": {"message": "The test says no.", "type": "test", "code": null}});
            return (StatusCode::from_u16(status).unwrap(), axum::Json(error)).into_response();
        }
        let reply = kikitori_scripted::http::handle(&body);
        let frames = reply.frames.into_iter().map(Ok::<_, Infallible>);
        (
            StatusCode::from_u16(reply.status).unwrap(),
            [(header::CONTENT_TYPE, reply.content_type)],
            Body::from_stream(futures::stream::iter(frames)),
        )
            .into_response()
    }
    listen(
        Router::new()
            .route("/v1/chat/completions", post(chat))
            .with_state(status),
    )
    .await
}
