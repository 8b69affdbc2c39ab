//! A site of another origin, with a strict policy, in whose page the interview stands.

use std::path::Path;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderName, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tokio::net::TcpListener;

use crate::Site;

/// Notes every event of the widget that comes to the page, in its order. Asked with `?held`, it keeps
/// the module with the whole interview back until `goOn` is called.
const SCRIPT: &str = "window.told = [];
for (const name of ['ready', 'started', 'question', 'answer', 'submit', 'close', 'error', 'ending', 'height', 'filled', 'review'])
  addEventListener(`kikitori-${name}`, ({detail, target}) => told.push({name, detail, id: target.id}));
window.globals = Object.keys(window);
if (location.search === '?held') {
  const compile = WebAssembly.compileStreaming;
  WebAssembly.compileStreaming = async (source) => {
    const response = await source;
    if (response.url.endsWith('/kikitori_bg.wasm')) await new Promise((go) => { window.goOn = go; });
    return compile(response);
  };
}";

#[derive(Clone, Default)]
struct Served {
    html: Arc<Mutex<String>>,
    policy: Arc<Mutex<String>>,
    script: Arc<Mutex<String>>,
    form: Arc<Mutex<String>>,
    sent: Arc<Mutex<Vec<String>>>,
    /// What it has beside its page.
    folder: Option<Arc<Path>>,
}

/// A running site.
pub struct HostPage {
    origin: String,
    served: Served,
}

impl HostPage {
    /// Starts one that has this form at `form.json`.
    pub async fn start(form: &str) -> Self {
        Self::serving(form, None).await
    }

