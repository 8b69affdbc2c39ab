//! Puts a streamed reply together, chunk by chunk.

use std::collections::HashSet;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use crate::error::LlmError;
use crate::message::{AssistantMessage, FunctionCall, ToolCall, ToolCallId, text_or_json};
use crate::reported::Reported;
use crate::request::{Completion, FinishReason, Usage, finish_reason};

/// No reply calls this many tools; a stream that does is not worth the memory.
const MAX_CALLS: usize = 1_024;
/// No tool has a name of so many bytes.
const MAX_NAME_BYTES: usize = 256;

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
    has_choice: bool,
    /// The chunks that named a tool, to know one that comes again.
    named_tools: HashSet<String>,
}

#[derive(Debug, Default)]
struct PartialCall {
    id: Option<String>,
    index: Option<u64>,
    name: String,
    arguments: String,
    extra: Map<String, Value>,
    function_extra: Map<String, Value>,
}

impl PartialCall {
    /// Whether nothing is missing: what names a tool now is the next call.
    fn is_whole(&self) -> bool {
        !self.name.is_empty() && serde_json::from_str::<IgnoredAny>(&self.arguments).is_ok()
    }
}

#[derive(Deserialize)]
struct Chunk {
    #[serde(default)]
    choices: Option<Vec<ChunkChoice>>,
    #[serde(default)]
    usage: Option<Usage>,
    #[serde(default)]
    error: Option<Value>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

#[derive(Deserialize)]
struct ChunkChoice {
    #[serde(default)]
    delta: Option<ChunkDelta>,
    #[serde(default, deserialize_with = "finish_reason")]
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

impl ChunkDelta {
    fn names_a_tool(&self) -> bool {
        let mut calls = self.tool_calls.iter().flatten();
        calls.any(CallDelta::names_a_tool)
    }
}

impl CallDelta {
    fn names_a_tool(&self) -> bool {
        let name = self.function.as_ref().and_then(|it| it.name.as_deref());
        name.is_some_and(|name| !name.is_empty())
    }
}

#[derive(Deserialize)]
struct FunctionDelta {
    #[serde(default)]
    name: Option<String>,
    #[serde(default, deserialize_with = "text_or_json")]
    arguments: String,
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
        let chunk: Chunk = serde_json::from_str(data).map_err(|error| LlmError::Malformed {
            detail: format!("a chunk of the stream is not what was expected: {error}"),
        })?;
        if let Some(Reported { message, code }) = Reported::in_reply(chunk.error, chunk.rest) {
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
            if let Some(mut delta) = choice.delta {
                if delta.names_a_tool() && !self.named_tools.insert(data.to_owned()) {
                    self.leave_out_known_calls(&mut delta);
                }
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
        for call in delta.tool_calls.unwrap_or_default() {
            let position = self.position_of(&call);
            let Some(partial) = self.calls.get_mut(position) else {
                return Err(LlmError::Malformed {
                    detail: format!("the reply calls more than {MAX_CALLS} tools"),
                });
            };
            partial.extra.extend(call.extra);
            if let Some(function) = call.function {
                // Some servers name the tool in every piece.
                if let Some(name) = function.name.filter(|name| *name != partial.name) {
                    partial.name.push_str(&name);
                    if partial.name.len() > MAX_NAME_BYTES {
                        return Err(LlmError::Malformed {
                            detail: format!("a tool's name is longer than {MAX_NAME_BYTES} bytes"),
                        });
                    }
                }
                partial.function_extra.extend(function.extra);
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
        Ok(())
    }

    /// Which call a piece belongs to; the count of calls when there is no room for one more.
    ///
    /// Servers mark the pieces of a call by id, by index, or not at all, so the id counts first,
    /// then the index, then the latest call. A piece that names a tool once that call is whole
    /// is the next call: some servers send several calls without marks, or all with index 0.
    fn position_of(&mut self, piece: &CallDelta) -> usize {
        let id = piece.id.as_deref().filter(|id| !id.is_empty());
        let names_a_tool = piece.names_a_tool();
        let known = match (id, piece.index) {
            (Some(id), index) => self
                .calls
                .iter()
                .position(|known| known.id.as_deref() == Some(id))
                .or_else(|| self.adopt(id, index?)),
            (None, Some(index)) => self
                .calls
                .iter()
                .rposition(|known| known.index == Some(index)),
            (None, None) => self.calls.len().checked_sub(1),
        };
        let known = known.filter(|position| {
            let may_be_the_next = id.is_none() && names_a_tool;
            !may_be_the_next || !self.calls.get(*position).is_some_and(PartialCall::is_whole)
        });
        known.unwrap_or_else(|| {
            let position = self.calls.len();
            if position < MAX_CALLS {
                self.calls.push(PartialCall {
                    id: id.map(str::to_owned),
                    index: piece.index,
                    ..PartialCall::default()
                });
            }
            position
        })
    }

    /// Takes the calls that are there already out of a chunk that came again: nothing is called
    /// twice. Other pieces stay, as the same piece of text or of arguments may well follow itself.
    fn leave_out_known_calls(&self, delta: &mut ChunkDelta) {
        let is_known = |piece: &CallDelta| {
            piece.function.as_ref().is_some_and(|function| {
                self.calls.iter().any(|call| {
                    function.name.as_deref() == Some(&call.name)
                        && function.arguments == call.arguments
                        && call.is_whole()
                })
            })
        };
        if let Some(pieces) = &mut delta.tool_calls {
            pieces.retain(|piece| !is_known(piece));
        }
    }

    /// Gives `id` to the call at `index` that has neither id nor name yet: its first piece was
    /// overtaken by a later one.
    fn adopt(&mut self, id: &str, index: u64) -> Option<usize> {
        let position = self.calls.iter().position(|known| {
            known.index == Some(index) && known.id.is_none() && known.name.is_empty()
        })?;
        self.calls.get_mut(position)?.id = Some(id.to_owned());
        Some(position)
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
        let tool_calls = self
            .calls
            .into_iter()
            .map(|call| ToolCall {
                id: ToolCallId(call.id.unwrap_or_default()),
                kind: "function".to_owned(),
                function: FunctionCall {
                    name: call.name,
                    arguments: call.arguments,
                    extra: call.function_extra,
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

/// Refuses replies that were withheld or cut off by a limit, streamed or not.
pub(crate) fn check(completion: Completion) -> Result<Completion, LlmError> {
    match completion.finish_reason {
        Some(FinishReason::ContentFilter) => Err(LlmError::Filtered),
        Some(FinishReason::Length) => Err(LlmError::TokenLimit),
        _ => Ok(completion),
    }
}

fn without_type(mut extra: Map<String, Value>) -> Map<String, Value> {
    extra.remove("type");
    extra
}
