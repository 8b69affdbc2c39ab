//! What goes to the endpoint, and what comes back: unchanged, at once, and not for longer than
//! somebody listens.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "tests"
)]

use crate::support;

use kikitori_proxy::ProxyConfig;
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use support::{Client, JSON, KEY, PATIENCE, get, post, unchunked, upstream, upstream_saying};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::{Notify, mpsc},
    time::timeout,
};

const STREAM: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\
                        transfer-encoding: chunked\r\n\r\n";

async fn chunk(connection: &mut TcpStream, bytes: &[u8]) {
    let head = format!("{:x}\r\n", bytes.len());
    connection.write_all(head.as_bytes()).await.unwrap();
    connection.write_all(bytes).await.unwrap();
    connection.write_all(b"\r\n").await.unwrap();
}

#[tokio::test]
async fn a_stream_arrives_byte_for_byte_and_piece_by_piece() {
    // Cut inside the three bytes of 聞, and inside a CRLF.
    let text = "data: {\"a\":\"聞き取り\"}\r\n\r\ndata: [DONE]\n\n".as_bytes();
    let cut = text.iter().position(|byte| *byte == 0xE8).unwrap() + 1;
    let (first, second) = text.split_at(cut);
    let go_on = Arc::new(Notify::new());
    let told = Arc::clone(&go_on);
    let endpoint = upstream(move |_, mut connection| {
        let told = Arc::clone(&told);
        async move {
            connection.write_all(STREAM).await.unwrap();
            chunk(&mut connection, first).await;
            told.notified().await;
            chunk(&mut connection, second).await;
            connection.write_all(b"0\r\n\r\n").await.unwrap();
        }
    })
    .await;
    let proxy = support::proxy_for(endpoint).await;

    let mut client = Client::connect(proxy).await;
    client.ask(proxy, "{}").await;
    // The first piece is here before the endpoint has sent the second.
    let mut bytes = client.read_until(&first[first.len() - 4..]).await;
    go_on.notify_one();
    bytes.extend(client.read_until(b"0\r\n\r\n").await);

    let split = bytes
        .windows(4)
        .position(|window| window == b"\r\n\r\n")
        .unwrap();
    let head = String::from_utf8_lossy(&bytes[..split]).to_lowercase();
    assert!(head.contains("content-type: text/event-stream"), "{head}");
    assert_eq!(unchunked(&bytes[split + 4..]), text);
}

#[tokio::test]
async fn bytes_that_are_not_text_pass_as_well() {
    let endpoint = upstream_saying(
        b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 6\r\n\r\n\xff\x00\xfe{\r\n",
    )
    .await;
    let answer = post(support::proxy_for(endpoint).await, JSON, b"{}").await;
    assert_eq!(answer.body, b"\xff\x00\xfe{\r\n");
    assert_eq!(answer.header("content-length"), Some("6"));
}

#[tokio::test]
async fn the_endpoints_own_errors_pass_with_what_they_say() {
    let endpoint = upstream_saying(
        b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\nretry-after: 7\r\n\
          set-cookie: a=b\r\nserver: secret-internals\r\ncontent-length: 2\r\n\r\n{}",
    )
    .await;
    let answer = post(support::proxy_for(endpoint).await, JSON, b"{}").await;
    assert_eq!((answer.status, answer.text().as_str()), (429, "{}"));
    assert_eq!(answer.header("retry-after"), Some("7"));
    assert_eq!(answer.header("set-cookie"), None);
    assert_eq!(answer.header("server"), None);
}

#[tokio::test]
async fn the_request_carries_the_key_and_nothing_of_the_persons() {
    let (send, mut requests) = mpsc::unbounded_channel();
    let endpoint = upstream(move |request, mut connection| {
        send.send(request).unwrap();
        async move {
            connection
                .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")
                .await
                .unwrap();
        }
    })
    .await;
    let proxy = support::proxy_for(endpoint).await;
    let body = "{\"model\":\"small\",  \"x\": [1,2]}";
    let own = format!(
        "{JSON}; charset=utf-8\r\naccept: text/event-stream\r\ncookie: session=1\r\n\
         authorization: Bearer mine\r\nx-forwarded-for: 10.0.0.1\r\nuser-agent: me"
    );
    assert_eq!(post(proxy, &own, body.as_bytes()).await.status, 200);
    let request = requests.recv().await.unwrap();
    let (head, sent) = request.split_once("\r\n\r\n").unwrap();
    assert!(
        head.starts_with("POST /v1/chat/completions HTTP/1.1"),
        "{head}"
    );
    assert_eq!(sent, body);
    let mut names: Vec<_> = head
        .lines()
        .skip(1)
        .map(|line| line.split_once(':').unwrap().0.to_lowercase())
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "accept",
            "authorization",
            "content-length",
            "content-type",
            "host"
        ]
    );
    assert!(
        head.contains(&format!("Bearer {KEY}")) && !head.contains("mine"),
        "{head}"
    );

    assert_eq!(get(proxy, "/v1/models", JSON).await.status, 200);
    let request = requests.recv().await.unwrap();
    assert!(request.starts_with("GET /v1/models HTTP/1.1"), "{request}");
    // It says something of the one who asks, not of a body.
    assert!(!request.contains("content-type"), "{request}");
    assert!(request.contains(KEY));
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_not_taken_for_whole() {
    let endpoint = upstream(|_, mut connection| async move {
        connection.write_all(STREAM).await.unwrap();
        chunk(&mut connection, b"data: half").await;
    })
    .await;
    let proxy = support::proxy_for(endpoint).await;
    let mut client = Client::connect(proxy).await;
    client.ask(proxy, "{}").await;
    let mut rest = client.read_until(b"half").await;
    let _ = timeout(PATIENCE, client.0.read_to_end(&mut rest))
        .await
        .expect("hangs");
    assert!(!rest.ends_with(b"0\r\n\r\n"), "the end was made up");
}

