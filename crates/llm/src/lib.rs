//! The chat-completions protocol as OpenAI-compatible endpoints speak it.
//!
//! This crate does no I/O. Bytes come and go through the [`Transport`] port; what is built on
//! it is typed: a [`ChatRequest`] goes out, a [`Completion`] or an [`LlmError`] comes back, and
//! while a reply streams in, [`Delta`]s are handed to whoever shows them.

mod assemble;
mod byte_order_mark;
mod client;
mod error;
mod message;
pub mod partial;
mod request;
mod transport;

pub use assemble::{Assembler, Delta};
pub use client::{ChatClient, Endpoint, Model, ModelInfo};
pub use error::LlmError;
pub use message::{AssistantMessage, FunctionCall, Message, ToolCall, ToolCallId};
pub use request::{
    ChatRequest, Completion, FinishReason, StreamOptions, ToolChoice, ToolDefinition, ToolFunction,
    Usage,
};
pub use transport::{ByteStream, HttpRequest, HttpResponse, Method, Transport, TransportError};
