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

mod address;
mod answer;
mod api_error;
mod demo;
mod embed;
mod guard;
mod host;
mod limits;
mod mask;
mod mcp;
mod page;
mod policy;
mod rate;
mod secret;
mod server;
mod upstream;

pub use limits::Limits;
pub use secret::Secret;
pub use server::{GRACE, serve, serve_within};

use api_error::ApiError;
use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Request, State},
    http::{HeaderName, HeaderValue, header},
    middleware::{self, Next},
    response::Response,
    routing::{any, get},
};
use kikitori_llm::Budget;
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
    /// addresses, and the address by which a connection came. A name that is not listed gets
    /// nothing: otherwise any site could point a name of its own at this machine and spend the
    /// key.
    pub hosts: Vec<String>,
    /// Origins, besides this proxy and the visitor's own device, to which the page may send
    /// requests when a visitor talks to an endpoint directly.
    pub connect: Vec<String>,
    /// Origins of sites whose pages may embed the interview: they may load it from this proxy, and ask
    /// the model through it. They may also frame the task chains.
    pub embed: Vec<String>,
    /// Whether the page waits for a slow model, unless a visitor chose otherwise.
    pub patient: bool,
    /// What each session may come to, and what models cost. The page keeps to it; a proxy that
    /// strangers can reach cannot rest on that.
    pub budget: Option<Budget>,
    /// The pause between two parts of a streamed answer of the scripted model; `None` is the
    /// pause that the model itself asks for.
    pub scripted_pause: Option<Duration>,
    /// MCP servers that the page may ask through this proxy, with a name for each: small letters,
    /// digits and hyphens. They are at `/v1/mcp/NAME`.
    pub mcp: Vec<(String, String)>,
    /// How much one side can take. Those on connections are kept by [`serve_within`].
    pub limits: Limits,
}

impl ProxyConfig {
    /// A proxy for `upstream`, without a page, reachable from this machine only.
    pub fn new(upstream: Upstream) -> Self {
        Self {
            dist: None,
            upstream,
            hosts: Vec::new(),
            connect: Vec::new(),
            embed: Vec::new(),
            patient: false,
            budget: None,
            scripted_pause: None,
            mcp: Vec::new(),
            limits: Limits::default(),
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
    /// An origin that the page cannot be allowed to send requests to, or that may not embed it.
    #[error(
        "{origin:?} cannot be used as an origin: {reason}. \
         It should look like https://models.example or http://192.168.1.7:11434."
    )]
    BadOrigin {
        /// As it was given.
        origin: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A name by which no browser can call this server.
    #[error("--host {name:?} cannot be used: {reason}.")]
    BadHost {
        /// As it was given.
        name: String,
        /// What is wrong with it, and what to write instead.
        reason: String,
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
    /// An MCP server cannot be listed so.
    #[error(
        "--mcp {name:?} cannot be used: {reason}. It should look like kitchen=https://tools.example/mcp."
    )]
    BadMcpServer {
        /// What it was to be called.
        name: String,
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
    let hosts = host::Hosts::new(&config.hosts)?;
    let embedders = embed::Embedders::new(&config.embed)?;
    let cors = embedders.layer();
    let policies = Policies {
        page: policy.header("'none'")?,
        frame: policy.header(&embedders.ancestors())?,
    };
    let rates = rate::Rates::new(&config.limits);
    let (models, mut about) = match config.upstream {
        Upstream::Scripted => (
            demo::routes(config.scripted_pause, &config.limits),
            demo::about(),
        ),
        Upstream::Endpoint {
            base_url,
            model,
            key,
        } => {
            let endpoint = upstream::Endpoint::new(&base_url, key, &config.limits)?;
            let about = endpoint.about(model.as_deref());
            (endpoint.routes(), about)
        }
    };
    let mcp = mcp::McpServers::new(&config.mcp, config.limits.body_time)?;
    if let Some(about) = about.as_object_mut() {
        if !config.mcp.is_empty() {
            about.insert("mcp".to_owned(), mcp.names().into());
        }
        about.insert("patient".to_owned(), config.patient.into());
        if let Some(budget) = &config.budget {
            let budget = serde_json::to_value(budget).unwrap_or_default();
            about.insert("budget".to_owned(), budget);
        }
    }
    let models = models
        .merge(mcp.routes())
        .route("/v1/{*rest}", any(async || ApiError::not_found()))
        .method_not_allowed_fallback(async || ApiError::wrong_method())
        .layer(DefaultBodyLimit::max(BODY_LIMIT));

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
    let router = router
        .layer(middleware::from_fn_with_state(
            (hosts, embedders),
            guard::check,
        ))
        .layer(middleware::from_fn_with_state(rates, rate::limit))
        .layer(middleware::from_fn_with_state(policies, safe_headers));
    // What is refused is told to those pages too, in words that they can show.
    Ok(match cors {
        Some(cors) => router.layer(cors),
        None => router,
    })
}

/// Whether a path is for the model, or for an MCP server.
fn is_model(path: &str) -> bool {
    path == "/v1" || path.starts_with("/v1/")
}

/// What is data and never a page: opened as one, it may do nothing and is nobody's origin.
const DATA_POLICY: HeaderValue =
    HeaderValue::from_static("sandbox; default-src 'none'; frame-ancestors 'none'");

/// The documents that the page of a listed site may frame: the form, and the task chains.
const FRAMED: [&str; 3] = ["/widget/frame.html", "/tasks/", "/tasks/index.html"];

/// What documents may do, and who may frame them.
#[derive(Clone)]
struct Policies {
    page: HeaderValue,
    frame: HeaderValue,
}

/// Headers that every response carries.
async fn safe_headers(State(policies): State<Policies>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let policy = match FRAMED.contains(&path) {
        true => policies.frame,
        false => policies.page,
    };
    let is_data = is_model(path) || matches!(path, "/config.json" | "/healthz");
    let mut response = next.run(request).await;
    let mut set = |name: HeaderName, value: HeaderValue| {
        response.headers_mut().insert(name, value);
    };
    let policy = if is_data { DATA_POLICY } else { policy };
    set(header::CONTENT_SECURITY_POLICY, policy);
    set(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    set(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    if is_data {
        let name = HeaderName::from_static("cross-origin-resource-policy");
        set(name, HeaderValue::from_static("same-origin"));
    }
    response
}
