//! What goes out with a request and what comes back of it.

use kikitori_json::{FromJson, deserialize_by_json};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Error, Map, Value};

use crate::protocol::message::{AssistantMessage, Message};
use crate::protocol::tools::Tools;

/// The body of `POST /chat/completions`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
pub struct ChatRequest {
    /// The model's name. Empty until the client fills in its endpoint's model.
    #[serde(default)]
    pub model: String,
    /// The conversation, oldest first.
    pub messages: Vec<Message>,
    /// The tools that the model may call.
    #[serde(default, skip_serializing_if = "Tools::is_empty")]
    pub tools: Tools,
    /// Whether it must call one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_choice: Option<ToolChoice>,
    /// How a client goes about calls that can ask for them in several ways.
    #[serde(skip)]
    pub calls: Calls,
    /// Whether the reply comes as a stream.
    #[serde(default)]
    pub stream: bool,
    /// What the stream should carry besides the reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stream_options: Option<StreamOptions>,
    /// The most tokens that the reply may have, reasoning included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u64>,
    /// Fields that are not named here.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Options of a streamed reply.
#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
pub struct StreamOptions {
    /// Ask for a last chunk with the token usage.
    #[serde(default)]
    pub include_usage: bool,
    /// Fields that are not named here.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Whether the model must call a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "lowercase")]
pub enum ToolChoice {
    /// The model decides.
    Auto,
    /// It must call at least one.
    Required,
    /// It must not.
    None,
}

/// What a request's calls are to whoever makes it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Calls {
    /// Of use as text is.
    #[default]
    Welcome,
    /// All that is of use. Where calls come by a schema, the reply is held to one; elsewhere the
    /// model decides, as some can be forced only without their reasoning.
    Wanted,
    /// The same, after the model has replied in words to a request that required one: where the
    /// endpoint can hold a reply to a schema, a call is asked for so, this once.
    BySchema,
}

/// A complete reply, taken out of what the server wrapped it in.
#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
pub struct Completion {
    /// What the model said and called.
    pub message: AssistantMessage,
    /// Why it stopped, where the server says so.
    pub finish_reason: Option<FinishReason>,
    /// Tokens used, where the server counts them.
    pub usage: Option<Usage>,
}

/// Why a reply ended. Servers disagree on it, so calls in the message count more than this.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FinishReason {
    /// The model was done.
    Stop,
    /// It called tools.
    ToolCalls,
    /// It ran into a token limit: the reply is cut off.
    Length,
    /// The server withheld the reply.
    ContentFilter,
    /// A reason that this crate does not know.
    #[serde(untagged)]
    Other(String),
}

impl FromJson for FinishReason {
    fn from_json(value: Value) -> Result<Self, Error> {
        let reason = String::from_json(value)?;
        Ok(match reason.as_str() {
            "stop" => Self::Stop,
            "tool_calls" => Self::ToolCalls,
            "length" => Self::Length,
            "content_filter" => Self::ContentFilter,
            _ => Self::Other(reason),
        })
    }
}

deserialize_by_json!(FinishReason);

/// Reads a finish reason; null and "" are none.
pub(crate) fn finish_reason<'de, D>(from: D) -> Result<Option<FinishReason>, D::Error>
where
    D: Deserializer<'de>,
{
    let reason = Option::<FinishReason>::deserialize(from)?;
    Ok(reason.filter(|reason| !matches!(reason, FinishReason::Other(text) if text.is_empty())))
}

/// Tokens used by one call or, added up, by a run.
///
/// Fields that are not named here stay with the call that they came with. A sum has none: what
/// they count is not known, and so neither is what they would add up to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, FromJson)]
pub struct Usage {
    /// Tokens read.
    #[serde(default)]
    pub prompt_tokens: u64,
    /// Tokens written.
    #[serde(default)]
    pub completion_tokens: u64,
    /// Both together, as the server counts.
    #[serde(default)]
    pub total_tokens: u64,
    /// Whatever else the server counted.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl std::ops::AddAssign<&Self> for Usage {
    fn add_assign(&mut self, other: &Self) {
        self.prompt_tokens = self.prompt_tokens.saturating_add(other.prompt_tokens);
        self.completion_tokens = self
            .completion_tokens
            .saturating_add(other.completion_tokens);
        self.total_tokens = self.total_tokens.saturating_add(other.total_tokens);
        self.extra.clear();
    }
}
