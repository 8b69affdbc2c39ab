//! Puts a streamed reply together, chunk by chunk.

use kikitori_json::{FromJson, from_str};
use serde_json::{Map, Value};

use crate::protocol::delta::Delta;
use crate::protocol::error::LlmError;
use crate::protocol::message::AssistantMessage;
use crate::protocol::reported::Reported;
use crate::protocol::request::{Completion, FinishReason, Usage, finish_reason};
use crate::reply::calls::{CallDelta, Calls};
use crate::reply::members::join;

/// Reads the `data` of each server-sent event and keeps what has come so far.
#[derive(Debug, Default)]
pub struct Assembler {
    text: Option<String>,
    calls: Calls,
    extra: Map<String, Value>,
    finish_reason: Option<FinishReason>,
    usage: Option<Usage>,
    done: bool,
    chunks: usize,
    has_choice: bool,
}

#[derive(FromJson)]
struct Chunk {
    #[serde(default)]
    choices: Option<Vec<ChunkChoice>>,
    #[serde(default)]
    usage: Option<Usage>,
    #[serde(default)]
    error: Option<Value>,
    #[serde(default)]
    object: Option<Value>,
}

#[derive(FromJson)]
struct ChunkChoice {
    #[serde(default)]
    delta: Option<ChunkDelta>,
    #[serde(default, deserialize_with = "finish_reason")]
    finish_reason: Option<FinishReason>,
}

#[derive(FromJson)]
struct ChunkDelta {
    #[serde(default)]
    content: Option<String>,
    #[serde(default)]
    tool_calls: Vec<CallDelta>,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

impl Assembler {
    /// Takes one event's data; answers what it added.
    ///
    /// # Errors
    /// [`LlmError::InReply`] for an error object, [`LlmError::Malformed`] for anything that is
    /// not a chunk.
    pub fn push(&mut self, data: &str) -> Result<Vec<Delta>, LlmError> {
        let data = data.trim();
        if data.is_empty() || self.done {
            return Ok(Vec::new());
        }
        if data == "[DONE]" {
            self.done = true;
            return Ok(Vec::new());
        }
        let chunk: Chunk = from_str(data).map_err(|error| LlmError::Malformed {
            detail: format!("a chunk of the stream is not what was expected: {error}"),
        })?;
        let object = chunk.object.as_ref();
        let reported = Reported::in_reply(chunk.error, object, data.as_bytes());
        if let Some(Reported { message, code }) = reported {
            return Err(LlmError::InReply { message, code });
        }
        self.chunks += 1;
        if chunk.usage.is_some() {
            self.usage = chunk.usage;
        }
        let mut added = Vec::new();
        // Only one choice is ever asked for.
        if let Some(choice) = chunk.choices.unwrap_or_default().into_iter().next() {
            self.has_choice = true;
            if let Some(delta) = choice.delta {
                self.add(delta, &mut added)?;
            }
            if self.finish_reason.is_none() {
                self.finish_reason = choice.finish_reason;
            }
        }
        Ok(added)
    }

    fn add(&mut self, delta: ChunkDelta, added: &mut Vec<Delta>) -> Result<(), LlmError> {
        if let Some(piece) = delta.content.filter(|piece| !piece.is_empty()) {
            self.text.get_or_insert_default().push_str(&piece);
            added.push(Delta::Text(piece));
        }
        self.calls.add(delta.tool_calls, added)?;
        let mut extra = delta.extra;
        extra.shift_remove("role");
        join(&mut self.extra, extra);
        Ok(())
    }

    /// Whether the server has said that the reply is complete.
    pub fn is_complete(&self) -> bool {
        self.done || self.finish_reason.is_some()
    }

    /// Whether the stream's end marker has come: nothing follows it.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// The whole reply, once the stream has ended.
    ///
    /// A call that came without an id has an empty one.
    ///
    /// # Errors
    /// [`LlmError::Truncated`] when neither a finish reason nor the end marker came,
    /// [`LlmError::TokenLimit`] and [`LlmError::Filtered`] when the server says so, and
    /// [`LlmError::Malformed`] when the stream ended without having replied anything.
    pub fn finish(self) -> Result<Completion, LlmError> {
        if !self.is_complete() {
            return Err(LlmError::Truncated {
                detail: format!("the stream ended after {} chunks", self.chunks),
            });
        }
        if !self.has_choice {
            return Err(LlmError::Malformed {
                detail: "the reply has no choices".to_owned(),
            });
        }
        let message = AssistantMessage {
            content: self.text,
            tool_calls: self.calls.into_tool_calls(),
            extra: self.extra,
        };
        check(Completion {
            message,
            finish_reason: self.finish_reason,
            usage: self.usage,
        })
    }
}

/// Refuses replies that were withheld or cut off by a limit, streamed or not.
pub(crate) fn check(completion: Completion) -> Result<Completion, LlmError> {
    match completion.finish_reason {
        Some(FinishReason::ContentFilter) => Err(LlmError::Filtered),
        Some(FinishReason::Length) => Err(LlmError::TokenLimit),
        _ => Ok(completion),
    }
}
