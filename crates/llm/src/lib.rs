//! The chat-completions protocol as OpenAI-compatible endpoints speak it.
//!
//! This crate does no I/O. Bytes come and go through the [`kikitori_ports::Transport`] port, and the
//! [`kikitori_ports::Timer`] port ends a call that takes too long; what is built on them is typed: a [`ChatRequest`] goes
//! out, a [`Completion`] or an [`LlmError`] comes back, and while a reply streams in, [`Delta`]s
//! are handed to whoever shows them.
//!
//! A [`ChatClient`] makes a call again after trouble that may have passed ([`Retries`]) and leaves
//! out what its endpoint does not support ([`Profile`]); each request of it is counted and held to
//! caps by a [`CallMeter`]. A [`StructuredAttempt`] says how a validated value is asked for.
//! [`preflight`] looks what an endpoint can do, and why it cannot be talked to.

mod calls_by_schema;
mod client;
mod context;
pub mod partial;
mod preflight;
mod profile;
mod protocol;
mod reply;
mod structured;
mod usage;

pub use client::chat::{ChatClient, Endpoint, ModelInfo};
pub use client::key::{ApiKey, ApiKeyError};
pub use client::model::Model;
pub use client::once::ask_once;
pub use client::retry::{Retries, RetryPolicy, RetryWait};
pub use client::time::TimeLimits;
pub use context::compact::compaction_point;
pub use context::fit::{cut_reply, fit};
pub use context::tokens::{characters_within, estimated_tokens};
pub use preflight::{
    AddressSpace, Finding, MissingCapability, NetworkProbe, NoNetworkProbe, Obstacle, Outcome,
    Permission, ProbeResult, Report, Step, preflight,
};
pub use profile::capabilities::{NoContent, Profile, ReplyLimit};
pub use profile::feature::Feature;
pub use profile::mode::{IgnoredModes, StructuredOutputMode};
pub use protocol::delta::Delta;
pub use protocol::error::{LlmError, Wait};
pub use protocol::error_kind::ErrorKind;
pub use protocol::message::{AssistantMessage, FunctionCall, Message, ToolCall, ToolCallId};
pub use protocol::request::{
    Calls, ChatRequest, Completion, FinishReason, StreamOptions, ToolChoice, Usage,
};
pub use protocol::tools::{ToolDefinition, ToolFunction, Tools};
pub use reply::assemble::Assembler;
pub use reply::event::ServerSentEvent;
pub use reply::event_text::{EventStream, events};
pub use structured::attempt::StructuredAttempt;
pub use structured::reply::Flaw;
pub use structured::request::StructuredRequest;
pub use usage::budget::Budget;
pub use usage::call::CallMeter;
pub use usage::caps::{BudgetExceeded, CapKind, CapScope, Caps};
pub use usage::meter::{Account, CallLimits, Meter};
pub use usage::money::{Money, NotMoney, Price};
pub use usage::totals::UsageTotals;
