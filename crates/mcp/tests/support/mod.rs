//! A server that is played: what each request is answered with, and what was asked.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test's support"
)]

use std::cell::{Cell, RefCell};
use std::future::pending;
use std::rc::Rc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::LocalBoxFuture;
use futures::stream::{self, StreamExt};
use kikitori_mcp::{
    CallHost, ElicitationAnswer, ElicitationRequest, McpClient, McpEndpoint, McpLimits, Progress,
};
use kikitori_ports::{HttpRequest, HttpResponse, Method, Timer, Transport, TransportError};
use serde_json::{Value, json};

/// What a request is answered with.
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<Piece>,
}

/// A piece of a body.
pub enum Piece {
    Text(String),
    Wait(Duration),
    /// The connection breaks.
    Break,
    /// Nothing more comes.
    Silence,
}

impl Reply {
    pub fn status(status: u16, body: &str) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: vec![Piece::Text(body.to_owned())],
        }
    }

    pub fn json(message: &Value) -> Self {
        let headers = vec![("content-type", "application/json; charset=utf-8".to_owned())];
        let body = vec![Piece::Text(message.to_string())];
        Self {
            status: 200,
            headers,
            body,
        }
    }

    pub fn events(body: Vec<Piece>) -> Self {
        Self {
            status: 200,
            headers: vec![("content-type", "text/event-stream".to_owned())],
            body,
        }
    }
}

/// A message as an event.
pub fn event(message: &Value) -> Piece {
    Piece::Text(format!("event: message\ndata: {message}\n\n"))
}

/// The same with a name, so that the reply can be taken up again behind it.
pub fn named_event(id: &str, message: &Value) -> Piece {
    Piece::Text(format!("id: {id}\ndata: {message}\n\n"))
}

pub fn answer(request: &Value, result: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": request["id"], "result": result})
}

pub fn said(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}]})
}

/// A request as the server saw it.
#[derive(Debug, Clone)]
pub struct Seen {
    pub method: Method,
    pub headers: Vec<(String, String)>,
    pub message: Value,
}

impl Seen {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(it, _)| it == name);
        found.map(|(_, value)| value.as_str())
    }

    /// What the message asks for; empty for an answer.
    pub fn asks(&self) -> &str {
        self.message["method"].as_str().unwrap_or_default()
    }
}

type Play = dyn Fn(&Seen) -> Option<Reply>;

/// A server: `play` answers what it wants to; the rest is a server that works.
pub struct Server {
    play: Box<Play>,
    pub seen: RefCell<Vec<Seen>>,
    sessions: Cell<u32>,
}

impl Server {
    pub fn new(play: impl Fn(&Seen) -> Option<Reply> + 'static) -> Rc<Self> {
        Rc::new(Self {
            play: Box::new(play),
            seen: RefCell::default(),
            sessions: Cell::new(0),
        })
    }

    /// What it was asked for, in order.
    pub fn asked(&self) -> Vec<String> {
        let seen = self.seen.borrow();
        seen.iter().map(|it| it.asks().to_owned()).collect()
    }

    pub fn count(&self, what: &str) -> usize {
        self.asked().iter().filter(|it| *it == what).count()
    }

    /// A client of it. What it sends in the background is sent by a task of the test's.
    pub fn client(self: &Rc<Self>, limits: McpLimits) -> McpClient {
        let mut endpoint = McpEndpoint::new("https://tools.example/mcp");
        endpoint.headers.push(("x-key".to_owned(), "k".to_owned()));
        let transport = Rc::new(Played(self.clone()));
        let (client, background) = McpClient::new(endpoint, transport, Rc::new(Clock), limits);
        tokio::task::spawn_local(background);
        client
    }

    fn reply(&self, seen: &Seen) -> Reply {
        if let Some(reply) = (self.play)(seen) {
            return reply;
        }
        match seen.asks() {
            "initialize" => {
                self.sessions.set(self.sessions.get() + 1);
                let mut reply = Reply::json(&answer(&seen.message, &initialized("2025-06-18")));
                let session = format!("session-{}", self.sessions.get());
                reply.headers.push(("mcp-session-id", session));
                reply
            }
            "tools/list" => {
                let tool = json!({"name": "look", "inputSchema": {"type": "object"}});
                Reply::json(&answer(&seen.message, &json!({"tools": [tool]})))
            }
            "tools/call" => Reply::json(&answer(&seen.message, &said("done"))),
            _ => Reply::status(202, ""),
        }
    }
}

pub fn initialized(version: &str) -> Value {
    json!({
        "protocolVersion": version, "capabilities": {"tools": {}},
        "serverInfo": {"name": "played", "version": "1"}, "instructions": "Ask nicely.",
    })
}

struct Played(Rc<Server>);

impl Transport for Played {
    fn send(
        &self,
        request: HttpRequest,
    ) -> LocalBoxFuture<'_, Result<HttpResponse, TransportError>> {
        let message = request.body.as_deref().unwrap_or("null");
        let seen = Seen {
            method: request.method,
            headers: request.headers,
            message: serde_json::from_str(message).unwrap(),
        };
        self.0.seen.borrow_mut().push(seen.clone());
        let reply = self.0.reply(&seen);
        let headers = reply.headers.into_iter();
        let response = HttpResponse {
            status: reply.status,
            headers: headers.map(|(name, it)| (name.to_owned(), it)).collect(),
            body: stream::iter(reply.body).filter_map(piece).boxed_local(),
        };
        async move {
            // Whoever gives up before the response has come is heard of, too.
            tokio::task::yield_now().await;
            Ok(response)
        }
        .boxed_local()
    }
}

async fn piece(piece: Piece) -> Option<Result<Vec<u8>, TransportError>> {
    match piece {
        Piece::Text(text) => Some(Ok(text.into_bytes())),
        Piece::Wait(time) => {
            tokio::time::sleep(time).await;
            None
        }
        Piece::Break => Some(Err(TransportError::Broken {
            detail: "played".to_owned(),
        })),
        Piece::Silence => pending().await,
    }
}

/// Tokio's clock, which tests stop.
pub struct Clock;

impl Timer for Clock {
    fn sleep(&self, time: Duration) -> LocalBoxFuture<'static, ()> {
        tokio::time::sleep(time).boxed_local()
    }
}

/// Remembers progress, and answers what is asked after a while.
pub struct Host {
    pub progress: RefCell<Vec<Progress>>,
    pub asked: RefCell<Vec<ElicitationRequest>>,
    pub answer: ElicitationAnswer,
    pub thinks: Duration,
}

impl Host {
    pub fn new(answer: ElicitationAnswer, thinks: Duration) -> Self {
        Self {
            progress: RefCell::default(),
            asked: RefCell::default(),
            answer,
            thinks,
        }
    }
}

impl CallHost for Host {
    fn on_progress(&self, progress: Progress) {
        self.progress.borrow_mut().push(progress);
    }

    fn elicit(&self, request: ElicitationRequest) -> LocalBoxFuture<'_, ElicitationAnswer> {
        self.asked.borrow_mut().push(request);
        async move {
            tokio::time::sleep(self.thinks).await;
            self.answer.clone()
        }
        .boxed_local()
    }
}

/// Runs a test with a clock that stands still while anything can be done.
pub fn played<F: Future<Output = ()>>(test: impl FnOnce() -> F) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    tokio::task::LocalSet::new().block_on(&runtime, test());
}
