//! Nobody keeps others out: neither by many connections or requests nor by slow ones.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "tests"
)]

use crate::support;

use kikitori_proxy::{Limits, ProxyConfig, Upstream};
use std::{
    net::SocketAddr,
    num::NonZeroU32,
    time::{Duration, Instant},
};
use support::{Client, Dist, JSON, PATIENCE, exchange, get, post, proxy};
use tokio::{io::AsyncReadExt, time::timeout};

const SHORT: Duration = Duration::from_millis(300);

async fn within(limits: Limits) -> SocketAddr {
    let config = ProxyConfig {
        limits,
        ..ProxyConfig::new(Upstream::Scripted)
    };
    proxy(config).await
}

/// How long until the server closes, and what it said until then.
async fn closed(client: &mut Client) -> (Duration, String) {
    let begun = Instant::now();
    let mut bytes = Vec::new();
    // A reset is as good an end.
    let _ = timeout(PATIENCE, client.0.read_to_end(&mut bytes))
        .await
        .expect("still open");
    (
        begun.elapsed(),
        String::from_utf8_lossy(&bytes).into_owned(),
    )
}

#[tokio::test]
async fn a_head_has_so_many_lines_and_so_many_bytes() {
    let limits = Limits::default();
    let address = within(limits.clone()).await;
    let lines = |count: usize| -> String { (0..count).map(|n| format!("\r\nx-{n}: 1")).collect() };
    // With `host` and `connection`.
    assert_eq!(
        get(address, "/healthz", &lines(limits.headers - 2))
            .await
            .status,
        200
    );
    assert_eq!(
        get(address, "/healthz", &lines(limits.headers))
            .await
            .status,
        431
    );
    let bytes = |count: usize| format!("\r\nx: {}", "y".repeat(count));
    assert_eq!(
        get(address, "/healthz", &bytes(limits.header_bytes - 200))
            .await
            .status,
        200
    );
    assert_eq!(
        get(address, "/healthz", &bytes(limits.header_bytes))
            .await
            .status,
        431
    );
}

