//! Who and what is turned away, and what they are told.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "tests"
)]

use crate::support;

use kikitori_proxy::{BODY_LIMIT, ProxyConfig, ProxyError, Secret, Upstream, app};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use support::{JSON, KEY, exchange, get, nowhere, post, proxy, proxy_for, upstream};
use tokio::io::AsyncWriteExt;

/// A proxy, and how often its endpoint was asked.
async fn counting() -> (std::net::SocketAddr, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let endpoint = upstream(move |_, mut connection| {
        count.fetch_add(1, Ordering::SeqCst);
        async move {
            connection
                .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")
                .await
                .unwrap();
        }
    })
    .await;
    (proxy_for(endpoint).await, asked)
}

#[tokio::test]
async fn pages_of_other_sites_cannot_spend_the_key() {
    let (proxy, asked) = counting().await;
    for origin in [
        "null".to_owned(),
        "https://evil.example".to_owned(),
        format!("http://{proxy}.evil.example"),
        format!("http://127.0.0.1:{}", proxy.port() ^ 1),
        format!("http://localhost:{}", proxy.port()),
    ] {
        let answer = post(proxy, &format!("{JSON}\r\norigin: {origin}"), b"{}").await;
        assert_eq!(
            (answer.status, answer.error_code().as_str()),
            (403, "foreign_origin")
        );
        assert_eq!(answer.header("access-control-allow-origin"), None);
        let answer = get(proxy, "/v1/models", &format!("\r\norigin: {origin}")).await;
        assert_eq!(answer.status, 403);
    }
    // A second header is no way around the first.
    let two = format!("{JSON}\r\norigin: http://{proxy}\r\norigin: https://evil.example");
    assert_eq!(post(proxy, &two, b"{}").await.status, 403);
    // A browser asks before it sends JSON across origins; there is no permission to be had.
    let head = format!(
        "OPTIONS /v1/chat/completions HTTP/1.1\r\nhost: {proxy}\r\norigin: https://evil.example\r\n\
         access-control-request-method: POST"
    );
    let answer = exchange(proxy, &head, b"").await;
    assert_eq!(answer.status, 403);
    assert_eq!(answer.header("access-control-allow-origin"), None);
    assert_eq!(asked.load(Ordering::SeqCst), 0);

    assert_eq!(
        post(proxy, &format!("{JSON}\r\norigin: http://{proxy}"), b"{}")
            .await
            .status,
        200
    );
    assert_eq!(post(proxy, JSON, b"{}").await.status, 200);
    assert_eq!(asked.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_name_that_another_site_points_here_gets_no_model() {
    let (proxy, asked) = counting().await;
    let head = "POST /v1/chat/completions HTTP/1.1\r\nhost: evil.example:8787\r\n\
                origin: http://evil.example:8787\r\ncontent-type: application/json\r\n\
                content-length: 2";
    let answer = exchange(proxy, head, b"{}").await;
    assert_eq!(
        (answer.status, answer.error_code().as_str()),
        (421, "unknown_host")
    );
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}

/// An image, a script, a form or a link of another site has no `Origin`.
#[tokio::test]
async fn what_other_sites_load_without_saying_so_cannot_spend_the_key() {
    let (proxy, asked) = counting().await;
    for header in [
        "sec-fetch-site: cross-site".to_owned(),
        // Another port of this machine.
        "sec-fetch-site: same-site".to_owned(),
        "sec-fetch-site: same-origin\r\nsec-fetch-site: cross-site".to_owned(),
        "sec-fetch-site: new-word".to_owned(),
        "referer: https://evil.example/page".to_owned(),
        format!("referer: http://{proxy}.evil.example/"),
        "referer: about:blank".to_owned(),
    ] {
        for method in ["GET", "HEAD"] {
            let head = format!("{method} /v1/models HTTP/1.1\r\nhost: {proxy}\r\n{header}");
            let answer = exchange(proxy, &head, b"").await;
            assert_eq!(answer.status, 403, "{method} {header}");
        }
        let answer = post(proxy, &format!("{JSON}\r\n{header}"), b"{}").await;
        assert_eq!(answer.error_code(), "foreign_origin", "{header}");
    }
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    for header in [
        "sec-fetch-site: same-origin".to_owned(),
        "sec-fetch-site: none".to_owned(),
        format!("referer: http://{proxy}/desk/"),
    ] {
        let answer = get(proxy, "/v1/models", &format!("\r\n{header}")).await;
        assert_eq!(answer.status, 200, "{header}");
    }
    // Links of other sites may lead to the page itself.
    let answer = get(proxy, "/healthz", "\r\nsec-fetch-site: cross-site").await;
    assert_eq!(answer.status, 200);
}

/// Over plain HTTP browsers send no `Sec-Fetch-Site` to a network's address, an image of another
/// site can leave out `Referer`, and it has no `Origin`.
#[tokio::test]
async fn a_list_without_a_sign_of_who_asks_takes_a_header_that_other_sites_cannot_send() {
    let (proxy, asked) = counting().await;
    for headers in [
        "",
        "\r\naccept: image/avif,image/webp,*/*;q=0.8",
        // What a page may send to other sites without asking them.
        "\r\naccept: application/json",
        "\r\ncontent-type: text/plain",
        "\r\ncontent-type: text/plain, application/json",
        "\r\ncontent-type: application/x-www-form-urlencoded",
    ] {
        for method in ["GET", "HEAD"] {
            let head = format!("{method} /v1/models HTTP/1.1\r\nhost: {proxy}{headers}");
            assert_eq!(exchange(proxy, &head, b"").await.status, 400, "{head}");
        }
        let answer = get(proxy, "/v1/models", headers).await;
        assert_eq!(answer.error_code(), "unknown_origin", "{headers}");
        let text = answer.text();
        assert!(text.contains("Content-Type: application/json"), "{text}");
    }
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    assert_eq!(get(proxy, "/v1/models", JSON).await.status, 200);
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn every_route_is_for_known_names_only() {
    let dist = support::Dist::new();
    let endpoint = support::upstream_saying(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
    let config = ProxyConfig {
        dist: Some(dist.path().to_owned()),
        hosts: vec!["demo.example".to_owned()],
        ..ProxyConfig::new(support::endpoint(endpoint.await))
    };
    let proxy = proxy(config).await;
    let routes = [
        "/",
        "/index.html",
        "/none",
        "/config.json",
        "/healthz",
        "/v1/models",
    ];
    for path in routes {
        for host in [
            "host: evil.example",
            "host: evil.example:8787",
            "host: localhost.evil.example",
            "host: demo.example.evil.example",
            "host: demo.example.",
            "host: localhost@evil.example",
            "host: 10.0.0.7",
            "host:",
            "x: y",
            "host: localhost\r\nhost: evil.example",
        ] {
            let head = format!("GET {path} HTTP/1.1\r\n{host}{JSON}");
            let answer = exchange(proxy, &head, b"").await;
            assert!(
                matches!(answer.status, 400 | 421),
                "{path} {host}: {}",
                answer.status
            );
            let text = String::from_utf8_lossy(&answer.body).into_owned();
            assert!(
                !text.contains("<title>") && !text.contains("small"),
                "{text}"
            );
        }
        // The first line counts as much as the header.
        let head = format!("GET http://evil.example{path} HTTP/1.1\r\nhost: localhost");
        assert_eq!(exchange(proxy, &head, b"").await.status, 421, "{path}");
        for host in [
            "localhost",
            "LOCALHOST:1",
            "127.0.0.1",
            "[::1]:80",
            "demo.example:443",
        ] {
            let head = format!("GET {path} HTTP/1.1\r\nhost: {host}{JSON}");
            let status = exchange(proxy, &head, b"").await.status;
            assert!(matches!(status, 200 | 404), "{path} {host}: {status}");
        }
    }
    // A person at a page's address is told in words.
    let answer = exchange(proxy, "GET / HTTP/1.1\r\nhost: evil.example", b"").await;
    assert!(
        answer
            .header("content-type")
            .unwrap()
            .starts_with("text/plain")
    );
    assert!(answer.text().contains("--host NAME"), "{}", answer.text());
}

#[tokio::test]
async fn a_name_that_was_allowed_gets_the_model() {
    let endpoint =
        support::upstream_saying(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}").await;
    let hosts = vec!["demo.example".to_owned()];
    let config = ProxyConfig {
        hosts,
        ..ProxyConfig::new(support::endpoint(endpoint))
    };
    let proxy = proxy(config).await;
    let head = "GET /v1/models HTTP/1.1\r\nhost: demo.example\r\norigin: https://demo.example";
    assert_eq!(exchange(proxy, head, b"").await.status, 200);
}

#[tokio::test]
async fn only_json_is_taken() {
    let (proxy, asked) = counting().await;
    for kind in [
        "",
        "\r\ncontent-type: text/plain",
        "\r\ncontent-type: application/jsonp",
    ] {
        let answer = post(proxy, kind, b"{}").await;
        assert_eq!(
            (answer.status, answer.error_code().as_str()),
            (415, "not_json"),
            "{kind}"
        );
    }
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    assert_eq!(
        post(
            proxy,
            "\r\ncontent-type: Application/JSON;charset=utf-8",
            b"{}"
        )
        .await
        .status,
        200
    );
}

#[tokio::test]
async fn a_body_is_taken_up_to_the_limit() {
    let (proxy, asked) = counting().await;
    let whole = vec![b' '; BODY_LIMIT];
    assert_eq!(post(proxy, JSON, &whole).await.status, 200);
    let more = vec![b' '; BODY_LIMIT + 1];
    let answer = post(proxy, JSON, &more).await;
    assert_eq!(
        (answer.status, answer.error_code().as_str()),
        (413, "too_large")
    );
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn an_endpoint_that_is_away_is_named() {
    let endpoint = nowhere().await;
    let proxy = proxy_for(endpoint).await;
    let answer = post(proxy, JSON, b"{}").await;
    assert_eq!(
        (answer.status, answer.error_code().as_str()),
        (502, "upstream_unreachable")
    );
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert!(
        answer.text().contains(&endpoint.to_string()),
        "{}",
        answer.text()
    );
    assert_eq!(get(proxy, "/v1/models", JSON).await.status, 502);
}

#[tokio::test]
async fn other_paths_and_methods_are_errors_in_the_same_shape() {
    let (proxy, asked) = counting().await;
    assert_eq!(
        get(proxy, "/v1/embeddings", JSON).await.error_code(),
        "not_found"
    );
    assert_eq!(
        get(proxy, "/v1/chat/completions", JSON).await.error_code(),
        "wrong_method"
    );
    assert_eq!(get(proxy, "/v1/../v1/files", JSON).await.status, 404);
    assert_eq!(get(proxy, "/healthz", "").await.text(), "ok\n");
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn the_key_is_in_no_answer_no_debug_output_and_no_error() {
    let (working, _) = counting().await;
    let away = proxy_for(nowhere().await).await;
    for proxy in [working, away] {
        for path in [
            "/",
            "/config.json",
            "/healthz",
            "/v1/models",
            "/v1/x",
            "/v1/chat/completions",
        ] {
            let answer = get(proxy, path, JSON).await;
            let whole = answer.head.clone() + &String::from_utf8_lossy(&answer.body);
            assert!(!whole.contains(KEY), "{path}: {whole}");
        }
        let answer = post(proxy, JSON, b"{}").await;
        assert!(!(answer.head.clone() + &answer.text()).contains(KEY));
    }
    let config = ProxyConfig::new(Upstream::Endpoint {
        base_url: "http://localhost/v1".to_owned(),
        model: None,
        key: Some(Secret::new("sk-with\nbreak")),
    });
    assert!(!format!("{config:?}").contains("sk-with"));
    let error = app(config).unwrap_err();
    assert!(matches!(error, ProxyError::BadKey));
    assert!(!format!("{error} {error:?}").contains("sk-with"));
}