#[tokio::test]
async fn nothing_is_retried_and_no_redirect_is_followed() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let endpoint = upstream(move |_, mut connection| {
        let first = count.fetch_add(1, Ordering::SeqCst) == 0;
        async move {
            if first {
                // Closed without a word: a client that may not retry must say so.
                return;
            }
            let text = b"HTTP/1.1 307 Temporary Redirect\r\nlocation: http://127.0.0.1:1/v1\r\n\
                         content-length: 0\r\n\r\n";
            connection.write_all(text).await.unwrap();
        }
    })
    .await;
    let proxy = support::proxy_for(endpoint).await;
    let answer = post(proxy, JSON, b"{}").await;
    assert_eq!(
        (answer.status, answer.error_code().as_str()),
        (502, "upstream_unreachable")
    );
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    let answer = post(proxy, JSON, b"{}").await;
    assert_eq!(
        (answer.status, answer.error_code().as_str()),
        (502, "upstream_redirected")
    );
    assert_eq!(answer.header("location"), None);
    assert_eq!(asked.load(Ordering::SeqCst), 2);
}

/// How soon the endpoint must be let go once the person has left. The project's aim is 100 ms;
/// a machine that compiles at the same time is given more.
const LET_GO: Duration = Duration::from_secs(2);

/// Leaves after `until` was seen (or after the request, if nothing was to be seen), and returns how
/// long the endpoint's connection stayed open.
async fn time_to_let_go(first: &'static [u8], until: Option<&[u8]>) -> Duration {
    let (send, mut closed) = mpsc::unbounded_channel();
    let asked = Arc::new(Notify::new());
    let told = Arc::clone(&asked);
    let endpoint = upstream(move |_, mut connection| {
        let (send, told) = (send.clone(), Arc::clone(&told));
        async move {
            connection.write_all(first).await.unwrap();
            told.notify_one();
            // Ends when the proxy closes; a reset is as good an end.
            let mut rest = [0; 16];
            while connection.read(&mut rest).await.is_ok_and(|read| read > 0) {}
            send.send(Instant::now()).unwrap();
        }
    })
    .await;
    let proxy = support::proxy_for(endpoint).await;
    let mut client = Client::connect(proxy).await;
    client.ask(proxy, "{}").await;
    asked.notified().await;
    if let Some(until) = until {
        client.read_until(until).await;
    }
    let left = Instant::now();
    drop(client);
    timeout(PATIENCE, closed.recv())
        .await
        .expect("still open")
        .unwrap()
        - left
}

#[tokio::test]
async fn the_endpoint_is_let_go_when_the_person_leaves_in_the_middle_of_an_answer() {
    const BEGUN: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\
                           transfer-encoding: chunked\r\n\r\n6\r\ndata: \r\n";
    let time = time_to_let_go(BEGUN, Some(b"data: ")).await;
    assert!(time < LET_GO, "{time:?}");
}

#[tokio::test]
async fn the_endpoint_is_let_go_when_the_person_leaves_before_any_answer() {
    let time = time_to_let_go(b"", None).await;
    assert!(time < LET_GO, "{time:?}");
}

#[tokio::test]
async fn the_page_is_told_what_a_session_may_come_to() {
    let budget = serde_json::json!({
        "caps": {"calls": 200, "cost": "1.50"},
        "prices": {"small": {"prompt": "0.40", "completion": "1.60"}},
    });
    let config = ProxyConfig {
        budget: serde_json::from_value(budget.clone()).unwrap(),
        ..ProxyConfig::new(support::endpoint(upstream_saying(b"").await))
    };
    let answer = get(support::proxy(config).await, "/config.json", "").await;
    let about: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(about["budget"], budget);
}

#[tokio::test]
async fn the_page_is_told_where_text_goes() {
    let endpoint = upstream_saying(b"").await;
    for patient in [false, true] {
        let config = ProxyConfig {
            patient,
            ..ProxyConfig::new(support::endpoint(endpoint))
        };
        let proxy = support::proxy(config).await;
        let answer = get(proxy, "/config.json", "").await;
        let about: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
        let expected = serde_json::json!({
            "endpoint": endpoint.to_string(), "model": "small", "scripted": false,
            "patient": patient,
        });
        assert_eq!(about, expected);
        assert_eq!(answer.header("cache-control"), Some("no-store"));
    }
}
