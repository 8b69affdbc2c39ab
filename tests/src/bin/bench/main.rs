//! Figures that need a browser, and the native ones beside them: `bench PART`. `cargo xtask bench`
//! runs it and says where the pages are.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a bench fails by panicking"
)]

mod calculators;
#[path = "../../../bench/src/chains.rs"]
mod chains;
mod checkpoints;
#[path = "../../../bench/src/corpus.rs"]
#[allow(dead_code, reason = "the page uses the rest")]
mod corpus;
#[path = "../../../bench/src/expressions.rs"]
mod expressions;
#[path = "../../../bench/src/fan_out.rs"]
mod fan_out;
mod fan_outs;
#[path = "../../../bench/src/growth.rs"]
mod growth;
#[path = "../../../bench/src/instant.rs"]
#[allow(dead_code, reason = "the page uses the rest")]
mod instant;
#[path = "../../../../crates/search/tests/questions/mod.rs"]
mod questions;
#[path = "../../../bench/src/run_name.rs"]
mod run_name;
mod searches;
mod start;
mod task_chains;
#[path = "../../../bench/src/tool_loop.rs"]
mod tool_loop;
mod tool_loops;
mod turns;

use std::path::PathBuf;
use std::time::Duration;

use axum::Router;
use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, setting};
use serde_json::Value;

/// The longest that a page may measure.
const PATIENCE: Duration = Duration::from_secs(15 * 60);

/// Notes what a page's script throws, so that nobody waits for what will not come.
const NOTING_FAILURES: &str = "
  const note = failure => { window.failed ??= String(failure?.stack ?? failure); };
  addEventListener('error', event => note(event.error ?? event.message));
  addEventListener('unhandledrejection', event => note(event.reason));
";

/// Where a page of the bench was built.
fn built(page: &str) -> PathBuf {
    PathBuf::from(setting("KIKITORI_BENCH")).join(page)
}

/// What a page of the bench measures, with what `beside` serves.
async fn measured(page: &str, beside: Router) -> Value {
    let site = Site::serving(built(page), Model::Scripted, beside).await;
    let profile = Profile::of_its_own();
    let options = Options {
        before_page: Some(NOTING_FAILURES.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    // A page that is at work answers no question meanwhile.
    browser.driver.set_script_timeout(PATIENCE).await.unwrap();
    browser.driver.goto(site.url()).await.unwrap();
    let page = Page::shown_in(&browser);
    page.wait_within(PATIENCE, "window.result || window.failed")
        .await
        .unwrap();
    let failed = page.value("window.failed").await.unwrap();
    assert!(failed.is_null(), "the page failed: {failed}");
    let result = page.value("window.result").await.unwrap();
    browser.close().await;
    result
}

/// Prints how busy the machine is: figures of a busy one are indications only.
fn load() {
    if let Ok(text) = std::fs::read_to_string("/proc/loadavg") {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let minute = text.split(' ').next().unwrap_or_default();
        println!("(load over the last minute: {minute} on {cores} cores)");
    }
}

#[tokio::main]
async fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("start") => start::print().await,
        Some("turns") => {
            turns::print().await;
            tool_loops::print().await;
        }
        Some("tool-loops") => tool_loops::print().await,
        Some("fan-out") => fan_outs::print().await,
        Some("checkpoints") => checkpoints::print().await,
        Some("search") => searches::print().await,
        Some("tasks") => task_chains::print().await,
        Some("calculator") => calculators::print().await,
        other => panic!("there are no figures called {other:?}"),
    }
}
