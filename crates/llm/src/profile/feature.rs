//! The parts of the protocol that some endpoints or models lack.

use serde::{Deserialize, Serialize};

/// A part of the protocol that some endpoints or models do not support.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// Tools at all.
    Tools,
    /// A tool choice that forces a call.
    ForcedToolChoice,
    /// The field `parallel_tool_calls`.
    ParallelToolCalls,
    /// A reply held to a JSON Schema.
    JsonSchema,
    /// A reply held to any JSON object.
    JsonObject,
    /// Streaming.
    Streaming,
    /// Token counts in a stream.
    UsageInStreams,
    /// Reasoning text sent back with the message that it came with.
    ReturnedReasoning,
    /// An assistant's message without text, as it was sent.
    NoContent,
    /// Several messages of the user's in a row.
    MessagesInARow,
    /// A bound on the reply's tokens, under the name that it was sent by.
    MaxTokens,
}
