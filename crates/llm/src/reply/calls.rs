//! Puts the tool calls of a streamed reply together, piece by piece.

use kikitori_json::FromJson;
use serde_json::{Map, Value};

use crate::protocol::delta::Delta;
use crate::protocol::error::LlmError;
use crate::protocol::message::{FunctionCall, ToolCall, ToolCallId, text_or_json};
use crate::reply::arguments::{Arguments, json};

/// No reply calls this many tools; a stream that does is not worth the memory.
const MAX_CALLS: usize = 1_024;
/// No tool has a name of so many bytes.
const MAX_NAME_BYTES: usize = 256;

/// A piece of a call.
#[derive(FromJson)]
pub(crate) struct CallDelta {
    #[serde(default)]
    index: Option<u64>,
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    function: Option<FunctionDelta>,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

#[derive(FromJson)]
struct FunctionDelta {
    #[serde(default)]
    name: Option<String>,
    #[serde(default, deserialize_with = "text_or_json")]
    arguments: String,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

impl CallDelta {
    fn id(&self) -> Option<&str> {
        self.id.as_deref().filter(|id| !id.is_empty())
    }

    fn tool(&self) -> Option<&str> {
        let name = self.function.as_ref()?.name.as_deref();
        name.filter(|name| !name.is_empty())
    }
}

/// The calls that have come so far, in the order in which they began.
#[derive(Debug, Default)]
pub(crate) struct Calls(Vec<PartialCall>);

impl Calls {
    /// Takes the pieces of one chunk.
    ///
    /// # Errors
    /// [`LlmError::Malformed`] for more calls or longer names than any reply has.
    pub(crate) fn add(
        &mut self,
        pieces: Vec<CallDelta>,
        added: &mut Vec<Delta>,
    ) -> Result<(), LlmError> {
        let mut in_this_chunk = Vec::new();
        for mut piece in pieces {
            let again = self.said_again(&piece, &in_this_chunk);
            let position = again.unwrap_or_else(|| self.position_of(&piece));
            if !in_this_chunk.contains(&position) {
                in_this_chunk.push(position);
            }
            let Some(call) = self.0.get_mut(position) else {
                return Err(LlmError::Malformed {
                    detail: format!("the reply calls more than {MAX_CALLS} tools"),
                });
            };
            if again.is_none()
                && let Some(function) = &mut piece.function
            {
                call.name(function.name.take().unwrap_or_default())?;
                let new = call.arguments.push(&function.arguments);
                if !new.is_empty() {
                    added.push(Delta::Arguments {
                        position,
                        tool: call.name.clone(),
                        piece: new.to_owned(),
                    });
                }
            }
            call.keep_extra(piece);
        }
        Ok(())
    }

    /// Which call `piece` is, whole, once more: some servers repeat in a chunk what earlier ones
    /// brought, and nothing is called twice. Two equal calls within one chunk are two.
    fn said_again(&self, piece: &CallDelta, in_this_chunk: &[usize]) -> Option<usize> {
        let tool = piece.tool()?;
        let text = &piece.function.as_ref()?.arguments;
        let may_be_said = |call: &PartialCall| {
            call.name == tool
                && call.may_have(piece.id(), piece.index)
                && call.arguments.may_be_as_long_as(text.len())
        };
        let calls = self.0.iter().enumerate();
        let mut calls = calls
            .filter(|(position, call)| may_be_said(call) && !in_this_chunk.contains(position))
            .peekable();
        // Nearly always there is none, and what has come need not be read yet.
        calls.peek()?;
        let arguments = json(text)?;
        calls
            .find(|(_, call)| call.arguments.value() == Some(&arguments))
            .map(|(position, _)| position)
    }

