//! A server that does on each connection what a script says, down to the bytes.

use std::collections::BTreeSet;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use kikitori_faults::wire::{Server, Step};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinHandle;

/// What the server has seen so far.
#[derive(Debug, Clone, Default)]
pub struct Log {
    /// The bodies of the requests, oldest first.
    pub requests: Vec<Value>,
    /// The headers that preflights asked leave for.
    pub headers: BTreeSet<String>,
    /// Requests that the server is still busy with.
    pub open: usize,
    /// When the client left in the middle of something, in milliseconds since 1970.
    pub left_at: Vec<f64>,
}

/// A server with one behaviour, on a port of its own.
pub struct FaultServer {
    address: SocketAddr,
    log: Arc<Mutex<Log>>,
    /// Keeps the port from everybody else where nobody listens.
    _reserved: Option<TcpSocket>,
    running: Option<JoinHandle<()>>,
}

impl Drop for FaultServer {
    fn drop(&mut self) {
        if let Some(running) = &self.running {
            running.abort();
        }
    }
}

impl FaultServer {
    /// Starts it.
    pub fn start(server: Server) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((Ipv4Addr::LOCALHOST, 0).into()).unwrap();
        let address = socket.local_addr().unwrap();
        let log = Arc::default();
        if !server.listens {
            return Self {
                address,
                log,
                _reserved: Some(socket),
                running: None,
            };
        }
        let listener = socket.listen(64).unwrap();
        let running = tokio::spawn(accept(listener, Arc::new(server), Arc::clone(&log)));
        Self {
            address,
            log,
            _reserved: None,
            running: Some(running),
        }
    }

    /// The endpoint's address.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// What it has seen so far.
    pub fn log(&self) -> Log {
        self.log.lock().unwrap().clone()
    }
}

async fn accept(listener: TcpListener, server: Arc<Server>, log: Arc<Mutex<Log>>) {
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        stream.set_nodelay(true).unwrap();
        let (server, log) = (Arc::clone(&server), Arc::clone(&log));
        tokio::spawn(async move { serve(stream, &server, &log).await });
    }
}

/// Answers preflights, and plays a script for the first request.
async fn serve(mut stream: TcpStream, server: &Server, log: &Mutex<Log>) {
    while let Some(request) = read(&mut stream).await {
        if request.method == "OPTIONS" {
            log.lock().unwrap().headers.extend(request.asks_leave_for);
            let answer = preflight(server);
            if stream.write_all(answer.as_bytes()).await.is_err() || !server.keeps_connection {
                break;
            }
            continue;
        }
        let script = {
            let mut log = log.lock().unwrap();
            log.requests.push(request.body);
            log.open += 1;
            let script = server.scripts.get(log.requests.len() - 1);
            script.or(server.scripts.last()).unwrap()
        };
        let end = play(&mut stream, script).await;
        let mut log = log.lock().unwrap();
        log.open -= 1;
        match end {
            End::Finished => break,
            End::Left => log.left_at.push(now()),
            End::Reset => stream.set_zero_linger().unwrap(),
        }
        return;
    }
    // Not before the client has read all of it: what is unread is lost with a reset.
    let _gone = stream.shutdown().await;
    let rest = async { while let Ok(1..) = stream.read(&mut [0; 1_024]).await {} };
    let _too_slow = tokio::time::timeout(Duration::from_secs(1), rest).await;
}

fn now() -> f64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.unwrap().as_secs_f64() * 1_000.0
}

fn preflight(server: &Server) -> String {
    let connection = if server.keeps_connection {
        "keep-alive"
    } else {
        "close"
    };
    if !server.allows_origin {
        return format!(
            "HTTP/1.1 403 Forbidden\r\nconnection: {connection}\r\ncontent-length: 0\r\n\r\n"
        );
    }
    format!(
        "HTTP/1.1 204 No Content\r\naccess-control-allow-origin: *\r\n\
         access-control-allow-methods: GET, POST\r\naccess-control-allow-headers: content-type\r\n\
         connection: {connection}\r\n\r\n"
    )
}

/// How a script ended.
enum End {
    Finished,
    /// The client closed the connection before.
    Left,
    Reset,
}

async fn play(stream: &mut TcpStream, script: &[Step]) -> End {
    let (mut reader, mut writer) = stream.split();
    let played = async {
        for step in script {
            match step {
                Step::Send(bytes) => {
                    // So that these bytes do not come together with those before.
                    tokio::time::sleep(Duration::from_millis(2)).await;
                    if writer.write_all(bytes).await.is_err() {
                        return End::Left;
                    }
                }
                Step::Wait(time) => tokio::time::sleep(*time).await,
                Step::Reset => return End::Reset,
                Step::Hang => std::future::pending().await,
            }
        }
        End::Finished
    };
    let left = async { while let Ok(1..) = reader.read(&mut [0; 1_024]).await {} };
    tokio::select! {
        end = played => end,
        () = left => End::Left,
    }
}

struct Request {
    method: String,
    asks_leave_for: Vec<String>,
    body: Value,
}

/// The next request; `None` once there is none.
async fn read(stream: &mut TcpStream) -> Option<Request> {
    let mut bytes = Vec::new();
    loop {
        if let Some(request) = parse(&bytes) {
            return Some(request);
        }
        if stream.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
            return None;
        }
    }
}

/// The request that `bytes` are, once all of it is there.
fn parse(bytes: &[u8]) -> Option<Request> {
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut request = httparse::Request::new(&mut headers);
    let httparse::Status::Complete(head) = request.parse(bytes).unwrap() else {
        return None;
    };
    let value = |name: &str| {
        let mut headers = request.headers.iter();
        let header = headers.find(|it| it.name.eq_ignore_ascii_case(name))?;
        Some(std::str::from_utf8(header.value).unwrap())
    };
    let length = value("content-length").map_or(0, |it| it.parse().unwrap());
    let body = bytes.get(head..head + length)?;
    let asks_leave_for = value("access-control-request-headers").unwrap_or_default();
    Some(Request {
        method: request.method.unwrap().to_owned(),
        asks_leave_for: asks_leave_for
            .split(',')
            .map(|it| it.trim().to_owned())
            .filter(|it| !it.is_empty())
            .collect(),
        body: serde_json::from_slice(body).unwrap_or_default(),
    })
}
