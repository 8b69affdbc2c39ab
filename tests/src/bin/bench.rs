//! Figures that need a browser. `cargo xtask bench` runs it and says where the pages are.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a bench fails by panicking"
)]

#[path = "../../bench/src/fan_out.rs"]
mod fan_out;
#[path = "../../bench/src/instant.rs"]
#[allow(dead_code, reason = "the page uses the rest")]
mod instant;

use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Router, routing::post};
use instant::Part;
use kikitori_store::{MemoryStore, Store};
use serde_json::Value;

use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, setting};

const ROUNDS: usize = 15;

/// Clicks the first sample as soon as it is there, and notes when the first question is visible.
const UNTIL_THE_FIRST_QUESTION: &str = "
  let clicked = false;
  new MutationObserver(() => {
    const sample = document.querySelector('[data-testid=\"sample\"]');
    if (sample && !clicked) { clicked = true; sample.click(); }
    if (!window.visibleAfter && document.querySelector('[data-testid=\"message\"][data-speaker=\"assistant\"]')) {
      requestAnimationFrame(() => { window.visibleAfter = performance.now(); });
      window.visibleAfter = performance.now();
    }
  }).observe(document, { childList: true, subtree: true });
";
const UNTIL_THE_COUNTER: &str = "
  new MutationObserver(() => {
    if (!window.visibleAfter && document.querySelector('#counter')) {
      requestAnimationFrame(() => { window.visibleAfter = performance.now(); });
      window.visibleAfter = performance.now();
    }
  }).observe(document, { childList: true, subtree: true });
";

/// Milliseconds from navigation until what `script` waits for is visible: the median.
async fn start_of(page: &str, model: Model, script: &str) -> f64 {
    let site = Site::serving(PathBuf::from(setting(page)), model, Router::new()).await;
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let profile = Profile::new();
        let options = Options {
            before_page: Some(script.to_owned()),
            ..Options::default()
        };
        let browser = Browser::open(&profile, &options).await;
        browser.driver.goto(site.url()).await.unwrap();
        let page = Page::shown_in(&browser);
        page.wait_for("window.visibleAfter").await.unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
        times.push(
            page.value("window.visibleAfter")
                .await
                .unwrap()
                .as_f64()
                .unwrap(),
        );
        browser.close().await;
    }
    times.sort_by(f64::total_cmp);
    times[ROUNDS / 2]
}

/// Answers as the instant model does, on the page's own origin.
fn endpoint() -> Router {
    async fn chat(body: Bytes) -> Response {
        let request: Value = serde_json::from_slice(&body).unwrap();
        let tools = request["tools"].as_array().unwrap();
        let part = Part::offered(|name| tools.iter().any(|it| it["function"]["name"] == name));
        if request["stream"] == true {
            (
                [(header::CONTENT_TYPE, "text/event-stream")],
                part.streamed(),
            )
                .into_response()
        } else {
            ([(header::CONTENT_TYPE, "application/json")], part.whole()).into_response()
        }
    }
    Router::new().route("/instant/v1/chat/completions", post(chat))
}

async fn starts() {
    let counter = start_of("KIKITORI_BENCH_COUNTER", Model::Scripted, UNTIL_THE_COUNTER).await;
    println!("navigation to …, median of {ROUNDS} fresh profiles        ms   to counter");
    println!("a bare Leptos counter                        {counter:8.0}");
    for (model, pause) in [
        (Model::Scripted, "the model without pauses"),
        (Model::Shipped, "the model as it ships"),
    ] {
        let question = start_of("KIKITORI_DIST", model, UNTIL_THE_FIRST_QUESTION).await;
        let name = format!("the first question, {pause}");
        println!("{name:<44} {question:8.0} {:12.2}", question / counter);
    }
}

async fn turns() {
    let dist = PathBuf::from(setting("KIKITORI_BENCH_TURNS"));
    let site = Site::serving(dist, Model::Scripted, endpoint()).await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    browser.driver.goto(site.url()).await.unwrap();
    let page = Page::shown_in(&browser);
    page.wait_for("window.result").await.unwrap();
    let result = page.value("window.result").await.unwrap();
    let figure = |name: &str| result[name].as_f64().unwrap();
    println!("a turn with a model that answers at once           µs     to plain");
    for (plain, name, loops) in [
        (
            "encoded",
            "no network: plain JSON there and back",
            &[("in_process", "no network: agent loop, memory store")][..],
        ),
        (
            "plain_fetched",
            "fetch: plain JSON there and back",
            &[
                ("fetched", "fetch: agent loop, streamed, memory store"),
                (
                    "fetched_and_stored",
                    "fetch: agent loop, streamed, IndexedDB",
                ),
            ],
        ),
    ] {
        println!("{name:<44} {:8.0}", figure(plain));
        for (agent, name) in loops {
            let ratio = figure(agent) / figure(plain);
            println!("{name:<44} {:8.0} {ratio:12.2}", figure(agent));
        }
    }
    browser.close().await;
}

/// Microseconds per subtask, natively.
async fn native_fan_out(tasks: u32, stored: bool) -> f64 {
    let graph = fan_out::graph().unwrap();
    // So many subtasks are timed together, for the clock to have something to measure.
    let rounds = (100_000 / tasks).max(1);
    let begin = Instant::now();
    for _ in 0..rounds {
        let store = stored.then(|| Rc::new(MemoryStore::new()) as Rc<dyn Store>);
        fan_out::fan_out(&graph, tasks, "run", store).await.unwrap();
    }
    begin.elapsed().as_secs_f64() * 1e6 / f64::from(rounds * tasks)
}

async fn fan_outs() {
    let dist = PathBuf::from(setting("KIKITORI_BENCH_FAN_OUT"));
    let site = Site::serving(dist, Model::Scripted, Router::new()).await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    browser.driver.goto(site.url()).await.unwrap();
    let page = Page::shown_in(&browser);
    page.wait_within(Duration::from_secs(300), "window.result")
        .await
        .unwrap();
    let result = page.value("window.result").await.unwrap();
    browser.close().await;
    println!("µs for a subtask of a fan-out of …        10      100    1,000   10,000  100,000");
    for (name, of) in [
        ("Chromium: plain Promise.all", "promises"),
        ("Chromium: graph, no store", "none"),
        ("Chromium: graph, memory store", "memory"),
        ("Chromium: graph, IndexedDB", "indexeddb"),
    ] {
        let costs = result[of].as_array().unwrap().iter();
        line(name, costs.map(|cost| cost.as_f64().unwrap()));
    }
    for (name, stored) in [
        ("natively: graph, no store", false),
        ("natively: graph, memory store", true),
    ] {
        let mut costs = Vec::new();
        for tasks in [10, 100, 1_000, 10_000, 100_000] {
            costs.push(native_fan_out(tasks, stored).await);
        }
        line(name, costs.into_iter());
    }
}

fn line(name: &str, costs: impl Iterator<Item = f64>) {
    let costs: String = costs.map(|cost| format!("{cost:9.2}")).collect();
    println!("{name:<35} {costs}");
}

#[tokio::main]
async fn main() {
    starts().await;
    println!();
    turns().await;
    println!();
    fan_outs().await;
}
