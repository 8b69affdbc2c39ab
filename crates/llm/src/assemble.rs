//! Puts a streamed reply together, chunk by chunk.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::error::LlmError;
use crate::message::{AssistantMessage, FunctionCall, ToolCall, ToolCallId, text_or_json};
use crate::request::{Completion, FinishReason, Usage};

/// What a chunk added, for showing only: decisions wait for the [`Completion`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delta {
    /// More visible text.
    Text(String),
    /// More of the arguments of the call at `position`.
    Arguments {
        /// Which call of this reply, from 0.
        position: usize,
        /// The tool's name, as far as it is known.
        tool: String,
        /// The added piece of JSON text.
        piece: String,
    },
}

/// Reads the `data` of each server-sent event and keeps what has come so far.
#[derive(Debug, Default)]
pub struct Assembler {
    text: Option<String>,
    calls: Vec<PartialCall>,
    extra: Map<String, Value>,
    finish_reason: Option<FinishReason>,
    usage: Option<Usage>,
    done: bool,
    chunks: usize,
}

#[derive(Debug, Default)]
struct PartialCall {
    id: Option<String>,
    index: Option<u64>,
    name: String,
    arguments: String,
    extra: Map<String, Value>,
}

#[derive(Deserialize)]
struct Chunk {
    #[serde(default)]
    choices: Option<Vec<ChunkChoice>>,
    #[serde(default)]
    usage: Option<Usage>,
    #[serde(default)]
    error: Option<Value>,
}

#[derive(Deserialize)]
struct ChunkChoice {
    #[serde(default)]
    delta: Option<ChunkDelta>,
    #[serde(default)]
    finish_reason: Option<FinishReason>,
}

#[derive(Deserialize)]
struct ChunkDelta {
    #[serde(default)]
    content: Option<String>,
    #[serde(default)]
    tool_calls: Option<Vec<CallDelta>>,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

#[derive(Deserialize)]
struct CallDelta {
    #[serde(default)]
    index: Option<u64>,
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    function: Option<FunctionDelta>,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

#[derive(Deserialize)]
struct FunctionDelta {
    #[serde(default)]
    name: Option<String>,
    #[serde(default, deserialize_with = "text_or_json")]
    arguments: String,
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
        let chunk: Chunk = serde_json::from_str(data).map_err(|error| LlmError::Malformed {
            detail: format!("a chunk of the stream is not what was expected: {error}"),
        })?;
        if let Some(message) = chunk.error.as_ref().and_then(error_message) {
            return Err(LlmError::InReply { message });
        }
        self.chunks += 1;
        if let Some(usage) = chunk.usage {
            self.usage = Some(usage);
        }
        let mut added = Vec::new();
        // Only one choice is ever asked for.
        if let Some(choice) = chunk.choices.unwrap_or_default().into_iter().next() {
            if let Some(delta) = choice.delta {
                self.add(delta, &mut added);
            }
            if self.finish_reason.is_none() {
                self.finish_reason = choice.finish_reason;
            }
        }
        Ok(added)
    }

    fn add(&mut self, delta: ChunkDelta, added: &mut Vec<Delta>) {
        if let Some(piece) = delta.content.filter(|piece| !piece.is_empty()) {
            self.text.get_or_insert_default().push_str(&piece);
            added.push(Delta::Text(piece));
        }
        for call in delta.tool_calls.unwrap_or_default() {
            let position = self.position_of(&call);
            let Some(partial) = self.calls.get_mut(position) else {
                continue;
            };
            partial.extra.extend(call.extra);
            if let Some(function) = call.function {
                if let Some(name) = function.name {
                    partial.name.push_str(&name);
                }
                partial.arguments.push_str(&function.arguments);
                if !function.arguments.is_empty() {
                    added.push(Delta::Arguments {
                        position,
                        tool: partial.name.clone(),
                        piece: function.arguments,
                    });
                }
            }
        }
        for (key, value) in delta.extra {
            if key == "role" {
                continue;
            }
            match (self.extra.get_mut(&key), value) {
                (Some(Value::String(so_far)), Value::String(piece)) => so_far.push_str(&piece),
                (_, Value::Null) => {}
                (_, value) => {
                    self.extra.insert(key, value);
                }
            }
        }
    }

    /// Servers mark the pieces of a call by id, by index, or not at all, so the id counts
    /// first, then the index, then the latest call.
    fn position_of(&mut self, call: &CallDelta) -> usize {
        let id = call.id.as_deref().filter(|id| !id.is_empty());
        let known = match (id, call.index) {
            (Some(id), _) => self
                .calls
                .iter()
                .position(|known| known.id.as_deref() == Some(id)),
            (None, Some(index)) => self
                .calls
                .iter()
                .rposition(|known| known.index == Some(index)),
            (None, None) => self.calls.len().checked_sub(1),
        };
        known.unwrap_or_else(|| {
            self.calls.push(PartialCall {
                id: id.map(str::to_owned),
                index: call.index,
                ..PartialCall::default()
            });
            self.calls.len() - 1
        })
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
    /// # Errors
    /// [`LlmError::Truncated`] when neither a finish reason nor the end marker came, or when a
    /// token limit cut off a tool call; [`LlmError::Filtered`] when the server withheld it.
    pub fn finish(self) -> Result<Completion, LlmError> {
        if !self.is_complete() {
            return Err(LlmError::Truncated {
                detail: format!("the stream ended after {} chunks", self.chunks),
            });
        }
        let tool_calls = self
            .calls
            .into_iter()
            .enumerate()
            .map(|(position, call)| ToolCall {
                id: ToolCallId(call.id.unwrap_or_else(|| minted_id(position))),
                kind: "function".to_owned(),
                function: FunctionCall {
                    name: call.name,
                    arguments: call.arguments,
                },
                extra: without_type(call.extra),
            })
            .collect();
        let message = AssistantMessage {
            content: self.text,
            tool_calls,
            extra: self.extra,
        };
        check(Completion {
            message,
            finish_reason: self.finish_reason,
            usage: self.usage,
        })
    }
}

/// Refuses replies that were withheld or cut off inside a call, streamed or not.
pub(crate) fn check(completion: Completion) -> Result<Completion, LlmError> {
    match completion.finish_reason {
        Some(FinishReason::ContentFilter) => Err(LlmError::Filtered),
        Some(FinishReason::Length) => Err(LlmError::Truncated {
            detail: "the endpoint's token limit was reached".to_owned(),
        }),
        _ => Ok(completion),
    }
}

fn without_type(mut extra: Map<String, Value>) -> Map<String, Value> {
    extra.remove("type");
    extra
}

/// An id for a call that came without one. Nine letters and digits, which every server takes.
fn minted_id(position: usize) -> String {
    format!("call{position:05}")
}

/// The sentence in an error value of any of the shapes in use; `None` for null and "".
pub(crate) fn error_message(error: &Value) -> Option<String> {
    match error {
        Value::Null => None,
        Value::String(text) if text.is_empty() => None,
        Value::String(text) => Some(text.clone()),
        Value::Object(fields) => fields
            .get("message")
            .or_else(|| fields.get("detail"))
            .and_then(error_message)
            .or_else(|| Some(error.to_string())),
        Value::Array(items) => items
            .iter()
            .find_map(|item| error_message(item.get("error").unwrap_or(item))),
        other => Some(other.to_string()),
    }
}
