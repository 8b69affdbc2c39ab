//! Which feature an endpoint refuses, by what it says.

use crate::profile::capabilities::{MAX_COMPLETION_TOKENS, PARALLEL_TOOL_CALLS, REASONING};
use crate::profile::feature::Feature;
use crate::protocol::error::LlmError;
use crate::protocol::error_kind::ErrorKind;
use crate::protocol::message::Message;
use crate::protocol::outgoing::Outgoing;
use crate::protocol::request::ToolChoice;

/// How refusals name a feature, the more telling names first: a message about `tool_choice`
/// mentions tools too.
const NAMES: [(Feature, &[&str]); 11] = [
    (Feature::UsageInStreams, &["stream_options"]),
    // Of chat templates, such as Mistral's and Gemma's.
    (Feature::MessagesInARow, &["must alternate"]),
    (Feature::ParallelToolCalls, &["parallel_tool_calls"]),
    (Feature::MaxTokens, &["max_tokens", "max_completion_tokens"]),
    (
        Feature::ForcedToolChoice,
        &["tool_choice", "tool choice", "toolchoice"],
    ),
    (
        Feature::JsonSchema,
        &[
            "response_format",
            "json_schema",
            "json schema",
            "structured output",
            "grammar",
        ],
    ),
    (
        Feature::JsonObject,
        &["response_format", "json_object", "json mode", "grammar"],
    ),
    (
        Feature::Tools,
        &[
            "tools",
            "tool use",
            "tool call",
            "tool-call",
            "function call",
            "tool choice",
            "functions",
        ],
    ),
    (Feature::ReturnedReasoning, &["reasoning"]),
    (Feature::NoContent, &["content"]),
    (
        Feature::Streaming,
        &[
            "'stream'",
            "\"stream\"",
            "`stream`",
            "streaming",
            "stream this",
        ],
    ),
];

/// Words of a refusal. A server's own trouble may mention a feature without refusing it.
const REFUSES: [&str; 10] = [
    "support",
    "requires",
    "not implemented",
    "unavailable",
    "not available",
    "not allowed",
    "unrecognized",
    "not permitted",
    "must alternate",
    // Of a request that pydantic read, whatever status the server makes of it.
    "input should be",
];

impl Feature {
    /// Whether `request` uses it.
    fn is_used(self, request: &Outgoing<'_>) -> bool {
        let response_format = || {
            let format = request.extra.get("response_format")?;
            format.get("type")?.as_str()
        };
        let mut replies = request.messages.iter().filter_map(|message| match message {
            Message::Assistant(message) => Some(message),
            _ => None,
        });
        match self {
            Self::Tools => !request.tools.is_empty(),
            Self::ForcedToolChoice => request.tool_choice == Some(ToolChoice::Required),
            Self::ParallelToolCalls => request.extra.contains_key(PARALLEL_TOOL_CALLS),
            Self::JsonSchema => response_format() == Some("json_schema"),
            Self::JsonObject => response_format() == Some("json_object"),
            Self::Streaming => request.stream,
            Self::UsageInStreams => request.stream_options.is_some(),
            Self::ReturnedReasoning => {
                replies.any(|reply| REASONING.iter().any(|key| reply.extra.contains_key(*key)))
            }
            Self::MessagesInARow => {
                let mut pairs = request.messages.windows(2);
                pairs.any(|pair| matches!(pair, [Message::User { .. }, Message::User { .. }]))
            }
            Self::MaxTokens => {
                request.max_tokens.is_some() || request.extra.contains_key(MAX_COMPLETION_TOKENS)
            }
            Self::NoContent => {
                replies.any(|reply| reply.content.as_deref().unwrap_or_default().is_empty())
            }
        }
    }

    /// Whether a request that uses it says the same without it.
    pub(crate) fn can_be_left_out(self) -> bool {
        !matches!(self, Self::Tools | Self::JsonSchema | Self::JsonObject)
    }

    /// The feature of `request` that the endpoint refuses with `error`, if that is what it does.
    pub(crate) fn refused_by(error: &LlmError, request: &Outgoing<'_>) -> Option<Self> {
        let (message, code, must_say_so) = match error {
            LlmError::Status {
                status: 400 | 422,
                message,
                code,
                ..
            } => (message, code, false),
            LlmError::Status {
                status: 404 | 405 | 500 | 501,
                message,
                code,
                ..
            }
            | LlmError::InReply { message, code } => (message, code, true),
            _ => return None,
        };
        // Both may name the bound on the reply, and refuse its size rather than the field.
        if error.kind() == ErrorKind::TooLong || error.says_bound_is_too_large() {
            return None;
        }
        // A refusal that has a name of its own is about something else.
        if code
            .as_deref()
            .and_then(ErrorKind::of_code)
            .is_some_and(|kind| kind != ErrorKind::ServerTrouble)
        {
            return None;
        }
        let message = message.to_ascii_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| message.contains(word));
        if must_say_so && !says(&REFUSES) {
            return None;
        }
        NAMES
            .iter()
            .find(|(feature, names)| says(names) && feature.is_used(request))
            .map(|(feature, _)| *feature)
    }
}

#[cfg(test)]
#[path = "refusal_tests.rs"]
mod tests;