    /// Which call a piece belongs to; the count of calls when there is no room for one more.
    ///
    /// Servers mark the pieces of a call by id, by index, or not at all, so the id counts first,
    /// then the index, then the latest call. A piece that names a tool once that call is whole
    /// is the next call: some servers send several calls without marks, or all with index 0.
    fn position_of(&mut self, piece: &CallDelta) -> usize {
        let calls = &self.0;
        let id = piece.id();
        let known = match (id, piece.index) {
            (Some(id), index) => calls
                .iter()
                .position(|known| known.id.as_deref() == Some(id))
                .or_else(|| self.adopt(id, index?)),
            (None, Some(index)) => calls.iter().rposition(|known| known.index == Some(index)),
            (None, None) => calls.len().checked_sub(1),
        };
        let may_be_the_next = id.is_none() && piece.tool().is_some();
        let known = known.filter(|position| {
            !may_be_the_next || !self.0.get(*position).is_some_and(PartialCall::is_whole)
        });
        known.unwrap_or_else(|| {
            let position = self.0.len();
            if position < MAX_CALLS {
                self.0.push(PartialCall {
                    id: id.map(str::to_owned),
                    index: piece.index,
                    ..PartialCall::default()
                });
            }
            position
        })
    }

    /// Gives `id` to the call at `index` that has neither id nor name yet: its first piece was
    /// overtaken by a later one.
    fn adopt(&mut self, id: &str, index: u64) -> Option<usize> {
        let position = self.0.iter().position(|known| {
            known.index == Some(index) && known.id.is_none() && known.name.is_empty()
        })?;
        self.0.get_mut(position)?.id = Some(id.to_owned());
        Some(position)
    }

    /// The calls as a message has them; a call that came without an id has an empty one.
    pub(crate) fn into_tool_calls(self) -> Vec<ToolCall> {
        let mut calls: Vec<PartialCall> = Vec::new();
        for call in self.0 {
            if !calls.iter().any(|earlier| call.only_names(earlier)) {
                calls.push(call);
            }
        }
        calls.into_iter().map(PartialCall::into_tool_call).collect()
    }
}

#[derive(Debug, Default)]
struct PartialCall {
    id: Option<String>,
    index: Option<u64>,
    name: String,
    arguments: Arguments,
    extra: Map<String, Value>,
    function_extra: Map<String, Value>,
}

impl PartialCall {
    /// Takes a name: a piece of it, all of it so far, or all of it once more.
    fn name(&mut self, name: String) -> Result<(), LlmError> {
        if name.starts_with(&self.name) {
            self.name = name;
        } else {
            self.name.push_str(&name);
        }
        if self.name.len() > MAX_NAME_BYTES {
            return Err(LlmError::Malformed {
                detail: format!("a tool's name is longer than {MAX_NAME_BYTES} bytes"),
            });
        }
        Ok(())
    }

    fn keep_extra(&mut self, piece: CallDelta) {
        self.extra.extend(piece.extra);
        let function = piece.function.into_iter();
        self.function_extra.extend(function.flat_map(|it| it.extra));
    }

    /// Whether nothing is missing: what names a tool now is the next call.
    fn is_whole(&self) -> bool {
        !self.name.is_empty() && self.arguments.value().is_some()
    }

    /// Whether nothing says that these are the marks of another call.
    fn may_have(&self, id: Option<&str>, index: Option<u64>) -> bool {
        match (self.id.as_deref().zip(id), self.index.zip(index)) {
            (Some((this, other)), _) => this == other,
            (None, Some((this, other))) => this == other,
            (None, None) => true,
        }
    }

    /// Whether it is only the name of `earlier` once more: some servers go on naming the tool
    /// behind the last of the arguments.
    fn only_names(&self, earlier: &Self) -> bool {
        self.id.is_none()
            && self.arguments.is_blank()
            && self.name == earlier.name
            && earlier.may_have(None, self.index)
            && earlier.is_whole()
    }

    fn into_tool_call(self) -> ToolCall {
        let mut extra = self.extra;
        extra.remove("type");
        ToolCall {
            id: ToolCallId(self.id.unwrap_or_default()),
            kind: "function".to_owned(),
            function: FunctionCall {
                name: self.name,
                arguments: self.arguments.into_text(),
                extra: self.function_extra,
            },
            extra,
        }
    }
}
