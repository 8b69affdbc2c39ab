//! A proxy and endpoints on real sockets, for tests.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    dead_code,
    reason = "helpers of tests, of which each test file uses some"
)]

use kikitori_proxy::{ProxyConfig, Secret, Upstream, app, serve_within};
use std::{future::Future, net::SocketAddr, path::Path, time::Duration};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::timeout,
};

/// The key of every test; it must never be seen by a client.
pub const KEY: &str = "sk-test-5f0c9a-never-shown";

/// Long enough for a busy machine, short enough to see a hang.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Starts a proxy on a free port.
pub async fn proxy(config: ProxyConfig) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let limits = config.limits.clone();
    let router = app(config).unwrap();
    tokio::spawn(
        async move { serve_within(&limits, listener, router, std::future::pending()).await },
    );
    address
}

/// A proxy for the endpoint at `upstream`, with a key.
pub async fn proxy_for(upstream: SocketAddr) -> SocketAddr {
    proxy(ProxyConfig::new(endpoint(upstream))).await
}

/// The endpoint at `upstream`, with a key.
pub fn endpoint(upstream: SocketAddr) -> Upstream {
    Upstream::Endpoint {
        base_url: format!("http://{upstream}/v1"),
        model: Some("small".to_owned()),
        key: Some(Secret::new(KEY)),
    }
}

/// An endpoint that reads one request and hands it, with its connection, to `answer`.
pub async fn upstream<F, A>(answer: F) -> SocketAddr
where
    F: Fn(String, TcpStream) -> A + Send + 'static,
    A: Future<Output = ()> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut connection, _)) = listener.accept().await {
            let request = read_request(&mut connection).await;
            tokio::spawn(answer(request, connection));
        }
    });
    address
}

/// An endpoint that always answers with these bytes and closes.
pub async fn upstream_saying(bytes: &'static [u8]) -> SocketAddr {
    upstream(move |_, mut connection| async move {
        connection.write_all(bytes).await.unwrap();
        connection.shutdown().await.unwrap();
    })
    .await
}

/// An address where nothing listens.
pub async fn nowhere() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0")
        .await
        .unwrap()
        .local_addr()
        .unwrap()
}

/// One request's head and body as text.
async fn read_request(connection: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .filter_map(|line| line.split_once(':'))
                .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
                .map_or(0, |(_, value)| value.trim().parse().unwrap());
            if body.len() >= length {
                return text;
            }
        }
        if connection.read_buf(&mut bytes).await.unwrap() == 0 {
            return text;
        }
    }
}

/// A client's connection, spoken to in bytes.
pub struct Client(pub TcpStream);

impl Client {
    pub async fn connect(address: SocketAddr) -> Self {
        Self(TcpStream::connect(address).await.unwrap())
    }

    pub async fn send(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).await.unwrap();
    }

    /// The same to a server that may have closed.
    pub async fn send_or_leave(&mut self, text: &str) {
        let _ = self.0.write_all(text.as_bytes()).await;
    }

    /// Sends a chat request as the proxy's own page does.
    pub async fn ask(&mut self, address: SocketAddr, body: &str) {
        self.send(&format!(
            "POST /v1/chat/completions HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ))
        .await;
    }

    /// Reads until what came contains `end`, and returns all of it.
    pub async fn read_until(&mut self, end: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        while !bytes.windows(end.len()).any(|window| window == end) {
            let read = timeout(PATIENCE, self.0.read_buf(&mut bytes))
                .await
                .expect("hangs")
                .unwrap();
            assert!(
                read > 0,
                "ended early after {:?}",
                String::from_utf8_lossy(&bytes)
            );
        }
        bytes
    }
}

/// A whole answer: status, headers in lower case, body.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head
            .lines()
            .filter_map(|line| line.split_once(": "))
            .find(|(found, _)| found.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    /// The code of an error in the shape in which endpoints send them.
    pub fn error_code(&self) -> String {
        let value: serde_json::Value = serde_json::from_slice(&self.body).unwrap();
        assert!(
            value["error"]["message"]
                .as_str()
                .is_some_and(|it| it.ends_with('.')),
            "{value}"
        );
        assert!(value["error"]["type"].is_string(), "{value}");
        value["error"]["code"].as_str().unwrap().to_owned()
    }
}

/// Sends `request` (its head, without `connection`, and its body) and reads the answer to its end.
pub async fn exchange(address: SocketAddr, head: &str, body: &[u8]) -> Answer {
    let mut connection = TcpStream::connect(address).await.unwrap();
    let head = format!("{head}\r\nconnection: close\r\n\r\n");
    connection.write_all(head.as_bytes()).await.unwrap();
    // A refusal may come, and close, before all of the body is written.
    let _ = connection.write_all(body).await;
    let mut bytes = Vec::new();
    let _ = timeout(PATIENCE, connection.read_to_end(&mut bytes))
        .await
        .expect("hangs");
    let split = bytes
        .windows(4)
        .position(|window| window == b"\r\n\r\n")
        .expect("no head");
    let head = String::from_utf8(bytes[..split].to_vec()).unwrap();
    let mut body = bytes[split + 4..].to_vec();
    if head.to_lowercase().contains("transfer-encoding: chunked") {
        body = unchunked(&body);
    }
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, head, body }
}

/// A GET as a browser sends it to the address bar.
pub async fn get(address: SocketAddr, path: &str, headers: &str) -> Answer {
    exchange(
        address,
        &format!("GET {path} HTTP/1.1\r\nhost: {address}{headers}"),
        b"",
    )
    .await
}

/// A chat request with the given extra headers.
pub async fn post(address: SocketAddr, headers: &str, body: &[u8]) -> Answer {
    let head = format!(
        "POST /v1/chat/completions HTTP/1.1\r\nhost: {address}\r\ncontent-length: {}{headers}",
        body.len()
    );
    exchange(address, &head, body).await
}

/// The header that every good request has.
pub const JSON: &str = "\r\ncontent-type: application/json";

/// What a chunked body says.
pub fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = bytes.windows(2).position(|window| window == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            break;
        }
        whole.extend(&bytes[end + 2..end + 2 + size]);
        bytes = &bytes[end + 4 + size..];
    }
    whole
}

/// A folder with a small page in it, removed when dropped.
pub struct Dist(TempDir);

impl Dist {
    pub fn new() -> Self {
        let dist = Self(tempfile::Builder::new().prefix("page").tempdir().unwrap());
        dist.put("index.html", "<!doctype html><title>Kikitori</title>");
        dist
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn put(&self, name: &str, content: &str) {
        let file = self.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, content).unwrap();
    }
}