#[tokio::test]
async fn a_head_that_comes_too_slowly_ends_its_connection() {
    let address = within(Limits {
        head_time: SHORT,
        ..Limits::default()
    })
    .await;
    let mut silent = Client::connect(address).await;
    let mut dripping = Client::connect(address).await;
    let drip = async {
        for byte in "GET / HTTP/1.1\r\nhost: localhost".chars() {
            dripping.send_or_leave(&byte.to_string()).await;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        closed(&mut dripping).await
    };
    let ((silent, _), (_, said)) = tokio::join!(closed(&mut silent), drip);
    assert!(silent >= SHORT && silent < PATIENCE, "{silent:?}");
    assert!(!said.contains("200 OK"), "{said}");
}

#[tokio::test]
async fn a_connection_that_is_idle_after_an_answer_ends() {
    let address = within(Limits {
        head_time: SHORT,
        ..Limits::default()
    })
    .await;
    let mut client = Client::connect(address).await;
    for _ in 0..2 {
        client
            .send("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
            .await;
        client.read_until(b"ok\n").await;
    }
    let (open, said) = closed(&mut client).await;
    assert!(open >= SHORT / 2 && open < PATIENCE, "{open:?}");
    assert_eq!(said, "");
}

#[tokio::test]
async fn a_body_that_comes_too_slowly_is_not_waited_for() {
    let address = within(Limits {
        body_time: SHORT,
        ..Limits::default()
    })
    .await;
    let mut client = Client::connect(address).await;
    let head = format!(
        "POST /v1/chat/completions HTTP/1.1\r\nhost: localhost{JSON}\r\ncontent-length: 9\r\n\r\n"
    );
    client.send(&head).await;
    client.send("{").await;
    let (_, said) = closed(&mut client).await;
    assert!(said.starts_with("HTTP/1.1 408 "), "{said}");
    assert!(said.contains("slow_body"), "{said}");
}

/// A body that nobody asked for is not waited for either.
#[tokio::test]
async fn a_body_without_a_reader_does_not_keep_a_connection() {
    let address = within(Limits::default()).await;
    let mut client = Client::connect(address).await;
    let head = "GET /healthz HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999999\r\n\r\n{";
    client.send(head).await;
    let (open, said) = closed(&mut client).await;
    assert!(said.contains("ok\n") && open < PATIENCE, "{said}");
}

#[tokio::test]
async fn an_answer_that_is_not_taken_ends_its_connection() {
    let dist = Dist::new();
    dist.put("large.bin", &"x".repeat(16 * 1024 * 1024));
    let config = ProxyConfig {
        dist: Some(dist.path().to_owned()),
        limits: Limits {
            write_time: SHORT,
            connections: 1,
            ..Limits::default()
        },
        ..ProxyConfig::new(Upstream::Scripted)
    };
    let address = proxy(config).await;
    let mut client = Client::connect(address).await;
    client
        .send("GET /large.bin HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await;
    client.read_until(b"\r\n\r\n").await;
    // There is room for one, so this one is served when the other has been dropped.
    let next = timeout(PATIENCE, get(address, "/healthz", "")).await;
    assert_eq!(next.expect("never dropped").status, 200);
    drop(client);
}

#[tokio::test]
async fn one_address_has_so_many_connections() {
    let address = within(Limits {
        connections_per_address: 3,
        ..Limits::default()
    })
    .await;
    let mut open = Vec::new();
    for _ in 0..3 {
        let mut client = Client::connect(address).await;
        client
            .send("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
            .await;
        client.read_until(b"ok\n").await;
        open.push(client);
    }
    let mut fourth = Client::connect(address).await;
    let (_, said) = closed(&mut fourth).await;
    assert_eq!(said, "");
    open.pop();
    // Its place is free as soon as the server has noticed.
    let begun = Instant::now();
    loop {
        let mut next = Client::connect(address).await;
        next.send_or_leave("GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
            .await;
        if closed(&mut next).await.1.contains("ok\n") {
            break;
        }
        assert!(begun.elapsed() < PATIENCE, "the place is never free");
    }
}

/// Slow clients fill the server only until their time is over.
#[tokio::test]
async fn slow_clients_do_not_keep_others_out_for_long() {
    let address = within(Limits {
        connections: 20,
        head_time: SHORT,
        ..Limits::default()
    })
    .await;
    let mut slow = Vec::new();
    for _ in 0..40 {
        let mut client = Client::connect(address).await;
        client.send("GET /healthz HTTP/1.1\r\nx: ").await;
        slow.push(client);
    }
    let answer = timeout(PATIENCE, get(address, "/healthz", "")).await;
    assert_eq!(answer.expect("kept out").status, 200);
}

#[tokio::test]
async fn one_address_asks_so_often_and_is_told_when_to_come_back() {
    let number = |n: u32| NonZeroU32::new(n).unwrap();
    let address = within(Limits {
        requests_per_second: number(1),
        request_burst: number(5),
        ..Limits::default()
    })
    .await;
    let mut statuses = Vec::new();
    for _ in 0..8 {
        statuses.push(get(address, "/v1/models", JSON).await.status);
    }
    assert_eq!(statuses[..5], [200; 5], "{statuses:?}");
    assert!(statuses[5..].contains(&429), "{statuses:?}");
    // Every call counts, and each refusal is an error in the usual shape.
    let refused = loop {
        let answer = post(address, JSON, b"{\"messages\":[]}").await;
        if answer.status == 429 {
            break answer;
        }
    };
    assert_eq!(refused.error_code(), "too_many_requests");
    assert!(
        refused
            .header("content-security-policy")
            .unwrap()
            .contains("sandbox")
    );
    let seconds: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=2).contains(&seconds), "{seconds}");
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    assert_eq!(get(address, "/v1/models", JSON).await.status, 200);
}

/// A browser that opens its tabs again asks for hundreds of files at once. None of them takes a
/// call's place.
#[tokio::test]
async fn files_of_the_page_do_not_count_as_calls() {
    let number = |n: u32| NonZeroU32::new(n).unwrap();
    let dist = Dist::new();
    dist.put("boot.js", "boot()");
    let address = proxy(ProxyConfig {
        dist: Some(dist.path().to_owned()),
        limits: Limits {
            requests_per_second: number(1),
            request_burst: number(5),
            ..Limits::default()
        },
        ..ProxyConfig::new(Upstream::Scripted)
    })
    .await;
    for path in ["/", "/boot.js", "/config.json", "/healthz"].repeat(20) {
        assert_eq!(get(address, path, "").await.status, 200, "{path}");
    }
    assert_eq!(get(address, "/v1/models", JSON).await.status, 200);
}

/// Half of a request does not cost anybody an answer that is under way.
#[tokio::test]
async fn an_answer_takes_as_long_as_it_takes() {
    let address = proxy(ProxyConfig {
        limits: Limits {
            head_time: SHORT,
            body_time: SHORT,
            write_time: SHORT,
            ..Limits::default()
        },
        scripted_pause: Some(Duration::from_millis(100)),
        ..ProxyConfig::new(Upstream::Scripted)
    })
    .await;
    let body = r#"{"stream":true,"messages":[{"role":"user","content":"Hello"}]}"#;
    let head = format!(
        "POST /v1/chat/completions HTTP/1.1\r\nhost: localhost{JSON}\r\ncontent-length: {}",
        body.len()
    );
    let begun = Instant::now();
    let answer = exchange(address, &head, body.as_bytes()).await;
    assert!(answer.text().ends_with("data: [DONE]\n\n"));
    assert!(begun.elapsed() > 2 * SHORT, "{:?}", begun.elapsed());
}
