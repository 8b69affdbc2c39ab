//! How soon the page is there, beside a page that only counts.

use std::path::PathBuf;
use std::time::Duration;

use axum::Router;
use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, setting};

use crate::built;

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
async fn start_of(page: PathBuf, model: Model, script: &str) -> f64 {
    let site = Site::serving(page, model, Router::new()).await;
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

/// Prints them.
pub async fn print() {
    let counter = start_of(built("counter"), Model::Scripted, UNTIL_THE_COUNTER).await;
    println!("navigation to …, median of {ROUNDS} fresh profiles        ms   to counter");
    println!("a bare Leptos counter                        {counter:8.0}");
    for (model, pause) in [
        (Model::Scripted, "the model without pauses"),
        (Model::Shipped, "the model as it ships"),
    ] {
        let question = start_of(
            PathBuf::from(setting("KIKITORI_DIST")),
            model,
            UNTIL_THE_FIRST_QUESTION,
        )
        .await;
        let name = format!("the first question, {pause}");
        println!("{name:<44} {question:8.0} {:12.2}", question / counter);
    }
}
