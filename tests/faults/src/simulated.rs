//! A network and a clock that exist only in a test: time passes when nothing else can happen.

use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use futures::future::{FutureExt, LocalBoxFuture};
use futures::stream::{self, StreamExt};
use kikitori_llm::{
    ChatClient, ChatRequest, Completion, Delta, Endpoint, LlmError, Message, Model,
};
use kikitori_ports::{HttpRequest, HttpResponse, Jitter, Timer, Transport, TransportError};
use serde_json::Value;

use crate::call::{Order, Seen, make};
use crate::exchange::{Exchange, Then};

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

/// A transport on which everything happens as a test says: the first exchange for the first
/// request, and so on; the last one for all that follow.
#[derive(Clone)]
pub struct Network {
    clock: Clock,
    /// How long a second is.
    second: Duration,
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
            second: Duration::from_secs(1),
            exchanges: Rc::new(exchanges),
            open: Rc::default(),
            sent: Rc::default(),
        }
    }

    /// The same network on which the seconds of its exchanges are as long as `second`.
    #[must_use]
    pub fn with_second(mut self, second: Duration) -> Self {
        self.second = second;
        self
    }

    /// How many exchanges have neither ended nor been dropped.
    pub fn open(&self) -> usize {
        self.open.get()
    }

    fn pass(&self, seconds: u64) -> LocalBoxFuture<'static, ()> {
        let times = u32::try_from(seconds).unwrap();
        self.clock.sleep(self.second.saturating_mul(times))
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
        // Where a page is not allowed to ask, it is refused before the request is sent.
        if exchange.allows_origin {
            self.sent.borrow_mut().push(Sent {
                at: self.clock.now(),
                headers: request.headers,
                body: serde_json::from_str(&body).unwrap_or_default(),
            });
        }
        let network = self.clone();
        let mut happens = exchange.happens.into_iter();
        Box::pin(async move {
            let status = loop {
                match happens.next() {
                    Some(Then::Wait(seconds)) => network.pass(seconds).await,
                    Some(Then::Head(status)) if exchange.allows_origin => break status,
                    Some(Then::Hang) => std::future::pending().await,
                    _ => {
                        return Err(TransportError::Unreachable {
                            detail: "refused".to_owned(),
                        });
                    }
                }
            };
            let body = stream::unfold((happens, network, open), async |state| {
                let (mut happens, network, open) = state;
                loop {
                    let piece = match happens.next()? {
                        Then::Wait(seconds) => {
                            network.pass(seconds).await;
                            continue;
                        }
                        Then::Head(_) => continue,
                        Then::Hang => std::future::pending().await,
                        Then::Piece(bytes) => Ok(bytes),
                        Then::Break => Err(TransportError::Broken {
                            detail: "reset".to_owned(),
                        }),
                    };
                    return Some((piece, (happens, network, open)));
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

/// The longest wait of all, which makes times exact.
pub struct Longest;

impl Jitter for Longest {
    fn up_to(&self, longest: Duration) -> Duration {
        longest
    }
}

/// What becomes of an order on a network where a second is as long as `second`.
pub fn simulate(order: &Order, exchanges: Vec<Exchange>, second: Duration) -> Seen {
    let clock = Clock::default();
    let network = Network::of(&clock, exchanges).with_second(second);
    let client = order.client(
        Rc::new(network.clone()),
        Rc::new(clock.clone()),
        Rc::new(Longest),
    );
    let outcome = clock.run(make(&client, &order.ask, |_| {}));
    let sent = network.sent();
    Seen {
        outcome,
        headers: sent
            .iter()
            .flat_map(|it| it.headers.iter().map(|(name, _)| name.clone()))
            .collect(),
        requests: sent.into_iter().map(|it| it.body).collect(),
        open: network.open(),
        took: clock.now(),
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
