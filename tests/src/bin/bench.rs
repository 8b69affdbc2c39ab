//! Figures that need a browser. `cargo xtask bench` runs it and says where the pages are.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a bench fails by panicking"
)]

use std::path::PathBuf;

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
async fn start_of(page: &str, script: &str) -> f64 {
    let site = Site::serving(PathBuf::from(setting(page)), Model::Scripted).await;
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
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
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

#[tokio::main]
async fn main() {
    let counter = start_of("KIKITORI_BENCH_COUNTER", UNTIL_THE_COUNTER).await;
    let question = start_of("KIKITORI_DIST", UNTIL_THE_FIRST_QUESTION).await;
    println!(
        "navigation to the first visible question    {question:8.0} ms   (median of {ROUNDS}, fresh profile)"
    );
    println!("navigation to a bare Leptos counter         {counter:8.0} ms");
    println!(
        "ratio                                       {:8.2}",
        question / counter
    );
    let site = Site::serving(
        PathBuf::from(setting("KIKITORI_BENCH_TURNS")),
        Model::Scripted,
    )
    .await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    browser.driver.goto(site.url()).await.unwrap();
    let page = Page::shown_in(&browser);
    page.wait_for("window.result").await.unwrap();
    let figure = async |name: &str| {
        let value = page.value(&format!("window.result.{name}")).await.unwrap();
        value.as_f64().unwrap()
    };
    let (turn, plain) = (figure("turn").await, figure("plain").await);
    println!("agent-loop turn, instant model              {turn:8.0} µs");
    println!("plain fetch-and-JSON turn, same page        {plain:8.0} µs");
    println!(
        "ratio                                       {:8.2}",
        turn / plain
    );
    browser.close().await;
}
