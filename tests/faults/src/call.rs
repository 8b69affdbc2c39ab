//! A call as a test orders it, and what came of it. Both are data, so that the call can be made
//! in a page.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use kikitori_engine::caller::{CallError, CallLimits, Caller, ContextWindow, ValueCall};
use kikitori_llm::{
    Calls, ChatClient, ChatRequest, Completion, Delta, Endpoint, LlmError, Message, Model, Profile,
    Retries, RetryPolicy, TimeLimits, UsageTotals,
};
use kikitori_ports::{Jitter, Timer, Transport};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the client is asked for.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Ask {
    /// A reply.
    Chat(ChatRequest),
    /// A reply of which nothing but a call is of use. No request as it is sent says so, and orders
    /// go to a browser as text.
    Call(ChatRequest),
    /// A reply, and the next one once each of its calls has its outcome.
    AndOn(ChatRequest),
    /// A structured value: a [`Place`].
    Value,
}

/// What it came to when all went well.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    Reply(Box<Completion>),
    Value(String),
}

/// What it came to when it did not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The name of the [`ErrorKind`](kikitori_llm::ErrorKind).
    pub kind: String,
    /// The error with all that is in it.
    pub error: String,
    /// The error as a sentence.
    pub sentence: String,
}

impl From<&LlmError> for Failure {
    fn from(error: &LlmError) -> Self {
        Self {
            kind: format!("{:?}", error.kind()),
            error: format!("{error:?}"),
            sentence: error.to_string(),
        }
    }
}

impl From<&CallError> for Failure {
    fn from(error: &CallError) -> Self {
        match error {
            CallError::Model(error) => error.into(),
            other => Self {
                kind: String::new(),
                error: format!("{other:?}"),
                sentence: other.to_string(),
            },
        }
    }
}

/// What was shown while the reply came.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// How many times something was added.
    pub pieces: usize,
    pub text: String,
    /// Of each call.
    pub arguments: Vec<String>,
}

impl Shown {
    pub fn add(&mut self, delta: Delta) {
        self.pieces += 1;
        match delta {
            Delta::Text(piece) => self.text.push_str(&piece),
            Delta::Arguments {
                position, piece, ..
            } => {
                if self.arguments.len() <= position {
                    self.arguments.resize(position + 1, String::new());
                }
                self.arguments[position].push_str(&piece);
            }
        }
    }

    /// Whether nothing is in it that is not in `whole`.
    pub fn is_part_of(&self, whole: &Self) -> bool {
        let mut calls = self.arguments.iter().zip(&whole.arguments);
        whole.text.starts_with(&self.text)
            && self.arguments.len() <= whole.arguments.len()
            && calls.all(|(shown, whole)| whole.starts_with(shown))
    }
}

/// What became of a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    pub result: Result<Answer, Failure>,
    pub shown: Shown,
}

/// The same with what was seen of it from outside.
#[derive(Debug)]
pub struct Seen {
    pub outcome: Outcome,
    /// The bodies of the requests, oldest first.
    pub requests: Vec<Value>,
    /// The names of the headers that the client set.
    pub headers: BTreeSet<String>,
    /// Exchanges that have neither ended nor been dropped.
    pub open: usize,
    pub took: Duration,
}

/// An order for a client that is elsewhere.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Order {
    pub base_url: String,
    pub ask: Ask,
    pub profile: Profile,
    pub limits: Limits,
    /// The longest wait before the first retry; without it, nothing is retried.
    pub first_backoff_ms: Option<u64>,
    /// When the call is dropped.
    pub drop: Option<DropWhen>,
}

impl Order {
    /// An order with the limits and the retries that a client has by itself.
    pub fn new(ask: Ask) -> Self {
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap();
        let limits = TimeLimits::default();
        Self {
            base_url: "https://model.test/v1".to_owned(),
            ask,
            profile: Profile::default(),
            limits: Limits {
                first_byte: ms(limits.first_byte),
                idle: ms(limits.idle),
                total: ms(limits.total),
            },
            first_backoff_ms: Some(ms(RetryPolicy::default().first_backoff)),
            drop: None,
        }
    }

