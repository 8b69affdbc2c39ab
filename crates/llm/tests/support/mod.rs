//! A network and a clock that exist only in a test: time passes when nothing else can happen.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "each test file uses a part of it"
)]

use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use futures::future::{FutureExt, LocalBoxFuture};
use futures::stream::{self, StreamExt};
use kikitori_llm::{
    ChatClient, ChatRequest, Completion, Delta, Endpoint, HttpRequest, HttpResponse, LlmError,
    Message, Model, Timer, Transport, TransportError,
};
use serde_json::Value;

/// A clock that a test moves.
#[derive(Clone, Default)]
pub struct Clock(Rc<Hands>);

#[derive(Default)]
struct Hands {
    now: Cell<Duration>,
    /// When those who sleep want to be woken.
    waited_for: RefCell<Vec<Duration>>,
}

impl Timer for Clock {
    fn sleep(&self, time: Duration) -> LocalBoxFuture<'static, ()> {
        let hands = Rc::clone(&self.0);
        let end = hands.now.get() + time;
        poll_fn(move |_| {
            if hands.now.get() >= end {
                return Poll::Ready(());
            }
            hands.waited_for.borrow_mut().push(end);
            Poll::Pending
        })
        .boxed_local()
    }
}

impl Clock {
    pub fn now(&self) -> Duration {
        self.0.now.get()
    }

    /// Runs `work` to its end, moving the time on whenever nothing else is left to do.
    pub fn run<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        let mut context = Context::from_waker(Waker::noop());
        loop {
            if let Poll::Ready(outcome) = work.as_mut().poll(&mut context) {
                return outcome;
            }
            let waited_for = self.0.waited_for.take();
            let next = waited_for.into_iter().min().expect("it hangs for ever");
            self.0.now.set(next);
        }
    }
}

/// What happens after a request was sent, one after the other.
#[derive(Debug, Clone)]
pub enum Then {
    /// So many seconds pass.
    Wait(u64),
    /// The head of the response arrives.
    Head(u16),
    /// A piece of its body arrives.
    Piece(Vec<u8>),
    /// The connection breaks.
    Break,
    /// Nothing happens any more, and the connection stays open.
    Hang,
}

/// What comes of one request.
#[derive(Debug, Clone)]
pub struct Exchange {
    pub headers: Vec<(String, String)>,
    pub happens: Vec<Then>,
}

impl Exchange {
    pub fn new(content_type: &str, happens: Vec<Then>) -> Self {
        Self {
            headers: vec![("content-type".to_owned(), content_type.to_owned())],
            happens,
        }
    }

    pub fn stream(happens: Vec<Then>) -> Self {
        Self::new("text/event-stream", happens)
    }

    /// A whole body at once.
    pub fn body(status: u16, body: impl Into<Vec<u8>>) -> Self {
        let happens = vec![Then::Head(status), Then::Piece(body.into())];
        Self::new("application/json", happens)
    }

    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

/// A transport on which everything happens as a test says: the first exchange for the first
/// request, and so on; the last one for all that follow.
#[derive(Clone)]
pub struct Network {
    clock: Clock,
    exchanges: Rc<Vec<Exchange>>,
    open: Rc<Cell<usize>>,
    sent: Rc<RefCell<Vec<Sent>>>,
}

/// A request as it was sent.
#[derive(Debug, Clone)]
pub struct Sent {
    pub at: Duration,
    pub headers: Vec<(String, String)>,
    pub body: Value,
}

/// Counts an exchange as open until it is dropped.
struct Open(Rc<Cell<usize>>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

impl Network {
    pub fn new(clock: &Clock, content_type: &'static str, happens: Vec<Then>) -> Self {
        Self::of(clock, vec![Exchange::new(content_type, happens)])
    }

    pub fn of(clock: &Clock, exchanges: Vec<Exchange>) -> Self {
        Self {
            clock: clock.clone(),
            exchanges: Rc::new(exchanges),
            open: Rc::default(),
            sent: Rc::default(),
        }
    }

    /// How many exchanges have neither ended nor been dropped.
    pub fn open(&self) -> usize {
        self.open.get()
    }

    /// The requests that were sent, oldest first.
    pub fn sent(&self) -> Vec<Sent> {
        self.sent.borrow().clone()
    }

    pub fn client(&self) -> ChatClient {
        let endpoint = Endpoint {
            base_url: "https://model.test/v1".to_owned(),
            model: "small".to_owned(),
        };
        ChatClient::new(Rc::new(self.clone()), Rc::new(self.clock.clone()), endpoint)
    }
}

impl Transport for Network {
    fn send(
        &self,
        request: HttpRequest,
    ) -> LocalBoxFuture<'_, Result<HttpResponse, TransportError>> {
        self.open.set(self.open.get() + 1);
        let open = Open(Rc::clone(&self.open));
        let body = request.body.unwrap_or_default();
        let next = self.exchanges.get(self.sent.borrow().len());
        let exchange = next.or(self.exchanges.last()).unwrap().clone();
        self.sent.borrow_mut().push(Sent {
            at: self.clock.now(),
            headers: request.headers,
            body: serde_json::from_str(&body).unwrap_or_default(),
        });
        let clock = self.clock.clone();
        let mut happens = exchange.happens.into_iter();
        Box::pin(async move {
            let status = loop {
                match happens.next() {
                    Some(Then::Wait(seconds)) => clock.sleep(Duration::from_secs(seconds)).await,
                    Some(Then::Head(status)) => break status,
                    Some(Then::Hang) => std::future::pending().await,
                    _ => {
                        return Err(TransportError::Unreachable {
                            detail: "refused".to_owned(),
                        });
                    }
                }
            };
            let body = stream::unfold((happens, clock, open), async |state| {
                let (mut happens, clock, open) = state;
                loop {
                    let piece = match happens.next()? {
                        Then::Wait(seconds) => {
                            clock.sleep(Duration::from_secs(seconds)).await;
                            continue;
                        }
                        Then::Head(_) => continue,
                        Then::Hang => std::future::pending().await,
                        Then::Piece(bytes) => Ok(bytes),
                        Then::Break => Err(TransportError::Broken {
                            detail: "reset".to_owned(),
                        }),
                    };
                    return Some((piece, (happens, clock, open)));
                }
            });
            Ok(HttpResponse {
                status,
                headers: exchange.headers,
                body: body.boxed_local(),
            })
        })
    }
}

pub fn hello() -> ChatRequest {
    ChatRequest {
        messages: vec![Message::user("Hello")],
        stream: true,
        ..ChatRequest::default()
    }
}

/// What a client makes of an event stream that arrives in these pieces, and what it showed of it.
pub fn streamed<P: AsRef<[u8]>>(
    pieces: impl IntoIterator<Item = P>,
) -> (Result<Completion, LlmError>, Vec<Delta>) {
    let mut happens = vec![Then::Head(200)];
    happens.extend(
        pieces
            .into_iter()
            .map(|piece| Then::Piece(piece.as_ref().to_vec())),
    );
    let clock = Clock::default();
    let client = Network::new(&clock, "text/event-stream", happens).client();
    let mut shown = Vec::new();
    let outcome = clock.run(client.chat(hello(), &mut |delta| shown.push(delta)));
    (outcome, shown)
}

/// What a client makes of a body that is not a stream.
pub fn whole(body: &str) -> Result<Completion, LlmError> {
    let happens = vec![Then::Head(200), Then::Piece(body.as_bytes().to_vec())];
    let clock = Clock::default();
    let client = Network::new(&clock, "application/json", happens).client();
    clock.run(client.chat(hello(), &mut |_| {}))
}
