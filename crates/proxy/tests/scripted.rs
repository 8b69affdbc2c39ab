//! The built-in model behind the same routes.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "tests"
)]

use crate::support;

use kikitori_proxy::{ProxyConfig, Upstream};
use std::time::Duration;
use support::{JSON, get, post, proxy};

#[tokio::test]
async fn it_says_that_it_is_scripted() {
    let proxy = proxy(ProxyConfig::new(Upstream::Scripted)).await;
    let about: serde_json::Value =
        serde_json::from_slice(&get(proxy, "/config.json", "").await.body).unwrap();
    assert_eq!(about["endpoint"], "built-in");
    assert_eq!(about["scripted"], true);
    assert!(about["model"].as_str().unwrap().contains("scripted"));
    let models: serde_json::Value =
        serde_json::from_slice(&get(proxy, "/v1/models", JSON).await.body).unwrap();
    assert_eq!(models["data"][0]["id"], about["model"]);
}

#[tokio::test]
async fn it_streams_to_the_end() {
    let config = ProxyConfig {
        scripted_pause: Some(Duration::ZERO),
        ..ProxyConfig::new(Upstream::Scripted)
    };
    let proxy = proxy(config).await;
    let body = serde_json::json!({
        "model": "kikitori-scripted",
        "stream": true,
        "messages": [{ "role": "user", "content": "Hello" }],
    });
    let answer = post(proxy, JSON, body.to_string().as_bytes()).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(
        answer.header("content-type"),
        Some("text/event-stream; charset=utf-8")
    );
    assert!(
        answer.text().ends_with("data: [DONE]\n\n"),
        "{}",
        answer.text()
    );
}

#[tokio::test]
async fn it_is_guarded_like_any_other() {
    let proxy = proxy(ProxyConfig::new(Upstream::Scripted)).await;
    assert_eq!(post(proxy, "", b"{}").await.status, 415);
    let foreign = format!("{JSON}\r\norigin: https://evil.example");
    assert_eq!(post(proxy, &foreign, b"{}").await.status, 403);
}