    /// The client that it asks for.
    pub fn client(
        &self,
        transport: Rc<dyn Transport>,
        timer: Rc<dyn Timer>,
        jitter: Rc<dyn Jitter>,
    ) -> ChatClient {
        let endpoint = Endpoint {
            base_url: self.base_url.clone(),
            model: "small".to_owned(),
        };
        let client = ChatClient::new(transport, timer, endpoint)
            .with_profile(self.profile)
            .with_limits(self.limits.into());
        let Some(first_backoff) = self.first_backoff_ms else {
            return client;
        };
        let policy = RetryPolicy {
            first_backoff: Duration::from_millis(first_backoff),
            ..RetryPolicy::default()
        };
        client.with_retries(Retries::new(policy, jitter, |_| {}))
    }
}

/// [`TimeLimits`] in milliseconds.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Limits {
    pub first_byte: u64,
    pub idle: u64,
    pub total: u64,
}

impl From<Limits> for TimeLimits {
    fn from(limits: Limits) -> Self {
        Self {
            first_byte: Duration::from_millis(limits.first_byte),
            idle: Duration::from_millis(limits.idle),
            total: Duration::from_millis(limits.total),
        }
    }
}

/// When a call is dropped before its end.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub enum DropWhen {
    /// So many milliseconds after it began.
    After(u64),
    /// When the first of the reply has been shown.
    Shown,
}

/// What became of an [`Order`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Report {
    /// `None` for a call that was dropped.
    pub outcome: Option<Outcome>,
    pub took_ms: f64,
    /// Pieces in which bodies arrived.
    pub pieces: usize,
    /// When the call was over, in milliseconds since 1970.
    pub over_at: f64,
}

/// Makes the call.
pub async fn make(client: &ChatClient, ask: &Ask, mut on_delta: impl FnMut(&Delta)) -> Outcome {
    let mut shown = Shown::default();
    let mut show = |delta: Delta| {
        on_delta(&delta);
        shown.add(delta);
    };
    let result = match ask {
        Ask::Chat(request) => client.chat(request.clone(), &mut show).await,
        Ask::Call(request) => {
            let request = ChatRequest {
                calls: Calls::Wanted,
                ..request.clone()
            };
            client.chat(request, &mut show).await
        }
        Ask::AndOn(request) => and_on(client, request.clone(), &mut show).await,
        Ask::Value => return value(client).await,
    };
    Outcome {
        result: result
            .map(|completion| Answer::Reply(Box::new(completion)))
            .map_err(|error| Failure::from(&error)),
        shown,
    }
}

async fn and_on(
    client: &ChatClient,
    mut request: ChatRequest,
    show: &mut dyn FnMut(Delta),
) -> Result<Completion, LlmError> {
    let reply = client.chat(request.clone(), show).await?.message;
    let calls = reply.tool_calls.clone();
    request.messages.push(Message::Assistant(reply));
    let done = calls.into_iter().map(|call| Message::tool(call.id, "done"));
    request.messages.extend(done);
    client.chat(request, show).await
}

async fn value(client: &ChatClient) -> Outcome {
    let result = place(client).await;
    Outcome {
        result: result
            .map(|place| Answer::Value(place.city.0))
            .map_err(|error| Failure::from(&error)),
        shown: Shown::default(),
    }
}

/// Asks for a place as an engine does, without caps.
pub async fn place(client: &ChatClient) -> Result<Place, CallError> {
    let call = ValueCall {
        agent: "searcher".to_owned(),
        name: "place".to_owned(),
        description: "Where it is.".to_owned(),
        messages: vec![
            Message::system("Be brief."),
            Message::user("I live in Kyoto."),
        ],
        show: None,
        run: UsageTotals::default(),
    };
    let model = Rc::new(client.clone());
    let window = ContextWindow::new(100_000, None);
    let caller = Caller::new(model, CallLimits::default(), window, UsageTotals::default());
    caller.value(call, &mut |_| {}).await
}

// What documents a type is said to the model with its schema, and quirks are about the bare one.
#[derive(Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    #[schemars(regex(pattern = "^[A-Z]"))]
    pub city: City,
}

// With a capital letter.
#[derive(Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
pub struct City(pub String);

impl TryFrom<String> for City {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        if name.starts_with(char::is_uppercase) {
            Ok(Self(name))
        } else {
            Err("expected a capital letter")
        }
    }
}
