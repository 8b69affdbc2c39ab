//! What of an endpoint's answer reaches the page: JSON and event streams, without the key.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "tests"
)]

use crate::support;

use kikitori_proxy::{ProxyConfig, Secret, Upstream};
use std::{net::SocketAddr, time::Duration};
use support::{Answer, JSON, KEY, get, post, proxy, proxy_for, upstream};
use tokio::io::AsyncWriteExt;

/// An endpoint that answers with this status, these header lines and this body, in pieces.
async fn answering(status: &str, headers: &str, pieces: Vec<Vec<u8>>) -> SocketAddr {
    let head = format!("HTTP/1.1 {status}\r\n{headers}transfer-encoding: chunked\r\n\r\n");
    upstream(move |_, mut connection| {
        let (head, pieces) = (head.clone(), pieces.clone());
        async move {
            connection.write_all(head.as_bytes()).await.unwrap();
            for piece in pieces {
                let size = format!("{:x}\r\n", piece.len());
                let chunk = [size.as_bytes(), &piece, b"\r\n"].concat();
                connection.write_all(&chunk).await.unwrap();
                connection.flush().await.unwrap();
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            connection.write_all(b"0\r\n\r\n").await.unwrap();
        }
    })
    .await
}

async fn answer(status: &str, headers: &str, body: &str) -> Answer {
    let pieces = vec![body.as_bytes().to_vec()];
    let endpoint = answering(status, headers, pieces).await;
    post(proxy_for(endpoint).await, JSON, b"{}").await
}

const SCRIPT: &str = "<script>fetch('/v1/chat/completions')</script>";

#[tokio::test]
async fn nothing_that_a_browser_would_run_reaches_the_pages_origin() {
    for kind in [
        "text/html",
        "Text/HTML; charset=utf-8",
        "text/javascript",
        "application/javascript",
        "image/svg+xml",
        "application/xhtml+xml",
        "text/plain",
        "application/jsonp",
        "text/html, application/json",
        "",
    ] {
        let header = format!("content-type: {kind}\r\n");
        let answer = answer("200 OK", &header, SCRIPT).await;
        assert_eq!(answer.status, 502, "{kind}");
        assert_eq!(answer.error_code(), "upstream_not_json", "{kind}");
        assert_eq!(answer.header("content-type"), Some("application/json"));
        assert!(!answer.text().contains("script>"), "{}", answer.text());
    }
    // Two types are none.
    let both = "content-type: application/json\r\ncontent-type: text/html\r\n";
    assert_eq!(answer("200 OK", both, SCRIPT).await.status, 502);
}

#[tokio::test]
async fn json_and_event_streams_pass_under_their_plain_names() {
    for (kind, told) in [
        ("application/json", "application/json"),
        ("application/json; charset=utf-7", "application/json"),
        ("application/problem+json", "application/json"),
        ("Text/Event-Stream;charset=UTF-8", "text/event-stream"),
    ] {
        let header = format!("content-type: {kind}\r\n");
        let answer = answer("200 OK", &header, "{}").await;
        assert_eq!((answer.status, answer.text().as_str()), (200, "{}"));
        assert_eq!(answer.header("content-type"), Some(told), "{kind}");
    }
    // Some servers say nothing: then it is what was asked for, and never something to guess.
    let endpoint = answering("200 OK", "", vec![b"{}".to_vec()]).await;
    let proxy = proxy_for(endpoint).await;
    let accept = format!("{JSON}\r\naccept: text/event-stream");
    for (headers, told) in [(JSON, "application/json"), (&accept, "text/event-stream")] {
        let answer = post(proxy, headers, b"{}").await;
        assert_eq!(answer.header("content-type"), Some(told));
    }
}

#[tokio::test]
async fn an_error_that_is_not_json_keeps_its_status_and_its_plain_words() {
    let html = "content-type: text/html\r\nretry-after: 7\r\n";
    let busy = answer("429 Too Many Requests", html, SCRIPT).await;
    assert_eq!((busy.status, busy.header("retry-after")), (429, Some("7")));
    assert_eq!(busy.error_code(), "upstream_error");
    assert!(!busy.text().contains("script>"), "{}", busy.text());

    let plain = "content-type: text/plain\r\n";
    let long = answer("400 Bad Request", plain, "the prompt is too long: <9000>").await;
    assert_eq!(long.status, 400);
    assert!(long.text().contains("the prompt is too long: <9000>"));
    assert_eq!(long.header("content-type"), Some("application/json"));

    let echo = format!("no such key: {KEY}");
    let wrong = answer("401 Unauthorized", plain, &echo).await;
    assert_eq!(wrong.status, 401);
    assert!(
        wrong.text().contains("no such key: ****"),
        "{}",
        wrong.text()
    );
    assert!(!wrong.text().contains(KEY));
}

#[tokio::test]
async fn a_key_at_the_place_where_a_long_error_is_cut_is_hidden() {
    let before = "x".repeat(1_990);
    let text = format!("{before}{KEY} is wrong").into_bytes();
    // The end that is told may also be where a piece ends.
    let (first, rest) = text.split_at(2_000);
    for pieces in [vec![text.clone()], vec![first.to_vec(), rest.to_vec()]] {
        let plain = "content-type: text/plain\r\n";
        let proxy = proxy_for(answering("400 Bad Request", plain, pieces).await).await;
        let answer = post(proxy, JSON, b"{}").await;
        let text = answer.text();
        assert_eq!(answer.status, 400);
        assert!(text.contains(&format!("{before}**********\"")), "{text}");
    }
}

#[tokio::test]
async fn a_status_that_means_the_connection_itself_does_not_pass() {
    let json = "content-type: application/json\r\n";
    for (status, kind) in [
        ("407 Proxy Authentication Required", json),
        (
            "407 Proxy Authentication Required",
            "content-type: text/html\r\n",
        ),
        (
            "101 Switching Protocols",
            "connection: upgrade\r\nupgrade: x\r\n",
        ),
        ("304 Not Modified", json),
    ] {
        let answer = answer(status, kind, "{}").await;
        assert_eq!(answer.status, 502, "{status} {kind}");
        assert_eq!(answer.header("upgrade"), None);
    }
}

#[tokio::test]
async fn what_is_opened_as_a_page_may_do_nothing_there() {
    let json = "content-type: application/json\r\n";
    let endpoint = answering("200 OK", json, vec![b"{}".to_vec()]).await;
    let proxy = proxy_for(endpoint).await;
    for path in [
        "/v1",
        "/v1/models",
        "/v1/x",
        "/v1/chat/completions",
        "/config.json",
        "/healthz",
    ] {
        let answer = get(proxy, path, "\r\nsec-fetch-site: none").await;
        let policy = answer.header("content-security-policy").unwrap();
        let directives: Vec<&str> = policy.split("; ").collect();
        assert!(directives.contains(&"sandbox"), "{path}: {policy}");
        assert!(
            directives.contains(&"default-src 'none'"),
            "{path}: {policy}"
        );
        assert!(!policy.contains("'self'"), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let embedding = answer.header("cross-origin-resource-policy");
        assert_eq!(embedding, Some("same-origin"), "{path}");
    }
    // Refusals too.
    let foreign = get(proxy, "/v1/models", "\r\norigin: https://evil.example").await;
    assert!(
        foreign
            .header("content-security-policy")
            .unwrap()
            .contains("sandbox")
    );
}

/// The key as endpoints may repeat it, in JSON.
fn forms_of_the_key() -> Vec<String> {
    use base64::{Engine, engine::general_purpose::STANDARD};
    let unicode: String = KEY.bytes().map(|it| format!("\\u{it:04x}")).collect();
    let percent: String = KEY.bytes().map(|it| format!("%{it:02X}")).collect();
    let basic = STANDARD.encode(format!("user:{KEY}"));
    vec![
        KEY.to_owned(),
        format!("Bearer {KEY}"),
        unicode,
        percent,
        basic,
    ]
}

#[tokio::test]
async fn a_key_that_the_endpoint_repeats_is_hidden_wherever_it_is_cut() {
    let is_cut = |form: &str, text: &str| {
        // Of base64, the ends that belong to what stands around it may stay.
        let core = form.get(8..form.len() - 8).unwrap();
        !text.contains(core)
    };
    for form in forms_of_the_key() {
        let event = format!("data: {{\"echo\":\"{form}\",\"more\":\"聞\"}}\n\ndata: [DONE]\n\n");
        for size in [1, 3, 7, event.len()] {
            let pieces = event.as_bytes().chunks(size).map(<[u8]>::to_vec).collect();
            let stream = "content-type: text/event-stream\r\n";
            let proxy = proxy_for(answering("200 OK", stream, pieces).await).await;
            let answer = post(proxy, JSON, b"{}").await;
            let text = answer.text();
            assert!(is_cut(&form, &text) && text.contains("***"), "{text}");
            assert!(
                text.ends_with("\",\"more\":\"聞\"}\n\ndata: [DONE]\n\n"),
                "{text}"
            );
            assert_eq!(text.len(), event.len());
        }
        let body = format!("{{\"error\":{{\"message\":\"wrong: {form}\"}}}}");
        let refused = answer(
            "401 Unauthorized",
            "content-type: application/json\r\n",
            &body,
        )
        .await;
        assert_eq!(refused.status, 401);
        assert!(is_cut(&form, &refused.text()), "{}", refused.text());
        assert!(serde_json::from_slice::<serde_json::Value>(&refused.body).is_ok());
    }
}

#[tokio::test]
async fn a_key_in_a_header_does_not_pass() {
    let headers = format!(
        "content-type: application/json; key={KEY}\r\nretry-after: {KEY}\r\nx-key: {KEY}\r\n\
         set-cookie: key={KEY}\r\nlocation: /{KEY}\r\nwww-authenticate: Bearer {KEY}\r\n"
    );
    for status in ["200 OK", "401 Unauthorized", "307 Temporary Redirect"] {
        let answer = answer(status, &headers, "{}").await;
        assert!(!answer.head.contains(KEY), "{}", answer.head);
        assert!(!answer.text().contains(KEY), "{}", answer.text());
    }
    let html = headers.replace("application/json", "text/html");
    let answer = answer("429 Too Many Requests", &html, KEY).await;
    assert!(!answer.head.contains(KEY) && !answer.text().contains(KEY));
}

#[tokio::test]
async fn a_key_in_a_compressed_answer_cannot_be_looked_for_so_it_does_not_pass() {
    let headers = "content-type: application/json\r\ncontent-encoding: gzip\r\n";
    let refused = answer("200 OK", headers, "\u{1f}…").await;
    assert_eq!(
        (refused.status, refused.error_code().as_str()),
        (502, "upstream_not_json")
    );
    // An error still says by its status what to do, and when.
    let headers_of_error = format!("{headers}retry-after: 7\r\n");
    for (status, number) in [("401 Unauthorized", 401), ("429 Too Many Requests", 429)] {
        let error = answer(status, &headers_of_error, "\u{1f}…").await;
        let after = error.header("retry-after");
        assert_eq!((error.status, after), (number, Some("7")));
        assert_eq!(error.error_code(), "upstream_error");
        assert!(!error.text().contains('…'), "{}", error.text());
    }
    // Where there is no key, nothing has to be looked for.
    let endpoint = answering("200 OK", headers, vec![b"\x1f\x8b".to_vec()]).await;
    let upstream = Upstream::Endpoint {
        base_url: format!("http://{endpoint}/v1"),
        model: None,
        key: None,
    };
    let passed = post(proxy(ProxyConfig::new(upstream)).await, JSON, b"{}").await;
    assert_eq!((passed.status, &passed.body[..]), (200, &b"\x1f\x8b"[..]));
    assert_eq!(passed.header("content-encoding"), Some("gzip"));
}

#[tokio::test]
async fn a_word_that_stands_for_a_key_is_no_reason_to_change_answers() {
    let json = "content-type: application/json\r\n";
    let endpoint = answering("200 OK", json, vec![b"\"ollama\"".to_vec()]).await;
    let upstream = Upstream::Endpoint {
        base_url: format!("http://{endpoint}/v1"),
        model: None,
        key: Some(Secret::new("ollama")),
    };
    let answer = post(proxy(ProxyConfig::new(upstream)).await, JSON, b"{}").await;
    assert_eq!(answer.text(), "\"ollama\"");
}
