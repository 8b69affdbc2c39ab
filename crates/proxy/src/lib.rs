//! The one native part of Kikitori: it serves the built page and passes `/v1` through to a model
//! endpoint, so that the endpoint's key stays out of the browser.
//!
//! It keeps no content, caches nothing, translates nothing and retries nothing: the page does.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use kikitori_proxy::{ProxyConfig, Upstream, app, serve};
//!
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
//! let router = app(ProxyConfig::new(Upstream::Scripted))?;
//! serve(listener, router, async { /* resolves when it is time to stop */ }).await?;
//! # Ok(()) }
//! ```

mod api_error;
mod demo;
mod guard;
mod page;
mod policy;
mod secret;
mod server;
mod upstream;

pub use secret::Secret;
pub use server::{GRACE, serve};

use api_error::ApiError;
use axum::{
    Json, Router,
    extract::DefaultBodyLimit,
    http::{HeaderValue, header},
    middleware,
    routing::{any, get},
};
use std::{path::PathBuf, time::Duration};
use tower_http::set_header::SetResponseHeaderLayer;

/// The largest request body that is passed on, in bytes. An interview sends its whole
/// conversation, and an answer may be 100 KB of pasted text.
pub const BODY_LIMIT: usize = 2 * 1024 * 1024;

/// What one proxy serves.
#[derive(Debug, Clone)]
pub struct ProxyConfig {
    /// The folder with the built page; without one only the API is served.
    pub dist: Option<PathBuf>,
    /// Where model requests go.
    pub upstream: Upstream,
    /// Host names by which browsers may reach this proxy, besides `localhost` and the loopback
    /// addresses. A name that is not listed gets no model: otherwise any site could point a name
    /// of its own at this machine and spend the key.
    pub hosts: Vec<String>,
    /// Origins, besides this proxy and the visitor's own device, to which the page may send
    /// requests when a visitor talks to an endpoint directly.
    pub connect: Vec<String>,
    /// Whether the page waits for a slow model, unless a visitor chose otherwise.
    pub patient: bool,
    /// The pause between two parts of a streamed answer of the scripted model; `None` is the
    /// pause that the model itself asks for.
    pub scripted_pause: Option<Duration>,
}

impl ProxyConfig {
    /// A proxy for `upstream`, without a page, reachable from this machine only.
    pub fn new(upstream: Upstream) -> Self {
        Self {
            dist: None,
            upstream,
            hosts: Vec::new(),
            connect: Vec::new(),
            patient: false,
            scripted_pause: None,
        }
    }
}

/// Where model requests go.
#[derive(Debug, Clone)]
pub enum Upstream {
    /// To the scripted model that is built in.
    Scripted,
    /// To an OpenAI-compatible endpoint.
    Endpoint {
        /// What `/chat/completions` and `/models` are appended to, for example
        /// `http://localhost:11434/v1`.
        base_url: String,
        /// The model that the page should ask for.
        model: Option<String>,
        /// Sent as a bearer token, to the endpoint only.
        key: Option<Secret>,
    },
}

/// Why a proxy cannot be made from a [`ProxyConfig`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProxyError {
    /// The folder holds no page.
    #[error("There is no page in {}: build it with `cargo xtask build`.", .0.display())]
    NoPage(PathBuf),
    /// The page has a policy in its head that [`ProxyConfig::connect`] cannot be added to.
    #[error(
        "The page in {} allows connections as this program does not know: build it again with \
         `cargo xtask build`, or write the origins into its Content-Security-Policy.",
        .0.display()
    )]
    UnknownPolicy(PathBuf),
    /// An origin that the page cannot be allowed to send requests to.
    #[error(
        "The page cannot be allowed to send requests to {origin:?}: {reason}. \
         It should look like https://models.example or http://192.168.1.7:11434."
    )]
    BadOrigin {
        /// As it was given.
        origin: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The endpoint's address cannot be used.
    #[error(
        "The endpoint address {url:?} cannot be used: {reason}. \
         It should look like http://localhost:11434/v1 or https://example.org/v1."
    )]
    BadEndpoint {
        /// As it was given; never with a user name or password in it.
        url: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The key holds characters that no HTTP header can carry.
    #[error("The key holds a line break or another character that a key cannot have.")]
    BadKey,
    /// The client for the endpoint cannot be set up, for lack of root certificates for example.
    #[error(
        "Connections to the endpoint cannot be set up: {0}. \
         If root certificates are missing, install the package ca-certificates."
    )]
    Client(String),
}

/// Builds the proxy's routes: the page, `/v1`, `/config.json` and `/healthz`.
///
/// # Errors
/// When the page is missing or the endpoint cannot be used as configured.
pub fn app(config: ProxyConfig) -> Result<Router, ProxyError> {
    let policy = policy::Policy::new(&config.connect)?;
    let (models, mut about) = match config.upstream {
        Upstream::Scripted => (demo::routes(config.scripted_pause), demo::about()),
        Upstream::Endpoint {
            base_url,
            model,
            key,
        } => {
            let endpoint = upstream::Endpoint::new(&base_url, key)?;
            let about = endpoint.about(model.as_deref());
            (endpoint.routes(), about)
        }
    };
    if let Some(about) = about.as_object_mut() {
        about.insert("patient".to_owned(), config.patient.into());
    }
    let guard = guard::Guard::new(config.hosts);
    let models = models
        .route("/v1/{*rest}", any(async || ApiError::not_found()))
        .method_not_allowed_fallback(async || ApiError::wrong_method())
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(middleware::from_fn_with_state(guard, guard::check));

    let mut router = Router::new()
        .merge(models)
        .route("/healthz", get(async || "ok\n"))
        .route("/config.json", get(async move || Json(about)))
        .layer(SetResponseHeaderLayer::if_not_present(
            header::CACHE_CONTROL,
            HeaderValue::from_static("no-store"),
        ));
    if let Some(dist) = config.dist {
        router = router.merge(page::routes(dist, &policy)?);
    }
    Ok(with_safe_headers(router, policy.header()?))
}

/// Headers that every response carries, also those of routes that a caller merged before.
fn with_safe_headers(mut router: Router, policy: HeaderValue) -> Router {
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ),
        (
            header::REFERRER_POLICY,
            HeaderValue::from_static("no-referrer"),
        ),
    ] {
        router = router.layer(SetResponseHeaderLayer::overriding(name, value));
    }
    router
}
