//! What servers really send, each quirk as one of them was seen to have it.

mod calls;
mod errors;
mod repeats;
mod requests;
mod schema_calls;
mod streams;
mod structured;

use std::time::Duration;

use kikitori_llm::{Completion, ErrorKind, LlmError, ToolCall, Usage};
use serde_json::{Value, json};

use crate::call::{Answer, Ask, Order, Seen};
use crate::check::{Wrong, stays_within_its_bounds, that};
use crate::exchange::{Exchange, Then};
use crate::simulated::hello;

pub use calls::{pieces_of_calls, whole_replies};
pub use errors::{error_bodies, errors_in_replies, no_chat_replies};
pub use repeats::repetitions;
pub use requests::{left_out, no_way_from_a_page, sent_back};
pub use schema_calls::calls_by_schema;
pub use streams::{ends, silent_chunks, withheld};
pub use structured::structured_values;

/// What kind of quirk it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    NoIndex,
    IndexAlwaysZero,
    FirstIndexIsOne,
    NoIdOrName,
    IdsOfNineCharacters,
    NameInEveryPiece,
    ArgumentsAsAnObject,
    StopWithCalls,
    TwoFinishChunks,
    NoFinish,
    Withheld,
    NothingInAChunk,
    ErrorInASuccess,
    ErrorBodies,
    Reasoning,
    UnknownFields,
    NullContent,
    NoSchema,
    SchemaBesideTools,
    ToolChoice,
    NoToolsInTheTemplate,
    ParallelToolCalls,
    Pattern,
    HeadersInThePreflight,
    OriginRefused,
    Repetitions,
}

impl Row {
    pub const ALL: [Self; 26] = [
        Self::NoIndex,
        Self::IndexAlwaysZero,
        Self::FirstIndexIsOne,
        Self::NoIdOrName,
        Self::IdsOfNineCharacters,
        Self::NameInEveryPiece,
        Self::ArgumentsAsAnObject,
        Self::StopWithCalls,
        Self::TwoFinishChunks,
        Self::NoFinish,
        Self::Withheld,
        Self::NothingInAChunk,
        Self::ErrorInASuccess,
        Self::ErrorBodies,
        Self::Reasoning,
        Self::UnknownFields,
        Self::NullContent,
        Self::NoSchema,
        Self::SchemaBesideTools,
        Self::ToolChoice,
        Self::NoToolsInTheTemplate,
        Self::ParallelToolCalls,
        Self::Pattern,
        Self::HeadersInThePreflight,
        Self::OriginRefused,
        Self::Repetitions,
    ];
}

/// What a client must make of a quirk.
#[derive(Debug, Clone)]
pub enum Makes {
    Answer(Answer),
    Error(LlmError),
    ErrorKind(ErrorKind),
    /// Whatever it is, it is not accepted as a call that can run.
    NothingToRun,
}

