//! A model client in Chromium, over its own `fetch`.

use std::net::Ipv4Addr;
use std::path::Path;
use std::time::Duration;

use axum::Router;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::Html;
use axum::routing::get;
use kikitori_faults::call::{Order, Report};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::browser::{Browser, Options, Profile};
use crate::setting;

/// Calls that are made side by side. Each server has a port of its own, so that the browser's
/// limit of six connections to one server keeps none waiting.
const SIDE_BY_SIDE: usize = 40;

/// The longest that all orders together may take.
const PATIENCE: Duration = Duration::from_secs(180);

const PAGE: &str = r#"<!doctype html><meta charset="utf-8"><title>client</title>
<script type="module">
import init, { perform } from "./client.js";
await init();
window.perform = perform;
</script>"#;

/// Makes the calls, and answers their reports or what went wrong with one of them.
const PERFORM: &str = r"
const [orders, sideBySide, done] = arguments;
const reports = [];
let next = 0;
const work = async () => {
  while (next < orders.length) {
    const number = next++;
    reports[number] = await window.perform(orders[number]);
  }
};
window.onerror = (message) => done({ error: message });
window.onunhandledrejection = (event) => done({ error: String(event.reason) });
Promise.all(Array.from({ length: sideBySide }, work)).then(
  () => done({ reports }),
  (error) => done({ error: String(error) }),
);
";

/// Where the page is served from, as the browser sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServedFrom {
    /// This device, which the servers are on too.
    Here,
    /// The internet: what is on this device or in its network is not for the page unless the
    /// person says so.
    Elsewhere,
}

/// A page with a client, in a browser of its own.
pub struct Client {
    browser: Browser,
    _profile: Profile,
    serving: JoinHandle<()>,
}

impl Client {
    /// Opens the page that `KIKITORI_TEST_CLIENT` names.
    pub async fn open(from: ServedFrom) -> Self {
        let folder = setting("KIKITORI_TEST_CLIENT");
        let file = |name: &str| std::fs::read(Path::new(&folder).join(name)).unwrap();
        let (script, module) = (file("client.js"), file("client_bg.wasm"));
        let policy = match from {
            ServedFrom::Here => "",
            ServedFrom::Elsewhere => "treat-as-public-address",
        };
        let page = ([(CONTENT_SECURITY_POLICY, policy)], Html(PAGE));
        let router = Router::new()
            .route("/", get(async move || page))
            .route(
                "/client.js",
                get(async move || ([(CONTENT_TYPE, "text/javascript")], script.clone())),
            )
            .route(
                "/client_bg.wasm",
                get(async move || ([(CONTENT_TYPE, "application/wasm")], module.clone())),
            );
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        let profile = Profile::new();
        let browser = Browser::open(&profile, &Options::default()).await;
        let driver = &browser.driver;
        driver.goto(format!("http://{address}/")).await.unwrap();
        driver.set_script_timeout(PATIENCE).await.unwrap();
        for _ in 0..600 {
            let is_ready = driver
                .execute("return typeof window.perform === 'function'", vec![])
                .await
                .unwrap();
            if is_ready.json() == true {
                return Self {
                    browser,
                    _profile: profile,
                    serving,
                };
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the client's page does not start");
    }

    /// What became of these orders.
    pub async fn perform(&self, orders: &[Order]) -> Vec<Report> {
        let orders: Vec<_> = orders
            .iter()
            .map(|order| serde_json::to_string(order).unwrap())
            .collect();
        let driver = &self.browser.driver;
        let arguments = vec![json!(orders), json!(SIDE_BY_SIDE)];
        let answer = driver.execute_async(PERFORM, arguments).await.unwrap();
        let answer: &Value = answer.json();
        let Some(reports) = answer["reports"].as_array() else {
            panic!("the client's page failed: {answer}");
        };
        let report = |it: &Value| serde_json::from_str(it.as_str().unwrap()).unwrap();
        reports.iter().map(report).collect()
    }

    /// Closes the browser.
    pub async fn close(self) {
        self.serving.abort();
        self.browser.close().await;
    }
}
