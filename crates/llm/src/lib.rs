//! The chat-completions protocol as OpenAI-compatible endpoints speak it.
//!
//! This crate does no I/O. Bytes come and go through the [`Transport`] port, and the [`Timer`]
//! port ends a call that takes too long; what is built on them is typed: a [`ChatRequest`] goes
//! out, a [`Completion`] or an [`LlmError`] comes back, and while a reply streams in, [`Delta`]s
//! are handed to whoever shows them.
//!
//! A [`ChatClient`] makes a call again after trouble that may have passed ([`Retries`]), leaves
//! out what its endpoint does not support ([`Profile`]) and gets validated values
//! ([`ChatClient::structured`]). [`preflight`] looks what an endpoint can do, and why it cannot be
//! talked to.

mod arguments;
mod assemble;
mod budget;
mod call_ids;
mod calls;
mod client;
mod compact;
mod error;
mod error_kind;
mod event_text;
mod exchange;
mod feature;
mod key;
mod message;
mod meter;
mod money;
pub mod partial;
mod preflight;
mod profile;
mod reported;
mod request;
mod retry;
mod retry_after;
mod stream;
mod structured;
mod structured_ask;
mod structured_reply;
mod time;
mod tokens;
mod transport;
mod whole;

pub use assemble::{Assembler, Delta};
pub use budget::Budget;
pub use client::{ChatClient, Endpoint, Model, ModelInfo};
pub use compact::compaction_point;
pub use error::LlmError;
pub use error_kind::ErrorKind;
pub use feature::Feature;
pub use key::{ApiKey, ApiKeyError};
pub use message::{AssistantMessage, FunctionCall, Message, ToolCall, ToolCallId};
pub use meter::{BudgetExceeded, CapKind, Caps, Meter, Reservation, UsageTotals};
pub use money::{Money, NotMoney, Price};
pub use preflight::{
    AddressSpace, Finding, MissingCapability, NetworkProbe, NoVantage, Obstacle, Outcome,
    Permission, ProbeResult, Report, Step, preflight,
};
pub use profile::{NoContent, Profile, ReplyLimit, StructuredOutputMode};
pub use request::{
    ChatRequest, Completion, FinishReason, StreamOptions, ToolChoice, ToolDefinition, ToolFunction,
    Usage,
};
pub use retry::{Jitter, Retries, RetryPolicy, RetryWait};
pub use structured::{Structured, StructuredError, StructuredRequest};
pub use time::{NoTimer, TimeLimits, Timer, Wait};
pub use tokens::{characters_within, estimated_tokens};
pub use transport::{ByteStream, HttpRequest, HttpResponse, Method, Transport, TransportError};