/// A member of a request's body, by its JSON pointer: what it is, or that it is not there.
pub type Member = (&'static str, Option<Value>);

/// A server's behaviour, and what a client must make of it.
#[derive(Debug, Clone)]
pub struct Quirk {
    pub row: Row,
    pub name: String,
    pub order: Order,
    /// For the first request, and so on; the last one for all that follow.
    pub exchanges: Vec<Exchange>,
    pub makes: Makes,
    /// What each of the requests must say.
    pub requests: Vec<Vec<Member>>,
}

impl Quirk {
    /// A quirk of the reply to one request.
    fn new(row: Row, name: impl Into<String>, exchange: Exchange, makes: Makes) -> Self {
        let order = Order {
            first_backoff_ms: None,
            ..Order::new(Ask::Chat(hello()))
        };
        Self {
            row,
            name: name.into(),
            order,
            exchanges: vec![exchange],
            makes,
            requests: vec![Vec::new()],
        }
    }

    /// Whether the client made of it what it must.
    ///
    /// # Errors
    /// What it made of it instead.
    pub fn holds(&self, seen: &Seen) -> Result<(), Wrong> {
        let result = &seen.outcome.result;
        let failure = result.as_ref().err();
        let holds = match &self.makes {
            Makes::Answer(answer) => result.as_ref() == Ok(answer),
            Makes::Error(error) => failure.is_some_and(|it| *it == error.into()),
            Makes::ErrorKind(kind) => failure.is_some_and(|it| it.kind == format!("{kind:?}")),
            Makes::NothingToRun => !can_run(result.as_ref().ok()),
        };
        that(holds, || format!("{result:?}"))?;
        let (asked, requests) = (seen.requests.len(), self.requests.len());
        that(asked == requests, || format!("{asked} requests"))?;
        for (number, (body, members)) in seen.requests.iter().zip(&self.requests).enumerate() {
            for (pointer, expected) in members {
                let found = body.pointer(pointer);
                that(found == expected.as_ref(), || {
                    format!("request {number} has {found:?} at {pointer}")
                })?;
            }
        }
        let total = Duration::from_millis(self.order.limits.total);
        stays_within_its_bounds(seen, total)
    }
}

/// Every quirk.
pub fn all() -> Vec<Quirk> {
    [
        pieces_of_calls(),
        repetitions(),
        whole_replies(),
        silent_chunks(),
        ends(),
        withheld(),
        errors_in_replies(),
        error_bodies(),
        no_chat_replies(),
        sent_back(),
        left_out(),
        structured_values(),
        calls_by_schema(),
        no_way_from_a_page(),
    ]
    .concat()
}

fn can_run(answer: Option<&Answer>) -> bool {
    let Some(Answer::Reply(reply)) = answer else {
        return false;
    };
    let mut calls = reply.message.tool_calls.iter();
    calls.any(|call| serde_json::from_str::<Value>(&call.function.arguments).is_ok())
}

fn answer(completion: Completion) -> Makes {
    Makes::Answer(Answer::Reply(Box::new(completion)))
}

/// A stream of these events.
fn events<'a>(data: impl IntoIterator<Item = &'a str>) -> Exchange {
    let events = data.into_iter().map(|data| format!("data: {data}\n\n"));
    let pieces = events.map(|event| Then::Piece(event.into_bytes()));
    Exchange::stream([Then::Head(200)].into_iter().chain(pieces).collect())
}

/// A stream of these chunks and the end marker.
fn stream(chunks: &[Value]) -> Exchange {
    let mut exchange = unfinished(chunks);
    exchange
        .happens
        .push(Then::Piece(b"data: [DONE]\n\n".to_vec()));
    exchange
}

/// The same without the end marker.
fn unfinished(chunks: &[Value]) -> Exchange {
    let chunks: Vec<_> = chunks.iter().map(Value::to_string).collect();
    events(chunks.iter().map(String::as_str))
}

fn choice(delta: Value) -> Value {
    json!({"choices": [{"index": 0, "delta": delta}]})
}

fn text(text: &str) -> Value {
    choice(json!({"content": text}))
}

/// A chunk with these pieces of calls.
fn calls(calls: Value) -> Value {
    choice(json!({"tool_calls": calls}))
}

fn finished(reason: Value) -> Value {
    json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
}

fn function(name: &str, arguments: impl Into<Value>) -> Value {
    json!({"name": name, "arguments": arguments.into()})
}

/// A whole reply with this message.
fn reply(message: Value, reason: &str) -> Exchange {
    let choices = json!([{"index": 0, "message": message, "finish_reason": reason}]);
    Exchange::body(200, json!({"choices": choices}).to_string())
}

/// A reply that says hello.
fn good() -> Exchange {
    reply(json!({"role": "assistant", "content": "Hello"}), "stop")
}

fn good_answer() -> Makes {
    answer(Completion {
        message: said("Hello"),
        finish_reason: Some(kikitori_llm::FinishReason::Stop),
        usage: None,
    })
}

fn said(text: &str) -> kikitori_llm::AssistantMessage {
    kikitori_llm::AssistantMessage {
        content: Some(text.to_owned()),
        ..Default::default()
    }
}

fn called(calls: &[(&str, &str, &str)]) -> kikitori_llm::AssistantMessage {
    kikitori_llm::AssistantMessage {
        tool_calls: calls
            .iter()
            .map(|(id, name, arguments)| ToolCall::new(*id, *name, *arguments))
            .collect(),
        ..Default::default()
    }
}

fn tokens(prompt: u64, total: u64) -> Usage {
    Usage {
        prompt_tokens: prompt,
        total_tokens: total,
        ..Usage::default()
    }
}
