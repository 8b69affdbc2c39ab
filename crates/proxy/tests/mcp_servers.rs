//! What goes to MCP servers, and to which.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "tests"
)]

use crate::support;

use kikitori_proxy::{ProxyConfig, app};
use std::net::SocketAddr;
use support::{Answer, KEY, endpoint, exchange, nowhere, proxy, upstream};
use tokio::{io::AsyncWriteExt, sync::mpsc};

/// A proxy with the MCP server at `server`, and a model that is not asked.
async fn proxy_with(server: SocketAddr) -> SocketAddr {
    let mcp = vec![("kitchen".to_owned(), format!("http://{server}/mcp"))];
    proxy(ProxyConfig {
        mcp,
        ..ProxyConfig::new(endpoint(nowhere().await))
    })
    .await
}

/// The head of a request as a page makes it, with a cookie and a user agent.
fn head(proxy: SocketAddr, method: &str, path: &str, body: &str) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nhost: {proxy}\r\norigin: http://{proxy}\r\n\
         sec-fetch-site: same-origin\r\ncookie: secret=1\r\nuser-agent: Somebody\r\n\
         authorization: Bearer of-the-page\r\naccept: application/json, text/event-stream\r\n\
         content-type: application/json\r\nmcp-session-id: s-1\r\nlast-event-id: e-7\r\n\
         mcp-protocol-version: 2025-06-18\r\ncontent-length: {}",
        body.len()
    )
}

async fn asked(proxy: SocketAddr, method: &str, path: &str, body: &str) -> Answer {
    exchange(proxy, &head(proxy, method, path, body), body.as_bytes()).await
}

#[tokio::test]
async fn a_listed_server_gets_the_message_and_nothing_of_the_visitor() {
    let (tell, mut told) = mpsc::unbounded_channel();
    let server = upstream(move |request, mut connection| {
        tell.send(request).unwrap();
        async move {
            let answer = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\
                          mcp-session-id: s-2\r\nset-cookie: a=b\r\nconnection: close\r\n\r\n\
                          data: {}\n\n";
            connection.write_all(answer.as_bytes()).await.unwrap();
            connection.shutdown().await.unwrap();
        }
    })
    .await;
    let proxy = proxy_with(server).await;
    for (method, body) in [("POST", r#"{"id":1}"#), ("GET", ""), ("DELETE", "")] {
        let answer = asked(proxy, method, "/v1/mcp/kitchen", body).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.header("mcp-session-id"), Some("s-2"));
        assert_eq!(answer.header("content-type"), Some("text/event-stream"));
        assert_eq!(answer.header("set-cookie"), None);
        assert_eq!(answer.text(), "data: {}\n\n");
        let seen = told.recv().await.unwrap();
        assert!(
            seen.starts_with(&format!("{method} /mcp HTTP/1.1")),
            "{seen}"
        );
        assert!(seen.ends_with(body), "{seen}");
        for passed in ["s-1", "e-7", "2025-06-18", "text/event-stream"] {
            assert!(seen.contains(passed), "{passed}: {seen}");
        }
        for kept in ["secret=1", "Somebody", "of-the-page", KEY] {
            assert!(!seen.contains(kept), "{kept}: {seen}");
        }
    }
}

#[tokio::test]
async fn what_is_not_listed_is_not_asked_and_other_sites_may_not_ask() {
    let (tell, mut told) = mpsc::unbounded_channel();
    let server = upstream(move |request, connection| {
        tell.send(request).unwrap();
        async move { drop(connection) }
    })
    .await;
    let proxy = proxy_with(server).await;
    for path in [
        "/v1/mcp/garden",
        "/v1/mcp/",
        "/v1/mcp/kitchen/more",
        "/v1/mcp/http:%2F%2Felsewhere.example",
        "/v1/mcp/Kitchen",
    ] {
        let answer = asked(proxy, "POST", path, "{}").await;
        assert_eq!(answer.status, 404, "{path}");
    }
    let own = head(proxy, "POST", "/v1/mcp/kitchen", "{}");
    for (from, to, status) in [
        (
            "sec-fetch-site: same-origin",
            "sec-fetch-site: cross-site",
            403,
        ),
        (
            "content-type: application/json",
            "content-type: text/plain",
            415,
        ),
        ("POST", "PUT", 405),
    ] {
        let answer = exchange(proxy, &own.replace(from, to), b"{}").await;
        assert_eq!(answer.status, status, "{to}");
    }
    assert!(told.try_recv().is_err());
}

#[tokio::test]
async fn a_redirect_is_not_followed_and_a_page_is_not_passed_on() {
    for (answer, status) in [
        (
            "HTTP/1.1 307 X\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n",
            502,
        ),
        (
            "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 4\r\n\r\n<a/>",
            502,
        ),
        (
            "HTTP/1.1 404 X\r\ncontent-type: text/html\r\ncontent-length: 4\r\n\r\n<a/>",
            404,
        ),
    ] {
        let server = support::upstream_saying(answer.as_bytes()).await;
        let proxy = proxy_with(server).await;
        let answer = asked(proxy, "POST", "/v1/mcp/kitchen", "{}").await;
        assert_eq!(answer.status, status, "{}", answer.text());
        assert!(!answer.text().contains("<a/>"), "{}", answer.text());
    }
}

#[tokio::test]
async fn the_page_is_told_the_names_and_not_the_addresses() {
    let server = nowhere().await;
    let proxy = proxy_with(server).await;
    let answer = asked(proxy, "GET", "/config.json", "").await.text();
    assert!(answer.contains(r#""mcp":["kitchen"]"#), "{answer}");
    assert!(!answer.contains(&server.to_string()), "{answer}");
}

#[tokio::test]
async fn a_server_that_cannot_be_listed_is_said_before_anything_starts() {
    let ok = "http://127.0.0.1:1/mcp";
    for (listed, said) in [
        (vec![("", ok)], "small letters"),
        (vec![("Kitchen", ok)], "small letters"),
        (vec![("a/b", ok)], "small letters"),
        (vec![("a", ok), ("a", ok)], "two of this name"),
        (vec![("a", "ftp://x.example/")], "http://"),
        (vec![("a", "http://me:secret@x.example/")], "user name"),
    ] {
        let mcp = listed
            .iter()
            .map(|(name, url)| ((*name).to_owned(), (*url).to_owned()));
        let config = ProxyConfig {
            mcp: mcp.collect(),
            ..ProxyConfig::new(kikitori_proxy::Upstream::Scripted)
        };
        let error = app(config).unwrap_err().to_string();
        assert!(error.contains(said) && !error.contains("secret"), "{error}");
    }
}
