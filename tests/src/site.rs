//! The page and its model as the real proxy serves them.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::get;
use kikitori_proxy::{ProxyConfig, Upstream, app, serve};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::endpoint::{Endpoint, Manners};
use crate::setting;

/// A name that nobody has.
const LOCAL_NAME: &str = "kikitori.test";
const ANY_PORT: (Ipv4Addr, u16) = (Ipv4Addr::LOCALHOST, 0);

/// What the site's model does.
#[derive(Clone, Copy)]
pub enum Model {
    /// The proxy's own scripted model, at once.
    Scripted,
    /// The scripted model as an endpoint of its own, which the test can take away.
    Endpoint,
    /// The same with this pause between the pieces of a reply.
    SlowEndpoint(Duration),
    /// The proxy's own scripted model with the pauses that it ships with.
    Shipped,
    /// The scripted model as an endpoint that refuses requests with this member.
    Refusing(&'static str),
}

/// Whom the proxy has to do with besides its own page and its model.
#[derive(Default)]
struct More {
    mcp: Vec<(String, String)>,
    connect: Vec<String>,
    embed: Vec<String>,
}

/// A running proxy.
pub struct Site {
    address: SocketAddr,
    router: Router,
    /// Dropped to stop it.
    running: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
    endpoint: Endpoint,
    kill: Arc<Mutex<Option<String>>>,
}

impl Drop for Site {
    fn drop(&mut self) {
        self.endpoint.assert_kept_private();
    }
}

/// Looks for private answers in every request to a model, whichever answers it.
async fn watch(State(endpoint): State<Endpoint>, request: Request, next: Next) -> Response {
    if !request.uri().path().starts_with("/v1/") || request.method() != Method::POST {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    endpoint.watch(&String::from_utf8_lossy(&body));
    next.run(Request::from_parts(parts, Body::from(body))).await
}

impl Site {
    /// Starts a proxy with the built page.
    pub async fn start(model: Model) -> Self {
        Self::serving(
            PathBuf::from(setting("KIKITORI_DIST")),
            model,
            Router::new(),
        )
        .await
    }

    /// The same, and it leads to these MCP servers, by name.
    pub async fn with_mcp(model: Model, mcp: Vec<(String, String)>) -> Self {
        let dist = PathBuf::from(setting("KIKITORI_DIST"));
        let more = More {
            mcp,
            ..More::default()
        };
        Self::configured(dist, model, Router::new(), more).await
    }

    /// The same, and its page may send requests to this origin.
    pub async fn connected_to(model: Model, origin: &str) -> Self {
        let dist = PathBuf::from(setting("KIKITORI_DIST"));
        let more = More {
            connect: vec![origin.to_owned()],
            ..More::default()
        };
        Self::configured(dist, model, Router::new(), more).await
    }

    /// The same for a page of this origin to embed.
    pub async fn embedded_by(model: Model, origin: &str) -> Self {
        Self::embedded_beside(model, origin, Router::new()).await
    }

    /// The same, with what `beside` serves.
    pub async fn embedded_beside(model: Model, origin: &str, beside: Router) -> Self {
        let dist = PathBuf::from(setting("KIKITORI_DIST"));
        let more = More {
            embed: vec![origin.to_owned()],
            ..More::default()
        };
        Self::configured(dist, model, beside, more).await
    }

    /// Starts a proxy with the page in `dist`, and what `beside` serves.
    pub async fn serving(dist: PathBuf, model: Model, beside: Router) -> Self {
        Self::configured(dist, model, beside, More::default()).await
    }

    async fn configured(dist: PathBuf, model: Model, beside: Router, more: More) -> Self {
        let pause = match model {
            Model::SlowEndpoint(pause) => Some(pause),
            Model::Scripted | Model::Endpoint | Model::Refusing(_) => Some(Duration::ZERO),
            Model::Shipped => None,
        };
        let endpoint = Endpoint::new(Manners {
            pause: pause.unwrap_or_default(),
            refuses: match model {
                Model::Refusing(member) => Some(member),
                _ => None,
            },
            ..Manners::default()
        });
        let upstream = match model {
            Model::Scripted | Model::Shipped => Upstream::Scripted,
            Model::Endpoint | Model::SlowEndpoint(_) | Model::Refusing(_) => {
                let listener = TcpListener::bind(ANY_PORT).await.unwrap();
                let address = listener.local_addr().unwrap();
                tokio::spawn(serve(listener, endpoint.routes(), std::future::pending()));
                Upstream::Endpoint {
                    base_url: format!("http://{address}/v1"),
                    model: Some(kikitori_demo_model::MODEL_NAME.to_owned()),
                    key: None,
                }
            }
        };
        let config = ProxyConfig {
            dist: Some(dist),
            hosts: vec![LOCAL_NAME.to_owned()],
            connect: more.connect,
            embed: more.embed,
            scripted_pause: pause,
            mcp: more.mcp,
            ..ProxyConfig::new(upstream)
        };
        let kill = Arc::new(Mutex::new(None::<String>));
        let victim = kill.clone();
        let watched = middleware::from_fn_with_state(endpoint.clone(), watch);
        let router = app(config).unwrap().layer(watched).merge(beside).route(
            "/__test/kill",
            get(move || {
                if let Some(profile) = victim.lock().unwrap().as_deref() {
                    crate::browser::kill_processes_of(profile);
                }
                async { "killed" }
            }),
        );
        let listener = TcpListener::bind(ANY_PORT).await.unwrap();
        let mut site = Self {
            address: listener.local_addr().unwrap(),
            router,
            running: None,
            endpoint,
            kill,
        };
        site.run(listener);
        site
    }

    fn run(&mut self, listener: TcpListener) {
        let (stop, stopped) = oneshot::channel::<()>();
        let router = self.router.clone();
        let server = tokio::spawn(async move {
            let shutdown = async { drop(stopped.await) };
            serve(listener, router, shutdown).await.unwrap();
        });
        self.running = Some((stop, server));
    }

    /// Stops the proxy: from now on connections are refused.
    pub async fn stop(&mut self) {
        if let Some((stop, server)) = self.running.take() {
            drop(stop);
            server.await.unwrap();
        }
    }

    /// Starts the proxy that was stopped, at its address.
    pub async fn start_again(&mut self) {
        self.run(TcpListener::bind(self.address).await.unwrap());
    }

    /// The page's address.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// The page's address by a name in a local network, which is no secure context: there are no
    /// Web Locks, for one. For a browser with [`Self::local_network`].
    pub fn local_url(&self) -> String {
        format!("http://{LOCAL_NAME}:{}/", self.address.port())
    }

    /// What has a browser look for that name on this machine.
    pub fn local_network() -> Vec<String> {
        vec![format!("--host-resolver-rules=MAP {LOCAL_NAME} 127.0.0.1")]
    }

    /// The endpoint behind the proxy.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// From now on the endpoint answers with `status`; 200 means that it answers.
    pub fn endpoint_answers(&self, status: u16) {
        self.endpoint.status.store(status, Ordering::SeqCst);
    }

    /// From now on the endpoint makes this pause between the pieces of a reply.
    pub fn endpoint_pauses(&self, pause: Duration) {
        *self.endpoint.pause.lock().unwrap() = pause;
    }

    /// From now on the endpoint makes no pauses, in replies that it is writing either.
    pub fn answers_without_pauses(&self) {
        *self.endpoint.pause.lock().unwrap() = Duration::ZERO;
    }

    /// The calls that the endpoint answered since the last time this was asked.
    pub fn take_calls(&self) -> Vec<String> {
        std::mem::take(&mut self.endpoint.calls.lock().unwrap())
    }

    /// Whom a request for `/__test/kill` kills: the browser with this profile.
    pub fn will_kill(&self, profile: &str) {
        *self.kill.lock().unwrap() = Some(profile.to_owned());
    }

    /// Waits until the endpoint has been asked so often.
    pub async fn has_been_asked(&self, times: usize) {
        for _ in 0..1_000 {
            if self.endpoint.seen().len() >= times {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("asked {} times", self.endpoint.seen().len());
    }

    /// Waits until the endpoint is writing exactly `requests` replies.
    pub async fn has_open_requests(&self, requests: usize) {
        let open = &self.endpoint.open;
        for _ in 0..1_000 {
            if open.load(Ordering::SeqCst) == requests {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{} open requests", open.load(Ordering::SeqCst));
    }
}
