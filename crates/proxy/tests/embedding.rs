//! Sites whose pages may embed the interview, and all others.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use crate::support;

use kikitori_proxy::ProxyConfig;
use std::net::SocketAddr;
use support::{Dist, JSON, exchange, get, post, proxy, upstream_saying};

const SITE: &str = "https://shop.example";
const ALLOWED: &str = "access-control-allow-origin";

async fn embedded() -> (SocketAddr, Dist) {
    let dist = Dist::new();
    dist.put("index.html", "page");
    dist.put("kikitori.js", "script");
    dist.put("widget/frame.html", "frame");
    dist.put("tasks/index.html", "tasks");
    let upstream = upstream_saying(
        b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}",
    );
    let config = ProxyConfig {
        dist: Some(dist.path().to_owned()),
        embed: vec![format!("{SITE}/")],
        ..ProxyConfig::new(support::endpoint(upstream.await))
    };
    (proxy(config).await, dist)
}

#[tokio::test]
async fn a_listed_site_may_read_the_widget_and_ask_the_model() {
    let (proxy, _dist) = embedded().await;
    let from = format!("\r\norigin: {SITE}\r\nsec-fetch-site: cross-site\r\nreferer: {SITE}/a");
    for path in ["/kikitori.js", "/config.json", "/v1/models"] {
        let answer = get(proxy, path, &from).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header(ALLOWED), Some(SITE), "{path}");
        assert_eq!(answer.header("access-control-allow-credentials"), None);
    }
    let answer = post(proxy, &format!("{JSON}{from}"), b"{}").await;
    assert_eq!((answer.status, answer.header(ALLOWED)), (200, Some(SITE)));
    // What is refused can be read too, to be told in words.
    let answer = get(proxy, "/v1/none", &from).await;
    assert_eq!((answer.status, answer.header(ALLOWED)), (404, Some(SITE)));
    // A browser asks before it sends JSON across origins.
    let head = format!(
        "OPTIONS /v1/chat/completions HTTP/1.1\r\nhost: {proxy}{from}\r\n\
         access-control-request-method: POST\r\naccess-control-request-headers: content-type"
    );
    let answer = exchange(proxy, &head, b"").await;
    assert_eq!((answer.status, answer.header(ALLOWED)), (200, Some(SITE)));
    let allowed = answer.header("access-control-allow-headers");
    assert_eq!(allowed, Some("content-type"));
}

#[tokio::test]
async fn no_other_site_gets_in_beside_it() {
    let (proxy, _dist) = embedded().await;
    for origin in [
        "null",
        "http://shop.example",
        "https://shop.example.evil.example",
        "https://evilshop.example",
        "https://shop.example:8443",
        "https://SHOP.example",
        "https://xn--shp-1na.example",
    ] {
        let from = format!("\r\norigin: {origin}");
        let answer = post(proxy, &format!("{JSON}{from}"), b"{}").await;
        assert_eq!(answer.error_code(), "foreign_origin", "{origin}");
        let answer = get(proxy, "/kikitori.js", &from).await;
        assert_eq!(answer.header(ALLOWED), None, "{origin}");
    }
    // Neither a second header nor a place in another one is a way in.
    for more in [
        format!("\r\norigin: {SITE}\r\norigin: https://evil.example"),
        format!("\r\norigin: https://evil.example\r\norigin: {SITE}"),
        format!("\r\nreferer: {SITE}/\r\nsec-fetch-site: cross-site"),
    ] {
        let answer = post(proxy, &format!("{JSON}{more}"), b"{}").await;
        assert_eq!(answer.status, 403, "{more}");
    }
}

#[tokio::test]
async fn a_listed_site_may_frame_what_is_there_for_it_and_nothing_else() {
    let (proxy, _dist) = embedded().await;
    for (path, ancestors) in [
        ("/widget/frame.html", SITE),
        ("/widget/frame.html?origin=https://evil.example", SITE),
        ("/tasks/?origin=https://shop.example", SITE),
        ("/tasks/index.html", SITE),
        ("/", "'none'"),
        ("/agent/", "'none'"),
        ("/desk/", "'none'"),
        ("/index.html", "'none'"),
        ("/widget/other.html", "'none'"),
    ] {
        let answer = get(proxy, path, "").await;
        let policy = answer.header("content-security-policy").unwrap();
        let wanted = format!("frame-ancestors {ancestors}");
        assert!(policy.ends_with(&wanted), "{path}: {policy}");
    }
}