    /// The same, and the files in `folder` beside it, its documents under the policy of the page.
    pub async fn serving(form: &str, folder: Option<&Path>) -> Self {
        let served = Served {
            form: Arc::new(Mutex::new(form.to_owned())),
            folder: folder.map(Into::into),
            ..Served::default()
        };
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let json = "application/json";
        let javascript = "text/javascript";
        let routes = Router::new()
            .route("/", get(page))
            .route(
                "/host.js",
                get(async move || ([(header::CONTENT_TYPE, javascript)], SCRIPT)),
            )
            .route(
                "/form.json",
                get(async move |State(served): State<Served>| {
                    let form = served.form.lock().unwrap().clone();
                    ([(header::CONTENT_TYPE, json)], form)
                }),
            )
            .route(
                "/page.js",
                get(async move |State(served): State<Served>| {
                    let script = served.script.lock().unwrap().clone();
                    ([(header::CONTENT_TYPE, javascript)], script)
                }),
            )
            .route("/sent", post(take))
            .fallback(file)
            .with_state(served.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { origin, served }
    }

    /// The site's origin, which is also its page's address.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// From now on it has this form at `form.json`.
    pub fn has_form(&self, form: &str) {
        form.clone_into(&mut self.served.form.lock().unwrap());
    }

    /// What its own form has sent so far, each as the body of the request.
    pub fn sent(&self) -> Vec<String> {
        self.served.sent.lock().unwrap().clone()
    }

    /// The same for a page with a frame, which its policy lets it have of `site`.
    pub fn shows_frame(&self, site: &Site, body: &str) {
        self.shows(site, body);
        let mut html = self.served.html.lock().unwrap();
        *html = html.replace("widget/kikitori.js", "widget/kikitori-frame.js");
        let from = site.url();
        let mut policy = self.served.policy.lock().unwrap();
        policy.push_str(&format!("; frame-src {}", from.trim_end_matches('/')));
    }

    /// The same with the widget's files from another host, at the address of their folder; what else it
    /// loads is of `site`.
    pub fn shows_from(&self, files: &str, site: &Site, body: &str) {
        self.shows(site, body);
        let from = format!("{}widget/", site.url());
        let mut html = self.served.html.lock().unwrap();
        *html = html.replace(&from, files);
        let host: Vec<&str> = files.splitn(4, '/').take(3).collect();
        let host = host.join("/");
        let mut policy = self.served.policy.lock().unwrap();
        let own = format!("script-src 'self' {}", site.url().trim_end_matches('/'));
        assert!(policy.contains(&own), "{policy}");
        let policy_of_files = policy.replace(&own, &format!("script-src 'self' {host}"));
        *policy =
            policy_of_files.replace("connect-src 'self'", &format!("connect-src 'self' {host}"));
    }

    /// From now on its policy lets styles in that stand at its elements.
    pub fn shows_styled(&self) {
        let mut policy = self.served.policy.lock().unwrap();
        policy.push_str("; style-src 'unsafe-inline'");
    }

    /// From now on its policy has no script make elements of text that it does not trust.
    pub fn trusts_no_text(&self) {
        let mut policy = self.served.policy.lock().unwrap();
        policy.push_str("; require-trusted-types-for 'script'");
    }

    /// From now on its policy lets it make scripts of text, too.
    pub fn makes_scripts_of_text(&self) {
        let mut policy = self.served.policy.lock().unwrap();
        *policy = policy.replace("'wasm-unsafe-eval'", "'wasm-unsafe-eval' 'unsafe-eval'");
    }

    /// From now on its policy lets it have a frame of its own, too.
    pub fn may_frame_itself(&self) {
        let mut policy = self.served.policy.lock().unwrap();
        *policy = policy.replace("frame-src ", "frame-src 'self' ");
    }

    /// The same for a page with a form of its own, which it sends to its own server, and whose script
    /// its policy lets it run from a file. Styles that stand in it are let in.
    pub fn shows_form(&self, site: &Site, body: &str) {
        let (html, script) = match body.split_once("<script>") {
            Some((before, rest)) => {
                let (script, after) = rest.split_once("</script>").unwrap();
                let html = format!("{before}{after}<script src=\"page.js\"></script>");
                (html, script)
            }
            None => (body.to_owned(), ""),
        };
        self.shows(site, &html);
        *self.served.script.lock().unwrap() = script.to_owned();
        let mut policy = self.served.policy.lock().unwrap();
        *policy = policy.replace("form-action 'none'", "form-action 'self'");
        if body.contains("<style>") {
            policy.push_str("; style-src 'unsafe-inline'");
        }
    }

    /// The same, and it holds the element's script to this sum.
    pub fn shows_held(&self, site: &Site, body: &str, sum: &str) {
        self.shows(site, body);
        let mut html = self.served.html.lock().unwrap();
        let held = format!("<script crossorigin integrity=\"{sum}\" type=\"module\"");
        *html = html.replace("<script type=\"module\"", &held);
    }

    /// From now on its page has `body`, and what `site` has for widgets. Its policy lets it run its
    /// own scripts and those of `site`, compile WebAssembly, and ask both; and nothing else.
    pub fn shows(&self, site: &Site, body: &str) {
        let from = site.url();
        let origin = from.trim_end_matches('/');
        *self.served.policy.lock().unwrap() = format!(
            "default-src 'none'; script-src 'self' {origin} 'wasm-unsafe-eval'; connect-src 'self' {origin}; base-uri 'none'; form-action 'none'"
        );
        *self.served.html.lock().unwrap() = format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>A shop</title><meta name=\"viewport\" content=\"width=device-width\"><script src=\"host.js\"></script><script type=\"module\" src=\"{from}widget/kikitori.js\"></script></head><body><main><h1>A shop</h1>{body}</main></body></html>"
        );
    }
}

async fn page(State(served): State<Served>) -> impl IntoResponse {
    let policy = served.policy.lock().unwrap().clone();
    let html = served.html.lock().unwrap().clone();
    let headers = [
        (header::CONTENT_TYPE, "text/html".to_owned()),
        (HeaderName::from_static("content-security-policy"), policy),
    ];
    (headers, html)
}

async fn take(State(served): State<Served>, body: String) -> &'static str {
    served.sent.lock().unwrap().push(body);
    "Thank you"
}

async fn file(State(served): State<Served>, address: Uri) -> Response {
    let path = address.path().trim_start_matches('/');
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let found = served.folder.as_deref().filter(|_| !path.contains(".."));
    let content = found.and_then(|folder| std::fs::read(folder.join(path)).ok());
    let policy = served.policy.lock().unwrap().clone();
    let policy = (HeaderName::from_static("content-security-policy"), policy);
    match content {
        Some(content) => {
            let kind = (header::CONTENT_TYPE, kind.to_owned());
            ([kind, policy], content).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
